import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../src/model/error.ts";
import type { Journal } from "../../src/store/journal.ts";
import { AGENT, BUSY, failsWith, find, FORM, OpenPage, OTHER, refusalOf, Stand } from "./stand.ts";

const SNAPSHOT = { kind: "accessibilitySnapshot" } as const;

test("a command passes accepted, prepared, executing, verifying and completed", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const { outcome } = await page.reply(SNAPSHOT);
  const phases = stand.journal.records().filter((record) => record.commandId === outcome.commandId)
    .map((record) => record.phase);
  assert.deepEqual(phases, ["accepted", "prepared", "executing", "verifying", "completed"]);
});

test("a refused command ends in the failed phase", async () => {
  const stand = new Stand();
  const page = await stand.open();
  await page.refused({ kind: "click", input: { target: { css: "#none" } } }, "targetNotFound");
  assert.equal(stand.journal.records().at(-1)?.phase, "failed");
});

test("a foreign session is answered exactly like a missing one", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const foreign = await failsWith(page.reply(SNAPSHOT, { principal: OTHER }), "notFound");
  const missing = new OpenPage(stand, "no-such-session", page.pageId, page.engine);
  const unknown = await failsWith(missing.reply(SNAPSHOT), "notFound");
  assert.equal(foreign.message, unknown.message);
});

test("an unknown page is a failed outcome with notFound", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const unknown = new OpenPage(stand, page.sessionId, "no-such-page", page.engine);
  const outcome = await unknown.run(SNAPSHOT);
  assert.equal(outcome.status, "failed");
  refusalOf(outcome, "notFound");
});

test("an expired credential is refused before anything is journaled", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const before = stand.journal.records().length;
  const principal = { ...AGENT, expiresAt: stand.clock.now() };
  await failsWith(page.reply(SNAPSHOT, { principal }), "tokenExpired");
  assert.equal(stand.journal.records().length, before);
});

test("typed text never enters the journal", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const secret = "kept out of every log";
  await page.done({ kind: "typeText", input: { target: 'textbox "E-mail"', value: secret } });
  await page.done({ kind: "inspect", input: { target: 'textbox "E-mail"' } });
  await page.done(SNAPSHOT);
  assert.equal(JSON.stringify(stand.journal.records()).includes(secret), false);
});

test("journaled URLs lose userinfo, query and fragment", async () => {
  const url = "http://user:pass@site.test/path?token=secret#part";
  const stand = new Stand({ pages: { [url]: () => ({ url, title: "", elements: [] }) } });
  await stand.open(url);
  const text = JSON.stringify(stand.journal.records());
  assert.equal(/pass|secret|part/.test(text), false);
  assert.equal(text.includes("http://site.test/path"), true);
});

test("a cancelled command is thrown, and its journal ends in failed", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: BUSY, title: "", elements: [], hangs: true });
  const client = new AbortController();
  const work = page.reply(SNAPSHOT, { signal: client.signal });
  client.abort();
  await failsWith(work, "cancelled");
  assert.equal(stand.journal.records().at(-1)?.phase, "failed");
});

test("commands of one page run one at a time, in order", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.log.length = 0;
  await Promise.all([
    page.run({ kind: "click", input: { target: { css: "#pay" } } }),
    page.run({ kind: "activatePage" }),
  ]);
  assert.equal(page.engine.log.at(-1), "activate");
  assert.equal(page.engine.log.filter((entry) => entry === "activate").length, 1);
  assert.ok(page.engine.log.indexOf("click") < page.engine.log.indexOf("activate"));
});

test("page_list and page_close get through while another command hangs", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: BUSY, title: "", elements: [], hangs: true });
  const stuck = page.run(SNAPSHOT);
  const pages = find(await page.done({ kind: "listPages" }), "pages").pages;
  assert.equal(pages.length, 1);
  await page.done({ kind: "closePage" });
  const outcome = await stuck;
  assert.notEqual(outcome.status, "completed");
});

test("a queued command that is cancelled leaves without having run", async () => {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: BUSY, title: "", elements: [], hangs: true });
  const stuck = page.run(SNAPSHOT);
  const client = new AbortController();
  const queued = page.reply({ kind: "activatePage" }, { signal: client.signal });
  client.abort();
  await failsWith(queued, "cancelled");
  await stuck;
  assert.equal(page.engine.log.includes("activate"), false);
});

test("a busy page is a retryable failure, and the next command is served", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const { engine } = page;
  engine.load({ url: BUSY, title: "", elements: [], hangs: true });
  const outcome = await page.run(SNAPSHOT);
  assert.equal(outcome.status, "retryableFailure");
  refusalOf(outcome, "pageUnresponsive");
  await page.done({ kind: "navigate", input: { url: FORM } });
  assert.match(await page.outline(), /button "Pay"/);
});

test("the deadline of a command is at least 60 s and holds its own time-out with a margin", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const deadlineOf = async (timeoutMs: number) => {
    const started = stand.clock.now();
    const condition = { kind: "document", ready: "commit" };
    await page.run({ kind: "waitFor", input: { condition, timeoutMs } });
    const record = stand.journal.records().findLast((each) => each.envelope !== undefined);
    return (record?.envelope?.deadline ?? 0) - started;
  };
  assert.equal(await deadlineOf(1_000), 60_000);
  assert.equal(await deadlineOf(100_000), 115_000);
  assert.equal(await deadlineOf(300_000), 300_000);
});

test("a journal that fails before the effect keeps the command from running", async () => {
  const stand = new Stand();
  const page = await stand.open();
  const journal: Journal = { append: () => Promise.reject(new Error("disk full")) };
  const broken = new Stand({ ports: { journal } });
  const opened = await broken.openIn(await broken.session());
  const outcome = await opened.run({ kind: "activatePage" });
  assert.equal(outcome.status, "retryableFailure");
  refusalOf(outcome, "journalFailed");
  assert.equal(opened.engine.log.includes("activate"), false);
  assert.equal(page.engine.log.includes("navigate"), true);
});

test("an unexpected error of an engine is internal and says nothing of its text", async () => {
  const stand = new Stand({
    screenshot: () => {
      throw new TypeError("secret path");
    },
  });
  const page = await stand.open();
  const error = await page.refused({ kind: "captureScreenshot" }, "internal");
  assert.equal(error.message.includes("secret"), false);
});

test("a failure that an engine reports keeps its code and repair", async () => {
  const stand = new Stand();
  stand.launcher.failures.push(new Failure("browserLaunchFailed", "No browser was found"));
  await failsWith(stand.session(), "browserLaunchFailed");
  assert.ok(await stand.session());
});
