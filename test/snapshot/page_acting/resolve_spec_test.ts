import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TargetSpec } from "../../../src/model/target.ts";
import { PageLab } from "../../support/page_lab.ts";

describe("resolveSpec", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  /** `tag score reasons` of what was found, or `code: message`. */
  async function find(html: string, spec: TargetSpec, visible = true): Promise<string> {
    const page = await lab.page(html);
    const found = await page.call("resolveSpec", { spec, visible });
    page.close();
    if (!found.ok) return `${found.code}: ${found.message}`;
    const [best] = found.candidates;
    return `${found.element.tag} ${best?.score} ${best?.reasons.join("+")}`;
  }

  function finds(title: string, html: string, spec: TargetSpec, expected: string): void {
    test(title, async () => assert.equal(await find(html, spec), expected));
  }
  function refuses(title: string, html: string, spec: TargetSpec, said: RegExp): void {
    test(title, async () => assert.match(await find(html, spec), said));
  }

  finds("finds by css", `<b id=it>x</b>`, { css: "#it" }, "b#it 100 css");
  for (const name of ["data-testid", "data-test-id", "data-test"]) {
    finds(`finds by ${name}`, `<b id=it ${name}=pay>x</b>`, { testId: "pay" }, "b#it 100 testId");
  }
  finds(
    "finds by accessible name",
    `<button id=it aria-label="Close dialog">x</button>`,
    { accessibleName: " Close dialog " },
    "button#it 50 accessibleName",
  );
  finds(
    "finds by label",
    `<label for=it>E-mail</label><input id=it>`,
    { label: "E-mail" },
    "input#it 50 label",
  );
  finds(
    "finds the innermost element by text",
    `<main><p><span id=it>Total: 5</span></p></main>`,
    { text: { kind: "exact", value: "Total: 5" } },
    "span#it 40 text:exact",
  );
  finds(
    "finds by a part of the text",
    `<main><p id=it>Total: 5</p></main>`,
    { text: { kind: "contains", value: "otal" } },
    "p#it 20 text:contains",
  );
  finds(
    "finds by a pattern",
    `<main><p id=it>Total: 5</p></main>`,
    { text: { kind: "regex", value: "^Total: \\d$" } },
    "p#it 15 text:regex",
  );
  finds(
    "finds text that styles write in capitals",
    `<p id=it style="text-transform:uppercase">total</p>`,
    { text: { kind: "exact", value: "TOTAL" } },
    "p#it 40 text:exact",
  );
  finds(
    "finds by role without regard to case",
    `<button id=it>x</button>`,
    { role: "BUTTON" },
    "button#it 30 role",
  );
  finds(
    "takes img and image for one role",
    `<img id=it alt=Logo src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">`,
    { role: "image", attributes: { alt: "Logo" } },
    "img#it 50 attribute:alt+role",
  );
  finds(
    "adds the points of all fields",
    `<button id=it class=b data-testid=s>Save</button>`,
    {
      css: ".b",
      testId: "s",
      accessibleName: "Save",
      role: "button",
      text: { kind: "exact", value: "Save" },
      attributes: { class: "b" },
    },
    "button#it 340 css+testId+attribute:class+role+accessibleName+text:exact",
  );
  refuses("rejects when one field is not met", `<button id=it>Save</button>`, {
    css: "#it",
    role: "link",
  }, /^targetNotFound/);

  finds(
    "indexes the candidates by ordinal",
    `<p id=a>x</p><p id=b>x</p>`,
    { css: "p", ordinal: 1 },
    "p#b 100 css",
  );
  refuses(
    "says that an ordinal is out of range",
    `<p>x</p><p>x</p>`,
    { css: "p", ordinal: 2 },
    /^targetNotFound: .*2 elements/,
  );
  refuses("does not choose among equals", `<button>A</button><button>B</button>`, {
    role: "button",
  }, /^targetAmbiguous: 2 elements.*button "A", button "B"/);
  finds("takes the first of equals when allowed", `<p id=a>x</p><p id=b>x</p>`, {
    css: "p",
    allowBestMatch: true,
  }, "p#a 100 css");
  refuses(
    "names ten of more than a hundred",
    "<i>x</i>".repeat(101),
    { css: "i" },
    /^invalidRequest: candidate limit exceeded: 101 match; (i, ){10}…$/,
  );
  finds("indexes more than a hundred", "<i>x</i>".repeat(200) + "<i id=it>x</i>", {
    css: "i",
    ordinal: 200,
  }, "i#it 100 css");
  refuses("refuses a target that says nothing", `<p>x</p>`, {}, /^invalidRequest/);
  refuses(
    "refuses an invalid selector",
    `<p>x</p>`,
    { css: "p[" },
    /^invalidRequest: css is not a valid selector/,
  );
  refuses(
    "refuses look-around",
    `<p>x</p>`,
    { text: { kind: "regex", value: "(?=x)" } },
    /^invalidRequest.*look-around/,
  );
  refuses("refuses a pattern of more than 256 bytes", `<p>x</p>`, {
    text: { kind: "regex", value: "é".repeat(129) },
  }, /^invalidRequest.*256 bytes/);

  test("counts hidden elements only where they are asked for", async () => {
    const html = `<button id=it hidden>Save</button>`;
    assert.match(await find(html, { css: "#it" }, true), /^targetHidden.*display: none/);
    assert.equal(await find(html, { css: "#it" }, false), "button#it 100 css");
  });
  finds(
    "counts a checkbox that its label draws as visible",
    `<input type=checkbox id=it style="display:none"><label for=it>Agree</label>`,
    { css: "#it" },
    "input#it 100 css",
  );

  const SHADOW = `<div id=one></div><div id=two></div><script>
    for (const host of [one, two]) host.attachShadow({ mode: "open" }).innerHTML = "<button class=b>" + host.id + "</button>";
  </script>`;
  finds(
    "looks through open shadow roots, in the order of the page",
    `<button class=b>zero</button>${SHADOW}<button class=b id=last>three</button>`,
    { css: ".b", ordinal: 3 },
    "button#last 100 css",
  );
  finds(
    "follows a shadowPath",
    SHADOW,
    { css: ".b", accessibleName: "two", shadowPath: [{ css: "#two" }] },
    "button.b 150 css+accessibleName",
  );
  refuses("says that a host has no root", `<div id=h></div>`, {
    css: "b",
    shadowPath: [{ css: "#h" }],
  }, /^shadowRootUnavailable/);
  test("looks through closed roots it was told of", async () => {
    const page = await lab.page(
      `<div id=host></div><script>host.attachShadow({ mode: "closed" }).innerHTML = "<button id=it>Save</button>"</script>`,
    );
    const spec = { css: "#it" };
    const before = await page.call("resolveSpec", { spec, visible: true });
    await page.linkClosedRoot("#host");
    const after_ = await page.call("resolveSpec", { spec, visible: true });
    page.close();
    assert.deepEqual([before.ok, after_.ok], [false, true]);
  });

  test("takes role, name and ordinal for the line that was printed so", async () => {
    const page = await lab.page(
      `<div hidden><button>Pay</button></div><button id=a>Pay</button><button id=b>Pay</button>`,
    );
    await page.call("walk", { walk: "w", rows: 100, chars: 100_000 });
    await page.eval("a.remove()");
    const found = await page.call("resolveSpec", {
      spec: { role: "button", accessibleName: "Pay", ordinal: 1 },
      visible: true,
    });
    page.close();
    assert.equal(found.ok && found.element.tag, "button#b");
  });
  test("does not find a field by guessing a value that must not be shown", async () => {
    const html = `<input id=it type=password value=hunter2>`;
    assert.match(await find(html, { attributes: { value: "hunter2" } }), /^targetNotFound/);
  });
  test("is not led astray by fields named like properties", async () => {
    const html =
      `<form id=f name=querySelectorAll><input name=matches><input name=children><button id=it>Save</button></form><img name=createTreeWalker>`;
    assert.equal(
      await find(html, { text: { kind: "exact", value: "Save" } }),
      "button#it 40 text:exact",
    );
  });
});
