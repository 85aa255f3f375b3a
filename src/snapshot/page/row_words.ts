/**
 * What tells equal controls apart: the words of the row each stands in. Lists that are drawn by
 * place (recycled rows, lists without keys) keep their nodes and give them the words of other rows:
 * "Pay" of Bob becomes "Pay" of Ann without any change to itself. The words are noted in tasks
 * after each walk, so that no snapshot waits for them, and compared before an act.
 */
import { bindings } from "./bindings.ts";
import { quote } from "./describe.ts";
import { connected, tagOf } from "./dom.ts";
import { standsIn } from "./own.ts";
import { flatParent } from "./roots.ts";
import { around, marksOf, type RowMarks, rowOf } from "./row_marks.ts";
import { type Identified, identified, isAnother } from "./row_identity.ts";

/** Equal controls that are looked at; later ones go without. */
const MAX_CONTROLS = 2_048;
/**
 * Steps of noting in one task, about 5 microseconds each. Not a time: a machine with more to do
 * must not leave the rows of a short list unnoted.
 */
const STEPS = 300;

interface Noted {
  readonly row: WeakRef<Element>;
  readonly by: Identified;
}

let noted = new WeakMap<Element, Noted>();
let noting: Generator<void> | null = null;
let waiting = false;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  waiting = false;
  if (noting === null) {
    // What was noted before is older than what was shown last.
    noted = new WeakMap();
    noting = noteAll(noted);
  }
  for (let step = 0; step < STEPS; step++) {
    if (noting.next().done === true) {
      noting = null;
      return;
    }
  }
  goOn();
};

/** Notes the rows as they are when the running task has ended. */
export function noteRowsSoon(): void {
  noting = null;
  goOn();
}

function goOn(): void {
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
  const marks = marksOf(row);
  const missing = isAnother(then.by, marks);
  if (missing === null) return null;
  return then.by.of === "words"
    ? `its row said ${quote(missing.join(" "))} and now says ${quote(marks.words.join(" "))}`
    : "its row now says what another row said: it holds other links or values";
}

/** Yields after each step, so that the caller may pause. */
function* noteAll(fresh: WeakMap<Element, Noted>): Generator<void> {
  const marks = new Map<Element, RowMarks>();
  for (const controls of bindings.numbered()) {
    yield* noteGroup(controls.slice(0, MAX_CONTROLS), marks, fresh);
  }
}

interface Row {
  readonly control: Element;
  readonly row: Element;
  readonly marks: RowMarks;
}

/** `known`: the marks of the rows that were read for other controls. */
function* noteGroup(
  controls: readonly Element[],
  known: Map<Element, RowMarks>,
  fresh: WeakMap<Element, Noted>,
): Generator<void> {
  const counts = new Map<Element, number>();
  for (const control of controls) {
    for (const at of around(control)) counts.set(at, (counts.get(at) ?? 0) + 1);
    yield;
  }
  /** The rows of each list, by the list and the kind of row. */
  const lists = new Map<Element, Map<string, Row[]>>();
  for (const control of controls) {
    const row = rowOf(control, counts);
    const list = row === null ? null : flatParent(row);
    if (row === null || list === null) continue;
    let kinds = lists.get(list);
    if (kinds === undefined) lists.set(list, kinds = new Map());
    const marks = known.get(row) ?? marksOf(row);
    known.set(row, marks);
    const one = { control, row, marks };
    const rows = kinds.get(tagOf(row));
    if (rows === undefined) kinds.set(tagOf(row), [one]);
    else rows.push(one);
    yield;
  }
  for (const kinds of lists.values()) {
    for (const rows of kinds.values()) {
      const find = identified(rows.map((one) => one.marks));
      for (const { control, row, marks } of rows) {
        const by = find(marks);
        if (by !== null) fresh.set(control, { row: new WeakRef(row), by });
        yield;
      }
    }
  }
}
