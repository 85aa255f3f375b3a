import assert from "node:assert/strict";
import { test } from "node:test";
import { SESSION_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("session_list wraps the caller's sessions", async () => {
  const { structured } = await new ToolBench().call("session_list");
  assert.ok(Array.isArray(structured.sessions));
  assert.equal(structured.sessions[0].id, SESSION_ID);
});
