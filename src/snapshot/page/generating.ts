/**
 * Which elements may have generated text at all. Computed style of `::before` and `::after` costs
 * twice what the rest of an element costs; the style sheets say once for all which classes, ids
 * and tags have rules with `content`. A sheet that cannot be read (another origin) means: any.
 */
import { attributeOf, sheetsOf, tagOf } from "./dom.ts";
import { Momentary } from "./moment.ts";

export type PseudoName = "::before" | "::after";

/** What an element must have, one of these, to be generated for. */
class Keys {
  readonly classes = new Set<string>();
  readonly ids = new Set<string>();
  readonly tags = new Set<string>();
  any = false;

  add(other: Keys): void {
    if (other.any) this.any = true;
    for (const name of other.classes) this.classes.add(name);
    for (const id of other.ids) this.ids.add(id);
    for (const tag of other.tags) this.tags.add(tag);
  }

  fit(element: Element): boolean {
    if (this.any || this.tags.has(tagOf(element))) return true;
    if (this.classes.size > 0) {
      const names = attributeOf(element, "class");
      if (names !== null && hasAny(this.classes, names)) return true;
    }
    if (this.ids.size === 0) return false;
    const id = attributeOf(element, "id");
    return id !== null && this.ids.has(id);
  }
}

class KeyPair {
  readonly before = new Keys();
  readonly after = new Keys();

  add(other: KeyPair): void {
    this.before.add(other.before);
    this.after.add(other.after);
  }

  setAny(): void {
    this.before.any = true;
    this.after.any = true;
  }
}

interface SheetKeys {
  readonly pair: KeyPair;
  /** Rules there were when it was read. */
  readonly rules: number;
}

const known = new WeakMap<CSSStyleSheet, SheetKeys>();
const current = new Momentary<KeyPair>(() => {
  const pair = new KeyPair();
  // `q` has quotes by the browser's own sheet.
  pair.before.tags.add("q");
  pair.after.tags.add("q");
  addSheets(pair, document);
  return pair;
});

/** The sheets of a shadow root count too from now on. */
export function noteSheets(root: ShadowRoot): void {
  addSheets(current.get(), root);
}

/** Whether the element may have text before, or after, its content. */
export function mayGenerate(element: Element, which: PseudoName): boolean {
  const pair = current.get();
  return (which === "::before" ? pair.before : pair.after).fit(element);
}

function hasAny(classes: ReadonlySet<string>, names: string): boolean {
  if (names.indexOf(" ") < 0) return classes.has(names.trim());
  for (const name of names.split(/\s+/)) if (classes.has(name)) return true;
  return false;
}

function addSheets(pair: KeyPair, root: Document | ShadowRoot): void {
  for (const sheet of sheetsOf(root)) addSheet(pair, sheet);
}

function addSheet(pair: KeyPair, sheet: CSSStyleSheet): void {
  if (sheet.disabled) return;
  let own = known.get(sheet);
  const rules = countRules(sheet);
  if (own === undefined || own.rules !== rules) {
    own = { pair: new KeyPair(), rules };
    if (rules < 0) own.pair.setAny();
    else readRules(own.pair, sheet.cssRules);
    known.set(sheet, own);
  }
  pair.add(own.pair);
}

/** -1: not for us to read. */
function countRules(sheet: CSSStyleSheet): number {
  try {
    return sheet.cssRules.length;
  } catch (error) {
    // The platform's only way to say that the sheet is of another origin.
    if (error instanceof DOMException) return -1;
    throw error;
  }
}

function readRules(pair: KeyPair, rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { selectorText } = rule;
      if (selectorText.includes(":before") || selectorText.includes(":after")) {
        const { content } = rule.style;
        if (content !== "" && content !== '""' && content !== "none" && content !== "normal") {
          readSelector(pair, selectorText);
        }
      }
      if (rule.cssRules.length > 0) readRules(pair, rule.cssRules);
    } else if (rule instanceof CSSImportRule) {
      const sheet = rule.styleSheet;
      if (sheet !== null) addSheet(pair, sheet);
    } else if (rule instanceof CSSGroupingRule) readRules(pair, rule.cssRules);
  }
}

/** The simple selectors right before a pseudo-element. */
const COMPOUND = /([^\s>+~,]*?)::?(before|after)\b/g;
const KEY = /^([a-z][\w-]*)?(?:([.#])((?:[\w-]|[\u0080-\uffff])+))?/i;

function readSelector(pair: KeyPair, selector: string): void {
  for (const [, compound = "", which] of selector.matchAll(COMPOUND)) {
    const keys = which === "before" ? pair.before : pair.after;
    // Escapes, functions and attributes may hold anything: not worth taking apart.
    const match = /[\\()[\]&]/.test(compound) ? null : KEY.exec(compound);
    const [, tag, kind, name] = match ?? [];
    if (kind === "." && name !== undefined) keys.classes.add(name);
    else if (kind === "#" && name !== undefined) keys.ids.add(name);
    else if (tag !== undefined) keys.tags.add(tag.toLowerCase());
    else {
      // `:not(.a)::before`, `[data-icon]::before`: a tag or class in it still narrows it.
      const part = /\.((?:[\w-]|[\u0080-\uffff])+)(?![^(]*\))/.exec(compound);
      const lead = /^[a-z][\w-]*/i.exec(compound);
      if (part?.[1] !== undefined && !compound.includes("\\") && !compound.includes("[")) {
        keys.classes.add(part[1]);
      } else if (lead !== null) keys.tags.add(lead[0].toLowerCase());
      else keys.any = true;
    }
  }
}
