import assert from "node:assert/strict";
import { test } from "node:test";
import { createRegistry } from "../../src/registry/registry.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import {
  BINDING,
  countingIds,
  failureOf,
  FakeRuntime,
  FakeServer,
  HANDLE,
  PAGE_ID,
  SESSION_ID,
  toolCall,
  WORKFLOW_ID,
} from "../support/fake_runtime.ts";
import { validArguments } from "../support/tool_arguments.ts";

const IDS = { sessionId: SESSION_ID, pageId: PAGE_ID };
const EXTRA = { target: 'button "Pay"' };

function setUp() {
  const runtime = new FakeRuntime();
  const server = new FakeServer();
  const registry = createRegistry(TOOLS, runtime, countingIds());
  return {
    runtime,
    server,
    call: (args: unknown, name = "click") => registry.call(toolCall(name, args, { server })),
  };
}

test("a handle alone becomes the ids it stands for, resolved once", async () => {
  const { runtime, server, call } = setUp();
  await call({ workflowHandle: HANDLE, ...EXTRA });
  assert.deepEqual(server.resolved, [HANDLE]);
  const { sessionId, pageId, workflowId } = runtime.executed[0] ?? assert.fail();
  assert.deepEqual({ sessionId, pageId, workflowId }, BINDING);
});

test("the handle does not reach the command", async () => {
  const { runtime, call } = setUp();
  await call({ workflowHandle: HANDLE, ...EXTRA });
  assert.deepEqual(runtime.executed[0]?.command, {
    kind: "click",
    input: { ...EXTRA, modifiers: [] },
  });
});

test("ids without a workflow get a fresh one", async () => {
  const { runtime, call } = setUp();
  const result = await call({ ...IDS, ...EXTRA });
  assert.equal(runtime.executed[0]?.workflowId, "00000000-0000-4000-8000-000000000001");
  assert.equal(result.structured.workflowId, "00000000-0000-4000-8000-000000000001");
});

test("a workflow id that was sent is used", async () => {
  const { runtime, call } = setUp();
  await call({ ...IDS, ...EXTRA, workflowId: WORKFLOW_ID });
  assert.equal(runtime.executed[0]?.workflowId, WORKFLOW_ID);
});

test("page_list runs without a page and takes a workflow id", async () => {
  const { runtime, call } = setUp();
  await call({ sessionId: SESSION_ID, workflowId: WORKFLOW_ID }, "page_list");
  const { sessionId, pageId, workflowId } = runtime.executed[0] ?? assert.fail();
  assert.deepEqual({ sessionId, pageId, workflowId }, {
    sessionId: SESSION_ID,
    pageId: null,
    workflowId: WORKFLOW_ID,
  });
});

test("ids in upper case are taken in their canonical form", async () => {
  const { runtime, call } = setUp();
  const upper = "ABCDEFAB-CDEF-4ABC-8DEF-ABCDEFABCDEF";
  await call({ sessionId: upper, pageId: upper, workflowId: upper, ...EXTRA });
  const { sessionId, pageId, workflowId } = runtime.executed[0] ?? assert.fail();
  const lower = upper.toLowerCase();
  assert.deepEqual([sessionId, pageId, workflowId], [lower, lower, lower]);
});

for (const key of ["sessionId", "pageId", "workflowId"]) {
  for (const handle of [HANDLE, "nonsense", 5]) {
    test(`a handle (${handle}) with ${key} is a binding conflict`, async () => {
      const { server, call } = setUp();
      const failure = await failureOf(call({ workflowHandle: handle, [key]: "x", ...EXTRA }));
      assert.equal(failure.code, "workflowBindingConflict");
      assert.deepEqual(server.resolved, []);
    });
  }
}

for (
  const handle of [
    5,
    null,
    "",
    "wf_",
    HANDLE.toUpperCase(),
    `${HANDLE} `,
    `${HANDLE}\n`,
    `wf_${"0b".repeat(16)}`,
    [HANDLE],
  ]
) {
  test(`the handle ${JSON.stringify(handle)} is unknown`, async () => {
    const { call } = setUp();
    const failure = await failureOf(call({ workflowHandle: handle, ...EXTRA }));
    assert.equal(failure.code, "unknownWorkflowHandle");
  });
}

test("the handle is looked at before the other arguments", async () => {
  const { call } = setUp();
  const failure = await failureOf(call({ workflowHandle: "wf_old", surplus: 1 }));
  assert.equal(failure.code, "unknownWorkflowHandle");
});

test("workflow_observe takes nothing but the handle", async () => {
  const { call } = setUp();
  const failure = await failureOf(call(IDS, "workflow_observe"));
  assert.deepEqual([failure.code, failure.detail.pointer, failure.detail.constraint], [
    "schemaViolation",
    "/workflowHandle",
    "required",
  ]);
  const mixed = await failureOf(call({ workflowHandle: HANDLE, ...IDS }, "workflow_observe"));
  assert.equal(mixed.code, "workflowBindingConflict");
});

for (const tool of TOOLS.filter((tool) => tool.scope === "page")) {
  test(`${tool.name} takes a handle in place of the ids`, async () => {
    const { runtime, call } = setUp();
    const { sessionId: _, pageId: __, ...rest } = validArguments(tool);
    await call({ workflowHandle: HANDLE, ...rest }, tool.name);
    assert.equal(runtime.executed[0]?.pageId, PAGE_ID);
  });
}
