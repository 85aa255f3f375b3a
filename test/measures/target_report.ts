/** What came of the drawn targets of all pages. */
import type { Judgement, Verdict } from "./target_truth.ts";

export interface Measured {
  readonly page: string;
  readonly seed: number;
  readonly verdicts: readonly Verdict[];
}

export const JUDGEMENTS: readonly Judgement[] = [
  "right",
  "wrong",
  "refused",
  "refusedUnproved",
  "unlisted",
  "missed",
  "untyped",
];

export function counted(pages: readonly Measured[], judgement: Judgement): number {
  return pages.reduce(
    (sum, { verdicts }) => sum + verdicts.filter((one) => one.judgement === judgement).length,
    0,
  );
}

/** Of those that the page does not prove unclickable. */
export function rightShare(pages: readonly Measured[]): number {
  const all = pages.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  const possible = all - counted(pages, "refused") - counted(pages, "unlisted");
  return possible === 0 ? 1 : counted(pages, "right") / possible;
}

export function report(pages: readonly Measured[]): string {
  const lines = [
    `| page | seed | drawn | ${JUDGEMENTS.join(" | ")} |`,
    `|---|---:|---:|${"---:|".repeat(JUDGEMENTS.length)}`,
  ];
  for (const each of pages) {
    const counts = JUDGEMENTS.map((judgement) => counted([each], judgement)).join(" | ");
    lines.push(`| ${each.page} | ${each.seed} | ${each.verdicts.length} | ${counts} |`);
  }
  lines.push("", "All that was not right:", "");
  for (const { page, seed, verdicts } of pages) {
    for (const { judgement, node, where, cause } of verdicts) {
      if (judgement === "right") continue;
      lines.push(`- ${page} (${seed}): ${judgement} ${node} at ${where}: ${cause}`);
    }
  }
  return `${lines.join("\n")}\n`;
}
