/** The names that the walk adds up in its pass against `nameOf`, which computes them one by one. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { PageLab } from "../../support/page_lab.ts";
import { fixtures, installWalking, realPages } from "../../support/walking_lab.ts";

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

/**
 * Rows whose two names differ: role, name in the pass, `nameOf`, markup. A cell is shown with
 * its text instead, and only where it holds nothing else.
 */
const DIFFERENCES = `__walking.exposed()
  .filter(({ role }) => !/^(cell|columnheader|rowheader)$/.test(role))
  .map(({ element, role, name }) =>
    [role, name, __walking.nameOf(element, role), element.outerHTML.slice(0, 300)])
  .filter(([, pass, alone]) => pass !== alone)`;

const FOLDERS = [
  "corpus/pages",
  "wpt-accname/name",
  "wpt-accname/name/shadowdom",
  "wpt-accname/manual",
];

for (const folder of FOLDERS) {
  test(`a row's name is what nameOf says of its element: ${folder}`, async () => {
    const wrong: string[] = [];
    for (const { name, html } of folder === "corpus/pages" ? realPages() : fixtures(folder)) {
      const page = await lab.page(html);
      await installWalking(page);
      const found = await page.isolated(DIFFERENCES);
      assert.ok(Array.isArray(found));
      for (const one of found) wrong.push(`${name}: ${JSON.stringify(one)}`);
      page.close();
    }
    assert.deepEqual(wrong, []);
  });
}

/** What names are made of, in pieces that property tests put together. */
const INNER = [
  "text ",
  " ",
  "<b>bold</b>",
  "<br>",
  "<div>block</div>",
  "<span style=display:inline-block>set</span>",
  "<img alt=picture>",
  "<img alt='' src=x>",
  "<svg role=img><title>drawing</title></svg>",
  "<span aria-hidden=true>hidden</span>",
  "<span style=visibility:hidden>un<b style=visibility:visible>seen</b></span>",
  "<input value=typed>",
  "<input type=checkbox title=tip>",
  "<select><option>one<option selected>two</select>",
  "<span aria-label=labelled>x</span>",
  "<span role=button aria-labelledby=ref>x</span>",
  "<span aria-labelledby='ref other'>x</span>",
  "<span role=img title=tipped></span>",
  "<em title=only></em>",
  "<ruby>kanji<rt>reading</rt></ruby>",
  "<meter value=0.5></meter>",
  "<span role=slider aria-valuenow=7>s</span>",
  "<details><summary>sum</summary>rest</details>",
  "<i class=gen></i>",
  "<table><tr><td>cell</table>",
  "<ul><li>item</ul>",
  "<label>Label <input></label>",
  "<script>1</scr" + "ipt>",
];
const OUTER: readonly (readonly [string, string])[] = [
  ["<h2>", "</h2>"],
  ["<button>", "</button>"],
  ["<a href=#>", "</a>"],
  ["<div onclick=1>", "</div>"],
  ["<div role=option title=tip>", "</div>"],
  ["<div role=tab aria-label='  '>", "</div>"],
  ["<table><tr><th scope=col title=tip>", "</table>"],
  ["<h3><a href=#>", "</a> after</h3>"],
  ["<label>", "<input type=checkbox></label>"],
  ["<fieldset><legend>", "</legend><button>b</button></fieldset>"],
  ["<figure><figcaption>", "</figcaption></figure>"],
];

test("a row's name is what nameOf says of its element: made-up content", async () => {
  const content = fc.array(fc.constantFrom(...INNER), { maxLength: 5 }).map((parts) =>
    parts.join("")
  );
  const blocks = fc.sample(
    fc.tuple(fc.constantFrom(...OUTER), content).map(([[open, close], inner]) =>
      open + inner + close
    ),
    { numRuns: 1_200, seed: 7 },
  );
  const page = await lab.page(
    `<style>.gen::before{content:"made"}</style><p id=ref>by <b>ref</b></p><p id=other hidden>other</p>` +
      blocks.map((block) => `<section>${block}</section>`).join(""),
  );
  await installWalking(page);
  assert.deepEqual(await page.isolated(DIFFERENCES), []);
  page.close();
});
