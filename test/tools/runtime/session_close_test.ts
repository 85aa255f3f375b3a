import assert from "node:assert/strict";
import { test } from "node:test";
import { SESSION_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("session_close closes the session and ends its handles", async () => {
  const bench = new ToolBench();
  const { structured } = await bench.call("session_close", { sessionId: SESSION_ID });
  assert.deepEqual(bench.runtime.closed, [SESSION_ID]);
  assert.deepEqual(bench.server.evicted, [{ sessionId: SESSION_ID }]);
  assert.deepEqual(structured, { closed: true });
});
