import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_ID } from "../../support/fake_runtime.ts";
import { PAGE_SCOPE, ToolBench } from "../../support/tool_bench.ts";

test("page_close runs closePage and ends the page's handles", async () => {
  const bench = new ToolBench();
  const { structured } = await bench.call("page_close", PAGE_SCOPE);
  assert.deepEqual(bench.command, { kind: "closePage", input: {} });
  assert.deepEqual(bench.server.evicted, [PAGE_SCOPE]);
  assert.equal(structured.status, "completed");
});

test("page_close leaves the handles of a page that did not close", async () => {
  const bench = new ToolBench();
  bench.runtime.outcome = {
    status: "failed",
    commandId: COMMAND_ID,
    evidence: [],
    error: {
      code: "deadlineExceeded",
      message: "The browser did not answer",
      layer: "broker",
      retryable: true,
      repair: { action: "Try again", doc: "drover://failure-taxonomy" },
    },
  };
  const { isError } = await bench.call("page_close", PAGE_SCOPE);
  assert.equal(isError, true);
  assert.deepEqual(bench.server.evicted, []);
});
