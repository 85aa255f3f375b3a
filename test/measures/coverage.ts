/** How much of a page's truth stands in an outline: words, actionables, headings. */
import type { PageTruth, TreeNode } from "./page_truth.ts";
import { addCounts, addWords, type Counts, mergeCounts, wordsOf } from "./words.ts";

export interface OutlineLine {
  readonly depth: number;
  /** "" for a line of text alone. */
  readonly role: string;
  readonly name: string;
  /** The shown value, if any. */
  readonly value: string;
  /** Its `#N`; null where it has none. */
  readonly ordinal: number | null;
  /** As printed. */
  readonly text: string;
}

const STRING = /"(?:[^"\\]|\\.)*"/;
const LINE = new RegExp(
  `^( *)(?:([a-z]+)(?: (${STRING.source}))?|(${STRING.source}))(?: |$)(.*)$`,
  "s",
);
const VALUE = new RegExp(`(?:^| )value=(${STRING.source})`);

/** Reads an outline with a reader of its own: what the product prints must be readable by the grammar alone. */
export function readOutline(outline: string): OutlineLine[] {
  const lines: OutlineLine[] = [];
  for (const text of outline.split("\n")) {
    if (text === "" || /^ *… /.test(text)) continue;
    const match = LINE.exec(text);
    if (!match) throw new Error(`Not a line of the outline grammar: ${text.slice(0, 120)}`);
    const [, indent = "", role = "", name, alone, rest = ""] = match;
    const value = VALUE.exec(rest)?.[1];
    const ordinal = /^#(\d+)/.exec(rest)?.[1];
    lines.push({
      depth: indent.length / 2,
      role,
      name: JSON.parse(alone ?? name ?? '""'),
      value: value === undefined ? "" : JSON.parse(value),
      ordinal: ordinal === undefined ? null : Number(ordinal),
      text,
    });
  }
  return lines;
}

/** Words of the outline; what a name repeats of the text below it counts once. */
function outlineWords(lines: readonly OutlineLine[]): Counts {
  const total: Counts = new Map();
  // A stack of open nodes: the words of the name, and the sum of the words below.
  const open: { depth: number; name: Counts; below: Counts }[] = [];
  const close = (depth: number): void => {
    while (open.length > 0 && (open[open.length - 1]?.depth ?? -1) >= depth) {
      const node = open.pop();
      if (!node) break;
      const words = mergeCounts(node.below, node.name);
      addCounts(open[open.length - 1]?.below ?? total, words);
    }
  };
  for (const line of lines) {
    close(line.depth);
    const name = addWords(new Map(), wordsOf(line.name));
    open.push({ depth: line.depth, name, below: addWords(new Map(), wordsOf(line.value)) });
  }
  close(0);
  return total;
}

export interface Share {
  readonly all: number;
  readonly covered: number;
}

export interface Coverage {
  readonly words: Share & { readonly missing: readonly string[] };
  readonly actionables: Share & { readonly missing: readonly TreeNode[] };
  readonly headings: Share & { readonly missing: readonly TreeNode[] };
}

function coverWords(truth: PageTruth, words: Counts): Coverage["words"] {
  const left = new Map(words);
  const take = (word: string): boolean => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count > 0;
  };
  let all = 0;
  let covered = 0;
  const missing: string[] = [];
  // Whole runs first: a word that markup cuts counts joined, or else in pieces.
  for (const { pieces } of truth.runs) {
    const joined = wordsOf(pieces.join(""));
    const apart = pieces.flatMap(wordsOf);
    const fits = (list: string[]): number => {
      const need = addWords(new Map(), list);
      let short = 0;
      for (const [word, count] of need) short += Math.max(0, count - (left.get(word) ?? 0));
      return short;
    };
    const list = apart.length === joined.length || fits(joined) <= fits(apart) ? joined : apart;
    for (const word of list) {
      all++;
      if (take(word)) covered++;
      else missing.push(word);
    }
  }
  return { all, covered, missing };
}

const same = (name: string): string => name.replace(/\s+/gu, "").toLowerCase();
const roleKey = (role: string): string => role === "searchbox" ? "textbox" : role;
/** A printed name that was cut ends in `…`: it stands for every name with that beginning. */
const CUT = "…";

function coverNodes(
  nodes: readonly TreeNode[],
  lines: readonly OutlineLine[],
): Share & { missing: TreeNode[] } {
  const left = new Map<string, number>();
  const cut: { key: string; used: boolean }[] = [];
  for (const line of lines) {
    if (line.role === "") continue;
    const key = `${roleKey(line.role)} ${same(line.name)}`;
    if (line.name.endsWith(CUT)) cut.push({ key: key.slice(0, -1), used: false });
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const missing: TreeNode[] = [];
  for (const node of nodes) {
    const key = `${roleKey(node.role)} ${same(node.name)}`;
    const count = left.get(key) ?? 0;
    if (count > 0) {
      left.set(key, count - 1);
      continue;
    }
    const begun = cut.find((line) => !line.used && key.startsWith(line.key));
    if (begun) begun.used = true;
    else missing.push(node);
  }
  return { all: nodes.length, covered: nodes.length - missing.length, missing };
}

export function coverage(truth: PageTruth, outline: string): Coverage {
  const lines = readOutline(outline);
  return {
    words: coverWords(truth, outlineWords(lines)),
    actionables: coverNodes(truth.actionables, lines),
    headings: coverNodes(truth.headings, lines),
  };
}
