/**
 * Words of Firefox's pages in the parts of their snapshots, against what the page itself
 * tells of its visible text. A few pages here, all of them in `make soak`.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { corpusPages } from "../../bench/stand.ts";
import { few, figures } from "../support/soak.ts";
import { type Coverage, coverage } from "./coverage.ts";
import { FirefoxStand } from "./firefox_stand.ts";
import { wholePage } from "./stand.ts";

/** Of all pages together, and of each. */
const LEAST_POOLED = 0.999;
const LEAST_EACH = 0.995;
const QUICK: ReadonlySet<string> = new Set(["v8-blog", "hukumusume", "lwn-1"]);

interface Covered {
  readonly page: string;
  readonly words: Coverage["words"];
}

async function measure(stand: FirefoxStand, path: string): Promise<Covered> {
  const page = await stand.open(path);
  try {
    const { outline } = await wholePage(stand.agent.client, page.handle ?? "");
    const runs = await stand.readText(path);
    const { words } = coverage({ runs, actionables: [], headings: [] }, outline);
    return { page: path.slice(1), words };
  } finally {
    await page.close();
  }
}

const share = ({ all, covered }: { all: number; covered: number }): number =>
  all === 0 ? 1 : covered / all;

function report(pages: readonly Covered[]): string {
  return [
    "| page | words | covered | share | missing |",
    "|---|---:|---:|---:|---|",
    ...pages.map(({ page, words }) =>
      `| ${page} | ${words.all} | ${words.covered} | ${(100 * share(words)).toFixed(3)} % | ${
        words.missing.slice(0, 30).join(" ").replaceAll("|", "\\|")
      } |`
    ),
    "",
  ].join("\n");
}

test("the words of Firefox's pages stand in the parts of their snapshots", async () => {
  const stand = await FirefoxStand.start();
  const pages: Covered[] = [];
  try {
    const all = corpusPages().toSorted((a, b) =>
      Number(QUICK.has(b.name)) - Number(QUICK.has(a.name))
    );
    for (const { path } of few(all, QUICK.size)) {
      const covered = await measure(stand, path);
      figures(`${path}: ${covered.words.covered} of ${covered.words.all} words`);
      pages.push(covered);
    }
  } finally {
    await stand.close();
  }
  mkdirSync(new URL("../../dist/", import.meta.url), { recursive: true });
  writeFileSync(new URL("../../dist/coverage_firefox.md", import.meta.url), report(pages));
  const pooled = pages.reduce((sum, { words }) => ({
    all: sum.all + words.all,
    covered: sum.covered + words.covered,
  }), { all: 0, covered: 0 });
  assert.ok(pooled.all > 0);
  assert.ok(share(pooled) >= LEAST_POOLED, `${share(pooled)}: dist/coverage_firefox.md`);
  for (const { page, words } of pages) {
    assert.ok(share(words) >= LEAST_EACH, `${page}: ${share(words)}: dist/coverage_firefox.md`);
  }
});
