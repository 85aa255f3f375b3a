/** The rows of one walk as parallel arrays; encoded on demand (`snapshot/rows.ts`). */
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from "../../model/limits.ts";
import { readBase, resolveAddress } from "./addresses.ts";
import type { Identity } from "./bindings.ts";
import { cut, pieces } from "./text.ts";

export const NO_ROW = -1;

export class RowStore {
  /** "" for a row of text alone. */
  readonly role: string[] = [];
  /** The full name or text. */
  readonly name: string[] = [];
  /** Index of the row this one stands under, or NO_ROW. */
  readonly parent: number[] = [];
  /** Encoded states, each led by a tab. */
  readonly states: string[] = [];
  readonly element: (Element | null)[] = [];
  readonly dropped: boolean[] = [];
  /** Cannot be seen by a person; so is every row under it. */
  readonly unseen: boolean[] = [];

  get length(): number {
    return this.role.length;
  }

  add(role: string, name: string, parent: number, element: Element | null): number {
    this.role.push(role);
    this.name.push(name);
    this.parent.push(parent);
    this.states.push("");
    this.element.push(element);
    this.unseen.push(false);
    return this.dropped.push(false) - 1;
  }

  /** Text of any length; long text takes several rows. */
  addText(text: string, parent: number, unseen: boolean): void {
    const from = this.length;
    if (text.length <= MAX_TEXT_CHARS) this.add("", text, parent, null);
    else for (const piece of pieces(text, MAX_TEXT_CHARS)) this.add("", piece, parent, null);
    if (unseen) this.hide(from);
  }

  /** Marks every row from `from` on as unseen. */
  hide(from: number): void {
    for (let i = from; i < this.length; i++) this.unseen[i] = true;
  }

  /** Forgets everything from `length` on. */
  truncate(length: number): void {
    this.role.length = length;
    this.name.length = length;
    this.parent.length = length;
    this.states.length = length;
    this.element.length = length;
    this.dropped.length = length;
    this.unseen.length = length;
  }

  /** Kept rows from `from` on, counted up to `most`. */
  keptFrom(from: number, most: number): number {
    let count = 0;
    for (let i = from; i < this.length && count < most; i++) if (!this.dropped[i]) count++;
    return count;
  }

  /** Whether every kept row from `from` on is text, all of it seen or none, and there is one. */
  onlyText(from: number): boolean {
    let unseen: boolean | undefined;
    for (let i = from; i < this.length; i++) {
      if (this.dropped[i]) continue;
      if (this.role[i] !== "" || this.unseen[i] !== (unseen ??= this.unseen[i])) return false;
    }
    return unseen !== undefined;
  }

  /** The kept text rows from `from` on as one text. */
  textFrom(from: number): string {
    let out = "";
    for (let i = from; i < this.length; i++) {
      if (!this.dropped[i]) out = out === "" ? this.name[i] ?? "" : `${out} ${this.name[i]}`;
    }
    return out;
  }

  /** Drops the text rows from `from` on that `name` already says, in its order. */
  dropSaid(from: number, name: string): void {
    if (name === "" || from >= this.length || name.length > MAX_NAME_CHARS) return;
    if (from === this.length - 1 && this.role[from] === "" && this.name[from] === name) {
      this.truncate(from);
      return;
    }
    let position = 0;
    let lower: string | null = null;
    let kept = false;
    for (let i = from; i < this.length; i++) {
      if (this.dropped[i]) continue;
      const text = this.role[i] === "" ? this.name[i] ?? "" : "";
      if (text === "") {
        kept = true;
        continue;
      }
      let found = name.indexOf(text, position);
      if (found < 0) found = (lower ??= name.toLowerCase()).indexOf(text.toLowerCase(), position);
      if (found < 0) kept = true;
      else {
        this.dropped[i] = true;
        position = found + text.length;
      }
    }
    if (!kept) this.truncate(from);
  }
}

/** The rows as they stood at one walk: immutable, so that later parts show the same. */
export class FrozenRows {
  readonly #depths: number[] = [];
  readonly #roles: string[] = [];
  readonly #names: string[] = [];
  readonly #states: string[] = [];
  readonly #identities: (Identity | null)[] = [];

  get total(): number {
    return this.#roles.length;
  }

  add(depth: number, role: string, name: string, states: string, identity: Identity | null): void {
    this.#depths.push(depth);
    this.#roles.push(role);
    this.#names.push(name);
    this.#states.push(states);
    this.#identities.push(identity);
  }

  /** Header and rows from `from`: at most `rows` rows and `chars` UTF-16 units, at least one row. */
  encode(from: number, rows: number, chars: number, hosts: readonly number[]): string {
    readBase();
    let body = "";
    const end = Math.min(this.total, from + Math.max(1, rows));
    for (let i = from; i < end; i++) {
      const role = this.#roles[i] ?? "";
      const name = this.#names[i] ?? "";
      const ordinal = this.#identities[i]?.ordinal;
      const shown = role === "" ? name : cut(name, MAX_NAME_CHARS);
      const row = `${this.#depths[i]}\t${role}\t${ordinal ?? ""}\t${shown}${
        role === "link" ? resolveUrl(this.#states[i] ?? "") : this.#states[i] ?? ""
      }\n`;
      if (i > from && body.length + row.length > chars) break;
      body += row;
    }
    return `${this.total}\t${from}\t${hosts.join(",")}\n${body}`;
  }
}

const URL_KEY = "\turl=";

/** URLs are kept as written and resolved only where a row is given out. */
function resolveUrl(states: string): string {
  const at = states.indexOf(URL_KEY);
  if (at < 0) return states;
  const start = at + URL_KEY.length;
  const tab = states.indexOf("\t", start);
  const end = tab < 0 ? states.length : tab;
  const written = states.slice(start, end);
  const full = resolveAddress(written);
  return full === written ? states : states.slice(0, start) + full + states.slice(end);
}
