/**
 * Every corpus and synthetic page through the built executable over MCP: the parts walked by
 * `after` print each line once and hold what is on the page. Bounds: issue "first whole path" 3.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { type Coverage, coverage } from "./coverage.ts";
import { readTruth } from "./page_truth.ts";
import { corpusPages } from "../../bench/stand.ts";
import { SOAK } from "../support/soak.ts";
import { settled, type Stand, startStand, wholePage } from "./stand.ts";

interface Measured extends Coverage {
  readonly page: string;
  readonly parts: number;
  readonly lines: number;
}

/** Its accessibility tree alone takes the browser ten seconds: in the soak only. */
const HUGE = "/synthetic/50k.html";

/** Pages that nothing changes between two walks; one is cut many times, and some have frames. */
const STILL: ReadonlySet<string> = new Set([
  "pages/ietf-1.html",
  "pages/wikipedia-4.html",
  "pages/wikipedia-2.html",
  "synthetic/1k.html",
  "synthetic/10k.html",
]);

/** However the page is cut, every line comes once and in its order; only frame markers may differ. */
async function assertSameInSmallParts(stand: Stand, handle: string, whole: string): Promise<void> {
  const lines = (outline: string): string[] =>
    outline.split("\n").map((line) => line.replace(/ in frame .*$/, ""));
  const parts = await wholePage(stand.client, handle, 97);
  assert.ok(parts.parts > 1);
  assert.deepEqual(lines(parts.outline), lines(whole));
}

async function measure(stand: Stand, page: string): Promise<Measured> {
  const { handle, sessionId, truth: connection } = await stand.open(`${stand.origin}/${page}`);
  try {
    await settled(connection);
    const whole = await wholePage(stand.client, handle);
    if (STILL.has(page)) await assertSameInSmallParts(stand, handle, whole.outline);
    const truth = await readTruth(connection);
    return { page, parts: whole.parts, lines: whole.lines, ...coverage(truth, whole.outline) };
  } catch (error) {
    throw new Error(`${page} could not be measured`, { cause: error });
  } finally {
    await connection.close();
    await stand.client.callTool({ name: "session_close", arguments: { sessionId } });
  }
}

function pooled(pages: readonly Measured[], kind: "words" | "actionables" | "headings"): number {
  let all = 0;
  let covered = 0;
  for (const page of pages) {
    all += page[kind].all;
    covered += page[kind].covered;
  }
  return all === 0 ? 1 : covered / all;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)} %`;

function report(pages: readonly Measured[]): string {
  const share = (part: { all: number; covered: number }): string => `${part.covered}/${part.all}`;
  const lines = [
    "| page | parts | lines | words | actionables | headings |",
    "|---|---:|---:|---:|---:|---:|",
  ];
  for (const page of pages) {
    lines.push(
      `| ${page.page} | ${page.parts} | ${page.lines} | ${share(page.words)} | ${
        share(page.actionables)
      } | ${share(page.headings)} |`,
    );
  }
  lines.push("", "Misses:", "");
  for (const page of pages) {
    for (const kind of ["actionables", "headings"] as const) {
      for (const miss of page[kind].missing) {
        lines.push(
          `- ${page.page}: ${kind} ${miss.role} ${JSON.stringify(miss.name)} at ${miss.where}`,
        );
      }
    }
    if (page.words.missing.length > 0) {
      lines.push(
        `- ${page.page}: words ${
          JSON.stringify(page.words.missing.slice(0, 40))
        } (${page.words.missing.length})`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

test("every corpus and synthetic page is covered by the parts of its snapshot", {
  timeout: 600_000,
}, async (t) => {
  const stand = await startStand();
  const pages: Measured[] = [];
  const only = process.env["DROVER_MEASURE_ONLY"];
  try {
    for (const [index, { path }] of corpusPages().entries()) {
      if (!SOAK && (path === HUGE || (index % 2 === 0 && !STILL.has(path.slice(1))))) continue;
      if (!only || path.includes(only)) pages.push(await measure(stand, path.slice(1)));
    }
  } finally {
    await stand.close();
  }
  mkdirSync(new URL("../../dist/", import.meta.url), { recursive: true });
  writeFileSync(new URL("../../dist/coverage.md", import.meta.url), report(pages));
  for (const kind of ["words", "actionables", "headings"] as const) {
    t.diagnostic(`${kind}: ${percent(pooled(pages, kind))}`);
  }
  assert.ok(
    pooled(pages, "words") >= 0.999,
    `words ${percent(pooled(pages, "words"))}, misses in dist/coverage.md`,
  );
  assert.ok(
    pooled(pages, "actionables") >= 0.999,
    `actionables ${percent(pooled(pages, "actionables"))}, misses in dist/coverage.md`,
  );
  const nodes = (kind: "all" | "covered"): number =>
    pages.reduce((sum, page) => sum + page.actionables[kind] + page.headings[kind], 0);
  assert.ok(
    nodes("covered") / nodes("all") >= 0.99,
    `roles and names ${percent(nodes("covered") / nodes("all"))}`,
  );
});
