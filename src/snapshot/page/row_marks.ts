/** What stands in the row of a control that may tell it from the other rows of the list. */
import {
  attributeOf,
  dataOf,
  hasAnyAttribute,
  hasAttributeOf,
  isElement,
  isText,
  tagOf,
} from "./dom.ts";
import { children, flatParent } from "./roots.ts";
import { collapse } from "./text.ts";
import { valueOf } from "./values.ts";

/** Elements between a control and its row. */
const MAX_LEVELS = 8;
/** Marks of a row that are looked at, and nodes passed through for them. */
const MAX_MARKS = 16;
const MAX_NODES = 120;
const MAX_MARK_CHARS = 100;

export interface RowMarks {
  /** Texts, and the words that stand for pictures and parts. */
  readonly words: readonly string[];
  /** Where its links lead, and the values that its buttons and boxes send. */
  readonly links: readonly string[];
  /** What its fields hold: these change when somebody fills them. */
  readonly values: readonly string[];
}

const SKIPPED = new Set(["script", "style", "template"]);
const FIELDS = new Set(["input", "textarea", "select"]);
/** Inputs whose value attribute is not what a person enters. */
const SENDING = new Set(["checkbox", "radio", "submit", "button", "image", "reset"]);
const WORDS = ["aria-label", "aria-description", "alt", "title"];

class Reading implements RowMarks {
  readonly words: string[] = [];
  readonly links: string[] = [];
  readonly values: string[] = [];
  #seen = 0;

  visit(node: Node): void {
    if (++this.#seen > MAX_NODES || this.words.length >= MAX_MARKS) return;
    if (isText(node)) note(this.words, dataOf(node));
    else if (!isElement(node) || this.#whole(node)) return;
    for (const child of children(node)) this.visit(child);
  }

  /** Notes the element itself; true when what is inside does not count. */
  #whole(element: Element): boolean {
    const tag = tagOf(element);
    if (SKIPPED.has(tag)) return true;
    if (hasAnyAttribute(element)) {
      for (const name of WORDS) note(this.words, attributeOf(element, name));
      if (tag === "a") note(this.links, attributeOf(element, "href"));
      if (tag === "button") note(this.links, attributeOf(element, "value"));
    }
    if (!FIELDS.has(tag)) return hasAttributeOf(element, "contenteditable");
    const sends = tag === "input" &&
      SENDING.has((attributeOf(element, "type") ?? "").toLowerCase());
    if (sends) note(this.links, attributeOf(element, "value"));
    else note(this.values, valueOf(element));
    return true;
  }
}

function note(marks: string[], said: string | null): void {
  const mark = said === null ? "" : collapse(said).slice(0, MAX_MARK_CHARS);
  if (mark !== "" && marks.length < MAX_MARKS) marks.push(mark);
}

export function marksOf(row: Element): RowMarks {
  const reading = new Reading();
  reading.visit(row);
  return reading;
}

/** The elements around a control that may be its row, innermost first. */
export function* around(control: Element): Generator<Element> {
  let at = flatParent(control);
  for (let level = 0; at !== null && level < MAX_LEVELS; level++, at = flatParent(at)) yield at;
}

/**
 * The outermost element around the control that holds no other of them, in a list of such.
 * `counts`: how many of the controls that are alike stand in each element around them.
 */
export function rowOf(control: Element, counts: ReadonlyMap<Element, number>): Element | null {
  let row: Element | null = null;
  for (const at of around(control)) {
    if ((counts.get(at) ?? 0) > 1) return row;
    row = at;
  }
  return null;
}
