import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { after, test } from "node:test";
import fc from "fast-check";
import { WebSocketServer } from "ws";
import { type ErrorCode, Failure } from "../../src/model/error.ts";
import { systemClock } from "../../src/platform/system.ts";
import { PipeCarrier } from "../../src/rpc/carrier_pipe.ts";
import { connectWebSocket } from "../../src/rpc/carrier_websocket.ts";
import { type Carrier, type CarrierEvents, Connection } from "../../src/rpc/connection.ts";

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  readonly sessionId?: string;
}

/** A browser in the test's hands. */
class Peer implements Carrier {
  readonly sent: Sent[] = [];
  #events: CarrierEvents | null = null;
  open(events: CarrierEvents): void {
    this.#events = events;
  }
  send(text: string): void {
    // What our own connection has just written.
    this.sent.push(JSON.parse(text) as Sent);
  }
  close(): void {
    this.#events?.onClose("closed by the test");
  }
  say(message: unknown): void {
    this.#events?.onMessage(typeof message === "string" ? message : JSON.stringify(message));
  }
}

function pair(): { peer: Peer; connection: Connection } {
  const peer = new Peer();
  return { peer, connection: new Connection(peer, systemClock) };
}

function within(ms = 5_000) {
  return { deadline: systemClock.monotonic() + ms };
}

async function refusedWith(code: ErrorCode, work: Promise<unknown>): Promise<Failure> {
  const failure = await work.then(() => null, (cause: unknown) => cause);
  assert.ok(failure instanceof Failure);
  assert.equal(failure.code, code);
  return failure;
}

test("answers are matched by id in whatever order they come", async () => {
  await fc.assert(fc.asyncProperty(
    fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 }),
    async (order) => {
      const { peer, connection } = pair();
      const calls = order.map((_, at) => connection.call("M", { at }, null, within()));
      const byPlace = order.map((place, at) => ({ place, at })).toSorted((a, b) =>
        a.place - b.place
      );
      for (const { at } of byPlace) peer.say({ id: peer.sent[at]?.id, result: { at } });
      assert.deepEqual(await Promise.all(calls), order.map((_, at) => ({ at })));
      assert.equal(connection.pendingCalls, 0);
    },
  ));
});

test("a call names its session, and the browser's own calls name none", () => {
  const { peer, connection } = pair();
  connection.call("A", {}, "s1", within()).catch(() => {});
  connection.call("B", {}, null, within()).catch(() => {});
  assert.equal(peer.sent[0]?.sessionId, "s1");
  assert.equal("sessionId" in (peer.sent[1] ?? {}), false);
  connection.close();
});

test("a refused call fails with the browser's words: CDP's message, BiDi's code", async () => {
  const { peer, connection } = pair();
  const cdp = connection.call("A", {}, null, within());
  const bidi = connection.call("B", {}, null, within());
  peer.say({ id: 1, error: { code: -32000, message: "No such thing" } });
  peer.say({ type: "error", id: 2, error: "no such frame", message: "quotes the argument" });
  assert.match((await refusedWith("browserCommandFailed", cdp)).message, /No such thing/);
  const failure = await refusedWith("browserCommandFailed", bidi);
  assert.match(failure.message, /no such frame/);
  assert.doesNotMatch(failure.message, /quotes/);
});

test("a call ends by its deadline, at once when that has passed, and a late answer is dropped", async () => {
  const { peer, connection } = pair();
  await refusedWith("deadlineExceeded", connection.call("A", {}, null, within(10)));
  peer.say({ id: 1, result: {} });
  await refusedWith("deadlineExceeded", connection.call("B", {}, null, within(-1)));
  assert.equal(peer.sent.length, 1, "the second was not sent");
  await refusedWith("deadlineExceeded", connection.bound(new Promise(() => {}), within(10)));
  assert.equal(connection.pendingCalls, 0);
});

test("a call ends by its signal, at once when that is aborted", async () => {
  const { peer, connection } = pair();
  const aborter = new AbortController();
  const call = { ...within(), signal: aborter.signal };
  const first = connection.call("A", {}, null, call);
  const bound = connection.bound(new Promise(() => {}), call);
  aborter.abort();
  await refusedWith("cancelled", first);
  await refusedWith("cancelled", bound);
  await refusedWith("cancelled", connection.call("B", {}, null, call));
  assert.equal(peer.sent.length, 1);
});

test("events go to the listener of their session, in order", () => {
  const { peer, connection } = pair();
  const heard: string[] = [];
  connection.listen(
    null,
    (method, params) => heard.push(`browser ${method} ${JSON.stringify(params)}`),
  );
  connection.listen("s1", (method) => heard.push(`s1 ${method}`));
  peer.say({ method: "A", params: { a: 1 } });
  peer.say({ method: "B", params: {}, sessionId: "s1" });
  peer.say({ method: "C", params: {}, sessionId: "s1" });
  assert.deepEqual(heard, ['browser A {"a":1}', "s1 B", "s1 C"]);
});

test("anything unknown or malformed is dropped and harms nothing", async () => {
  const { peer, connection } = pair();
  const call = connection.call("A", {}, null, within());
  for (
    const message of [
      "",
      "{",
      "null",
      "[]",
      "1",
      '"x"',
      "{}",
      '{"id":"1"}',
      '{"id":99,"result":{}}',
      '{"method":1}',
      '{"method":"X","sessionId":"unknown"}',
      '{"method":"X","sessionId":7}',
    ]
  ) peer.say(message);
  peer.say({ id: 1, result: { fine: true } });
  assert.deepEqual(await call, { fine: true });
});

test("an ended session fails its calls and hears nothing more; others go on", async () => {
  const { peer, connection } = pair();
  let heard = 0;
  connection.listen("s1", () => heard++);
  const ended = connection.call("A", {}, "s1", within());
  const other = connection.call("B", {}, "s2", within());
  connection.endSession("s1", new Failure("targetDetached", "Gone"));
  await refusedWith("targetDetached", ended);
  peer.say({ method: "E", params: {}, sessionId: "s1" });
  assert.equal(heard, 0);
  peer.say({ id: 2, result: 5 });
  assert.equal(await other, 5);
});

test("at the close every pending call fails, later ones fail at once, and the reason is told", async () => {
  const { peer, connection } = pair();
  const calls = [connection.call("A", {}, null, within()), connection.call("B", {}, "s", within())];
  peer.close();
  for (const call of calls) await refusedWith("engineUnreachable", call);
  await refusedWith("engineUnreachable", connection.call("C", {}, null, within()));
  assert.equal(await connection.closed, "closed by the test");
  assert.equal(connection.isClosed, true);
  connection.close();
});

test("the pipe carrier frames by NUL both ways, skips what is too large, and tells its end", async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  const carrier = new PipeCarrier({ input, output, maxBytes: 64 });
  const connection = new Connection(carrier, systemClock);
  const call = connection.call("A", {}, null, within());
  assert.equal(String(output.read()), '{"id":1,"method":"A","params":{}}\0');
  input.write(`{"id":1,"result":"${"x".repeat(100)}"}\0{"id":1,`);
  input.write('"result":"é"}\0');
  assert.equal(await call, "é");
  const lost = connection.call("B", {}, null, within());
  input.end();
  await refusedWith("engineUnreachable", lost);
  assert.match(await connection.closed, /pipe/);
});

const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
after(() => server.close());
server.on("connection", (socket) => {
  socket.on("message", (data) => {
    // Our own connection's call.
    const { id, method } = JSON.parse(String(data)) as Sent;
    if (method === "Big") socket.send(JSON.stringify({ id, result: "x".repeat(2_000) }));
    else if (method === "Drop") socket.terminate();
    else socket.send(JSON.stringify({ id, result: method }));
  });
});

function address(): string {
  const bound = server.address();
  assert.ok(typeof bound === "object" && bound !== null);
  return `ws://127.0.0.1:${bound.port}/`;
}

test("the WebSocket carrier carries calls, and its loss fails them", async () => {
  const options = { maxBytes: 1_000, clock: systemClock };
  const connection = new Connection(
    await connectWebSocket(address(), options, within()),
    systemClock,
  );
  assert.equal(await connection.call("Echo", {}, null, within()), "Echo");
  await refusedWith("engineUnreachable", connection.call("Drop", {}, null, within()));
  assert.match(await connection.closed, /connection/);
});

test("a WebSocket message over the bound ends the connection, not the process", async () => {
  const options = { maxBytes: 1_000, clock: systemClock };
  const connection = new Connection(
    await connectWebSocket(address(), options, within()),
    systemClock,
  );
  await refusedWith("engineUnreachable", connection.call("Big", {}, null, within()));
});

test("an address where nobody answers is refused without repeating it", async () => {
  const options = { maxBytes: 1_000, clock: systemClock };
  for (const url of ["ws://127.0.0.1:9/token-secret", "no url secret"]) {
    const failure = await refusedWith(
      "engineUnreachable",
      connectWebSocket(url, options, within()),
    );
    assert.doesNotMatch(failure.message, /secret/);
  }
});
