import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScriptedElement } from "../../src/engine/scripted_document.ts";
import type { WaitCondition } from "../../src/model/target.ts";
import { document, find, FORM, type OpenPage, Stand } from "./stand.ts";

const PAGE = "http://site.test/wait";

async function openWith(...elements: ScriptedElement[]): Promise<OpenPage> {
  const stand = new Stand({ pages: { [PAGE]: () => document(PAGE, elements) } });
  return await stand.open(PAGE);
}

const wait = (condition: WaitCondition, timeoutMs = 1_000) =>
  ({ kind: "waitFor", input: { condition, timeoutMs } }) as const;
const body = (value: string): WaitCondition => ({
  kind: "text",
  target: "body",
  matcher: { kind: "contains", value },
});

test("a condition that is met is told with its time and looks", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  const told = find(await page.done(wait(body("Save"))), "wait");
  assert.equal(told.elapsedMs, 0);
  assert.equal(told.observations, 1);
  assert.equal(told.observed, "Save");
});

test("a condition that comes true later is met then", async () => {
  const page = await openWith();
  const work = page.done(wait({ kind: "element", target: 'button "Late"', state: "visible" }));
  await page.stand.clock.sleep(400);
  page.engine.append({ role: "button", name: "Late" });
  const { elapsedMs } = find(await work, "wait");
  assert.ok(elapsedMs >= 400 && elapsedMs <= 450);
});

test("a condition that is not met times out, with what was seen last", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  const outcome = await page.run(wait(body("Delete")));
  assert.equal(outcome.status, "retryableFailure");
});

test("what was observed is at most 512 characters", async () => {
  const page = await openWith({ role: "text", name: "x".repeat(600) });
  assert.equal(find(await page.done(wait(body("x"))), "wait").observed?.length, 512);
});

for (const target of ["body", "main", "document", { css: ":root" }, { role: "RootWebArea" }]) {
  test(`${JSON.stringify(target)} reads the whole body`, async () => {
    const page = await openWith({ role: "button", name: "Save" });
    const matcher = { kind: "contains", value: "Save" } as const;
    await page.done(wait({ kind: "text", target, matcher }));
  });
}

for (const state of ["detached", "hidden"] as const) {
  test(`a missing element is ${state}`, async () => {
    const page = await openWith();
    await page.done(wait({ kind: "element", target: 'button "Save"', state }));
  });
}

test("an element in a child frame is not detached", async () => {
  const inner = { document: document("http://site.test/in", [{ role: "button", name: "Save" }]) };
  const page = await openWith({ role: "iframe", name: "Inner", frame: inner });
  await page.done(wait({ kind: "element", target: 'button "Save"', state: "attached" }));
  await page.refused(
    wait({ kind: "element", target: 'button "Save"', state: "detached" }),
    "waitConditionTimedOut",
  );
});

test("a url condition follows the page", async () => {
  const page = await openWith();
  const work = page.done(wait({ kind: "url", matcher: { kind: "exact", value: FORM } }));
  await page.stand.clock.sleep(100);
  page.engine.load(document(FORM));
  await work;
});

test("a pattern that is not allowed is refused at once", async () => {
  const page = await openWith();
  for (const value of ["(?=a)b", "(a)\\1", "["]) {
    await page.refused(wait({ kind: "url", matcher: { kind: "regex", value } }), "invalidRequest");
  }
});

test("a pattern that would run for ever on another engine ends at once", async () => {
  const page = await openWith();
  const matcher = { kind: "regex", value: "^([a-z:/.]+)+[0-9]$|:" } as const;
  await page.done(wait({ kind: "url", matcher }));
});

test("document conditions follow the load state", async () => {
  const page = await openWith();
  await page.done(wait({ kind: "document", ready: "networkIdle" }));
  page.engine.startNavigation();
  await page.done(wait({ kind: "document", ready: "commit" }));
  await page.refused(wait({ kind: "document", ready: "interactive" }), "waitConditionTimedOut");
});

test("the network is quiet when no request was in flight for the time", async () => {
  const page = await openWith();
  const id = page.engine.startRequest("http://site.test/api");
  const work = page.done(wait({ kind: "networkQuiet", idleMs: 200, maxInFlight: 0 }));
  await page.stand.clock.sleep(300);
  page.engine.finishRequest(id);
  const { elapsedMs } = find(await work, "wait");
  assert.ok(elapsedMs >= 500 && elapsedMs <= 600, String(elapsedMs));
});

test("ignored requests are left out and named", async () => {
  const page = await openWith();
  page.engine.startRequest("http://site.test/poll", "XHR");
  page.engine.startRequest("http://site.test/img", "Image");
  page.engine.startRequest("ws://site.test/", "WebSocket", true);
  const told = find(
    await page.done(wait({
      kind: "networkQuiet",
      idleMs: 0,
      maxInFlight: 0,
      ignoreUrlSubstrings: ["/poll"],
      ignoreResourceTypes: ["Image"],
      ignoreLongLived: true,
    })),
    "wait",
  );
  assert.deepEqual(told.excludedClasses, [
    "urlSubstring:/poll",
    "resourceType:Image",
    "websocket",
    "eventSource",
    "longLived",
  ]);
});

test("networkQuiet on an engine without it is not supported", async () => {
  const stand = new Stand({ supports: [] });
  const page = await stand.open();
  await page.refused(wait({ kind: "networkQuiet", idleMs: 0, maxInFlight: 0 }), "notSupported");
});

test("a page that hangs in a wait is told before the time-out", async () => {
  const page = await openWith({ role: "button", name: "Save" });
  page.engine.hang();
  const started = page.stand.clock.monotonic();
  await page.refused(wait(body("x"), 30_000), "pageUnresponsive");
  assert.ok(page.stand.clock.monotonic() - started < 10_000);
});
