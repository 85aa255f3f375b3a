import assert from "node:assert/strict";
import { test } from "node:test";
import { SESSION_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("page_list runs listPages on no page", async () => {
  const bench = new ToolBench();
  await bench.call("page_list", { sessionId: SESSION_ID });
  assert.deepEqual(bench.command, { kind: "listPages", input: {} });
  assert.equal(bench.runtime.executed[0]?.pageId, null);
});
