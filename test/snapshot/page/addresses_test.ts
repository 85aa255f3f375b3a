/** Addresses of links against the browser's own parser. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { PageLab } from "../../support/page_lab.ts";
import { fixtures, installWalking } from "../../support/walking_lab.ts";

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

const COMPARE = `(written) => written.filter((one) => {
  const link = document.createElement("a");
  link.setAttribute("href", one);
  link.textContent = "x";
  document.body.replaceChildren(link);
  const row = __walking.walk({ walk: "w", rows: 9, chars: 1e9 }).split("\\n")[1];
  const ours = row.split("\\t").find((state) => state.startsWith("url="))?.slice(4) ?? "";
  const collapsed = one.replace(/[\\s\\x00-\\x1f\\x7f-\\x9f]+/g, " ").trim();
  return ours !== (URL.parse(collapsed, document.baseURI)?.href ?? collapsed);
})`;

/** Pieces that addresses are made of, the awkward ones among them. */
const PIECES = [
  "http://",
  "https://",
  "HTTP://",
  "//",
  "/",
  "/",
  "#",
  "?",
  ".",
  "..",
  "/./",
  "/../",
  "%2e",
  "%2E%2e",
  "%",
  "%41",
  "a",
  "B",
  "example.org",
  "Example.ORG",
  "xn--a.org",
  "1.2",
  "0x7f.1",
  "a-.org",
  "-a.org",
  "a.org.",
  ":80",
  ":443",
  ":8080",
  "user@",
  "\\",
  "'",
  '"',
  "<",
  "`",
  "|",
  "^",
  "{",
  "~",
  "ü",
  " ",
  ";",
  ":",
  "@",
  "mailto:",
  "javascript:void 0",
];

for (
  const base of [null, "https://Example.org:8443/a/b/?q#f", "data:text/plain,x", "/deep/er/x.html"]
) {
  test(`any address is resolved as the browser does, with base ${base}`, async () => {
    const html = base === null ? "" : `<base href="${base}">`;
    const page = await lab.page(`${html}<img name="baseURI"><body>`);
    await installWalking(page);
    const written = fc.sample(
      fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((parts) =>
        parts.join("")
      ),
      { numRuns: 1_500, seed: 20 },
    );
    assert.deepEqual(await page.isolated(`(${COMPARE})(${JSON.stringify(written)})`), []);
    page.close();
  });
}

test("addresses of the corpus are resolved as the browser does", async () => {
  const written = new Set<string>();
  for (const { html } of fixtures("corpus/pages")) {
    for (const [, one = ""] of html.matchAll(/href="([^"&]*)"/g)) written.add(one);
  }
  const page = await lab.page("");
  await installWalking(page);
  const list = JSON.stringify([...written].filter((one) => one !== "").slice(0, 6_000));
  assert.deepEqual(await page.isolated(`(${COMPARE})(${list})`), []);
  page.close();
});
