/** Roles and names against Chromium's own accessibility tree, on the corpus. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PageLab } from "../../support/page_lab.ts";
import { amount } from "../../support/soak.ts";
import { agrees, installWalking, judge, realPages } from "../../support/walking_lab.ts";

/** Share of actionables and headings whose role and name must agree, pooled. */
const LEAST_AGREEMENT = 0.99;
/** Share of them that must have a row. */
const LEAST_LISTED = 0.999;

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

test("roles and names of actionables and headings agree with Chromium's tree on the corpus", async () => {
  let all = 0;
  let listed = 0;
  const misses: string[] = [];
  for (const { name, html } of realPages()) {
    const page = await lab.page(html);
    await installWalking(page);
    for (const one of await judge(page)) {
      // The browser's own media controls stand in a root no script can reach.
      if (one.html.includes("-media-controls-")) continue;
      all++;
      if (one.listed) listed++;
      const same = agrees(one);
      if (same.role && same.name) continue;
      misses.push(
        `${name}: ${one.role} ${JSON.stringify(one.name)} ours ${one.ourRole} ${
          JSON.stringify(one.ourName)
        } ${one.html}`,
      );
    }
    page.close();
  }
  assert.ok(all > amount(1_500, 3_000), `only ${all} nodes judged`);
  assert.ok(
    1 - misses.length / all >= LEAST_AGREEMENT,
    `${misses.length} of ${all}:\n${misses.join("\n")}`,
  );
  assert.ok(listed / all >= LEAST_LISTED, `${all - listed} of ${all} have no row`);
});

for (const kind of ["inline", "inline-block", "block", "inline-flex", "flex", "table-cell"]) {
  test(`text of ${kind} boxes is joined in names as Chromium joins it`, async () => {
    const page = await lab.page(
      `<h2>a<span style="display:${kind}">b</span>c</h2>
       <a href="#"><span style="display:${kind}">b</span><span style="display:${kind}">c</span></a>
       <style>.p::before{content:"B";display:${kind}}</style><button class="p">x</button>`,
    );
    await installWalking(page);
    for (const one of await judge(page)) assert.equal(one.ourName, one.name.trim(), one.html);
    page.close();
  });
}
