/** The whole path: the official client drives the built executable on a page of 127.0.0.1. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type DemoServer, serveDemoPage } from "../../src/cli/demo_server.ts";
import { Agent } from "../support/agent.ts";
import { McpWire } from "../support/mcp_schema.ts";
import { readTap } from "../support/wire_tap.ts";

let server: DemoServer;
let agent: Agent;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "drover-wire-"));
  server = await serveDemoPage();
  agent = await Agent.start({ tap: join(folder, "wire.log") });
});

after(async () => {
  await agent.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const find = (outline: readonly string[], start: string) =>
  outline.find((line) => line.startsWith(start));

test("the startup toolset lists what exploring takes, and full lists everything", async () => {
  const names = async () => (await agent.client.listTools()).tools.map(({ name }) => name);
  const explore = await names();
  for (const name of ["workflow_start", "workflow_observe", "a11y_snapshot", "click"]) {
    assert.ok(explore.includes(name), `${name} is listed`);
  }
  await agent.call("toolset_select", { toolset: "full" });
  const full = await names();
  assert.ok(full.length > explore.length || explore.every((name) => full.includes(name)));
});

test("workflow_observe shows the page as an outline", async () => {
  const page = await agent.open(server.url);
  const { text } = await page.call("workflow_observe", { maxNodes: 2048 });
  const lines = text.split("\n").map((line) => line.trim());
  for (
    const line of [
      'heading "Order desk" level=1',
      'textbox "Full name" required',
      'combobox "Country" value="Norway"',
      'button "Place order"',
      'button "Print receipt" disabled',
      'button "Reserve slot"',
    ]
  ) {
    assert.ok(lines.some((one) => one.startsWith(line)), `${line} in\n${text}`);
  }
  await page.close();
});

test("typed text and clicks by outline lines reach the page", async () => {
  const page = await agent.open(server.url);
  const outline = await page.outline();
  const line = (start: string) => find(outline, start) ?? start;
  await page.call("type_text", { target: line('textbox "Full name"'), value: "Ada Lovelace" });
  await page.call("type_text", { target: line('textbox "E-mail"'), value: "ada@example.org" });
  await page.call("click", { target: line('checkbox "Wrap as a gift"') });
  await page.call("click", { target: line('button "Place order"') });
  const notice = (await page.outline()).join("\n");
  assert.match(notice, /Thank you, Ada Lovelace: the order ships to Norway, wrapped as a gift/);
  await page.close();
});

test("equal buttons are told apart by their ordinal", async () => {
  const page = await agent.open(server.url);
  await page.call("a11y_snapshot", { maxNodes: 2048 });
  await page.call("click", { target: 'button "Add" #1' });
  assert.match((await page.outline()).join("\n"), /1 × Rain jacket/);
  await page.close();
});

test("a click inside a frame reaches the frame", async () => {
  const page = await agent.open(server.url);
  const outline = await page.outline();
  await page.call("click", { target: find(outline, 'button "Reserve slot"') ?? "" });
  assert.match((await page.outline()).join("\n"), /Reserved: Monday\./);
  await page.close();
});

test("a click behind a shadow root reaches the widget", async () => {
  const page = await agent.open(server.url);
  const outline = await page.outline();
  await page.call("click", { target: find(outline, 'button "More"') ?? "" });
  const after = await page.outline();
  assert.ok(
    after.some((line) => line === '"1"' || /^status.*"1"|^"1"/.test(line)),
    after.join("\n"),
  );
  await page.close();
});

test("a password never leaves the gateway", async () => {
  const page = await agent.open(server.url);
  const { text, structured } = await page.call("a11y_snapshot", { maxNodes: 2048 });
  assert.match(text, /textbox "Account password".*\[redacted\]/);
  assert.ok(!`${text}${JSON.stringify(structured)}`.includes("hunter2"));
  await page.close();
});

test("wait_for sees what the page does later", async () => {
  const page = await agent.open(
    "data:text/html,<title>Later</title><button onclick=\"setTimeout(()=>document.body.append('Done at last'),400)\">Go</button>",
  );
  await page.outline();
  await page.call("click", { target: 'button "Go"' });
  const waited = await page.call("wait_for", {
    condition: {
      kind: "text",
      target: { css: "body" },
      matcher: { kind: "contains", value: "Done at last" },
    },
    timeoutMs: 10_000,
  });
  assert.equal(waited.structured["status"], "completed");
  await page.close();
});

test("a screenshot comes as an image", async () => {
  const page = await agent.open(server.url);
  const { image } = await page.call("screenshot");
  assert.ok(image !== null, "an image block");
  const bytes = Uint8Array.from(atob(image.data), (char) => char.charCodeAt(0));
  const magic = {
    "image/png": [0x89, 0x50],
    "image/jpeg": [0xff, 0xd8],
    "image/webp": [0x52, 0x49],
  };
  const known: Readonly<Record<string, readonly number[]>> = magic;
  assert.deepEqual([...bytes.slice(0, 2)], known[image.mimeType]);
  await page.close();
});

test("a dialog is told by the click that opened it, and answered", async () => {
  const page = await agent.open(server.url);
  const outline = await page.outline();
  const clicked = await page.call("click", {
    target: find(outline, 'button "Forget recent orders…"') ?? "",
  });
  assert.match(JSON.stringify(clicked.structured), /Forget all 20 recent orders\?/);
  const reading = await page.attempt("a11y_snapshot");
  assert.ok(reading.isError);
  assert.match(JSON.stringify(reading.structured), /"code":"dialogPending"/);
  await page.call("dialog", { action: "accept" });
  assert.match((await page.outline()).join("\n"), /Recent orders are forgotten/);
  await page.close();
});

test("after a navigation the new document answers, and old lines are refused", async () => {
  const page = await agent.open(server.url);
  await page.outline();
  const navigated = await page.call("navigate", { url: `${server.url}delivery.html` });
  assert.match(JSON.stringify(navigated.structured), /"kind":"navigation"/);
  assert.ok((await page.outline()).some((line) => line.startsWith('heading "Delivery"')));
  const stale = await page.attempt("click", { target: 'button "Place order"' });
  assert.ok(stale.isError);
  await page.close();
});

test("a link is followed and its page shown", async () => {
  const page = await agent.open(server.url);
  const outline = await page.outline();
  await page.call("click", {
    target: find(outline, 'link "Delivery"') ?? "",
    expectedUrl: `${server.url}delivery.html`,
  });
  const { text } = await page.call("inspect");
  assert.match(text, /Parcels leave Bergen/);
  await page.close();
});

test("pages are opened, listed, brought to the front and closed", async () => {
  const page = await agent.open(server.url);
  const { sessionId } = page;
  const opened = await agent.call("page_open", { sessionId, url: `${server.url}delivery.html` });
  const pageId = opened.structured["id"];
  assert.equal(opened.isError, false, opened.text);
  const listed = await agent.call("page_list", { sessionId });
  assert.match(listed.text, /delivery\.html/);
  assert.ok(listed.text.includes(page.pageId));
  assert.equal((await agent.call("page_activate", { sessionId, pageId })).isError, false);
  assert.equal((await agent.call("page_close", { sessionId, pageId })).isError, false);
  const rest = await agent.call("page_list", { sessionId });
  assert.ok(!rest.text.includes(String(pageId)));
  await page.close();
});

test("sessions are listed, each with its own id", async () => {
  const one = await agent.open(server.url);
  const two = await agent.open(server.url);
  assert.notEqual(one.sessionId, two.sessionId);
  const listed = await agent.call("session_list");
  assert.ok(listed.text.includes(one.sessionId) && listed.text.includes(two.sessionId));
  await one.close();
  await two.close();
});

test("a closed session answers no more", async () => {
  const page = await agent.open(server.url);
  await page.close();
  await assert.rejects(page.call("a11y_snapshot"), /unknownWorkflowHandle|notFound|handle/i);
});

test("wrong arguments are refused by pointer, without their value", async () => {
  const page = await agent.open(server.url);
  await assert.rejects(
    page.call("click", { target: 'button "Place order"', clicks: "s3cret-value" }),
    (error: unknown) => error instanceof Error && !error.message.includes("s3cret-value"),
  );
  await page.close();
});

test("every message on the wire validates against the MCP schemas", () => {
  const wire = new McpWire("2025-11-25");
  const lines = readTap(join(folder, "wire.log"));
  assert.ok(lines.length > 50, "the tap saw the tests before this one");
  for (const { from, text } of lines) {
    if (from === "client") wire.fromClient(JSON.parse(text));
    else wire.fromServer(JSON.parse(text));
  }
  assert.deepEqual(wire.faults, []);
});
