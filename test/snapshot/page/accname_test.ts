/** The accessible-name cases of web-platform-tests, against `nameOf`. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PageLab } from "../../support/page_lab.ts";
import { fixtures, installWalking } from "../../support/walking_lab.ts";

/** Cases that browsers and the test suite see differently, by name. */
const DISAGREED = new Set([
  "name_test_case_660",
  "name_test_case_751",
  // The page refers to an id that nothing has; a later version of it has the id, and is met.
  "heading with link referencing image using aria-labelledby, that in turn references text element via aria-labelledby",
]);

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

const squeeze = (name: string): string => name.replace(/\s+/g, " ").trim();

for (const folder of ["name", "name/shadowdom"]) {
  for (const { name, html } of fixtures(`wpt-accname/${folder}`)) {
    test(`${folder}/${name}: every expected label is the name`, async () => {
      const page = await lab.page(html);
      await installWalking(page);
      const found = await page.isolated(
        `[...document.querySelectorAll("[data-expectedlabel]")].map((e) => [e.dataset.testname, e.dataset.expectedlabel, __walking.nameOf(e)])`,
      );
      assert.ok(Array.isArray(found) && found.length > 0);
      const wrong = found.filter(([title, expected, ours]) =>
        !DISAGREED.has(title) && squeeze(expected) !== squeeze(ours)
      );
      assert.deepEqual(wrong, []);
      page.close();
    });
  }
}

const RECORD = `<script>globalThis.steps = []; globalThis.setup = () => {};
globalThis.ATTAcomm = class { constructor(given) { steps.push(...given.steps); } };</script>`;

test("the manual cases give the expected names", async () => {
  const wrong: string[] = [];
  for (const { name, html } of fixtures("wpt-accname/manual")) {
    const page = await lab.page(RECORD + html);
    await installWalking(page);
    const steps = JSON.parse(String(await page.eval("JSON.stringify(steps)")));
    for (const step of steps) {
      for (const [kind, key, , expected] of step.test?.ATK ?? []) {
        if (kind !== "property" || key !== "name") continue;
        const ours = await page.isolated(
          `__walking.nameOf(document.getElementById(${JSON.stringify(step.element)}))`,
        );
        if (squeeze(String(ours)) === squeeze(expected)) continue;
        if (!DISAGREED.has(name.replace("-manual.html", ""))) {
          wrong.push(`${name}: ${JSON.stringify(ours)} instead of ${JSON.stringify(expected)}`);
        }
      }
    }
    page.close();
  }
  assert.deepEqual(wrong, []);
});
