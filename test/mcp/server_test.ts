import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Failure } from "../../src/model/error.ts";
import { MAX_IN_FLIGHT_REQUESTS, MAX_PENDING_CANCELS } from "../../src/model/limits.ts";
import { echo, failing, fakeRegistry, gate, untilCancelled } from "../support/fake_registry.ts";
import { principal } from "../support/fake_runtime.ts";
import { errorOf, member, resultOf, stillClock, TestClient } from "../support/mcp_client.ts";

describe("tools/call", () => {
  test("passes the arguments on, absent ones as {}", async () => {
    const registry = fakeRegistry({ echo });
    const client = await new TestClient({ registry }).ready();
    assert.deepEqual(resultOf(await client.call(1, "echo", { a: 1 })).structuredContent, {
      echo: { a: 1 },
    });
    await client.request(2, "tools/call", { name: "echo" });
    assert.deepEqual(registry.calls[1]?.arguments, {});
  });

  test("serves a call that asks for a task as an ordinary one", async () => {
    const client = await new TestClient().ready();
    const answer = await client.request(1, "tools/call", { name: "echo", task: { ttl: 1 } });
    assert.equal(resultOf(answer).isError, false);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ["no params", undefined],
    ["no name", {}],
    ["an empty name", { name: "" }],
    ["a long name", { name: "x".repeat(65) }],
    ["arguments in an array", { name: "echo", arguments: [] }],
    ["null arguments", { name: "echo", arguments: null }],
    ["an unknown member", { name: "echo", extra: 1 }],
    ["_meta that is no object", { name: "echo", _meta: 1 }],
    ["a progress token that is no string or integer", {
      name: "echo",
      _meta: { progressToken: 1.5 },
    }],
  ];
  for (const [title, params] of wrong) {
    test(`refuses ${title} as malformedArguments`, async () => {
      const registry = fakeRegistry({ echo });
      const client = await new TestClient({ registry }).ready();
      const { code, data } = errorOf(await client.request(1, "tools/call", params));
      assert.deepEqual([code, data.reason], [-32602, "malformedArguments"]);
      assert.equal(registry.calls.length, 0);
    });
  }

  test("a tool that is unknown and one that is not held look alike", async () => {
    const registry = fakeRegistry({ echo, kept: echo }, ["kept"]);
    const client = await new TestClient({ registry }).ready();
    const unknown = errorOf(await client.call(1, "nowhere"));
    assert.equal(unknown.code, -32601);
    assert.deepEqual(errorOf(await client.call(2, "kept")), unknown);
  });

  test("a wrong shape is told before an unknown tool", async () => {
    const client = await new TestClient().ready();
    assert.equal(errorOf(await client.call(1, "nowhere", [])).code, -32602);
  });

  test("an expired credential is told before a wrong shape", async () => {
    const expired = { ...principal(), expiresAt: 1_000 };
    const client = await new TestClient({ principal: expired, clock: stillClock(1_000) }).ready();
    const { code, data } = errorOf(await client.request(1, "tools/call"));
    assert.equal(code, -32000);
    assert.equal(member(data, "interfaceError").code, "tokenExpired");
  });

  test("a failure is encoded with a correlation id of its own", async () => {
    const registry = fakeRegistry({ fails: failing(new Failure("notFound", "No such page")) });
    const client = await new TestClient({ registry }).ready();
    const ids = [];
    for (const id of [1, 2]) {
      const { code, data } = errorOf(await client.call(id, "fails"));
      assert.equal(code, -32000);
      ids.push(member(data, "interfaceError").correlationId);
    }
    assert.notEqual(ids[0], ids[1]);
  });

  test("an unexpected exception leaks nothing to the client and is reported by class and place", async () => {
    const secret = "s3cr3t";
    const registry = fakeRegistry({ breaks: failing(new RangeError(secret)) });
    const client = await new TestClient({ registry }).ready();
    const answer = await client.call(1, "breaks");
    const { code, data } = errorOf(answer);
    assert.equal(code, -32603);
    assert.ok(!JSON.stringify(answer).includes(secret));
    const [reported] = client.reported;
    assert.equal(reported?.name, "RangeError");
    assert.match(String(reported?.place), /^at .*server_test/);
    assert.equal(reported?.correlationId, data.correlationId);
    assert.ok(!JSON.stringify(client.reported).includes(secret));
  });

  test("an exception while listing is -32603 too", async () => {
    const registry = {
      ...fakeRegistry({ echo }),
      list: () => {
        throw new TypeError("broken");
      },
    };
    const client = await new TestClient({ registry }).ready();
    assert.equal(errorOf(await client.request(1, "tools/list")).code, -32603);
    assert.equal(client.reported.length, 1);
  });

  test("64 calls run at once and the next is refused", async () => {
    const held = gate();
    const client = await new TestClient({ registry: fakeRegistry({ held: held.script }) }).ready();
    const answers = Array.from(
      { length: MAX_IN_FLIGHT_REQUESTS },
      (_, id) => client.call(id, "held"),
    );
    const { code, data } = errorOf(await client.call("more", "held"));
    assert.equal(code, -32000);
    assert.equal(member(data, "interfaceError").code, "resourceExhausted");
    held.open();
    for (const answer of await Promise.all(answers)) assert.equal(resultOf(answer).isError, false);
    assert.equal(resultOf(await client.call("after", "held")).isError, false);
  });

  test("a second request with the id of one in flight is -32600, of another type not", async () => {
    const held = gate();
    const client = await new TestClient({ registry: fakeRegistry({ held: held.script, echo }) })
      .ready();
    const first = client.call(1, "held");
    const { code, data } = errorOf(await client.request(1, "ping"));
    assert.equal(code, -32600);
    assert.ok(data.diagnostic);
    assert.ok(member(data, "repair").action);
    assert.equal(resultOf(await client.call("1", "echo")).isError, false);
    held.open();
    assert.equal(resultOf(await first).isError, false);
    assert.equal(resultOf(await client.call(1, "held")).isError, false);
  });
});

describe("cancelled", () => {
  test("the call is answered -32800 at once, whatever the work does", async () => {
    const held = gate();
    const client = await new TestClient({ registry: fakeRegistry({ held: held.script }) }).ready();
    const answer = client.call(7, "held");
    await client.notify("notifications/cancelled", { requestId: 7, reason: "no more" });
    assert.equal(errorOf(await answer).code, -32800);
    assert.equal(client.server.running, 1);
    held.open();
    await client.server.idle();
    assert.equal(client.server.running, 0);
  });

  test("the tool's signal aborts and its end is not reported as an error", async () => {
    const client = await new TestClient({ registry: fakeRegistry({ untilCancelled }) }).ready();
    const answer = client.call("a", "untilCancelled");
    await client.notify("notifications/cancelled", { requestId: "a" });
    assert.equal(errorOf(await answer).code, -32800);
    await client.server.idle();
    assert.deepEqual(client.reported, []);
  });

  test("an id of another type cancels nothing", async () => {
    const held = gate();
    const client = await new TestClient({ registry: fakeRegistry({ held: held.script }) }).ready();
    const answer = client.call(7, "held");
    await client.notify("notifications/cancelled", { requestId: "7" });
    held.open();
    assert.equal(resultOf(await answer).isError, false);
  });

  test("a cancellation that comes before its call cancels it, once", async () => {
    const registry = fakeRegistry({ echo });
    const client = await new TestClient({ registry }).ready();
    await client.notify("notifications/cancelled", { requestId: 9 });
    assert.equal(errorOf(await client.call(9, "echo")).code, -32800);
    assert.equal(registry.calls.length, 0);
    assert.equal(resultOf(await client.call(9, "echo")).isError, false);
  });

  test("1024 early cancellations are kept, the oldest leaves first", async () => {
    const client = await new TestClient().ready();
    for (let id = 0; id <= MAX_PENDING_CANCELS; id++) {
      await client.notify("notifications/cancelled", { requestId: id });
    }
    assert.equal(resultOf(await client.call(0, "echo")).isError, false);
    assert.equal(errorOf(await client.call(1, "echo")).code, -32800);
    assert.equal(errorOf(await client.call(MAX_PENDING_CANCELS, "echo")).code, -32800);
  });

  test("initialize forgets early cancellations", async () => {
    const client = await new TestClient().ready();
    await client.notify("notifications/cancelled", { requestId: 1 });
    await client.ready();
    assert.equal(resultOf(await client.call(1, "echo")).isError, false);
  });

  test("a malformed cancellation is dropped", async () => {
    const client = await new TestClient().ready();
    for (const params of [undefined, {}, { requestId: null }, { requestId: {} }]) {
      await client.notify("notifications/cancelled", params);
    }
    assert.equal(resultOf(await client.call(1, "echo")).isError, false);
  });
});

describe("progress", () => {
  const steps = async (values: readonly number[], token: unknown) => {
    const registry = fakeRegistry({
      work: async (call) => {
        for (const value of values) call.progress(value, `at ${value}`);
        return { structured: {} };
      },
    });
    const client = await new TestClient({ registry }).ready();
    await client.call(1, "work", {}, token);
    registry.calls[0]?.progress(1_000);
    return client.notifications.map((notification) => member(notification, "params"));
  };

  test("is sent with the token of the call, only when it rises, and not after the result", async () => {
    assert.deepEqual(await steps([1, 1, 0.5, 2, NaN, Infinity, 3], "t"), [
      { progressToken: "t", progress: 1, message: "at 1" },
      { progressToken: "t", progress: 2, message: "at 2" },
      { progressToken: "t", progress: 3, message: "at 3" },
    ]);
  });

  test("keeps a token of 0", async () => {
    assert.equal((await steps([1], 0))[0]?.progressToken, 0);
  });

  test("is not sent without a token", async () => {
    assert.deepEqual(await steps([1, 2], undefined), []);
  });

  test("ends with the cancellation of the call", async () => {
    const held = gate();
    const registry = fakeRegistry({ held: held.script });
    const client = await new TestClient({ registry }).ready();
    const answer = client.call(1, "held", {}, "t");
    await client.notify("notifications/cancelled", { requestId: 1 });
    await answer;
    registry.calls[0]?.progress(1);
    assert.deepEqual(client.notifications, []);
    held.open();
  });
});

describe("phases", () => {
  test("a real change of the phase is told once, and the list follows", async () => {
    const registry = fakeRegistry({
      select: async (call) => {
        call.server.selectPhase("act");
        return { structured: { toolset: call.server.phase } };
      },
    });
    const client = await new TestClient({ registry }).ready();
    await client.call(1, "select");
    await client.call(2, "select");
    assert.deepEqual(client.notifications, [
      { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
    ]);
    assert.match(JSON.stringify(await client.request(3, "tools/list")), /Listed in act/);
  });

  test("holds() tells the principal's capabilities", async () => {
    const registry = fakeRegistry({ echo });
    const client = await new TestClient({ registry, principal: principal(["page:read"]) }).ready();
    await client.call(1, "echo");
    const server = registry.calls[0]?.server;
    assert.deepEqual([server?.holds("page:read"), server?.holds("page:write")], [true, false]);
  });
});
