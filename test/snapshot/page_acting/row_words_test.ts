/** Equal controls are told apart by the rows they stand in, also where nodes outlive what they said. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { PageLab } from "../../support/page_lab.ts";

const PEOPLE = `<ul>${
  ["Ann", "Bob", "Cid"].map((name, i) =>
    `<li id=r${i}><b>${name}</b> <i>active</i> <button id=b${i}>Pay</button></li>`
  ).join("")
}</ul>`;
const CART = `<table><tr><th>What</th><th>Count</th><th>More</th></tr>${
  ["Apple", "Pear"].map((name, i) =>
    `<tr><td>${name}</td><td id=n${i}>1</td><td><button id=b${i}>+</button></td></tr>`
  ).join("")
}</table>`;
const APART = `<header><p id=clock>10:00</p><a id=b0 href="#">Sign in</a></header>
<main>Words</main><footer><p>Imprint</p><a id=b1 href="#">Sign in</a></footer>`;

describe("rows of equal controls", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  /** What becomes of the line of `#b1` after the change. */
  async function outcome(html: string, role: string, name: string, change: string) {
    const page = await lab.page(html);
    await page.call("walk", { walk: "w", rows: 1000, chars: 100_000 });
    await page.eval(change);
    const line = { role, name, nameCut: false, ordinal: 1, frame: null };
    const found = await page.call("resolveLine", { line });
    page.close();
    return "element" in found
      ? found.element.tag
      : found.state === "gone"
      ? found.message
      : found.state;
  }

  for (
    const [what, html, role, name, change] of [
      ["another part of the row changes", CART, "button", "+", "n1.textContent = 2"],
      ["the row gets more words", PEOPLE, "button", "Pay", "r1.prepend('New!')"],
      ["the row moves", PEOPLE, "button", "Pay", "r0.before(r1)"],
      ["the control leaves its row", PEOPLE, "button", "Pay", "document.body.append(b1)"],
      ["what is no row changes", APART, "link", "Sign in", "clock.textContent = '10:01'"],
      ["nothing changes", PEOPLE, "button", "Pay", ""],
    ] as const
  ) {
    test(`a control is still meant when ${what}`, async () => {
      assert.match(await outcome(html, role, name, change), /#b1$/);
    });
  }

  for (
    const [what, html, name, change] of [
      ["the next one", PEOPLE, "Pay", "r1.firstChild.textContent = 'Cid'"],
      ["one never seen", PEOPLE, "Pay", "r1.firstChild.firstChild.data = 'Zoe'"],
      ["one drawn anew", PEOPLE, "Pay", "r1.firstChild.replaceWith('Cid')"],
      ["another ware", CART, "+", "n1.previousSibling.textContent = 'Plum'"],
    ] as const
  ) {
    test(`a control is gone when its row says what is of ${what}`, async () => {
      const said = await outcome(html, "button", name, change);
      assert.match(said, /^its row said "(Bob|Pear)" and now says "(Cid|Zoe|Plum)/);
    });
  }
});
