import assert from "node:assert/strict";
import { test } from "node:test";
import { PHASES } from "../../../src/model/phase.ts";
import { ToolBench } from "../../support/tool_bench.ts";

for (const toolset of PHASES) {
  test(`toolset_select changes the server's phase to ${toolset}`, async () => {
    const bench = new ToolBench();
    const { structured } = await bench.call("toolset_select", { toolset });
    assert.equal(bench.server.phase, toolset);
    assert.deepEqual(structured, { toolset });
  });
}
