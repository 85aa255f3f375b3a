import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PAGES_PER_SESSION, MAX_SESSIONS } from "../../src/model/limits.ts";
import { AGENT, BLANK, failsWith, find, FORM, OTHER, refusalOf, Stand } from "./stand.ts";

const never = new AbortController().signal;
const SNAPSHOT = { kind: "accessibilitySnapshot" } as const;

test("no browser starts before something asks for it", async () => {
  const stand = new Stand();
  stand.runtime.info(AGENT);
  stand.runtime.listSessions(AGENT);
  assert.equal(stand.launcher.engines.length, 0);
  stand.runtime.warm();
  await stand.session();
  assert.equal(stand.launcher.engines.length, 1);
});

test("sessions share one browser and have a context each", async () => {
  const stand = new Stand();
  await Promise.all([stand.session(), stand.session()]);
  assert.equal(stand.launcher.engines.length, 1);
  assert.equal(stand.launcher.engines[0]?.contexts.length, 2);
});

test("session states are in snake case and name no credentials", async () => {
  const stand = new Stand();
  await stand.session({ proxy: "http://user:secret@proxy.test:8080" });
  const [state] = stand.runtime.listSessions(AGENT);
  assert.deepEqual(Object.keys(state ?? {}), [
    "id",
    "profile",
    "proxy",
    "page_ids",
    "created_at",
    "last_used_at",
    "execution_policy",
  ]);
  assert.equal(state?.proxy, "http://proxy.test:8080");
  const context = stand.launcher.engines[0]?.contexts[0];
  assert.deepEqual(context?.proxy, {
    server: "http://proxy.test:8080",
    username: "user",
    password: "secret",
  });
});

for (const proxy of ["ftp://host:1", "host:80", "http://:80", "http://host/path", "nonsense"]) {
  test(`the proxy ${proxy} is refused without its value`, async () => {
    const failure = await failsWith(new Stand().session({ proxy }), "invalidRequest");
    assert.equal(failure.message.includes(proxy), false);
  });
}

test("the ninth session is refused until one closes", async () => {
  const stand = new Stand();
  const ids = [];
  for (let i = 0; i < MAX_SESSIONS; i++) ids.push(await stand.session());
  await failsWith(stand.session(), "resourceExhausted");
  await stand.runtime.closeSession(ids[0] ?? "", AGENT);
  assert.ok(await stand.session());
});

test("a session is listed for its owner alone", async () => {
  const stand = new Stand();
  const id = await stand.session();
  assert.equal(stand.runtime.listSessions(OTHER).length, 0);
  await failsWith(stand.runtime.closeSession(id, OTHER), "notFound");
  assert.equal(stand.runtime.listSessions(AGENT).length, 1);
});

test("closing a session ends its context", async () => {
  const stand = new Stand();
  const id = await stand.session();
  await stand.runtime.closeSession(id, AGENT);
  assert.equal(stand.launcher.engines[0]?.contexts[0]?.closed, true);
  await failsWith(stand.runtime.closeSession(id, AGENT), "notFound");
});

test("fingerprint and humanize need their capabilities", async () => {
  const stand = new Stand();
  const poor = { ...AGENT, capabilities: new Set(["session:write" as const]) };
  for (const flag of ["fingerprint", "humanize"]) {
    const failure = await failsWith(
      stand.session({ executionPolicy: { [flag]: true } }, poor),
      "missingCapability",
    );
    assert.equal(failure.detail.requiredCapability, `browser:${flag}`);
  }
});

test("visionAssist without a provider is refused", async () => {
  await failsWith(
    new Stand().session({ executionPolicy: { visionAssist: true } }),
    "invalidRequest",
  );
});

test("the execution policy shows the four flags", async () => {
  const stand = new Stand();
  await stand.session({ executionPolicy: { javascriptEvaluation: true } });
  assert.deepEqual(stand.runtime.listSessions(AGENT)[0]?.execution_policy, {
    javascriptEvaluation: true,
    visionAssist: false,
    fingerprint: false,
    humanize: false,
  });
});

test("an engine without a launcher is not supported", async () => {
  await failsWith(new Stand().session({ engine: "firefox" }), "notSupported");
});

test("a page opened without a URL is blank and complete", async () => {
  const stand = new Stand();
  const page = await stand.runtime.openPage(await stand.session(), undefined, AGENT, never);
  assert.deepEqual({ ...page, id: "", session_id: "" }, {
    id: "",
    session_id: "",
    url: null,
    mode: "Interactive",
    ready_state: "complete",
    pending_requests: 0,
  });
});

test("a page whose first navigation fails is closed again", async () => {
  const stand = new Stand();
  const id = await stand.session();
  const page = await stand.runtime.openPage(id, "http://nowhere.test/", AGENT, never);
  assert.equal(page.navigationOutcome?.status, "retryableFailure");
  assert.equal(page.pageClosed, true);
  assert.deepEqual(stand.runtime.listSessions(AGENT)[0]?.page_ids, []);
});

test("page_open with a URL needs browser:mutate", async () => {
  const stand = new Stand();
  const id = await stand.session();
  const poor = { ...AGENT, capabilities: new Set(["page:write" as const]) };
  await failsWith(stand.runtime.openPage(id, FORM, poor, never), "missingCapability");
});

test("a session takes pages up to its limit", async () => {
  const stand = new Stand();
  const id = await stand.session();
  for (let i = 0; i < MAX_PAGES_PER_SESSION; i++) await stand.openIn(id);
  await failsWith(stand.runtime.openPage(id, undefined, AGENT, never), "resourceExhausted");
});

test("a popup joins the session's pages with its opener and does not become current", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.popup(BLANK);
  const { pages } = find(await page.done({ kind: "listPages" }), "pages");
  assert.equal(pages.length, 2);
  assert.equal(pages[1]?.openerPageId, page.pageId);
  assert.equal(pages[1]?.url, BLANK);
  assert.match(await page.outline(), /Checkout/);
});

test("a dead browser is told once by the next call, with what happened", async () => {
  const stand = new Stand();
  const page = await stand.open();
  stand.launcher.engines[0]?.die("Browser process ended by SIGKILL");
  const error = await page.refused(SNAPSHOT, "pageCrashed");
  assert.match(error.message, /^Browser process ended by SIGKILL/);
  await page.refused(SNAPSHOT, "notFound");
  await page.refused({ kind: "navigate", input: { url: FORM } }, "notFound");
});

test("the call that is running when the browser dies tells it", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: FORM, title: "", elements: [], hangs: true });
  const work = page.run(SNAPSHOT);
  await Promise.resolve();
  stand.launcher.engines[0]?.die("Browser process ended by SIGSEGV");
  const error = refusalOf(await work, "pageCrashed");
  assert.match(error.message, /SIGSEGV/);
  await page.refused(SNAPSHOT, "notFound");
});

test("every page of a dead browser is told of it once", async () => {
  const stand = new Stand();
  const first = await stand.open();
  const second = await stand.openIn(first.sessionId, BLANK);
  stand.launcher.engines[0]?.die("Browser process ended by SIGKILL");
  await first.refused(SNAPSHOT, "pageCrashed");
  await second.refused(SNAPSHOT, "pageCrashed");
});

test("after the browser died the session stays and opens pages in a new browser", async () => {
  const stand = new Stand();
  const page = await stand.open();
  stand.launcher.engines[0]?.die("Browser process ended by SIGKILL");
  await page.refused(SNAPSHOT, "pageCrashed");
  assert.equal(stand.runtime.listSessions(AGENT).length, 1);
  const next = await stand.openIn(page.sessionId, FORM);
  assert.equal(stand.launcher.engines.length, 2);
  assert.notEqual(next.pageId, page.pageId);
  assert.match(await next.outline(), /Checkout/);
});

test("page_list after a browser's death says which pages are gone and why", async () => {
  const stand = new Stand();
  const page = await stand.open();
  stand.launcher.engines[0]?.die("Browser process ended by SIGKILL");
  const evidence = await page.done({ kind: "listPages" });
  assert.deepEqual(find(evidence, "pages").pages, []);
  const { value } = find(evidence, "configuration");
  assert.ok(value.startsWith(`${page.pageId}: Browser process ended by SIGKILL`));
});

test("a renderer crash is told once, then a navigation brings the same page back", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.crash("Renderer ended by SIGSEGV");
  const error = await page.refused({ kind: "navigate", input: { url: FORM } }, "pageCrashed");
  assert.match(error.message, /SIGSEGV/);
  await page.refused(SNAPSHOT, "pageCrashed");
  await page.refused({ kind: "activatePage" }, "pageCrashed");
  await page.done({ kind: "navigate", input: { url: FORM } });
  assert.match(await page.outline(), /Checkout/);
});

test("a second crash is told anew", async () => {
  const stand = new Stand();
  const page = await stand.open();
  for (let i = 0; i < 2; i++) {
    page.engine.crash("Renderer ended");
    await page.refused({ kind: "navigate", input: { url: FORM } }, "pageCrashed");
    await page.done({ kind: "navigate", input: { url: FORM } });
  }
});

test("a crashed page can be closed", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.crash("Renderer ended");
  await page.done({ kind: "closePage" });
  await page.refused(SNAPSHOT, "notFound");
});

test("a page that closed itself is not found", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.end("closed");
  await page.refused(SNAPSHOT, "notFound");
});

test("closing the runtime cancels what runs and ends the browser", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: FORM, title: "", elements: [], hangs: true });
  const work = failsWith(page.reply(SNAPSHOT), "cancelled");
  await stand.runtime.close();
  await work;
  assert.equal((await stand.launcher.engines[0]?.gone)?.reason, "closed");
  await failsWith(stand.session(), "browserLaunchFailed");
});

test("closing the runtime does not wait for a browser that is just starting", async () => {
  const stand = new Stand();
  stand.launcher.launchMs = 20_000;
  stand.runtime.warm();
  const started = stand.clock.monotonic();
  await stand.runtime.close();
  assert.equal(stand.clock.monotonic(), started);
});

test("a browser that dies unnoticed before page_open is replaced", async () => {
  const stand = new Stand();
  const id = await stand.session();
  stand.launcher.engines[0]?.die("Browser process ended by SIGKILL");
  const page = await stand.openIn(id, FORM);
  assert.match(await page.outline(), /Checkout/);
});

test("a cancelled session leaves no context behind", async () => {
  const stand = new Stand();
  stand.launcher.launchMs = 1_000;
  const client = new AbortController();
  const work = stand.runtime.createSession({ profile: "p" }, AGENT, client.signal);
  client.abort();
  await failsWith(work, "cancelled");
  await stand.clock.sleep(2_000);
  const contexts = stand.launcher.engines.flatMap((engine) => engine.contexts);
  assert.deepEqual(contexts.map((context) => context.closed), [true]);
});
