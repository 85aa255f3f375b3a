/**
 * Target truth (`docs/measures.md`): drawn actionables of every page are clicked by their printed
 * lines; an independent connection hears where the events go. `make soak` draws 40 a page; seeds
 * come from DROVER_TARGET_SEEDS ("1,2,3"), pages from DROVER_MEASURE_ONLY.
 */
import { test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { corpusPages } from "../../bench/stand.ts";
import { Site } from "../support/site.ts";
import { amount, SOAK } from "../support/soak.ts";
import { serveHardPage } from "./hard_pages.ts";
import { linesOfNodes } from "./lines_of_nodes.ts";
import { startStand } from "./stand.ts";
import { counted, JUDGEMENTS, type Measured, report, rightShare } from "./target_report.ts";
import { targetTruth } from "./target_truth.ts";

/** Its accessibility tree alone takes the browser ten seconds: in the soak only. */
const HUGE = "/synthetic/50k.html";

/** Drawn of each page in the soak. */
const DRAWN = Number(process.env["DROVER_TARGET_COUNT"] ?? "40");
const EVERY = Number.MAX_SAFE_INTEGER;

/** Every second page in the suite. */
function brisk<T>(pages: readonly T[]): readonly T[] {
  return SOAK ? pages : pages.filter((_, index) => index % 2 === 0);
}

test("a line clicks the element that it was printed for, or is refused for a reason that holds", {
  timeout: 3_600_000,
}, async (t) => {
  const stand = await startStand();
  const site = await Site.start();
  const only = process.env["DROVER_MEASURE_ONLY"] ?? "";
  const seeds = (process.env["DROVER_TARGET_SEEDS"] ?? "1").split(",").map(Number);
  const measured: Measured[] = [];
  try {
    const pages = brisk(corpusPages()).map(({ path }) => ({ path, url: stand.origin + path }));
    const hard = serveHardPage(site);
    for (const { path, url } of [...pages, { path: "/hard", url: hard }]) {
      if (!path.includes(only) || (!SOAK && path === HUGE)) continue;
      for (const seed of seeds) {
        const count = url === hard ? amount(30, EVERY) : amount(3, DRAWN);
        measured.push({
          page: path.slice(1),
          seed,
          verdicts: await targetTruth(stand, url, count, seed),
        });
      }
    }
  } finally {
    await stand.close();
    await site.close();
    mkdirSync(new URL("../../dist/", import.meta.url), { recursive: true });
    writeFileSync(new URL("../../dist/targets.md", import.meta.url), report(measured));
  }
  const share = rightShare(measured);
  const counts = JUDGEMENTS.map((one) => `${one} ${counted(measured, one)}`).join(", ");
  t.diagnostic(`${(share * 100).toFixed(2)} % right; ${counts}`);
  assert.equal(counted(measured, "untyped"), 0, "failures without a code, in dist/targets.md");
  assert.equal(counted(measured, "wrong"), 0, "wrong targets, in dist/targets.md");
  assert.ok(share >= 0.98, `${(share * 100).toFixed(2)} % right, the rest in dist/targets.md`);
});

test("the judge sees what goes to another element, and what is refused without a reason", async () => {
  const stand = await startStand();
  const site = await Site.start();
  const page = (html: string): string => site.page("/judged", `<!doctype html>${html}`);
  const judgements = async (url: string, linesOf: typeof linesOfNodes) =>
    (await targetTruth(stand, url, 9, 1, linesOf)).map((one) => one.judgement);
  try {
    const two = page("<button>One</button> <button>Two</button> <button disabled>Off</button>");
    const mislaid = await judgements(two, (frames, outline) => {
      const lines = [...linesOfNodes(frames, outline)];
      return new Map(lines.map(([node], at) => [node, lines[(at + 1) % lines.length]?.[1] ?? ""]));
    });
    // One is clicked as Two, Off as One; Two as Off is refused, and nothing on Two proves it.
    assert.deepEqual(mislaid.toSorted(), ["refusedUnproved", "wrong", "wrong"]);
    const unlisted = await judgements(two, () => new Map());
    assert.deepEqual(unlisted, ["missed", "missed", "missed"]);
  } finally {
    await stand.close();
    await site.close();
  }
});
