import assert from "node:assert/strict";
import { test } from "node:test";
import { HANDLE, PAGE_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

const HANDLED = { workflowHandle: HANDLE };

test("workflow_observe takes a live snapshot with its defaults", async () => {
  const bench = new ToolBench();
  const { structured } = await bench.call("workflow_observe", { ...HANDLED, goal: "pay" });
  assert.deepEqual(bench.command, {
    kind: "accessibilitySnapshot",
    input: { maxNodes: 256, format: "outline" },
  });
  assert.equal(structured.source, "live");
  assert.equal(structured.pageId, PAGE_ID);
});

test("workflow_observe reads a subtree or the next part", async () => {
  const bench = new ToolBench();
  await bench.call("workflow_observe", { ...HANDLED, target: 'list "Orders"', maxNodes: 8 });
  assert.deepEqual(bench.command?.input, {
    maxNodes: 8,
    format: "outline",
    target: 'list "Orders"',
  });
  await bench.call("workflow_observe", { ...HANDLED, after: "c1", format: "nodes" });
  assert.deepEqual(bench.command?.input, { maxNodes: 256, format: "nodes", after: "c1" });
});

test("workflow_observe shows the outline as its text", async () => {
  const bench = new ToolBench();
  bench.runtime.evidence = [
    { kind: "configuration", name: "a", value: "b" },
    { kind: "accessibilitySnapshot", pageId: PAGE_ID, outline: "main", truncated: false },
  ];
  const compact = await bench.call("workflow_observe", HANDLED);
  assert.equal(compact.text, "completed 1 line\nmain");
  assert.doesNotMatch(JSON.stringify(compact.structured), /configuration/);
  const full = await bench.call("workflow_observe", { ...HANDLED, evidenceDetail: "full" });
  assert.match(JSON.stringify(full.structured), /configuration/);
});

test("workflow_observe says what to use in place of forms", async () => {
  const bench = new ToolBench();
  await assert.rejects(bench.call("workflow_observe", { ...HANDLED, includeForms: true }), {
    code: "notSupported",
  });
  assert.equal(bench.command, undefined);
});

test("workflow_observe counts a goal in characters", async () => {
  const bench = new ToolBench();
  await bench.call("workflow_observe", { ...HANDLED, goal: "🙂".repeat(256) });
});
