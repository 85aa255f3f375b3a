/**
 * Which of its marks identify a row among the others of its list, and whether a row that changed is
 * another one. A row may change in part and stay what it is (a price, a counter, a state); it is
 * another one when most of what no other row had is gone. Numbers count only where words do not
 * tell: they are places, prices and times more often than names.
 */
import type { RowMarks } from "./row_marks.ts";

export interface Identified {
  readonly of: "words" | "links" | "values";
  readonly marks: readonly string[];
  /** Compared without their digits. */
  readonly spelt: boolean;
  /** The row is another one when so many are missing. */
  readonly limit: number;
  /** Of fields: what one row alone held. A row whose fields hold what no row held was filled in. */
  readonly others: ReadonlySet<string> | null;
}

/** Finds what identifies a row among these; null where rows say all the same. */
export function identified(rows: readonly RowMarks[]): (row: RowMarks) => Identified | null {
  if (rows.length < 2) return () => null;
  const words = tally(rows, (row) => row.words);
  const spelt = tally(rows, (row) => row.words.map(spell));
  const links = tally(rows, (row) => row.links);
  const values = tally(rows, (row) => row.values);
  const others = new Set([...values.keys()].filter((mark) => values.get(mark) === 1));
  return (row) => {
    const named = row.words.filter((mark) => isSpelt(mark) && spelt.get(spell(mark)) === 1);
    if (named.length > 0) return most("words", named, true);
    const numbered = alone(row.words, words);
    if (numbered.length > 0) return most("words", numbered, false);
    const together = row.words.filter((mark) => words.get(mark) !== rows.length);
    if (together.length > 0) return { ...most("words", together, false), limit: 1 };
    const led = alone(row.links, links);
    if (led.length > 0) return most("links", led, false);
    const held = alone(row.values, values);
    return held.length > 0 ? { ...most("values", held, false), limit: 1, others } : null;
  };
}

/** The marks that are missing when the row is another one now; null when it is the same. */
export function isAnother(then: Identified, now: RowMarks): readonly string[] | null {
  const key = then.spelt ? spell : same;
  const present = new Set(now[then.of].map(key));
  const missing = then.marks.filter((mark) => !present.has(key(mark)));
  if (missing.length < then.limit) return null;
  const { others } = then;
  const taken = (mark: string): boolean => others?.has(mark) === true && !then.marks.includes(mark);
  if (others !== null && !now[then.of].some(taken)) return null;
  return missing;
}

function most(of: Identified["of"], marks: readonly string[], spelt: boolean): Identified {
  return { of, marks, spelt, limit: Math.ceil(marks.length / 2), others: null };
}

function alone(marks: readonly string[], counts: ReadonlyMap<string, number>): readonly string[] {
  return marks.filter((mark) => counts.get(mark) === 1);
}

/** In how many rows each mark stands. */
function tally(
  rows: readonly RowMarks[],
  marksOf: (row: RowMarks) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const mark of new Set(marksOf(row))) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}

const spell = (mark: string): string => mark.replace(/\p{N}+/gu, "");
const same = (mark: string): string => mark;

function isSpelt(mark: string): boolean {
  return /\p{L}/u.test(mark);
}
