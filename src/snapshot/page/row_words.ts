/**
 * What tells equal controls apart: the words of the row each stands in. Lists that are drawn by
 * place (recycled rows, lists without keys) keep their nodes and give them the words of other rows:
 * "Pay" of Bob becomes "Pay" of Ann without any change to itself. The words are noted in a task
 * after each walk, so that no snapshot waits for them, and compared before an act.
 */
import { bindings } from "./bindings.ts";
import { quote } from "./describe.ts";
import { connected, dataOf, hasAttributeOf, isElement, tagOf, TEXT, typeOf } from "./dom.ts";
import { now } from "./frame_ticks.ts";
import { standsIn } from "./own.ts";
import { children, flatParent } from "./roots.ts";
import { collapse } from "./text.ts";

/** Equal controls that are looked at; later ones go without. */
const MAX_CONTROLS = 1_000;
/** Elements between a control and its row. */
const MAX_LEVELS = 8;
/** Texts of a row that are looked at, and nodes passed through for them. */
const MAX_TEXTS = 12;
const MAX_NODES = 120;
const MAX_TEXT_CHARS = 100;
/** Time for one noting, milliseconds; controls past it go without. */
const NOTE_MS = 4;
const SKIPPED = new Set(["script", "style", "template", "textarea", "select", "option"]);

interface Noted {
  readonly row: WeakRef<Element>;
  /** The first text that the row beside it does not have. */
  readonly words: string;
}

let noted = new WeakMap<Element, Noted>();
let waiting = false;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  waiting = false;
  noteRows();
};

/** Notes the rows as they are when the running task has ended. */
export function noteRowsSoon(): void {
  if (waiting) return;
  waiting = true;
  port2.postMessage(0);
}

/** What became of the row of a control, for a message; null while it says what it said. */
export function changedRow(control: Element): string | null {
  const then = noted.get(control);
  const row = then?.row.deref();
  if (then === undefined || row === undefined || !connected(row) || !standsIn(control, row)) {
    return null;
  }
  const texts = textsOf(row, control);
  if (texts.includes(then.words)) return null;
  return `its row said ${quote(then.words)} and now says ${quote(texts.join(" "))}`;
}

export function noteRows(): void {
  const end = now() + NOTE_MS;
  const fresh = new WeakMap<Element, Noted>();
  for (const controls of bindings.numbered()) {
    noteGroup(controls.slice(0, MAX_CONTROLS), fresh, end);
    if (now() > end) break;
  }
  noted = fresh;
}

function noteGroup(
  controls: readonly Element[],
  fresh: WeakMap<Element, Noted>,
  end: number,
): void {
  /** How many of the controls stand in each element around them. */
  const counts = new Map<Element, number>();
  for (const control of controls) {
    for (const at of around(control)) counts.set(at, (counts.get(at) ?? 0) + 1);
  }
  /** The last row of each list, by the list and the kind of row. */
  const before = new Map<
    Element,
    Map<string, { readonly texts: string[]; alone: Element | null }>
  >();
  for (const control of controls) {
    if (now() > end) return;
    const row = rowOf(control, counts);
    const list = row === null ? null : flatParent(row);
    if (row === null || list === null) continue;
    const texts = textsOf(row, control);
    const note = (of: Element, own: readonly string[], other: readonly string[]): void => {
      const words = own.find((text) => !other.includes(text));
      const its = rowOf(of, counts);
      if (words !== undefined && its !== null) fresh.set(of, { row: new WeakRef(its), words });
    };
    let kinds = before.get(list);
    if (kinds === undefined) before.set(list, kinds = new Map());
    const last = kinds.get(tagOf(row));
    if (last !== undefined) {
      note(control, texts, last.texts);
      // The first row has only the one after it to be told from.
      if (last.alone !== null) note(last.alone, last.texts, texts);
    }
    kinds.set(tagOf(row), { texts, alone: last === undefined ? control : null });
  }
}

function* around(control: Element): Generator<Element> {
  let at = flatParent(control);
  for (let level = 0; at !== null && level < MAX_LEVELS; level++, at = flatParent(at)) yield at;
}

/** The outermost element around the control that holds no other of them, in a list of such. */
function rowOf(control: Element, counts: ReadonlyMap<Element, number>): Element | null {
  let row: Element | null = null;
  for (const at of around(control)) {
    if ((counts.get(at) ?? 0) > 1) return row;
    row = at;
  }
  return null;
}

/** Texts in a row, but for those of the control itself and of fields. */
function textsOf(row: Element, control: Element): string[] {
  const texts: string[] = [];
  const stack: Node[] = [row];
  for (let seen = 0; seen < MAX_NODES && texts.length < MAX_TEXTS; seen++) {
    const node = stack.pop();
    if (node === undefined) break;
    if (typeOf(node) === TEXT && node instanceof Text) {
      const text = collapse(dataOf(node)).slice(0, MAX_TEXT_CHARS);
      if (text !== "") texts.push(text);
      continue;
    }
    if (node === control) continue;
    if (isElement(node) && (SKIPPED.has(tagOf(node)) || hasAttributeOf(node, "contenteditable"))) {
      continue;
    }
    stack.push(...[...children(node)].reverse());
  }
  return texts;
}
