import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { MAX_FRAME_IN_BYTES, MAX_FRAME_OUT_BYTES } from "../../src/model/limits.ts";
import { echo, gate, untilCancelled } from "../support/fake_registry.ts";
import type { Script } from "../support/fake_registry.ts";
import { errorOf, member, resultOf, stillClock } from "../support/mcp_client.ts";
import { call, INITIALIZE, INITIALIZED, request, StdioHost } from "../support/stdio_host.ts";

/** A clock whose sleeps end when the test says so. */
function drivenClock() {
  const sleeping: (() => void)[] = [];
  const asked: number[] = [];
  const clock = {
    ...stillClock(),
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        asked.push(ms);
        sleeping.push(resolve);
      }),
  };
  return { clock, asked, wake: () => sleeping.splice(0).forEach((resolve) => resolve()) };
}

const big: Script = async () => ({ structured: {}, text: "x".repeat(2_000_000) });

describe("serveStdio", () => {
  test("answers a whole conversation that came in one chunk", async () => {
    const host = new StdioHost();
    host.send(INITIALIZE, INITIALIZED, request(1, "tools/list"), call("1", "echo", { a: "ä" }));
    await host.settled();
    assert.deepEqual(host.ids, ["init", 1, "1"]);
    const last = host.messages.at(-1) ?? null;
    assert.deepEqual(resultOf(last).structuredContent, { echo: { a: "ä" } });
    host.closeInput();
    assert.equal(await host.end, "inputEnded");
  });

  test("serves one message after the other until the client is ready, then side by side", async () => {
    const held = gate();
    const host = new StdioHost({ held: held.script, echo });
    host.send(
      call(0, "echo"),
      INITIALIZE,
      call(1, "echo"),
      INITIALIZED,
      call(2, "held"),
      call(3, "echo"),
    );
    await host.settled();
    assert.deepEqual(host.ids, [0, "init", 1, 3]);
    assert.deepEqual([host.messages[0], host.messages[2]].map((one) => errorOf(one ?? null).code), [
      -32002,
      -32002,
    ]);
    held.open();
    await host.settled();
    assert.deepEqual(host.ids, [0, "init", 1, 3, 2]);
    host.closeInput();
    await host.end;
  });

  test("answers a frame over 1 MiB and goes on", async () => {
    const host = new StdioHost();
    host.send("x".repeat(MAX_FRAME_IN_BYTES + 1), INITIALIZE);
    await host.settled();
    const { code, data } = errorOf(host.messages[0] ?? null);
    assert.deepEqual([code, data.reason, data.maxBytes], [
      -32600,
      "frameTooLarge",
      MAX_FRAME_IN_BYTES,
    ]);
    assert.equal(host.ids[1], "init");
    host.closeInput();
    await host.end;
  });

  test("writes an error without id for new clients and with null for older ones", async () => {
    const host = new StdioHost();
    host.send("{", INITIALIZE, "{");
    host.send(
      { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: "2025-06-18" } },
      "{",
    );
    await host.settled();
    const errors = host.messages.filter((message) => "error" in message);
    assert.deepEqual(errors.map((message) => "id" in message ? message.id : "none"), [
      "none",
      "none",
      null,
    ]);
    host.closeInput();
    await host.end;
  });

  test("a result over 20 MiB becomes resultTooLarge", async () => {
    const huge: Script = async () => ({ structured: {}, text: "x".repeat(MAX_FRAME_OUT_BYTES) });
    const host = new StdioHost({ huge });
    host.send(INITIALIZE, INITIALIZED, call(1, "huge"));
    await host.settled();
    const { code, data } = errorOf(host.messages[1] ?? null);
    assert.deepEqual([code, data.reason, data.maxBytes], [
      -32603,
      "resultTooLarge",
      MAX_FRAME_OUT_BYTES,
    ]);
    host.closeInput();
    await host.end;
  });

  test("refuses the 65th call in flight and sees the cancellation of the others", async () => {
    const host = new StdioHost({ untilCancelled });
    host.send(INITIALIZE, INITIALIZED);
    for (let id = 0; id < 65; id++) host.send(call(id, "untilCancelled"));
    await host.settled();
    assert.deepEqual(host.ids, ["init", 64]);
    const { code, data } = errorOf(host.messages[1] ?? null);
    assert.equal(code, -32000);
    assert.equal(member(data, "interfaceError").code, "resourceExhausted");
    host.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } });
    await host.settled();
    assert.equal(errorOf(host.messages[2] ?? null).code, -32800);
    host.closeInput();
    await host.end;
  });

  test("does not read on while the host does not read", async () => {
    const host = new StdioHost({ big, echo });
    host.send(INITIALIZE, INITIALIZED);
    await host.settled();
    host.reads = false;
    host.send(call("first", "big"));
    await host.settled();
    for (let id = 0; id < 70; id++) host.send(call(id, "echo"));
    await host.settled();
    assert.equal(host.input, "paused");
    assert.equal(host.registry.calls.length, 1);
    host.unblock();
    await host.settled();
    assert.equal(host.input, "flowing");
    assert.equal(host.ids.length, 72);
    host.closeInput();
    await host.end;
  });

  test("drops progress that the host does not read, never the change of the list", async () => {
    const waiting = gate();
    const chatty: Script = async (call) => {
      const result = await waiting.script(call);
      for (let step = 1; step <= 1000; step++) call.progress(step);
      call.server.selectPhase("act");
      return result;
    };
    const host = new StdioHost({ big, chatty });
    host.send(INITIALIZE, INITIALIZED, call(2, "chatty", {}, { progressToken: "t" }));
    await host.settled();
    host.reads = false;
    host.send(call(1, "big"));
    await host.settled();
    waiting.open();
    await host.settled();
    host.unblock();
    await host.settled();
    const methods = host.messages.map((message) => message.method);
    assert.equal(methods.filter((method) => method === "notifications/progress").length, 0);
    assert.equal(
      methods.filter((method) => method === "notifications/tools/list_changed").length,
      1,
    );
    assert.equal(host.ids.includes(2), true);
    host.closeInput();
    await host.end;
  });
});

describe("the end of serveStdio", () => {
  test("answers calls in flight as cancelled when the input ends", async () => {
    const host = new StdioHost({ untilCancelled });
    host.send(INITIALIZE, INITIALIZED, call(1, "untilCancelled"));
    await host.settled();
    host.closeInput();
    assert.equal(await host.end, "inputEnded");
    assert.equal(errorOf(host.messages[1] ?? null).code, -32800);
    assert.equal(host.input, "stopped");
  });

  test("serves what came with the end of input, a line without newline too", async () => {
    const host = new StdioHost();
    host.send(INITIALIZE, INITIALIZED, call(1, "echo"));
    host.bytes(new TextEncoder().encode(JSON.stringify(call(2, "echo"))));
    host.closeInput();
    await host.end;
    assert.deepEqual(host.ids, ["init", 1, 2]);
    for (const message of host.messages.slice(1)) assert.equal(resultOf(message).isError, false);
  });

  test("waits no longer than the drain for work that does not end", async () => {
    const { clock, asked, wake } = drivenClock();
    const held = gate();
    const host = new StdioHost({ held: held.script }, clock);
    host.send(INITIALIZE, INITIALIZED, call(1, "held"));
    await host.settled();
    host.closeInput();
    await host.settled();
    assert.deepEqual(asked, [250]);
    wake();
    assert.equal(await host.end, "inputEnded");
    held.open();
  });

  test("waits no longer than the drain for a host that does not read", async () => {
    const { clock, wake } = drivenClock();
    const host = new StdioHost({ echo, untilCancelled }, clock);
    host.send(INITIALIZE, INITIALIZED, call(1, "untilCancelled"));
    await host.settled();
    host.reads = false;
    host.send(call(2, "echo"));
    await host.settled();
    host.closeInput();
    await host.settled();
    wake();
    assert.equal(await host.end, "inputEnded");
    assert.equal(host.registry.calls[0]?.signal.aborted, true);
  });

  test("ends when the reader of its output is gone", async () => {
    const host = new StdioHost({ echo, untilCancelled });
    host.send(INITIALIZE, INITIALIZED, call(1, "untilCancelled"));
    await host.settled();
    host.reads = false;
    host.send(call(2, "echo"));
    await host.settled();
    host.breakOutput();
    assert.equal(await host.end, "outputClosed");
    assert.equal(host.registry.calls[0]?.signal.aborted, true);
  });

  test("ends when it is stopped", async () => {
    const host = new StdioHost({ untilCancelled });
    host.send(INITIALIZE, INITIALIZED, call(1, "untilCancelled"));
    await host.settled();
    host.stop.abort();
    assert.equal(await host.end, "stopped");
    assert.equal(errorOf(host.messages[1] ?? null).code, -32800);
  });
});

describe("any junk on the input", () => {
  const line = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.constantFrom(
      "[]",
      "{}",
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":1,"method":5}',
      "[".repeat(300),
    ),
  ).map((text) => text.replaceAll(/[\r\n]/g, " ")).filter((text) => text !== "");

  test("gives every line exactly one error, however it is cut, and serves the next client", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 12 }),
        fc.array(fc.nat(), { maxLength: 8 }),
        async (lines, places) => {
          const host = new StdioHost();
          const bytes = new TextEncoder().encode(lines.map((one) => `${one}\n`).join(""));
          const cuts = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
          cuts.sort((left, right) => left - right);
          for (const [index, end] of cuts.slice(1).entries()) {
            host.bytes(bytes.slice(cuts[index], end));
          }
          host.send(INITIALIZE);
          host.closeInput();
          await host.end;
          const codes = host.messages.map((message) =>
            "error" in message ? errorOf(message).code : 0
          );
          assert.equal(codes.length, lines.length + 1);
          assert.ok(codes.slice(0, -1).every((code) => code === -32700 || code === -32600));
          assert.equal(host.ids.at(-1), "init");
        },
      ),
      { numRuns: 300 },
    );
  });
});
