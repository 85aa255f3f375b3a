import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedElement } from "../../src/engine/scripted_document.ts";
import { FIRST_LOOK_MS } from "../../src/model/limits.ts";
import { BLANK, document, find, FORM, OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/seen";
const INNER = "http://site.test/inner";

async function openWith(...elements: ScriptedElement[]): Promise<OpenPage> {
  const stand = new Stand({ pages: { [PAGE]: () => document(PAGE, elements) } });
  return await stand.open(PAGE);
}

function frame(name: string, ...elements: ScriptedElement[]): ScriptedElement {
  return { role: "iframe", name, frame: { document: document(INNER, elements) } };
}

const links = (count: number): ScriptedElement[] =>
  Array.from({ length: count }, (_, i) => ({ role: "link", name: `Link ${i}` }));

async function snapshot(page: OpenPage, input: object = {}) {
  return find(
    await page.done({ kind: "accessibilitySnapshot", input }),
    "accessibilitySnapshot",
  );
}

test("an outline joins the frames in place", async () => {
  const page = await openWith(
    { role: "heading", name: "Top" },
    frame("Inner", { role: "button", name: "In" }),
    { role: "button", name: "End" },
  );
  assert.equal(
    await page.outline(),
    'heading "Top"\niframe "Inner"\n  button "In"\nbutton "End"',
  );
});

test("the first look at a document waits for it to be loaded", async () => {
  const page = await openWith({ role: "button", name: "Half" });
  page.engine.startNavigation();
  const { clock } = page.stand;
  const later = clock.sleep(300).then(() =>
    page.engine.load(document(INNER, [{ role: "button", name: "Whole" }]))
  );
  assert.equal(await page.outline(), 'button "Whole"');
  await later;
});

test("a document that never ends loading is shown all the same", async () => {
  const page = await openWith({ role: "button", name: "Half" });
  page.engine.startNavigation();
  const { clock } = page.stand;
  const before = clock.monotonic();
  assert.equal(await page.outline(), 'button "Half"');
  assert.ok(clock.monotonic() - before <= FIRST_LOOK_MS);
});

test("later looks at the same document do not wait", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  await page.outline();
  page.engine.startNavigation();
  const { clock } = page.stand;
  const before = clock.monotonic();
  await page.outline();
  assert.equal(clock.monotonic(), before);
});

test("format nodes gives nodes and no outline", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  const shown = await snapshot(page, { format: "nodes" });
  assert.equal(shown.outline, undefined);
  assert.deepEqual(shown.nodes, [{
    role: "button",
    name: "Save",
    target: { role: "button", accessibleName: "Save" },
  }]);
});

test("a cut snapshot goes on with its cursor, each line once", async () => {
  const page = await openWith(...links(25));
  const seen: string[] = [];
  let part = await snapshot(page, { maxNodes: 10 });
  assert.equal(part.truncated, true);
  for (;;) {
    seen.push(...(part.outline ?? "").split("\n").filter((line) => !line.startsWith("…")));
    if (part.after === undefined) break;
    part = await snapshot(page, { maxNodes: 10, after: part.after });
  }
  assert.deepEqual(seen, Array.from({ length: 25 }, (_, i) => `link "Link ${i}"`));
  assert.equal(part.truncated, false);
});

test("parts go on through child frames", async () => {
  const page = await openWith(...links(3), frame("Inner", ...links(6)), {
    role: "button",
    name: "End",
  });
  const lines: string[] = [];
  let part = await snapshot(page, { maxNodes: 4 });
  for (;;) {
    lines.push(...(part.outline ?? "").split("\n").filter((line) => !line.includes("…")));
    if (part.after === undefined) break;
    part = await snapshot(page, { maxNodes: 4, after: part.after });
  }
  assert.equal(lines.length, 3 + 1 + 6 + 1);
  assert.equal(lines.at(-1), 'button "End"');
});

test("an unknown cursor is refused with the way out", async () => {
  const page = await openWith(...links(3));
  await page.outline();
  const input = { after: "nowhere" };
  const error = await page.refused({ kind: "accessibilitySnapshot", input }, "invalidRequest");
  assert.match(error.repair.action, /fresh a11y_snapshot/);
});

test("a cursor of a document that is gone is stale and names the new address", async () => {
  const page = await openWith(...links(30));
  const { after } = await snapshot(page, { maxNodes: 10 });
  page.engine.load(document(BLANK, links(30)));
  const input = { maxNodes: 10, after };
  const error = await page.refused({ kind: "accessibilitySnapshot", input }, "targetDetached");
  assert.ok(error.message.includes(BLANK));
});

test("after and target together are refused", async () => {
  const page = await openWith(...links(3));
  const input = { after: "x", target: 'link "Link 0"' };
  await page.refused({ kind: "accessibilitySnapshot", input }, "invalidRequest");
});

test("a frame that hangs is shown as unavailable, and the rest is shown", async () => {
  const hung = frame("Stuck", { role: "button", name: "In" });
  const page = await openWith({ role: "button", name: "Save" }, hung, frame("Fine"));
  assert.ok(hung.frame);
  hung.frame.document.hangs = true;
  assert.equal(
    await page.outline(),
    'button "Save"\niframe "Stuck" unavailable\niframe "Fine"',
  );
});

test("a main document that is busy is pageUnresponsive", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  page.engine.hang();
  await page.refused({ kind: "accessibilitySnapshot" }, "pageUnresponsive");
});

test("a closed shadow root is asked for once and shown", async () => {
  const host: ScriptedElement = {
    role: "group",
    name: "",
    closedRoot: [{ role: "button", name: "Hidden inside" }],
  };
  const page = await openWith(host);
  assert.match(await page.outline(), /button "Hidden inside"/);
  await page.outline();
  const asked = page.engine.log.filter((entry) => entry === "linkClosedRoots");
  assert.equal(asked.length, 1);
});

test("an engine without closed shadow roots is not asked for them", async () => {
  const host: ScriptedElement = { role: "group", name: "", closedRoot: [] };
  const stand = new Stand({
    supports: [],
    pages: { [PAGE]: () => document(PAGE, [host]) },
  });
  const page = await stand.open(PAGE);
  await page.outline();
  assert.equal(page.engine.log.includes("linkClosedRoots"), false);
});

test("a subtree is shown alone", async () => {
  const page = await openWith(...links(3));
  assert.equal(await page.outline({ target: 'link "Link 1"' }), 'link "Link 1"');
});

test("a subtree at an iframe shows its content", async () => {
  const page = await openWith(...links(2), frame("Inner", { role: "button", name: "In" }));
  await page.outline();
  const outline = await page.outline({ target: { role: "iframe" } });
  assert.match(outline, /^iframe "Inner"\n {2}button "In"/);
});

test("a page of another session is not found by its id", async () => {
  const stand = new Stand();
  const page = await stand.open(FORM);
  const foreign = new OpenPage(stand, await stand.session(), page.pageId, page.engine);
  await foreign.refused({ kind: "accessibilitySnapshot" }, "notFound");
});

test("the reply names the page for the status line", async () => {
  const page = await openWith(...links(1));
  const { page: told } = await page.reply({ kind: "accessibilitySnapshot" });
  assert.deepEqual(told, { url: PAGE, title: "Title" });
});
