import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { echo, fakeRegistry, gate } from "../support/fake_registry.ts";
import { errorOf, resultOf, TestClient } from "../support/mcp_client.ts";

const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

describe("initialize", () => {
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    test(`answers ${version} as asked`, async () => {
      const result = resultOf(await new TestClient().initialize(version));
      assert.equal(result.protocolVersion, version);
    });
  }

  for (const version of ["1999-01-01", "2026-07-28", "", "2030-01-01"]) {
    test(`answers "${version}" with the newest version`, async () => {
      const result = resultOf(await new TestClient().initialize(version));
      assert.equal(result.protocolVersion, "2025-11-25");
    });
  }

  test("declares what exists: tools whose list changes", async () => {
    const result = resultOf(await new TestClient().initialize());
    assert.deepEqual(result.capabilities, { tools: { listChanged: true } });
    assert.deepEqual(result.serverInfo, { name: "drover", title: "Drover", version: "1.2.3" });
    assert.match(String(result.instructions), /workflow_start.*workflow_observe.*explore.*repair/s);
  });

  const client = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "a", version: "1" },
  };
  const wrong: readonly (readonly [string, unknown, string, string])[] = [
    ["no params", undefined, "/protocolVersion", "required"],
    ["a version that is no string", { ...client, protocolVersion: 1 }, "/protocolVersion", "type"],
    ["no capabilities", { ...client, capabilities: undefined }, "/capabilities", "required"],
    ["capabilities in an array", { ...client, capabilities: [] }, "/capabilities", "type"],
    [
      "a capability that is no object",
      { ...client, capabilities: { a: 1 } },
      "/capabilities",
      "type",
    ],
    ["no clientInfo", { ...client, clientInfo: undefined }, "/clientInfo", "required"],
    [
      "a client without name",
      { ...client, clientInfo: { version: "1" } },
      "/clientInfo/name",
      "required",
    ],
    [
      "a version of the client that is no string",
      { ...client, clientInfo: { name: "a", version: 1 } },
      "/clientInfo/version",
      "type",
    ],
    ["_meta that is no object", { ...client, _meta: [] }, "/_meta", "type"],
  ];
  for (const [title, params, pointer, constraint] of wrong) {
    test(`refuses ${title} and changes nothing`, async () => {
      const test = new TestClient();
      const { code, data } = errorOf(await test.request(1, "initialize", params));
      assert.deepEqual([code, data.pointer, data.constraint], [-32602, pointer, constraint]);
      assert.equal(test.server.state, "awaitingInitialize");
    });
  }

  test("leaves members of newer clients alone", async () => {
    const answer = await new TestClient().request(1, "initialize", { ...client, later: true });
    assert.equal(resultOf(answer).protocolVersion, "2025-11-25");
  });
});

describe("states", () => {
  test("nothing but initialize and ping is served before ready", async () => {
    const client = new TestClient();
    for (const method of ["tools/list", "tools/call", "no/such"]) {
      assert.equal(errorOf(await client.request(1, method)).code, -32002);
    }
    await client.initialize();
    assert.equal(errorOf(await client.request(2, "tools/list")).code, -32002);
    assert.deepEqual(resultOf(await client.request(3, "ping")), {});
    await client.notify("notifications/initialized");
    assert.ok(Array.isArray(resultOf(await client.request(4, "tools/list")).tools));
  });

  test("initialized out of order is dropped", async () => {
    const client = new TestClient();
    await client.notify("notifications/initialized");
    assert.equal(client.server.state, "awaitingInitialize");
    await client.ready();
    await client.notify("notifications/initialized");
    assert.equal(client.server.state, "ready");
  });

  test("a notification with an id is -32600", async () => {
    const client = new TestClient();
    for (const state of ["awaitingInitialize", "awaitingInitialized"]) {
      assert.equal(client.server.state, state);
      const answer = await client.request(1, "notifications/initialized");
      assert.equal(errorOf(answer).code, -32600);
      await client.initialize();
    }
  });

  test("initialize again goes back and kills the handles of before", async () => {
    const registry = fakeRegistry({ echo });
    const client = await new TestClient({ registry }).ready();
    await client.call(1, "echo");
    const handles = registry.calls[0]?.server.handles;
    const binding = { sessionId: "s", pageId: "p", workflowId: "w" };
    const handle = handles?.reserve().commit(binding) ?? "";
    assert.deepEqual(handles?.resolve(handle), binding);
    await client.initialize("2024-11-05");
    assert.equal(client.server.state, "awaitingInitialized");
    assert.equal(client.server.protocolVersion, "2024-11-05");
    assert.throws(() => handles?.resolve(handle), { code: "unknownWorkflowHandle" });
  });

  test("initialize again leaves work in flight running", async () => {
    const held = gate();
    const client = await new TestClient({ registry: fakeRegistry({ held: held.script }) }).ready();
    const answer = client.call(1, "held");
    await client.initialize();
    held.open();
    assert.equal(resultOf(await answer).isError, false);
  });

  test("an unknown method is -32601 once ready", async () => {
    const client = await new TestClient().ready();
    assert.equal(errorOf(await client.request(1, "no/such")).code, -32601);
    assert.equal(errorOf(await client.request(2, "resources/list")).code, -32601);
  });

  test("notifications and answers that mean nothing get no answer", async () => {
    const client = await new TestClient().ready();
    await client.notify("notifications/none", { a: 1 });
    await client.notify("tools/list");
    assert.equal(await client.send({ jsonrpc: "2.0", id: 1, result: {} }), null);
    assert.deepEqual(client.notifications, []);
  });
});

describe("the era without handshake", () => {
  const claim = (version: unknown): object => ({
    _meta: { [VERSION_KEY]: version, "io.modelcontextprotocol/clientCapabilities": {} },
  });

  test("server/discover is -32601 in every state, so that a client of both eras falls back", async () => {
    const client = new TestClient();
    for (const step of ["first", "initialized", "ready"]) {
      const answer = await client.request(step, "server/discover", claim("2026-07-28"));
      assert.equal(errorOf(answer).code, -32601);
      if (step === "first") await client.initialize();
      else await client.notify("notifications/initialized");
    }
    assert.equal(client.server.state, "ready");
  });

  for (const version of ["2026-07-28", "2030-01-01", "2025-11-25"]) {
    test(`an envelope naming ${version} is -32022 in every state`, async () => {
      const client = new TestClient();
      for (const method of ["tools/list", "initialize", "ping", "subscriptions/listen"]) {
        const { code, data } = errorOf(await client.request(1, method, claim(version)));
        assert.equal(code, -32022);
        assert.deepEqual([data.requested, data.supported], [
          version,
          ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        ]);
      }
      await client.ready();
      assert.equal(errorOf(await client.request(2, "tools/list", claim(version))).code, -32022);
    });
  }

  test("a claim that does not look like a version is -32022 and is not repeated", async () => {
    const client = new TestClient();
    for (const claimed of ["secret", "x".repeat(100_000), "2026-07-28\n", ""]) {
      const { code, data } = errorOf(await client.request(1, "tools/list", claim(claimed)));
      assert.deepEqual([code, data.requested], [-32022, "unreadable"]);
    }
  });

  test("an envelope whose version is no string is -32602", async () => {
    const client = new TestClient();
    assert.equal(errorOf(await client.request(1, "tools/list", claim(7))).code, -32602);
  });
});

describe("tools/list", () => {
  test("takes a null cursor and refuses any other", async () => {
    const client = await new TestClient().ready();
    assert.ok(resultOf(await client.request(1, "tools/list", { cursor: null })).tools);
    const { code, data } = errorOf(await client.request(2, "tools/list", { cursor: "x" }));
    assert.deepEqual([code, data.pointer], [-32602, "/cursor"]);
  });

  test("refuses members it does not know", async () => {
    const client = await new TestClient().ready();
    assert.equal(errorOf(await client.request(1, "tools/list", { extra: 1 })).code, -32602);
    assert.equal(errorOf(await client.request(2, "ping", { extra: 1 })).code, -32602);
    assert.deepEqual(resultOf(await client.request(3, "ping", { _meta: {} })), {});
  });

  test("follows the phase of the client", async () => {
    const client = await new TestClient({ phase: "verify" }).ready();
    const text = JSON.stringify(await client.request(1, "tools/list"));
    assert.match(text, /Listed in verify/);
  });
});
