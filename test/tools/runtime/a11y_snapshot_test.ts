import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("a11y_snapshot reads 256 nodes as an outline by default", async () => {
  assert.deepEqual(await commandOf("a11y_snapshot", {}), {
    kind: "accessibilitySnapshot",
    input: { maxNodes: 256, format: "outline" },
  });
});

test("a11y_snapshot takes the target of a node verbatim", async () => {
  const target = {
    role: "button",
    accessibleName: "Pay",
    ordinal: 1,
    framePath: [{ role: "iframe", accessibleName: "", ordinal: 2 }],
  };
  assert.deepEqual(await commandOf("a11y_snapshot", { target, format: "nodes", maxNodes: 2048 }), {
    kind: "accessibilitySnapshot",
    input: { maxNodes: 2048, format: "nodes", target },
  });
});
