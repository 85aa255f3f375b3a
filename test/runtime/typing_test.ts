/** type_text: what is typed, reread and verified. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedElement } from "../../src/engine/scripted_document.ts";
import { BLANK, document, find, type OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/typing";

async function openWith(...elements: ScriptedElement[]): Promise<OpenPage> {
  const stand = new Stand({ pages: { [PAGE]: () => document(PAGE, elements) } });
  return await stand.open(PAGE);
}

const type = (target: string, value: string, more: object = {}) =>
  ({ kind: "typeText", input: { target, value, ...more } }) as const;

test("typed text is reread and told with the state of the control", async () => {
  const page = await new Stand().open();
  const evidence = await page.done(type('textbox "E-mail"', "a@b.c"));
  assert.equal(find(evidence, "element").text, "a@b.c");
  assert.equal(find(evidence, "inspection").text, "a@b.c");
  const told = evidence.flatMap((item) =>
    item.kind === "configuration" ? [[item.name, item.value]] : []
  );
  assert.deepEqual(told, [
    ["typedControlKind", "text"],
    ["formControlValid", "true"],
    ["formControlValidationMessage", ""],
  ]);
});

test("text is added at the end, or replaces with clearFirst", async () => {
  const page = await new Stand().open();
  const line = 'textbox "E-mail"';
  await page.done(type(line, "one"));
  const added = await page.done(type(line, "two"));
  assert.equal(find(added, "element").text, "onetwo");
  const replaced = await page.done(type(line, "three", { clearFirst: true }));
  assert.equal(find(replaced, "element").text, "three");
});

test("an empty value with clearFirst empties the control", async () => {
  const page = await new Stand().open();
  await page.done(type('textbox "E-mail"', "one"));
  const evidence = await page.done(type('textbox "E-mail"', "", { clearFirst: true }));
  assert.equal(find(evidence, "element").text, "");
});

test("a sensitive control's value is never shown", async () => {
  const page = await new Stand().open();
  const { outcome } = await page.reply(type('textbox "Password"', "hunter2"));
  assert.equal(JSON.stringify(outcome).includes("hunter2"), false);
  assert.equal(outcome.status, "completed");
});

test("a control that holds other text than was typed fails the verification, without the text", async () => {
  const page = await openWith({
    role: "textbox",
    name: "Code",
    controlKind: "text",
    format: (text) => text.toUpperCase().slice(0, 3),
  });
  const error = await page.refused(type('textbox "Code"', "secret"), "verificationFailed");
  assert.equal(/secret|SEC/.test(error.message), false);
});

test("a checkbox takes true and false, and is clicked only to change", async () => {
  const page = await new Stand().open();
  const line = 'checkbox "Agree"';
  await page.done(type(line, "true"));
  await page.done(type(line, "on"));
  assert.equal(page.engine.clicks.length, 1);
  await page.done(type(line, "false"));
  assert.equal(page.engine.clicks.length, 2);
  await page.refused(type(line, "maybe"), "invalidRequest");
});

test("the state of a checkbox is told as true or false", async () => {
  const page = await new Stand().open();
  assert.equal(find(await page.done(type('checkbox "Agree"', "on")), "element").text, "true");
});

test("a radio is not unchecked", async () => {
  const page = await openWith({
    role: "radio",
    name: "Red",
    controlKind: "checkable",
    checked: true,
  });
  await page.refused(type('radio "Red"', "false"), "intentActionMismatch");
  assert.equal(page.engine.clicks.length, 0);
});

test("text after which the page goes elsewhere cannot be reread, and that is said", async () => {
  const page = await openWith({
    role: "searchbox",
    name: "Search",
    controlKind: "text",
    onInput: (at) => at.load(document(BLANK)),
  });
  const error = await page.refused(type('searchbox "Search"', "cats"), "targetDetached");
  assert.match(error.message, /was typed, then the page went to/);
});

test("text with Enter that sends the page on tells where it went", async () => {
  const page = await openWith({
    role: "searchbox",
    name: "Search",
    controlKind: "text",
    onInput: (at) => at.load(document(BLANK)),
  });
  const evidence = await page.done(type('searchbox "Search"', "cats\n"));
  assert.equal(find(evidence, "navigation").url, page.engine.url);
  assert.equal(find(evidence, "element").text, null);
});

test("a select takes one of its options", async () => {
  const page = await new Stand().open();
  const evidence = await page.done(type('combobox "Country"', "spain"));
  assert.equal(find(evidence, "element").text, "Spain");
  await page.refused(type('combobox "Country"', "Mars"), "targetNotFound");
});

test("an element that takes no text is refused", async () => {
  const page = await new Stand().open();
  const error = await page.refused(type('button "Pay"', "text"), "intentActionMismatch");
  assert.equal(error.message, 'button "Pay" takes no text');
});

test("type_text checks expectedUrl before anything is typed", async () => {
  const page = await new Stand().open();
  const input = type('textbox "E-mail"', "a", { expectedUrl: BLANK });
  await page.refused(input, "verificationFailed");
  assert.equal(page.engine.log.includes("typeText"), false);
});

test("a control that the page replaces by its like while typing is read anew", async () => {
  const elements: ScriptedElement[] = [];
  const field: ScriptedElement = {
    role: "textbox",
    name: "Search",
    controlKind: "text",
    onInput: (at, value) => {
      field.connected = false;
      const { onInput: _once, ...like } = field;
      at.append({ ...like, connected: true, value });
    },
  };
  elements.push(field);
  const page = await openWith(...elements);
  const evidence = await page.done(type('textbox "Search"', "cats"));
  assert.equal(find(evidence, "element").text, "cats");
});
