/**
 * Both browsers show the same page as the same lines. A few pages of the corpus here, all of them in
 * `make soak` and `make parity`, which says more (`docs/parity.md`).
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { corpusPages } from "../../bench/stand.ts";
import { few, figures } from "../support/soak.ts";
import { shareOf } from "./parity.ts";
import { parityPages } from "./parity_pages.ts";
import { type ComparedPage, percent, unexplained } from "./parity_report.ts";
import { LEAST_SHARE, ParityStand } from "./parity_stand.ts";

/** Quick ones, in the suite; together they have tables, forms, lists and frames. */
const QUICK: ReadonlySet<string> = new Set(["v8-blog", "mercurial", "clean-links"]);

let stand: ParityStand;
before(async () => {
  stand = await ParityStand.start();
});
after(() => stand.close());

test("what one can act on is the same on both browsers, on every page of the corpus", async () => {
  const all = corpusPages().toSorted((a, b) =>
    Number(QUICK.has(b.name)) - Number(QUICK.has(a.name))
  );
  for (const { path, name } of few(all, QUICK.size)) {
    const compared: ComparedPage = { page: path.slice(1), ...await stand.corpusPage(path) };
    figures(`${name}: actionables ${percent(compared.actionables)}`);
    assert.ok(
      shareOf(compared.actionables) >= LEAST_SHARE,
      `${name}: ${percent(compared.actionables)}\n${unexplained([compared]).join("\n")}`,
    );
  }
});

test("pages full of what browsers tell each in their own way have the same lines on both", async () => {
  const compared: ComparedPage[] = [];
  for (const name of Object.keys(parityPages(""))) {
    compared.push({ page: `own/${name}`, ...await stand.ownPage(name) });
  }
  assert.deepEqual(unexplained(compared), []);
});
