import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("dialog waits 30 s for a dialog by default", async () => {
  assert.deepEqual(await commandOf("dialog", { action: "dismiss" }), {
    kind: "handleDialog",
    input: { action: "dismiss", timeoutMs: 30_000 },
  });
});

test("dialog passes on the answer to a prompt, also an empty one", async () => {
  const input = { action: "accept", promptText: "", timeoutMs: 5 };
  assert.deepEqual(await commandOf("dialog", input), { kind: "handleDialog", input });
});
