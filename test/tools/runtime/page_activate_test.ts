import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("page_activate runs activatePage", async () => {
  assert.deepEqual(await commandOf("page_activate", {}), { kind: "activatePage", input: {} });
});
