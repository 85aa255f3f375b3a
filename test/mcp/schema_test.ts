/** Every message that passes, of either side, against the JSON Schemas of its version. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { HANDSHAKE_VERSIONS } from "../../src/mcp/versions.ts";
import { Failure } from "../../src/model/error.ts";
import { encodeResponse, frameTooLarge, resultTooLarge } from "../../src/rpc/json_rpc.ts";
import { echo, failing, fakeRegistry, gate, untilCancelled } from "../support/fake_registry.ts";
import { TestClient } from "../support/mcp_client.ts";
import { mcpSchema, McpWire } from "../support/mcp_schema.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** A conversation that draws every kind of message out of the server. */
async function conversation(version: string): Promise<TestClient> {
  const held = gate();
  const client = new TestClient({
    registry: fakeRegistry({
      echo,
      untilCancelled,
      held: held.script,
      shot: async () => ({
        structured: { status: "completed" },
        text: "half a pair: \ud800",
        image: { data: Uint8Array.of(1, 2, 3), mediaType: "image/png" },
      }),
      select: async (call) => {
        call.progress(1, "half way");
        call.progress(2);
        call.server.selectPhase("full");
        return { structured: { toolset: "full" }, isError: true };
      },
      rejects: failing(
        new Failure("schemaViolation", "x", { pointer: "/a", constraint: "required" }),
      ),
      fails: failing(new Failure("browserLaunchFailed", "No browser")),
      breaks: failing(new TypeError("x")),
    }),
  });
  await client.request(0, "tools/list");
  await client.initialize(version, 1);
  await client.notify("notifications/initialized");
  await client.request("1", "ping");
  await client.request(2, "tools/list");
  await client.request(3, "tools/list", { cursor: "x" });
  await client.call(4, "echo", { a: [1, "ä", null] });
  await client.call(5, "shot");
  await client.call(6, "select", {}, "token");
  await client.call(7, "rejects");
  await client.call(8, "fails");
  await client.call(9, "breaks");
  await client.call(10, "nowhere");
  const cancelled = client.call(11, "untilCancelled");
  await client.notify("notifications/cancelled", { requestId: 11, reason: "enough" });
  await cancelled;
  const first = client.call(12, "held");
  await client.send({ jsonrpc: "2.0", id: 13, method: "ping" });
  held.open();
  await first;
  await client.initialize(version, 14);
  return client;
}

for (const version of HANDSHAKE_VERSIONS) {
  describe(`MCP ${version}`, () => {
    test("every message of a whole conversation is valid", async () => {
      const client = await conversation(version);
      const wire = new McpWire(version);
      for (const { from, message } of client.wire) {
        if (from === "client") wire.fromClient(message);
        else wire.fromServer(message);
      }
      assert.deepEqual(wire.faults, []);
      assert.equal(wire.version, version);
      assert.equal(wire.messages, client.wire.length);
    });

    test("every answer to what is no message is valid", async () => {
      const client = await new TestClient().ready(version);
      const schema = mcpSchema(version);
      for (
        const junk of [
          "{",
          "[]",
          "7",
          '{"jsonrpc":"2.0","id":1.5,"method":"m"}',
          '{"jsonrpc":"2.0","id":5}',
          '{"jsonrpc":"2.0","id":5,"method":"m","x":1}',
          "[".repeat(300),
        ]
      ) {
        assert.deepEqual(schema.server(await client.send(junk)), [], junk);
      }
      const { unreadableId } = client.server;
      for (const response of [frameTooLarge(1), resultTooLarge(1, 2)]) {
        if (!("error" in response)) assert.fail("Not an error");
        const text = encodeResponse({ id: response.id, error: response.error }, unreadableId);
        assert.deepEqual(schema.server(JSON.parse(text)), []);
      }
    });

    test("refusals of the era without handshake are valid in both schemas", async () => {
      const client = new TestClient();
      await client.initialize(version);
      const meta = {
        [VERSION_KEY]: "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      };
      for (const method of ["server/discover", "tools/list"]) {
        const answer = await client.request(1, method, { _meta: meta });
        assert.deepEqual(mcpSchema(version).server(answer, method), []);
        assert.deepEqual(mcpSchema("2026-07-28").server(answer, method), []);
      }
    });
  });
}

describe("the validator", () => {
  const schema = mcpSchema("2025-11-25");

  test("finds a result that does not fit its method", () => {
    const answer = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "a" }] } };
    assert.match(schema.server(answer, "tools/list").join(), /inputSchema/);
  });

  test("finds a notification that the version does not have", () => {
    assert.notDeepEqual(schema.server({ jsonrpc: "2.0", method: "notifications/none" }), []);
  });

  test("finds null ids, unknown members and answers to no request", () => {
    const error = { code: 1, message: "x" };
    assert.notDeepEqual(schema.server({ jsonrpc: "2.0", id: null, error }), []);
    assert.notDeepEqual(schema.server({ jsonrpc: "2.0", id: 1, result: {}, extra: 1 }), []);
    const wire = new McpWire();
    wire.fromServer({ jsonrpc: "2.0", id: 1, result: {} });
    assert.match(wire.faults.join(), /answer to no request/);
  });

  test("finds an image that is not base64", () => {
    const content = [{ type: "image", data: "?", mimeType: "image/png" }];
    const answer = { jsonrpc: "2.0", id: 1, result: { content } };
    assert.notDeepEqual(schema.server(answer, "tools/call"), []);
  });
});
