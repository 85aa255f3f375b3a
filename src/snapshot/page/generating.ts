/**
 * Which elements may have generated text at all. Computed style of `::before` and `::after` costs
 * twice what the rest of an element costs; the style sheets say once for all which classes, ids
 * and tags have rules with `content`. A sheet that cannot be read (another origin) means: any.
 */
import { attributeOf, sheetsOf, tagOf } from "./dom.ts";
import { Momentary } from "./moment.ts";

interface Keys {
  readonly classes: Set<string>;
  readonly ids: Set<string>;
  readonly tags: Set<string>;
  any: boolean;
}

interface SheetKeys extends Keys {
  /** Rules there were when it was read. */
  readonly rules: number;
}

const known = new WeakMap<CSSStyleSheet, SheetKeys>();
const current = new Momentary<Keys>(() => {
  // `q` has quotes by the browser's own sheet.
  const keys: Keys = { classes: new Set(), ids: new Set(), tags: new Set(["q"]), any: false };
  addSheets(keys, document);
  return keys;
});

/** The sheets of a shadow root count too from now on. */
export function noteSheets(root: ShadowRoot): void {
  addSheets(current.get(), root);
}

/** Whether the element may have text before or after its content. */
export function mayGenerate(element: Element): boolean {
  const keys = current.get();
  if (keys.any || keys.tags.has(tagOf(element))) return true;
  if (keys.classes.size > 0) {
    const names = attributeOf(element, "class");
    if (names !== null && hasAny(keys.classes, names)) return true;
  }
  if (keys.ids.size === 0) return false;
  const id = attributeOf(element, "id");
  return id !== null && keys.ids.has(id);
}

function hasAny(classes: ReadonlySet<string>, names: string): boolean {
  if (names.indexOf(" ") < 0) return classes.has(names.trim());
  for (const name of names.split(/\s+/)) if (classes.has(name)) return true;
  return false;
}

function addSheets(keys: Keys, root: Document | ShadowRoot): void {
  for (const sheet of sheetsOf(root)) addSheet(keys, sheet);
}

function addSheet(keys: Keys, sheet: CSSStyleSheet): void {
  if (keys.any || sheet.disabled) return;
  let own = known.get(sheet);
  const count = countRules(sheet);
  if (own === undefined || own.rules !== count) {
    own = { classes: new Set(), ids: new Set(), tags: new Set(), any: count < 0, rules: count };
    if (count >= 0) readRules(own, sheet.cssRules);
    known.set(sheet, own);
  }
  if (own.any) keys.any = true;
  for (const name of own.classes) keys.classes.add(name);
  for (const id of own.ids) keys.ids.add(id);
  for (const tag of own.tags) keys.tags.add(tag);
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

function readRules(keys: Keys, rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const { selectorText } = rule;
      if (selectorText.includes(":before") || selectorText.includes(":after")) {
        const { content } = rule.style;
        if (content !== "" && content !== '""' && content !== "none" && content !== "normal") {
          readSelector(keys, selectorText);
        }
      }
      if (rule.cssRules.length > 0) readRules(keys, rule.cssRules);
    } else if (rule instanceof CSSImportRule) {
      const sheet = rule.styleSheet;
      if (sheet !== null) addSheet(keys, sheet);
    } else if (rule instanceof CSSGroupingRule) readRules(keys, rule.cssRules);
  }
}

/** The simple selectors right before a pseudo-element. */
const COMPOUND = /([^\s>+~,]*?)::?(?:before|after)\b/g;
const KEY = /^([a-z][\w-]*)?(?:([.#])((?:[\w-]|[\u0080-\uffff])+))?/i;

function readSelector(keys: Keys, selector: string): void {
  for (const [, compound = ""] of selector.matchAll(COMPOUND)) {
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
