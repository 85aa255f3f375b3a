/** `make parity`: every corpus page and the pages of our own on both browsers; writes docs/parity.md. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { spawnSync } from "node:child_process";
import { chromiumPath, corpusPages } from "../../bench/stand.ts";
import { ROOT } from "../support/executable.ts";
import { firefoxPath } from "../support/firefox_binary.ts";
import { type Parity, shareOf } from "./parity.ts";
import { parityPages } from "./parity_pages.ts";
import { type ComparedPage, parityReport, percent, pooled, unexplained } from "./parity_report.ts";
import { LEAST_SHARE, ParityStand } from "./parity_stand.ts";

const HEAD = `# One page, two browsers

\`make parity\` walks all parts of \`a11y_snapshot\` of each page with the built executable, on Chromium and on Firefox, and lays both sequences of lines side by side: a longest common order over role and name, which must be equal to the last character. *Agreed* is its length by the lines of the browser that has more. *Actionables* are the lines of roles that one can act on, *texts* those of text alone; *equal as printed* counts states, numbers and frames too. Pages: the corpus, and \`test/measures/parity_pages.ts\`, ten pages full of what browsers tell a script each in their own way. Both browsers reach no other machine. Bound: at least 95 % of the actionables of every page.`;

const pages: ComparedPage[] = [];
/** Pages that could not be compared, and why. */
const failed: string[] = [];
const stand = await ParityStand.start();
const compare = async (page: string, compared: Promise<Parity>): Promise<void> => {
  try {
    pages.push({ page, ...await compared });
    say(pages);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : String(error);
    failed.push(page);
    process.stderr.write(`${page} could not be compared: ${why}\n`);
  }
};
try {
  for (const name of Object.keys(parityPages(""))) {
    await compare(`own/${name}`, stand.ownPage(name));
  }
  for (const { path } of corpusPages()) await compare(path.slice(1), stand.corpusPage(path));
} finally {
  await stand.close();
}
const date = new Date().toISOString().slice(0, 10);
const missing = failed.length === 0
  ? ""
  : ` Not compared, because it did not answer in time: ${failed.join(", ")}.`;
const browsers = `${versionOf(chromiumPath())}, ${versionOf(firefoxPath())}`;
const head = `${HEAD}\n\nOn ${date}, ${browsers}.${missing}`;
writeFileSync(join(ROOT, "docs/parity.md"), parityReport(pages, head));
const low = pages.filter(({ actionables }) => shareOf(actionables) < LEAST_SHARE);
process.stdout.write(
  `Actionables ${percent(pooled(pages, "actionables"))}, all lines ${
    percent(pooled(pages, "lines"))
  }; ${unexplained(pages).length} differences not explained; written to docs/parity.md\n`,
);
for (const { page } of low) process.stderr.write(`Too little agrees on ${page}\n`);
process.exit(low.length + failed.length === 0 ? 0 : 1);

function versionOf(browser: string): string {
  return spawnSync(browser, ["--version"], { encoding: "utf8" }).stdout.trim();
}

function say(done: readonly ComparedPage[]): void {
  const last = done.at(-1);
  if (last === undefined) return;
  process.stderr.write(`${last.page}: ${percent(last.actionables)}, ${percent(last.printed)}\n`);
}
