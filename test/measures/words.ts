/**
 * Words as the coverage measure counts them: NFKC, lower case, runs of letters and digits; Han,
 * kana, Hangul and Thai count per character.
 */

const PER_CHARACTER =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}";
const WORD = new RegExp(`[${PER_CHARACTER}]|(?:(?![${PER_CHARACTER}])[\\p{L}\\p{N}])+`, "gu");

export function wordsOf(text: string): string[] {
  return text.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}

/** How often each word stands somewhere. */
export type Counts = Map<string, number>;

export function addWords(counts: Counts, words: Iterable<string>): Counts {
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Sum of both. */
export function addCounts(into: Counts, from: Counts): Counts {
  for (const [word, count] of from) into.set(word, (into.get(word) ?? 0) + count);
  return into;
}

/** The larger of both, word by word: what a name repeats of the text below it counts once. */
export function mergeCounts(into: Counts, from: Counts): Counts {
  for (const [word, count] of from) into.set(word, Math.max(into.get(word) ?? 0, count));
  return into;
}
