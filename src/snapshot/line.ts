/**
 * One line of an outline: how it is printed and how it is read back. The grammar stands in
 * `docs/outline.md`.
 */
import { MAX_LINE_CHARS, MAX_OUTLINE_DEPTH } from "../model/limits.ts";
import type { LineTarget } from "../model/target.ts";
import type { RowReader } from "./decode.ts";

/** One frame as lines name it: its accessible name ("" for none) and its ordinal where it has one. */
export interface FrameRef {
  readonly name: string;
  readonly ordinal: number | null;
}

/** A line read back, with all frames it names, innermost first; empty when it names none. */
export interface ParsedLine extends LineTarget {
  readonly frames: readonly FrameRef[];
}

/** The name by which a line says that it stands in the page itself, not in a frame of it. */
export const TOP_FRAME = "(top)";
/** Ends a name or value that was cut. */
const CUT_MARK = "…";

// Beyond what JSON asks for, escaped so that no text can break or turn around a line: C1 controls,
// line and paragraph separators, marks and overrides of writing direction.
const UNSAFE =
  // deno-lint-ignore no-control-regex
  /["\\\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text as a JSON string on one line; every string is readable by `JSON.parse`. */
export function quote(text: string): string {
  if (!UNSAFE.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(
    UNSAFE_IN_JSON,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const INDENTS = Array.from({ length: MAX_OUTLINE_DEPTH + 1 }, (_, depth) => "  ".repeat(depth));

/** Two spaces a level, at most MAX_OUTLINE_DEPTH levels. */
export function indent(depth: number): string {
  return INDENTS[depth] ?? "  ".repeat(MAX_OUTLINE_DEPTH);
}

/** What names an element within its frame: the printed line up to its ordinal. */
export function lineKey(role: string, name: string, ordinal: string): string {
  const named = name === "" ? role : `${role} ${quote(name)}`;
  return ordinal === "" ? named : `${named} #${ordinal}`;
}

/** The key under which a parsed line was printed. */
export function keyOf(line: LineTarget): string {
  const name = line.nameCut ? line.name + CUT_MARK : line.name ?? "";
  return lineKey(line.role, name, line.ordinal === null ? "" : String(line.ordinal));
}

/** ` in frame …` for a frame and the frames around it, innermost first. */
export function frameMarker(path: readonly FrameRef[]): string {
  let marker = "";
  for (const ref of path) {
    marker += " in frame";
    if (ref.name !== "") marker += ` ${quote(ref.name)}`;
    if (ref.ordinal !== null) marker += ` #${ref.ordinal}`;
    // Unnamed frames have an ordinal even when they are alone; `(top)` with one is a child frame.
    else if (ref.name === "" || ref.name === TOP_FRAME) marker += " #0";
  }
  return marker;
}

/** The marker of the page itself. */
export const TOP_MARKER = ` in frame "${TOP_FRAME}"`;

/** Keys of rows that outlines do not show. */
const HIDDEN_KEYS: ReadonlySet<string> = new Set([
  "url",
  "valuemin",
  "valuemax",
  "description",
  "autocomplete",
  "frame",
  "target",
]);
const BARE_VALUE = /^[A-Za-z0-9.+-]+$/;

/** The states of the current row as printed, each led by a space. */
export function rowStates(row: RowReader): string {
  const { text, lineEnd } = row;
  let printed = "";
  let i = row.nameEnd;
  while (i < lineEnd) {
    const start = i + 1;
    i = text.indexOf("\t", start);
    if (i < 0 || i > lineEnd) i = lineEnd;
    let equals = start;
    while (equals < i && text.charCodeAt(equals) !== 61) equals++;
    const key = text.slice(start, equals);
    if (HIDDEN_KEYS.has(key)) continue;
    printed += ` ${key}`;
    if (equals === i) continue;
    const value = text.slice(equals + 1, i);
    if (value === "true" && key !== "value") continue;
    printed += key !== "value" && BARE_VALUE.test(value) ? `=${value}` : `=${quote(value)}`;
  }
  return printed;
}

const LEAD = /^[ \t]*(?:[-+~][ \t]+)?[ \t]*/;
const ROLE = /[a-z][a-z0-9-]*/y;
const STRING = /"(?:[^"\\\n\r]|\\.)*"/y;
const ORDINAL = /#(\d{1,9})(?![^ \t])/y;
const SPACE = /[ \t]+/y;
const IN_FRAME = /in frame(?=[ \t])/y;
/** Keys that `rowStates` prints. */
const STATES: ReadonlySet<string> = new Set([
  "level",
  "checked",
  "required",
  "disabled",
  "readonly",
  "invalid",
  "expanded",
  "pressed",
  "selected",
  "current",
  "value",
  "options",
  "items",
  "unavailable",
  "unseen",
]);
/** A state: a key, or a key with a bare or quoted value. */
const STATE = /[^\s"]+(?:"(?:[^"\\\n\r]|\\.)*")?/y;

/**
 * Reads a line of an outline back into a target. Leading white space and one mark (`-`, `+`, `~`)
 * are allowed; states are passed over. Null for anything else: a line of text alone, a cut line,
 * several lines, an unclosed string, a name without quotes, more than MAX_LINE_CHARS.
 */
export function parseLine(text: string): ParsedLine | null {
  if (text.length > MAX_LINE_CHARS) return null;
  const line = text.trimEnd();
  if (/[\n\r]/.test(line.trimStart())) return null;
  const scan = new Scanner(line.trimStart());
  scan.take(LEAD);
  const role = scan.take(ROLE);
  if (role === null || !scan.atGap()) return null;
  scan.take(SPACE);
  let printed: string | null = null;
  if (scan.peek() === '"') {
    printed = scan.string();
    if (printed === null || !scan.atGap()) return null;
    scan.take(SPACE);
  }
  const ordinal = scan.ordinal();
  scan.take(SPACE);
  const rest = readRest(scan);
  if (rest === null) return null;
  // `button Pay` means the button of that name: read as an unnamed one it would be another.
  if (printed === null && ordinal === null && rest.strange) return null;
  const { frames } = rest;
  const cut = printed !== null && printed.length > CUT_MARK.length && printed.endsWith(CUT_MARK);
  return {
    role,
    name: printed === null || printed === ""
      ? null
      : cut
      ? printed.slice(0, -CUT_MARK.length)
      : printed,
    nameCut: cut,
    ordinal,
    frame: frames[0]?.name ?? null,
    frames,
  };
}

/**
 * Passes over states and gathers ` in frame` parts; `strange`: something else stands there too.
 * Null when a string is not closed.
 */
function readRest(scan: Scanner): { frames: FrameRef[]; strange: boolean } | null {
  const frames: FrameRef[] = [];
  let strange = false;
  while (!scan.done()) {
    if (scan.take(IN_FRAME) !== null) {
      scan.take(SPACE);
      let name = "";
      if (scan.peek() === '"') {
        const said = scan.string();
        if (said === null) return null;
        name = said;
        scan.take(SPACE);
      }
      const ordinal = scan.ordinal();
      if (name === "" && ordinal === null) return null;
      frames.push({ name, ordinal });
    } else {
      const word = scan.take(STATE);
      if (word === null && scan.take(STRING) === null) return null;
      strange ||= word === null || !STATES.has(word.replace(/=.*$/s, ""));
    }
    scan.take(SPACE);
  }
  return { frames, strange };
}

class Scanner {
  readonly #text: string;
  #pos = 0;

  constructor(text: string) {
    this.#text = text;
  }

  done(): boolean {
    return this.#pos >= this.#text.length;
  }

  peek(): string {
    return this.#text.charAt(this.#pos);
  }

  /** At the end or at white space. */
  atGap(): boolean {
    const char = this.peek();
    return char === "" || char === " " || char === "\t";
  }

  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.#pos;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.#pos += found[0].length;
    return found[0];
  }

  string(): string | null {
    const raw = this.take(STRING);
    if (raw === null) return null;
    try {
      const value: unknown = JSON.parse(raw);
      return typeof value === "string" ? value : null;
    } catch {
      // A control character or a wrong escape: no JSON string, so no line of ours.
      return null;
    }
  }

  ordinal(): number | null {
    const found = this.take(ORDINAL);
    return found === null ? null : Number(found.slice(1));
  }
}

/** UTF-8 bytes of text, without encoding it. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) bytes++;
    else if (code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      bytes += 2;
      i++;
    } else bytes += 2;
  }
  return bytes;
}
