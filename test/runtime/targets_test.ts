import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedElement } from "../../src/engine/scripted_document.ts";
import type { Target } from "../../src/model/target.ts";
import { BLANK, document, find, FORM, type OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/targets";
const INNER = "http://site.test/inner";

function button(name: string, more: Partial<ScriptedElement> = {}): ScriptedElement {
  return { role: "button", name, ...more };
}

async function openWith(
  ...elements: ScriptedElement[]
): Promise<{ page: OpenPage; elements: ScriptedElement[] }> {
  const made = document(PAGE, elements);
  const stand = new Stand({ pages: { [PAGE]: () => made } });
  return { page: await stand.open(PAGE), elements: made.elements };
}

const click = (target: Target) => ({ kind: "click", input: { target } }) as const;

test("a line of the outline clicks the element it was printed for", async () => {
  let pressed = "";
  const { page } = await openWith(
    button("Save", { onClick: () => (pressed = "first") }),
    button("Save", { onClick: () => (pressed = "second") }),
  );
  const line = (await page.outline()).split("\n")[1] ?? "";
  assert.equal(line, 'button "Save" #1');
  await page.done(click(line));
  assert.equal(pressed, "second");
});

test("a line keeps its element when like ones come before it", async () => {
  let pressed = "";
  const { page, elements } = await openWith(
    button("Save", { onClick: () => (pressed = "old") }),
  );
  await page.outline();
  elements.unshift(button("Save", { onClick: () => (pressed = "new") }));
  await page.done(click('button "Save"'));
  assert.equal(pressed, "old");
});

test("a line whose element was replaced by its only like acts on that one", async () => {
  let pressed = false;
  const { page, elements } = await openWith(button("Save"));
  await page.outline();
  elements[0] = button("Save", { onClick: () => (pressed = true) });
  await page.done(click('button "Save"'));
  assert.equal(pressed, true);
});

test("a line whose element was renamed is detached and says so", async () => {
  const { page, elements } = await openWith(button("Save"));
  await page.outline();
  const [element] = elements;
  assert.ok(element);
  element.name = "Saved";
  const error = await page.refused(click('button "Save"'), "targetDetached");
  assert.match(error.message, /renamed to "Saved"/);
});

test("a numbered line whose element was removed is detached, not another one", async () => {
  const { page, elements } = await openWith(button("Save"), button("Save"));
  await page.outline();
  const [first] = elements;
  assert.ok(first);
  first.connected = false;
  await page.refused(click('button "Save" #0'), "targetDetached");
});

test("a line never printed resolves when it is unique", async () => {
  const { page } = await openWith(button("Save"));
  await page.done(click('button "Save"'));
});

test("a line never printed is ambiguous when several answer to it", async () => {
  const { page } = await openWith(button("Save"), button("Save"));
  const error = await page.refused(click('button "Save"'), "targetAmbiguous");
  assert.match(error.message, /2 elements answer to button "Save"/);
});

test("a line of something that is not there is not found", async () => {
  const { page } = await openWith(button("Save"));
  await page.refused(click('button "Delete"'), "targetNotFound");
});

test("an element that comes a little later is waited for", async () => {
  const { page, elements } = await openWith();
  const work = page.done(click('button "Late"'));
  await page.stand.clock.sleep(200);
  elements.push(button("Late"));
  await work;
});

test("text that is no outline line is refused", async () => {
  const { page } = await openWith(button("Save"));
  await page.refused(click("Click the save button!"), "invalidRequest");
});

test("neither target nor selector, or both, are refused", async () => {
  const { page } = await openWith(button("Save", { css: "#save" }));
  await page.refused({ kind: "click" }, "invalidRequest");
  const both = { kind: "click", input: { selector: "#save", target: 'button "Save"' } } as const;
  await page.refused(both, "invalidRequest");
});

test("a selector finds its element", async () => {
  const { page } = await openWith(button("Save", { css: "#save" }));
  const evidence = await page.done({ kind: "click", input: { selector: "#save" } });
  assert.deepEqual(find(evidence, "resolution").target, { css: "#save" });
});

test("when the page went elsewhere by itself, old lines are detached and name the new address", async () => {
  const { page } = await openWith(button("Save"));
  await page.outline();
  page.engine.load(document(BLANK, [button("Save")]));
  const error = await page.refused(click('button "Save"'), "targetDetached");
  assert.ok(error.message.includes(BLANK));
});

test("after a fresh snapshot of the new document its lines act", async () => {
  const { page } = await openWith(button("Save"));
  await page.outline();
  page.engine.load(document(BLANK, [button("Save")]));
  await page.outline();
  await page.done(click('button "Save"'));
});

test("after the agent's own navigation a unique line resolves without a snapshot", async () => {
  const { page } = await openWith(button("Pay"));
  await page.outline();
  await page.done({ kind: "navigate", input: { url: FORM } });
  await page.done(click('button "Pay"'));
});

test("when the page goes elsewhere after the agent's own navigation, unshown lines still resolve", async () => {
  const { page } = await openWith(button("Pay"));
  await page.done({ kind: "navigate", input: { url: FORM } });
  page.engine.load(document(BLANK, [button("Save")]));
  await page.done(click('button "Save"'));
});

function frame(name: string, ...elements: ScriptedElement[]): ScriptedElement {
  return { role: "iframe", name, frame: { document: document(INNER, elements) } };
}

test("a bare line acts in the child frame it was printed for", async () => {
  let pressed = false;
  const { page } = await openWith(
    frame("Inner", button("Save", { onClick: () => (pressed = true) })),
  );
  const line = (await page.outline()).split("\n")[1] ?? "";
  assert.equal(line, '  button "Save"');
  await page.done(click(line));
  assert.equal(pressed, true);
});

test("a click in a child frame goes to main-frame coordinates", async () => {
  const { page } = await openWith(frame("Inner", button("Save")));
  await page.done(click('button "Save"'));
  const [at] = page.engine.clicks;
  assert.ok(at && at.x >= 100 && at.y >= 100);
});

test("where there are frames the pointer is led to the element before it is pressed", async () => {
  const { page } = await openWith(button("Pay"), frame("Inner", button("Save")));
  for (const name of ["Pay", "Save"]) {
    page.engine.log.length = 0;
    await page.done(click(`button "${name}"`));
    const acts = page.engine.log.filter((one) => one === "hovered" || one === "click");
    assert.deepEqual(acts, ["hovered", "click"]);
  }
});

test("equal lines of two frames name their frame, and act there", async () => {
  const pressed: string[] = [];
  const { page } = await openWith(
    button("Save", { onClick: () => pressed.push("top") }),
    frame("A", button("Save", { onClick: () => pressed.push("A") })),
    frame("B", button("Save", { onClick: () => pressed.push("B") })),
  );
  const outline = (await page.outline()).split("\n");
  assert.deepEqual(outline.filter((line) => line.includes("Save")), [
    'button "Save"',
    '  button "Save" in frame "A"',
    '  button "Save" in frame "B"',
  ]);
  for (const line of outline.filter((line) => line.includes("Save"))) await page.done(click(line));
  assert.deepEqual(pressed, ["top", "A", "B"]);
});

test("a line that stands in two frames and was not shown is ambiguous and asks for the frame", async () => {
  const { page } = await openWith(frame("A", button("Save")), frame("B", button("Save")));
  const error = await page.refused(click('button "Save"'), "targetAmbiguous");
  assert.match(error.repair.action, /in frame/);
});

test("a line in a frame that was never shown is refused", async () => {
  const { page } = await openWith(button("Save"));
  await page.refused(click('button "Save" in frame "X"'), "frameNotFound");
});

test("a child frame's new document makes its old lines detached", async () => {
  const { page, elements } = await openWith(frame("Inner", button("Save")));
  await page.outline();
  const [holder] = elements;
  assert.ok(holder?.frame);
  holder.frame.document = document(INNER, [button("Save")]);
  await page.refused(click('button "Save"'), "targetDetached");
});

test("a hanging child frame does not keep a line of the page from acting", async () => {
  const { page, elements } = await openWith(button("Save"), frame("Inner"));
  const holder = elements[1];
  assert.ok(holder?.frame);
  holder.frame.document.hangs = true;
  await page.done(click('button "Save"'));
});

test("the object form with a framePath acts in that frame", async () => {
  let pressed = false;
  const { page } = await openWith(
    button("Save"),
    frame("A", button("Save", { onClick: () => (pressed = true) })),
  );
  const framePath = [{ role: "iframe", accessibleName: "A" }];
  await page.done(click({ role: "button", accessibleName: "Save", framePath }));
  assert.equal(pressed, true);
});

test("a framePath that leads nowhere is frameNotFound", async () => {
  const { page } = await openWith(button("Save"));
  const framePath = [{ accessibleName: "None" }];
  await page.refused(click({ css: "#save", framePath }), "frameNotFound");
});

test("the object form of an ambiguous target is refused unless the best match is allowed", async () => {
  const { page } = await openWith(button("Save"), button("Save"));
  await page.refused(click({ role: "button" }), "targetAmbiguous");
  const evidence = await page.done(click({ role: "button", allowBestMatch: true }));
  assert.equal(find(evidence, "resolution").bestMatchAuthorized, true);
});

for (const target of ["save", "button Save", "the Save button"]) {
  test(`${target} is no line: it is refused at once, never read as an unnamed element`, async () => {
    const { page } = await openWith(button(""), button("Save"));
    const error = await page.refused(click(target), "invalidRequest");
    assert.match(error.repair.action, /as the snapshot prints it/);
  });
}

test("a role alone is an unnamed element, and the refusal says so", async () => {
  const { page } = await openWith(button("Save"));
  const error = await page.refused(click("button"), "targetNotFound");
  assert.equal(error.message, "No unnamed button on this page");
});
