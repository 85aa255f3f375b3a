import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("inspect reads the whole page without HTML by default", async () => {
  assert.deepEqual(await commandOf("inspect", {}), {
    kind: "inspect",
    input: { includeHtml: false },
  });
});

test("inspect reads one element", async () => {
  const input = { selector: "main", includeHtml: true };
  assert.deepEqual(await commandOf("inspect", input), { kind: "inspect", input });
});
