import assert from "node:assert/strict";
import { test } from "node:test";
import { SESSION_ID } from "../../support/fake_runtime.ts";
import { ToolBench } from "../../support/tool_bench.ts";

test("session_create passes on its options and returns the session", async () => {
  const bench = new ToolBench();
  const options = { profile: "work", proxy: null, engine: "chromium" };
  const { structured } = await bench.call("session_create", options);
  assert.deepEqual(bench.runtime.created, [options]);
  assert.equal(structured.id, SESSION_ID);
});

test("session_create fills a policy's flags with false", async () => {
  const bench = new ToolBench();
  await bench.call("session_create", { profile: "a", executionPolicy: { humanize: true } });
  assert.deepEqual(bench.runtime.created[0]?.executionPolicy, {
    javascriptEvaluation: false,
    visionAssist: false,
    fingerprint: false,
    humanize: true,
  });
});

test("session_create takes a profile of 128 bytes and no more", async () => {
  const bench = new ToolBench();
  await bench.call("session_create", { profile: "x".repeat(128) });
  await assert.rejects(bench.call("session_create", { profile: "x".repeat(129) }), {
    code: "schemaViolation",
  });
});
