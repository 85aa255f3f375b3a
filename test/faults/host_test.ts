/** Hosts that write oddly, write everything at once, or do not read: right answers, no growth. */
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { Site } from "../support/site.ts";
import { amount } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { DueAnswers } from "./due_answers.ts";
import { isJson, type Json, RawGateway, textOf } from "./raw_gateway.ts";

const ANSWER_MS = 5_000;
const MEBIBYTE = 1024 * 1024;
const ENCODER = new TextEncoder();
const INITIALIZE = {
  jsonrpc: "2.0",
  id: "first",
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "odd", version: "1" },
  },
};
const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };
const PING = { jsonrpc: "2.0", id: "ping", method: "ping" };

let site: Site;
let gateway: RawGateway | null = null;
before(async () => {
  site = await Site.start();
});
after(() => site.close());
afterEach(async () => {
  await gateway?.close();
  assert.deepEqual(gateway?.faults, [], "every line on stdout is valid");
  gateway = null;
});

const WRITINGS: readonly (readonly [string, (text: string) => readonly Uint8Array[]])[] = [
  ["with CRLF", (text) => [ENCODER.encode(text.replaceAll("\n", "\r\n"))]],
  [
    "behind a byte order mark",
    (text) => [new Uint8Array([0xef, 0xbb, 0xbf]), ENCODER.encode(text)],
  ],
  ["byte by byte", (text) => [...ENCODER.encode(text)].map((byte) => new Uint8Array([byte]))],
  ["between empty lines", (text) => [ENCODER.encode(`\n\r\n${text.replaceAll("\n", "\n\n")}`)]],
];

for (const [how, pieces] of WRITINGS) {
  test(`messages written ${how} are answered`, async () => {
    gateway = RawGateway.bare();
    const first = gateway.answerTo("first", "initialize");
    const ping = gateway.answerTo("ping", "ping");
    const text = [INITIALIZE, INITIALIZED, PING].map((one) => `${JSON.stringify(one)}\n`).join("");
    for (const piece of pieces(text)) await gateway.bytes(piece);
    assert.ok(isJson((await answered("initialize", ANSWER_MS, first)).value.result));
    assert.deepEqual((await answered("ping", ANSWER_MS, ping)).value.result, {});
  });
}

test("an input that ends inside of a message gets its errors, and the process ends", async () => {
  gateway = await RawGateway.start();
  const page = await gateway.open("data:text/html,<button>Here</button>");
  const errors: Json[] = [];
  gateway.onMessage = (message) => void ("error" in message && errors.push(message));
  const snapshot = { sessionId: page.sessionId, pageId: page.pageId };
  await gateway.bytes(ENCODER.encode(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "a11y_snapshot", arguments: snapshot },
    }).slice(0, -20),
  ));
  gateway.closeInput();
  await answered("the end", ANSWER_MS, gateway.ended);
  assert.deepEqual(errors.map(({ error }) => isJson(error) ? error.code : null), [-32700]);
});

test("10,000 requests at once are answered once each, and those that come right are right", async () => {
  gateway = await RawGateway.start();
  const { sessionId, pageId } = await gateway.open("data:text/html,<button>Here</button>");
  const due = new DueAnswers();
  const settled = Promise.withResolvers<void>();
  let shown = 0;
  const wrong: Json[] = [];
  gateway.onMessage = (message) => {
    due.received(message);
    const text = textOf(message);
    if (text.includes('button "Here"')) shown++;
    else if (text !== "" || (isJson(message.error) && message.error.code !== -32000)) {
      wrong.push(message);
    }
    if (due.settled) settled.resolve();
  };
  const bytes = ENCODER.encode(
    Array.from({ length: 10_000 }, (_, id) => {
      const call = { name: "a11y_snapshot", arguments: { sessionId, pageId } };
      const request = id % 2 === 0 ? { method: "ping" } : { method: "tools/call", params: call };
      return `${JSON.stringify({ jsonrpc: "2.0", id, ...request })}\n`;
    }).join(""),
  );
  due.sent(bytes);
  await Promise.all([
    gateway.bytes(bytes),
    answered("10,000 answers", ANSWER_MS * 4, settled.promise),
  ]);
  assert.deepEqual(due.unasked, []);
  assert.deepEqual(wrong, []);
  assert.ok(shown >= 64, `${shown} calls were served`);
});

test("a host that does not read while calls run costs no memory, and gets all answers later", async () => {
  const items = Array.from(
    { length: 2_500 },
    (_, n) => `<li><a href=#${n}>Item ${n} ${"x".repeat(60)}</a>`,
  );
  const url = site.page(
    "/busy",
    `<title>Busy</title><ul>${items.join("")}</ul><script>
      setInterval(() => { document.title = "Busy " + performance.now(); fetch("/beat"); }, 20);
    </script>`,
  );
  site.page("/beat", "beat");
  gateway = await RawGateway.start();
  const { sessionId, pageId } = await gateway.open(url);
  const call = (id: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: {
      name: "a11y_snapshot",
      arguments: { sessionId, pageId, maxNodes: 2_048 },
      _meta: { progressToken: id },
    },
  });
  const warm = gateway.answerTo("warm", "tools/call");
  gateway.send(call("warm"));
  await answered("a snapshot", ANSWER_MS, warm);
  const before = gateway.memoryBytes;
  gateway.stopReading();
  // Kept whole, the answers to all of them would take hundreds of mebibytes.
  const rounds = amount(16, 40);
  const answers: Promise<Json>[] = [];
  for (let id = 0; id < rounds * 64; id++) answers.push(gateway.answerTo(`n${id}`, "tools/call"));
  for (let id = 0; id < rounds * 64; id++) gateway.send(call(`n${id}`));
  // The browser side goes on: the page is heard of on the network while nobody reads.
  const beats = () => site.hits.filter((path) => path === "/beat").length;
  const begun = beats();
  const beating = Promise.withResolvers<void>();
  site.page("/beat", (_request, response) => {
    response.end("beat");
    if (beats() > begun + 150) beating.resolve();
  });
  await answered("the page", 20_000, beating.promise);
  assert.ok(
    gateway.memoryBytes - before < 240 * MEBIBYTE,
    `${Math.round((gateway.memoryBytes - before) / MEBIBYTE)} MiB more while nobody reads`,
  );
  gateway.readOn();
  const { value } = await answered("all answers", 60_000, Promise.all(answers));
  for (const answer of value) {
    const refused = isJson(answer.error) && answer.error.code === -32000;
    assert.ok(refused || textOf(answer).includes("Item 7 "), JSON.stringify(answer).slice(0, 300));
  }
  assert.ok(value.some((answer) => textOf(answer) !== ""));
});

for (const how of ["SIGTERM", "the end of its input"] as const) {
  test(`${how} ends a gateway whose host does not read`, async () => {
    gateway = await RawGateway.start();
    const { sessionId, pageId } = await gateway.open("data:text/html,<button>Here</button>");
    gateway.stopReading();
    for (let id = 0; id < 64; id++) {
      gateway.send({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "screenshot", arguments: { sessionId, pageId } },
      });
    }
    if (how === "SIGTERM") gateway.kill("SIGTERM");
    else gateway.closeInput();
    await answered("the end", ANSWER_MS, gateway.ended);
  });
}
