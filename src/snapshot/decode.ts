/**
 * Reading the rows of `rows.ts` in place: the reader moves over the encoded string by indices and
 * allocates nothing for a row until a field of it is asked for.
 */
import { Failure } from "../model/error.ts";
import type { RowsHeader } from "./rows.ts";

const TAB = 9;
const ZERO = 48;

function malformed(): Failure {
  return new Failure("internal", "The page script answered with malformed rows");
}

/** The header of one encoded answer. Throws Failure `internal` when it is none. Cost: the header alone. */
export function readHeader(encoded: string): RowsHeader {
  const end = encoded.indexOf("\n");
  const fields = end < 0 ? [] : encoded.slice(0, end).split("\t");
  const [total, from, hosts] = fields;
  if (
    fields.length !== 3 || total === undefined || from === undefined || hosts === undefined ||
    !/^\d{1,9}$/.test(total) || !/^\d{1,9}$/.test(from) || !/^(\d{1,9}(,\d{1,9})*)?$/.test(hosts)
  ) {
    throw malformed();
  }
  return {
    total: Number(total),
    from: Number(from),
    closedHosts: hosts === "" ? [] : hosts.split(",").map(Number),
  };
}

/**
 * Reads the rows of one frame's walk, given as one or more encoded answers in rising order.
 * `next` moves to the next row; the fields of the current row are plain indices into `text`.
 * Throws Failure `internal` on rows that do not keep to the encoding.
 */
export class RowReader {
  /** Rows in the whole walk, given here or not. */
  readonly total: number;
  /** Index in the walk of the row that `next` reads next. */
  row: number;
  text = "";
  depth = 0;
  roleStart = 0;
  roleEnd = 0;
  ordinalStart = 0;
  ordinalEnd = 0;
  nameStart = 0;
  nameEnd = 0;
  /** Index of the newline that ends the current row; keys stand between `nameEnd` and here. */
  lineEnd = 0;
  readonly #parts: readonly string[];
  #part = -1;
  #pos = 0;

  /** `start`: the row that the first `next` reads; rows before it are passed over. */
  constructor(parts: readonly string[], start = 0) {
    this.#parts = parts;
    const first = parts[0];
    if (first === undefined) throw malformed();
    this.total = readHeader(first).total;
    this.row = start;
  }

  /** Moves to the next row; false when no more are given (`row < total`: the walk has more). */
  next(): boolean {
    const wanted = this.row;
    while (this.#pos >= this.text.length) {
      if (!this.#open(wanted)) return false;
    }
    const text = this.text;
    let i = this.#pos;
    const first = text.charCodeAt(i++) - ZERO;
    let depth = first;
    for (let c = text.charCodeAt(i++); c !== TAB; c = text.charCodeAt(i++)) {
      depth = depth * 10 + c - ZERO;
      if (!(c >= ZERO && c <= 57)) throw malformed();
    }
    if (!(depth >= 0) || first > 9) throw malformed();
    this.depth = depth;
    this.roleStart = i;
    while (text.charCodeAt(i) > TAB) i++;
    this.roleEnd = i++;
    this.ordinalStart = i;
    while (text.charCodeAt(i) > TAB) i++;
    this.ordinalEnd = i++;
    this.nameStart = i;
    const end = text.indexOf("\n", i);
    if (
      end < 0 || text.charCodeAt(this.roleEnd) !== TAB || text.charCodeAt(this.ordinalEnd) !== TAB
    ) {
      throw malformed();
    }
    const tab = text.indexOf("\t", i);
    this.nameEnd = tab < 0 || tab > end ? end : tab;
    this.lineEnd = end;
    this.#pos = end + 1;
    this.row = wanted + 1;
    return true;
  }

  role(): string {
    return this.text.slice(this.roleStart, this.roleEnd);
  }

  name(): string {
    return this.text.slice(this.nameStart, this.nameEnd);
  }

  /** Digits, or "" where role and name do not repeat in the frame. */
  ordinal(): string {
    return this.text.slice(this.ordinalStart, this.ordinalEnd);
  }

  /** Value of a key of the current row, "true" for a key without a value, null when absent. */
  value(key: string): string | null {
    const { text, lineEnd } = this;
    let i = this.nameEnd;
    while (i < lineEnd) {
      const start = i + 1;
      let end = text.indexOf("\t", start);
      if (end < 0 || end > lineEnd) end = lineEnd;
      if (text.startsWith(key, start)) {
        const after = start + key.length;
        if (after === end) return "true";
        if (text.charCodeAt(after) === 61) return text.slice(after + 1, end);
      }
      i = end;
    }
    return null;
  }

  /** Opens the next answer that holds rows from `wanted` on. */
  #open(wanted: number): boolean {
    const encoded = this.#parts[++this.#part];
    if (encoded === undefined) return false;
    const from = readHeader(encoded).from;
    this.text = encoded;
    this.#pos = encoded.indexOf("\n") + 1;
    // A gap: the rows between are not here.
    if (from > wanted) {
      this.#pos = encoded.length;
      this.#part = this.#parts.length;
      return false;
    }
    for (let row = from; row < wanted && this.#pos < encoded.length; row++) {
      const end = encoded.indexOf("\n", this.#pos);
      if (end < 0) throw malformed();
      this.#pos = end + 1;
    }
    return true;
  }
}
