import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_ID, PAGE_ID, SESSION_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("page_open passes on the url and returns the page", async () => {
  const bench = new ToolBench();
  const args = { sessionId: SESSION_ID, url: "data:," };
  const { structured, isError } = await bench.call("page_open", args);
  assert.deepEqual(bench.runtime.opened, [args]);
  assert.equal(structured.id, PAGE_ID);
  assert.equal(isError, false);
});

test("page_open without url opens an empty page", async () => {
  const bench = new ToolBench();
  await bench.call("page_open", { sessionId: SESSION_ID });
  assert.deepEqual(bench.runtime.opened, [{ sessionId: SESSION_ID, url: undefined }]);
});

test("page_open is an error when its navigation did not complete", async () => {
  const bench = new ToolBench();
  bench.runtime.pageOpen = {
    pageClosed: true,
    navigationOutcome: {
      status: "failed",
      commandId: COMMAND_ID,
      evidence: [],
      error: {
        code: "browserCommandFailed",
        message: "Name not resolved",
        layer: "browser",
        retryable: true,
        repair: { action: "Try again", doc: "drover://failure-taxonomy" },
      },
    },
  };
  const result = await bench.call("page_open", { sessionId: SESSION_ID, url: "https://no.test/" });
  assert.equal(result.isError, true);
  assert.equal(result.structured.pageClosed, true);
});
