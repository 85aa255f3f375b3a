import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("navigate waits until interactive for 30 s by default", async () => {
  assert.deepEqual(await commandOf("navigate", { url: "https://example.org/" }), {
    kind: "navigate",
    input: { url: "https://example.org/", waitUntil: "interactive", timeoutMs: 30_000 },
  });
});

test("navigate passes on what to wait for and how long", async () => {
  const input = { url: "data:,", waitUntil: "networkIdle", timeoutMs: 300_000 };
  assert.deepEqual(await commandOf("navigate", input), { kind: "navigate", input });
});
