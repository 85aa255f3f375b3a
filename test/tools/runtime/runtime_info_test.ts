import assert from "node:assert/strict";
import { test } from "node:test";
import { ToolBench } from "../../support/tool_bench.ts";

test("runtime_info tells what the runtime tells the caller", async () => {
  const { structured } = await new ToolBench().call("runtime_info");
  assert.equal(structured.version, "0.0.0");
  assert.equal(structured.credentialExpiresAt, null);
});
