import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedElement } from "../../src/engine/scripted_document.ts";
import type { Evidence } from "../../src/model/evidence.ts";
import { SETTLE_CAP_MS } from "../../src/model/limits.ts";
import { BLANK, document, find, FORM, type OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/acting";

async function openWith(...elements: ScriptedElement[]): Promise<OpenPage> {
  const stand = new Stand({ pages: { [PAGE]: () => document(PAGE, elements) } });
  return await stand.open(PAGE);
}

const PAY = { kind: "click", input: { target: 'button "Pay"' } } as const;

test("a click gives element and resolution evidence", async () => {
  const page = await new Stand().open();
  const evidence = await page.done(PAY);
  assert.equal(find(evidence, "element").text, "Pay");
  assert.deepEqual(find(evidence, "resolution").target, { role: "button", accessibleName: "Pay" });
});

test("a click that sends the page on tells where it went, by the new document's own title", async () => {
  const next = { ...document("http://site.test/next"), title: "Next page" };
  const page = await openWith({ role: "link", name: "Next", onClick: (at) => at.load(next) });
  const evidence = await page.done({ kind: "click", input: { target: 'link "Next"' } });
  assert.deepEqual(find(evidence, "navigation"), {
    kind: "navigation",
    url: "http://site.test/next",
    title: "Next page",
  });
});

test("a click that leaves the page where it is tells no address", async () => {
  const page = await new Stand().open();
  const evidence = await page.done(PAY);
  assert.equal(evidence.some((item) => item.kind === "navigation"), false);
});

test("a form sent by GET brings no typed value into an error message", async () => {
  const sent = document("http://site.test/done?password=hunter2");
  const page = await openWith({ role: "button", name: "Pay", onClick: (at) => at.load(sent) });
  await page.done({ kind: "accessibilitySnapshot", input: {} });
  const input = { ...PAY.input, expectedUrl: "http://site.test/done" };
  const { message } = await page.refused({ kind: "click", input }, "verificationFailed");
  assert.match(message, /http:\/\/site\.test\/done\?…/);
  const gone = await page.refused(PAY, "targetDetached");
  assert.doesNotMatch(gone.message, /hunter2/);
});

test("modifiers are held during the click", async () => {
  const page = await new Stand().open();
  await page.done({ kind: "click", input: { ...PAY.input, modifiers: ["ctrl", "shift"] } });
  assert.deepEqual(page.engine.clicks[0]?.modifiers, ["ctrl", "shift"]);
});

test("a modifier given twice is refused", async () => {
  const page = await new Stand().open();
  const input = { ...PAY.input, modifiers: ["ctrl", "ctrl"] };
  await page.refused({ kind: "click", input }, "invalidRequest");
});

test("a click that something else would get is stopped and names the cover", async () => {
  const page = await openWith({ role: "button", name: "Pay", coveredBy: "div#banner" });
  const error = await page.refused(PAY, "targetObscured");
  assert.match(error.message, /div#banner/);
  assert.equal(page.engine.armed, false);
});

for (
  const [state, code] of [["hidden", "targetHidden"], ["disabled", "targetDisabled"]] as const
) {
  test(`a ${state} element is not clicked`, async () => {
    const page = await openWith({ role: "button", name: "Pay", [state]: true });
    await page.refused(PAY, code);
    assert.equal(page.engine.clicks.length, 0);
    assert.equal(page.engine.armed, false);
  });
}

test("a click that opens a dialog is completed with the dialog pending", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.ask({ type: "confirm", message: "Sure?", defaultPrompt: "" }),
  });
  const evidence = await page.done(PAY);
  assert.equal(find(evidence, "dialog").action, "pending");
  assert.equal(find(evidence, "configuration").name, "dialogOpened");
});

test("the guard is disarmed when the dialog is answered", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.ask({ type: "confirm", message: "Sure?", defaultPrompt: "" }),
  });
  await page.done(PAY);
  assert.equal(page.engine.armed, true);
  const evidence = await page.done({ kind: "handleDialog", input: { action: "accept" } });
  assert.deepEqual(find(evidence, "dialog"), {
    kind: "dialog",
    dialogType: "confirm",
    message: "Sure?",
    action: "accept",
  });
  assert.equal(page.engine.armed, false);
});

test("reads on a page with an open dialog answer dialogPending at once", async () => {
  const page = await new Stand().open();
  page.engine.ask({ type: "alert", message: "Hello", defaultPrompt: "" });
  const started = page.stand.clock.monotonic();
  await page.refused({ kind: "accessibilitySnapshot" }, "dialogPending");
  assert.equal(page.stand.clock.monotonic(), started);
});

test("dialog waits for one to open", async () => {
  const page = await new Stand().open();
  const work = page.done({ kind: "handleDialog", input: { action: "dismiss" } });
  await page.stand.clock.sleep(100);
  page.engine.ask({ type: "prompt", message: "Name?", defaultPrompt: "" });
  assert.equal(find(await work, "dialog").action, "dismiss");
});

test("dialog without one ends in deadlineExceeded", async () => {
  const page = await new Stand().open();
  await page.refused({ kind: "handleDialog", input: { action: "accept" } }, "deadlineExceeded");
});

test("dialog gets through while a command hangs on the page", async () => {
  const page = await new Stand().open();
  const wait = { kind: "url", matcher: { kind: "exact", value: "never" } };
  const stuck = page.run({ kind: "waitFor", input: { condition: wait, timeoutMs: 10_000 } });
  page.engine.ask({ type: "alert", message: "Hello", defaultPrompt: "" });
  await page.done({ kind: "handleDialog", input: { action: "accept" } });
  assert.equal(page.engine.dialog, null);
  await stuck;
});

test("popups that a click opened are told", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.popup(BLANK),
  });
  const popup = find(await page.done(PAY), "popup");
  assert.equal(popup.openerPageId, page.pageId);
  assert.equal(popup.url, BLANK);
});

test("a tab that a click with ctrl opens a little later is told", async () => {
  const page = await openWith({
    role: "link",
    name: "More",
    onClick: (at) => void page.stand.clock.sleep(200).then(() => at.popup(BLANK, false)),
  });
  const input = { target: 'link "More"', modifiers: ["ctrl"] };
  const popup = find(await page.done({ kind: "click", input }), "popup");
  assert.equal(popup.openerPageId, page.pageId);
});

test("a popup that closed at once is told as closed, with the downloads it began", async () => {
  const url = `${BLANK}#file`;
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => {
      const popup = at.popup(BLANK);
      popup.news.download(url);
      popup.end("closed");
    },
  });
  const evidence = await page.done(PAY);
  assert.equal(find(evidence, "popup").closed, true);
  const told = (item: Evidence) => item.kind === "configuration" && item.value === url;
  assert.equal(evidence.filter(told).length, 1);
  assert.equal((await page.done({ kind: "inspect" })).filter(told).length, 0);
});

test("a popup without an opener, while nothing acts, has none", async () => {
  const page = await new Stand().open();
  page.engine.popup(BLANK, false);
  const { pages } = find(await page.done({ kind: "listPages" }), "pages");
  assert.deepEqual(pages.map((each) => each.openerPageId), [undefined, undefined]);
});

test("a click that does nothing returns at once", async () => {
  const page = await new Stand().open();
  const started = page.stand.clock.monotonic();
  await page.done(PAY);
  assert.equal(page.stand.clock.monotonic(), started);
});

test("a click waits for the navigation it started", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.startNavigation(),
  });
  const work = page.done(PAY);
  await page.stand.clock.sleep(2_000);
  page.engine.load(document(BLANK));
  const { page: after } = await page.reply({ kind: "activatePage" });
  await work;
  assert.equal(after?.url, BLANK);
});

test("a click waits for the requests it started", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => {
      const id = at.startRequest("http://site.test/api");
      void page.stand.clock.sleep(300).then(() => at.finishRequest(id));
    },
  });
  const started = page.stand.clock.monotonic();
  await page.done(PAY);
  assert.equal(page.stand.clock.monotonic() - started, 300);
});

test("a request that does not end holds a click no longer than the cap", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => void at.startRequest("http://site.test/api"),
  });
  const started = page.stand.clock.monotonic();
  await page.done(PAY);
  assert.equal(page.stand.clock.monotonic() - started, SETTLE_CAP_MS);
});

test("requests that ran before the act and event streams are not waited for", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => void at.startRequest("http://site.test/events", "EventSource", true),
  });
  page.engine.startRequest("http://site.test/poll");
  const started = page.stand.clock.monotonic();
  await page.done(PAY);
  assert.equal(page.stand.clock.monotonic(), started);
});

test("expectedUrl is met when the page gets there", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.load(document(BLANK)),
  });
  await page.done({ kind: "click", input: { ...PAY.input, expectedUrl: BLANK } });
});

test("expectedUrl that is not met says where the page is and keeps the evidence", async () => {
  const page = await new Stand().open();
  const outcome = await page.run({ kind: "click", input: { ...PAY.input, expectedUrl: BLANK } });
  assert.ok(outcome.status === "failed");
  assert.equal(outcome.error.code, "verificationFailed");
  assert.ok(outcome.error.message.includes(FORM));
  assert.equal(find(outcome.evidence, "element").text, "Pay");
});

test("a page that hangs after the click says to look before repeating it", async () => {
  const page = await openWith({ role: "button", name: "Pay" });
  const broken = page.engine;
  const elements = await page.done({ kind: "inspect" });
  assert.ok(elements.length > 0);
  broken.hangAfterClick = true;
  const error = await page.refused(PAY, "pageUnresponsive");
  assert.match(error.repair.action, /look at the page/);
});

test("a page that asks before it is left tells how to leave and how to stay", async () => {
  const page = await openWith({
    role: "button",
    name: "Pay",
    onClick: (at) => at.ask({ type: "beforeunload", message: "", defaultPrompt: "" }),
  });
  await page.done(PAY);
  const error = await page.refused({ kind: "inspect" }, "dialogPending");
  assert.equal(error.message, "The page shows a dialog (beforeunload)");
  assert.match(error.repair.action, /to leave .* to stay/);
});
