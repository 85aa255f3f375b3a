import assert from "node:assert/strict";
import { test } from "node:test";
import { HANDLE } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("workflow_start passes on its options and returns the handle", async () => {
  const bench = new ToolBench();
  const options = { profile: "default", url: "https://example.org/", engine: "firefox" };
  const { structured, isError } = await bench.call("workflow_start", options);
  assert.deepEqual(bench.runtime.created, [options]);
  assert.equal(structured.workflowHandle, HANDLE);
  assert.equal(isError, false);
});

test("workflow_start is an error when the start failed", async () => {
  const bench = new ToolBench();
  bench.runtime.start = {
    status: "failed",
    reason: "pageOpenFailed",
    workflowHandle: null,
    pageId: null,
    page: null,
    sessionDeleted: true,
  };
  const result = await bench.call("workflow_start", { profile: "default" });
  assert.equal(result.isError, true);
  assert.equal(result.structured.reason, "pageOpenFailed");
});
