/**
 * Target truth on Firefox: the same draws, clicks and judgements as `targets_test.ts`, on pages that
 * carry a script of ours (`planted.ts`). It names nodes plainly, so that not each of them finds its
 * line: those without one are told and count for nothing.
 */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { corpusPages, ROOT } from "../../bench/stand.ts";
import { amount, SOAK } from "../support/soak.ts";
import { serveHardPage } from "./hard_pages.ts";
import { linesOfNodes } from "./lines_of_nodes.ts";
import { PlantedStand } from "./planted_stand.ts";
import { counted, JUDGEMENTS, type Measured, report } from "./target_report.ts";
import { judgeDrawn } from "./target_truth.ts";

/** The pages of the short form: of each kind of markup one. */
const SHORT = ["/pages/wikipedia-2", "/pages/yahoo", "/synthetic/1k"];
/** A click that a busy machine makes go wrong is stopped and told; of the few drawn here one weighs much. */
const LEAST = amount(0.85, 0.98);
const HUGE = "/synthetic/50k.html";
const DRAWN = Number(process.env["DROVER_TARGET_COUNT"] ?? "40");

/** Of those that have a line and that the page does not prove unclickable. */
function rightShare(pages: readonly Measured[]): number {
  const right = counted(pages, "right");
  const others = ["wrong", "refusedUnproved", "untyped"] as const;
  const all = others.reduce((sum, one) => sum + counted(pages, one), right);
  return all === 0 ? 0 : right / all;
}

let stand: PlantedStand;
before(async () => {
  stand = await PlantedStand.start();
});
after(() => stand.close());

test("a line clicks its element on Firefox, or is refused for a reason that holds", {
  timeout: 3_600_000,
}, async (t) => {
  const only = process.env["DROVER_MEASURE_ONLY"] ?? "";
  const seeds = (process.env["DROVER_TARGET_SEEDS"] ?? "1").split(",").map(Number);
  const measured: Measured[] = [];
  try {
    const corpus = corpusPages().filter(({ path }) =>
      path !== HUGE && (SOAK || SHORT.some((one) => path.startsWith(one)))
    );
    const pages = corpus.map(({ path }) => {
      const html = readFileSync(join(ROOT, "test/fixtures/corpus", path), "utf8");
      return { path, url: stand.page(path, html), count: amount(3, DRAWN) };
    });
    const hard = serveHardPage(stand);
    const all = [...pages, {
      path: "/hard",
      url: hard,
      count: amount(12, Number.MAX_SAFE_INTEGER),
    }];
    for (const { path, url, count } of all) {
      if (!path.includes(only)) continue;
      for (const seed of seeds) {
        const verdicts = await judgeDrawn(stand.client, url, () => stand.open(url), count, seed);
        measured.push({ page: path.slice(1), seed, verdicts });
      }
    }
  } finally {
    mkdirSync(join(ROOT, "dist"), { recursive: true });
    writeFileSync(join(ROOT, "dist/firefox_targets.md"), report(measured));
  }
  const share = rightShare(measured);
  const counts = JUDGEMENTS.map((one) => `${one} ${counted(measured, one)}`).join(", ");
  t.diagnostic(`${(share * 100).toFixed(2)} % right; ${counts}`);
  const told = `${(share * 100).toFixed(2)} % right; ${counts}; in dist/firefox_targets.md`;
  assert.equal(counted(measured, "untyped"), 0, told);
  assert.equal(counted(measured, "wrong"), 0, told);
  assert.ok(share >= LEAST, told);
  assert.ok(counted(measured, "right") > counted(measured, "missed"), told);
});

test("the judge on Firefox sees what goes to another element", async () => {
  const url = stand.page(
    "/judged",
    "<!doctype html><button>One</button> <button>Two</button> <button disabled>Off</button>",
  );
  const open = () =>
    stand.open(url, (frames, outline) => {
      const lines = [...linesOfNodes(frames, outline)];
      return new Map(lines.map(([node], at) => [node, lines[(at + 1) % lines.length]?.[1] ?? ""]));
    });
  const mislaid = await judgeDrawn(stand.client, url, open, 9, 1);
  assert.deepEqual(
    mislaid.map((one) => one.judgement).toSorted(),
    ["refusedUnproved", "wrong", "wrong"],
  );
});
