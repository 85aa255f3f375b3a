/** Text with new lines: what counts as typed is what a page makes of the key Enter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { document, find, type OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/enter";

/** A page with one control that makes `format` of its text. */
async function openWith(css: string, format: (text: string) => string): Promise<OpenPage> {
  const field = { role: "textbox", name: "Text", controlKind: "text", css, format } as const;
  const stand = new Stand({ pages: { [PAGE]: () => document(PAGE, [{ ...field }]) } });
  return await stand.open(PAGE);
}

const type = (value: string) =>
  ({ kind: "typeText", input: { target: 'textbox "Text"', value } }) as const;

const CASES = [
  ["a field that is emptied at Enter", "input#todo", "milk\n", () => ""],
  ["a field that keeps its text at Enter", "input", "milk\n", (text: string) => text.trim()],
  ["a field that completes its text at Enter", "input.city", "os\n", () => "Oslo"],
  ["a field that has no lines", "input", "a\r\nb", (text: string) => text.replace(/\s/g, "")],
  ["an editor that keeps its lines", "textarea", "a\nb\n", (text: string) => text],
  ["a chat that sends at Enter", "textarea#chat", "hi\n", () => ""],
  ["a chat that sends later", "textarea#chat", "hi\n", (text: string) => text.trimEnd()],
] as const;

for (const [what, css, value, format] of CASES) {
  test(`${what} has taken what was typed`, async () => {
    const page = await openWith(css, format);
    const evidence = await page.done(type(value));
    assert.equal(find(evidence, "element").text, format(value));
  });
}

test("an editor that changes its text at Enter has not taken it", async () => {
  const page = await openWith("textarea", () => "other");
  await page.refused(type("text\n"), "verificationFailed");
});

test("a field that refuses a part of the text has not taken it", async () => {
  const page = await openWith("input", (text) => text.slice(0, 2));
  await page.refused(type("a\nbc"), "verificationFailed");
});
