import assert from "node:assert/strict";
import { test } from "node:test";
import { CAPABILITIES } from "../../src/model/capability.ts";
import { MAX_JSON_DEPTH, MAX_TOOL_INPUT_BYTES } from "../../src/model/limits.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import {
  countingIds,
  failureOf,
  FakeRuntime,
  FakeServer,
  PAGE_ID,
  principal,
  SESSION_ID,
  toolCall,
} from "../support/fake_runtime.ts";

const IDS = { sessionId: SESSION_ID, pageId: PAGE_ID };

function setUp() {
  const runtime = new FakeRuntime();
  return { runtime, registry: createRegistry(TOOLS, runtime, countingIds()) };
}

test("two tools of one name are refused at start", () => {
  const [first] = TOOLS;
  assert.ok(first);
  assert.throws(() => createRegistry([first, first], new FakeRuntime(), countingIds()), TypeError);
});

test("harmless reads are listed first and what destroys last", () => {
  const ranks = setUp().registry.tools.map(({ annotations }) =>
    annotations.readOnly ? 0 : annotations.destructive ? 2 : 1
  );
  assert.deepEqual(ranks, ranks.toSorted());
});

test("a list is the same string until the capabilities or the phase differ", () => {
  const { registry } = setUp();
  const list = registry.list(principal(), "explore");
  assert.equal(registry.list(principal(), "explore"), list);
  assert.equal(registry.list(principal([...CAPABILITIES].reverse()), "explore"), list);
  assert.notEqual(registry.list(principal(), "verify"), list);
  assert.notEqual(registry.list(principal(["session:read"]), "explore"), list);
});

test("a principal for whom only toolset_select remains sees an empty list", () => {
  assert.equal(setUp().registry.list(principal([]), "full"), "[]");
});

test("a tool that the phase hides is callable", async () => {
  const { registry, runtime } = setUp();
  const server = new FakeServer();
  server.selectPhase("verify");
  assert.ok(!registry.list(principal(), "verify").includes('"click"'));
  assert.ok(registry.callable("click", principal()));
  await registry.call(toolCall("click", { ...IDS, target: "link" }, { server }));
  assert.equal(runtime.executed.length, 1);
});

test("no tool is named like a part of an object", async () => {
  const { registry } = setUp();
  for (const name of ["__proto__", "constructor", "toString", ""]) {
    assert.equal(registry.callable(name, principal()), false);
    const failure = await failureOf(registry.call(toolCall(name, {})));
    assert.equal(failure.code, "unsupportedOperation");
  }
});

test("the flags of fingerprint and humanize are shown to their holders only", () => {
  const { registry } = setUp();
  const without = (...names: string[]) =>
    registry.list(principal(CAPABILITIES.filter((name) => !names.includes(name))), "full");
  assert.match(without(), /"fingerprint":.*"humanize":.*"zigzagzig":/);
  assert.doesNotMatch(without("browser:fingerprint"), /"fingerprint":|"zigzagzig":/);
  assert.doesNotMatch(without("browser:humanize"), /"humanize":|"zigzagzig":/);
});

const DYNAMIC: readonly [string, string, Record<string, unknown>, string][] = [
  ["page_open with a url", "page_open", { sessionId: SESSION_ID, url: "data:," }, "browser:mutate"],
  [
    "workflow_start with a url",
    "workflow_start",
    { profile: "a", url: "data:," },
    "browser:mutate",
  ],
  [
    "a session with fingerprint",
    "session_create",
    { profile: "a", executionPolicy: { fingerprint: true } },
    "browser:fingerprint",
  ],
  [
    "a session with humanize",
    "workflow_start",
    { profile: "a", executionPolicy: { humanize: true } },
    "browser:humanize",
  ],
  [
    "a session with zigzagzig",
    "session_create",
    { profile: "a", executionPolicy: { zigzagzig: true } },
    "browser:humanize",
  ],
  [
    "an observation with forms",
    "workflow_observe",
    { workflowHandle: `wf_${"0a".repeat(16)}`, includeForms: true },
    "page:read",
  ],
];

for (const [title, name, args, capability] of DYNAMIC) {
  test(`${title} needs ${capability}`, async () => {
    const { registry, runtime } = setUp();
    const rest = principal(CAPABILITIES.filter((held) => held !== capability));
    assert.ok(registry.callable(name, rest));
    const failure = await failureOf(registry.call(toolCall(name, args, { principal: rest })));
    assert.equal(failure.code, "missingCapability");
    assert.equal(failure.detail.requiredCapability, capability);
    assert.equal(runtime.created.length + runtime.opened.length + runtime.executed.length, 0);
  });
}

test("absent arguments are none", async () => {
  await setUp().registry.call(toolCall("runtime_info", undefined));
});

for (const args of [null, [], "{}", 5, true]) {
  test(`arguments that are ${JSON.stringify(args)} are malformed`, async () => {
    const failure = await failureOf(setUp().registry.call(toolCall("runtime_info", args)));
    assert.equal(failure.code, "malformedArguments");
  });
}

test("arguments of 256 KiB pass the bound, one byte more does not", async () => {
  const { registry } = setUp();
  const frame = new TextEncoder().encode(JSON.stringify({ x: "" })).length;
  const fit = { x: "ø".repeat((MAX_TOOL_INPUT_BYTES - frame) / 2) };
  assert.equal(
    (await failureOf(registry.call(toolCall("runtime_info", fit)))).code,
    "schemaViolation",
  );
  const over = { x: `${fit.x}y` };
  const failure = await failureOf(registry.call(toolCall("runtime_info", over)));
  assert.equal(failure.code, "malformedArguments");
  assert.equal(failure.detail.maxBytes, MAX_TOOL_INPUT_BYTES);
});

function nested(depth: number): unknown {
  let value: unknown = {};
  for (let level = 1; level < depth; level++) value = { framePath: [value] };
  return value;
}

test("arguments deeper than the bound are told so, however large", async () => {
  const { registry } = setUp();
  const deep = { ...IDS, target: nested(MAX_JSON_DEPTH) };
  const failure = await failureOf(registry.call(toolCall("click", deep)));
  assert.equal(failure.detail.constraint, "maxDepth");
  const abyss: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
  const far = await failureOf(registry.call(toolCall("click", { ...IDS, target: abyss })));
  assert.equal(far.detail.constraint, "maxDepth");
});

test("a target nested as deep as the bound allows is taken", async () => {
  const { registry, runtime } = setUp();
  await registry.call(toolCall("click", { ...IDS, target: nested(MAX_JSON_DEPTH / 2) }));
  assert.equal(runtime.executed.length, 1);
});

test("signal, principal and progress of the call reach the runtime", async () => {
  const { registry, runtime } = setUp();
  const call = toolCall("click", { ...IDS, target: "link" });
  await registry.call(call);
  const [request] = runtime.executed;
  assert.equal(request?.signal, call.signal);
  assert.equal(request?.principal, call.principal);
  assert.equal(request?.progress, call.progress);
});
