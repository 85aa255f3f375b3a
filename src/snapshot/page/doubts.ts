/**
 * Which elements may be out of a person's sight at all. Asking every element for opacity, clipping,
 * place, size and colour would double the cost of the pass; the style sheets say once for all which
 * classes, ids and tags have rules that could hide something, and only those are asked. A doubt is
 * no verdict (`sight.ts` looks): too many cost time, none is missed but what a script writes into an
 * old rule in place.
 */
import { attributeOf, sheetsOf } from "./dom.ts";
import { CLASS, ID, LOOKS, STYLED, TINTS } from "./attributes.ts";
import { Momentary } from "./moment.ts";
import {
  ALL,
  bitsOf,
  coloursIn,
  FAINT,
  INK,
  INKS,
  looksOf,
  PAPER,
  PAPERS,
  WHITE,
} from "./looks.ts";
import type { Level } from "./level.ts";
import { keysOf, type StyleKey } from "./style_keys.ts";

/** Colours of text and of the page where no rule says another. */
const DEFAULT_INKS: ReadonlySet<string> = new Set(
  ["rgb(0, 0, 0)", "rgb(0, 0, 238)", "rgb(85, 26, 139)", "rgb(255, 0, 0)"],
);

interface Entry {
  bits: number;
  /** Text colours that rules of this key give. */
  readonly inks: Set<string>;
}

class Entries {
  readonly classes = new Map<string, Entry>();
  readonly ids = new Map<string, Entry>();
  readonly tags = new Map<string, Entry>();
  readonly any: Entry = { bits: 0, inks: new Set() };
  readonly papers = new Set<string>();
  /** A sheet of another origin: every element may have any rule. */
  blind = false;

  at(key: StyleKey): Entry {
    if (key.kind === "any") return this.any;
    const map = key.kind === "class" ? this.classes : key.kind === "id" ? this.ids : this.tags;
    let entry = map.get(key.name);
    if (entry === undefined) map.set(key.name, entry = { bits: 0, inks: new Set() });
    return entry;
  }

  add(other: Entries): void {
    if (other.blind) this.blind = true;
    for (const kind of ["classes", "ids", "tags"] as const) {
      for (const [name, entry] of other[kind]) {
        const known = this[kind].get(name);
        if (known === undefined) {
          this[kind].set(name, { bits: entry.bits, inks: new Set(entry.inks) });
        } else merge(known, entry);
      }
    }
    merge(this.any, other.any);
    for (const paper of other.papers) this.papers.add(paper);
  }
}

function merge(into: Entry, from: Entry): void {
  into.bits |= from.bits;
  for (const ink of from.inks) into.inks.add(ink);
}

interface ReadSheet {
  readonly entries: Entries;
  /** Rules there were when it was read, and the last of them. */
  readonly rules: number;
  readonly last: CSSRule | undefined;
}

/** Rules of a sheet of another origin. */
const UNREADABLE = -1;

const known = new WeakMap<CSSStyleSheet, ReadSheet>();
/** Doubts of a `style` attribute, by its text. */
const written = new Map<string, number>();
/** Doubts once found of a kind of element. */
interface Kind {
  asked: number;
  bits: number;
}
/** By tag, then by classes or id. */
const learned = new Map<string, Map<string, Kind>>();
let kinds = 0;
/** Elements of a kind that are asked before the kind is taken as known. */
const ASKED_OF_KIND = 3;
/** Style texts, and kinds, that are kept; a page that makes ever new ones has them forgotten. */
const MAX_WRITTEN = 4_096;

/** The doubts about one document. */
export class Doubts {
  #all = new Entries();
  /** What was read of each sheet that counts. */
  readonly #sheets = new Map<CSSStyleSheet, ReadSheet>();
  readonly #byClass = new Map<string, number>();
  readonly #byTag = new Map<string, number>();
  #quirks = false;
  #any = 0;
  /** Elements under an animation or transition now. */
  readonly #animated = new Set<Element>();

  /** Looks again at what may have changed since the last walk. */
  refresh(): void {
    this.#quirks = document.compatMode === "BackCompat";
    this.#animated.clear();
    for (const animation of document.getAnimations()) {
      const { effect } = animation;
      if (
        effect instanceof KeyframeEffect && effect.target !== null && effect.pseudoElement === null
      ) this.#animated.add(effect.target);
    }
    for (const [sheet, before] of this.#sheets) {
      if (read(sheet) === before) continue;
      // A sheet that changed: all that counted is gathered anew.
      this.#all = new Entries();
      this.#sheets.clear();
      break;
    }
    this.#all.papers.add(WHITE);
    this.note(document);
  }

  /** The sheets of a document or shadow root count from now on. */
  note(root: Document | ShadowRoot): void {
    let news = false;
    for (const sheet of sheetsOf(root)) {
      if (sheet.disabled || this.#sheets.has(sheet)) continue;
      const found = read(sheet);
      this.#sheets.set(sheet, found);
      this.#all.add(found.entries);
      news = true;
    }
    if (!news) return;
    this.#byClass.clear();
    this.#byTag.clear();
    this.#any = this.#of(this.#all.any);
  }

  /** What may be wrong with an element; 0: nothing. `bits`: of its attributes. */
  about(level: Level, bits: number): number {
    const { element, tag } = level;
    const names = (bits & CLASS) !== 0 ? attributeOf(element, "class") ?? "" : "";
    let doubts: number | undefined = this.#any;
    if (this.#all.tags.size > 0) {
      doubts = this.#byTag.get(tag);
      if (doubts === undefined) {
        doubts = this.#any | this.#of(this.#all.tags.get(tag));
        this.#byTag.set(tag, doubts);
      }
    }
    if (bits !== 0) {
      if (names !== "" && this.#all.classes.size > 0) doubts |= this.#ofClasses(names);
      if ((bits & ID) !== 0 && this.#all.ids.size > 0) {
        doubts |= this.#of(this.#all.ids.get(this.#plain(attributeOf(element, "id") ?? "")));
      }
      if ((bits & STYLED) !== 0) doubts |= ofStyle(element);
      if ((bits & TINTS) !== 0) doubts |= INK | PAPER | FAINT;
      if ((bits & LOOKS) !== 0) doubts |= ALL;
    }
    if (this.#all.blind) doubts |= unread(level, names, bits);
    return this.#animated.size > 0 && this.#animated.has(element) ? ALL : doubts;
  }

  #ofClasses(names: string): number {
    const before = this.#byClass.get(names);
    if (before !== undefined) return before;
    let doubts = 0;
    for (const name of names.split(/\s+/)) {
      doubts |= this.#of(this.#all.classes.get(this.#plain(name)));
    }
    this.#byClass.set(names, doubts);
    return doubts;
  }

  /** Without a doctype, classes and ids match in any case. */
  #plain(name: string): string {
    return this.#quirks ? name.toLowerCase() : name;
  }

  #of(entry: Entry | undefined): number {
    if (entry === undefined) return 0;
    for (const ink of entry.inks) if (this.#all.papers.has(ink)) return entry.bits | FAINT;
    return entry.bits;
  }
}

/**
 * Where a sheet cannot be read, the first elements of each kind are asked, and what was found of
 * one is asked of all. Kinds: tag and classes, or tag and id.
 */
function unread(level: Level, names: string, bits: number): number {
  const { element, tag, style, parent } = level;
  let name = names === "" && (bits & ID) !== 0 ? attributeOf(element, "id") ?? "" : names;
  // What its own style does to one says nothing of the others.
  if ((bits & STYLED) !== 0) name += `{${attributeOf(element, "style") ?? ""}`;
  const kind = learned.get(tag)?.get(name) ?? newKind(tag, name);
  if (kind.asked < ASKED_OF_KIND && style !== null) {
    kind.asked++;
    kind.bits |= looksOf(style, parent === null ? null : parent.style);
  }
  return kind.bits;
}

function newKind(tag: string, name: string): Kind {
  if (++kinds > MAX_WRITTEN) {
    learned.clear();
    kinds = 1;
  }
  let ofTag = learned.get(tag);
  if (ofTag === undefined) learned.set(tag, ofTag = new Map());
  const kind = { asked: 0, bits: 0 };
  ofTag.set(name, kind);
  return kind;
}

const doubts = new Doubts();
const current = new Momentary(() => {
  doubts.refresh();
  return doubts;
});

/** The doubts about the document as it is in the running call. */
export const doubtsNow = (): Doubts => current.get();

function read(sheet: CSSStyleSheet): ReadSheet {
  const before = known.get(sheet);
  // Asking again for what is not ours costs an exception.
  if (before?.rules === UNREADABLE) return before;
  const rules = rulesOf(sheet);
  const count = rules === null ? UNREADABLE : rules.length;
  const last = rules === null ? undefined : rules[count - 1];
  if (before !== undefined && before.rules === count && before.last === last) return before;
  const entries = new Entries();
  if (rules === null) entries.blind = true;
  else readRules(entries, rules, []);
  const found = { entries, rules: count, last };
  known.set(sheet, found);
  return found;
}

/** Null: not for us to read. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | null {
  try {
    return sheet.cssRules;
  } catch (error) {
    // The platform's only way to say that the sheet is of another origin.
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function readRules(entries: Entries, rules: CSSRuleList, outer: readonly StyleKey[]): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const text = rule.style.cssText;
      const inner = rule.cssRules.length > 0;
      const bits = bitsOf(text);
      if (bits === 0 && !inner) continue;
      const { selectorText } = rule;
      const keys = keysOf(
        document.compatMode === "BackCompat" ? selectorText.toLowerCase() : selectorText,
        outer,
      );
      if (bits !== 0) addRule(entries, keys, bits, text);
      if (inner) readRules(entries, rule.cssRules, keys);
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet !== null) entries.add(read(rule.styleSheet).entries);
    } else if (rule instanceof CSSMediaRule && isForPrint(rule)) continue;
    else if (rule instanceof CSSGroupingRule) readRules(entries, rule.cssRules, outer);
    else if (rule instanceof CSSNestedDeclarations) {
      const text = rule.style.cssText;
      const bits = bitsOf(text);
      if (bits !== 0) addRule(entries, outer, bits, text);
    }
  }
}

/** Only for paper, and the page is on a screen. */
function isForPrint(rule: CSSMediaRule): boolean {
  return rule.media.mediaText === "print" && !matchMedia("print").matches;
}

function addRule(
  entries: Entries,
  keys: readonly StyleKey[],
  bits: number,
  text: string,
): void {
  let own = bits;
  const inks = (bits & INK) === 0 ? [] : coloursIn(text, INKS);
  const papers = (bits & PAPER) === 0 ? [] : coloursIn(text, PAPERS);
  if (inks.includes("") || papers.includes("")) own |= FAINT;
  for (const paper of papers) {
    entries.papers.add(paper);
    if (DEFAULT_INKS.has(paper)) own |= FAINT;
  }
  for (const key of keys) {
    const entry = entries.at(key);
    entry.bits |= own;
    for (const ink of inks) entry.inks.add(ink);
  }
}

function ofStyle(element: Element): number {
  const text = attributeOf(element, "style") ?? "";
  const before = written.get(text);
  if (before !== undefined) return before;
  const bits = element instanceof HTMLElement || element instanceof SVGElement
    ? bitsOf(element.style.cssText)
    : ALL;
  const doubts = (bits & (INK | PAPER)) === 0 ? bits : bits | FAINT;
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(text, doubts);
  return doubts;
}
