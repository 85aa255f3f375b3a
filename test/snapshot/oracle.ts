/**
 * The slow, obvious twin of `src/snapshot/compact.ts`: it decodes every row into an object, joins
 * all frames into one list, and only then cuts and marks it. Shares no code with the compactor but
 * the bounds.
 */
import {
  MAX_OUTLINE_BYTES,
  MAX_OUTLINE_DEPTH,
  MAX_SNAPSHOT_NODES,
} from "../../src/model/limits.ts";

interface OracleRow {
  depth: number;
  role: string;
  ordinal: string;
  name: string;
  states: [string, string][];
}

interface OracleLine {
  frameId: string;
  text: string;
  key: string;
  target: boolean;
  marker: string;
  /** Child frame that this line opens. */
  opens: string | null;
}

export interface OracleInput {
  frames: ReadonlyMap<string, readonly string[]>;
  top: string;
  /** Lines shown in the parts before. */
  skip: number;
  maxNodes: number;
  cursor: string;
  partial?: boolean;
  maxBytes?: number;
  /** Keys printed bare before, with their frame. */
  bareBefore?: ReadonlyMap<string, string>;
}

export interface OracleResult {
  outline: string;
  lines: number;
  left: number | null;
  truncated: boolean;
  bare: Map<string, string>;
}

function decode(encoded: string): OracleRow[] {
  return encoded.split("\n").slice(1, -1).map((line) => {
    const [depth = "", role = "", ordinal = "", name = "", ...keys] = line.split("\t");
    return {
      depth: Number(depth),
      role,
      ordinal,
      name,
      states: keys.map((key): [string, string] => {
        const at = key.indexOf("=");
        return at < 0 ? [key, "true"] : [key.slice(0, at), key.slice(at + 1)];
      }),
    };
  });
}

/** JSON, and every character that could break, hide in or turn around a line as an escape. */
function oracleQuote(text: string): string {
  return [...JSON.stringify(text)].map((char) => {
    const code = char.codePointAt(0) ?? 0;
    const unsafe = (code >= 0x7f && code <= 0x9f) || code === 0x61c || code === 0x200e ||
      code === 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return unsafe ? "\\u" + ("000" + code.toString(16)).slice(-4) : char;
  }).join("");
}

function printKey(row: OracleRow): string {
  if (row.role === "") return oracleQuote(row.name);
  let key = row.role;
  if (row.name !== "") key += " " + oracleQuote(row.name);
  if (row.ordinal !== "") key += " #" + row.ordinal;
  return key;
}

const UNPRINTED = ["url", "valuemin", "valuemax", "description", "autocomplete", "frame", "target"];

function printStates(row: OracleRow): string {
  return row.states.filter(([key]) => !UNPRINTED.includes(key)).map(([key, value]) => {
    if (key === "value") return ` value=${oracleQuote(value)}`;
    if (value === "true") return ` ${key}`;
    return /^[A-Za-z0-9.+-]+$/.test(value) ? ` ${key}=${value}` : ` ${key}=${oracleQuote(value)}`;
  }).join("");
}

function frameWords(row: OracleRow): string {
  let words = " in frame";
  if (row.name !== "") words += " " + oracleQuote(row.name);
  if (row.ordinal !== "") words += " #" + row.ordinal;
  else if (row.name === "" || row.name === "(top)") words += " #0";
  return words;
}

function join(input: OracleInput): OracleLine[] {
  const lines: OracleLine[] = [];
  const entered = new Set<string>();
  const walk = (frameId: string, base: number, marker: string): void => {
    entered.add(frameId);
    for (const encoded of input.frames.get(frameId) ?? []) {
      for (const row of decode(encoded)) {
        const depth = base + row.depth;
        const key = printKey(row);
        const child = row.role === "iframe"
          ? row.states.find(([name]) => name === "frame")?.[1]
          : undefined;
        const opens = child !== undefined && !entered.has(child) && input.frames.has(child)
          ? child
          : null;
        lines.push({
          frameId,
          key,
          target: row.role !== "" && row.states.some(([name]) => name === "target"),
          text: "  ".repeat(Math.min(depth, MAX_OUTLINE_DEPTH)) + key + printStates(row),
          marker,
          opens,
        });
        if (opens !== null) walk(opens, depth + 1, frameWords(row) + marker);
      }
    }
  };
  walk(input.top, 0, "");
  return lines;
}

function utf8(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function oracle(input: OracleInput): OracleResult {
  const all = join(input);
  const bareBefore = input.bareBefore ?? new Map<string, string>();
  const room = Math.min(input.maxBytes ?? MAX_OUTLINE_BYTES, MAX_OUTLINE_BYTES) - 64 -
    3 * input.cursor.length;
  const shown: OracleLine[] = [];
  let bytes = 0;
  for (const line of all.slice(input.skip)) {
    if (shown.length === Math.min(input.maxNodes, MAX_SNAPSHOT_NODES)) break;
    const child = line.target && line.frameId !== input.top;
    const onTop = line.target && !child && bareBefore.has(line.key);
    const text = line.text + (onTop ? ' in frame "(top)"' : "") + (child ? line.marker : "");
    const size = utf8((shown.length === 0 ? "" : "\n") + text);
    if (shown.length > 0 && bytes + size > room) break;
    bytes += size;
    shown.push(line);
  }
  const done = input.skip + shown.length;
  const truncated = done < all.length;
  const bare = new Map<string, string>();
  const printed = shown.map((line) => {
    if (!line.target) return line.text;
    if (line.frameId === input.top) {
      return bareBefore.has(line.key) ? `${line.text} in frame "(top)"` : line.text;
    }
    const equal = shown.some((other) =>
      other.target && other.key === line.key && other.frameId !== line.frameId
    );
    const before = bareBefore.get(line.key) ?? line.frameId;
    const part = truncated || input.skip > 0 || input.partial === true;
    if (equal || part || before !== line.frameId) return line.text + line.marker;
    bare.set(line.key, line.frameId);
    return line.text;
  });
  const reached = new Set([input.top, ...all.slice(0, done).map((line) => line.opens)]);
  const unknown = [...input.frames].some(([frameId, parts]) =>
    !reached.has(frameId) && parts.some((part) => decode(part).length > 0)
  );
  const left = !truncated ? 0 : unknown ? null : all.length - done;
  if (truncated) {
    printed.push(`… ${left === null ? "" : `${left} `}more (after: ${oracleQuote(input.cursor)})`);
  }
  return { outline: printed.join("\n"), lines: shown.length, left, truncated, bare };
}
