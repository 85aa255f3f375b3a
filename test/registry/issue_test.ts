import assert from "node:assert/strict";
import { test } from "node:test";
import { type Failure, repairOf } from "../../src/model/error.ts";
import { jsonPointer } from "../../src/registry/issue.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import {
  countingIds,
  failureOf,
  FakeRuntime,
  PAGE_ID,
  SESSION_ID,
  toolCall,
} from "../support/fake_runtime.ts";

const IDS = { sessionId: SESSION_ID, pageId: PAGE_ID };

function rejection(name: string, args: unknown): Promise<Failure> {
  const registry = createRegistry(TOOLS, new FakeRuntime(), countingIds());
  return failureOf(registry.call(toolCall(name, args)));
}

const url = "https://example.org/";
const click = (more: object) => ["click", { ...IDS, ...more }] as const;
const wait = (condition: unknown, timeoutMs: unknown = 1000) =>
  ["wait_for", { ...IDS, condition, timeoutMs }] as const;
const shot = (mode: unknown) => ["screenshot", { ...IDS, mode }] as const;

const CASES: readonly [string, readonly [string, unknown], string, string][] = [
  ["a missing argument", ["navigate", IDS], "/url", "required"],
  ["a wrong type", ["navigate", { ...IDS, url: 7 }], "/url", "type"],
  ["an empty string", ["navigate", { ...IDS, url: "" }], "/url", "minLength"],
  ["a long string", ["navigate", { ...IDS, url: "x".repeat(8193) }], "/url", "maxLength"],
  ["bytes, not characters", click({ selector: "ø".repeat(2049) }), "/selector", "maxLength"],
  ["a word not in the list", ["navigate", { ...IDS, url, waitUntil: "x" }], "/waitUntil", "enum"],
  ["zero time", ["navigate", { ...IDS, url, timeoutMs: 0 }], "/timeoutMs", "minimum"],
  ["too much time", ["navigate", { ...IDS, url, timeoutMs: 300_001 }], "/timeoutMs", "maximum"],
  ["a fraction", ["navigate", { ...IDS, url, timeoutMs: 1.5 }], "/timeoutMs", "type"],
  ["a string for a number", wait({ kind: "document", ready: "commit" }, "5"), "/timeoutMs", "type"],
  ["an id that is no UUID", ["page_list", { sessionId: "abc" }], "/sessionId", "format"],
  ["an id that is no string", ["page_list", { sessionId: 1 }], "/sessionId", "type"],
  ["a missing session", ["click", { target: "button" }], "/sessionId", "required"],
  ["a missing page", ["click", { sessionId: SESSION_ID }], "/pageId", "required"],
  [
    "a handle where none is taken",
    ["page_list", {
      sessionId: SESSION_ID,
      workflowHandle: "wf_",
    }],
    "/",
    "additionalProperties",
  ],
  ["neither selector nor target", click({}), "/target", "required"],
  ["selector and target", click({ selector: "a", target: "link" }), "/target", "oneOf"],
  ["target and after", ["a11y_snapshot", { ...IDS, target: "x", after: "c" }], "/after", "oneOf"],
  ["a target of no shape", click({ target: 5 }), "/target", "oneOf"],
  ["a target that is a list", click({ target: [] }), "/target", "oneOf"],
  ["an empty line", click({ target: "" }), "/target", "minLength"],
  [
    "a target field of a wrong type",
    click({ target: { ordinal: "1" } }),
    "/target/ordinal",
    "type",
  ],
  ["an unknown target field", click({ target: { nom: 1 } }), "/target", "additionalProperties"],
  [
    "a target deep in a path",
    click({ target: { framePath: [{}, { role: 1 }] } }),
    "/target/framePath/1/role",
    "type",
  ],
  [
    "a path that is too long",
    click({ target: { framePath: Array(17).fill({}) } }),
    "/target/framePath",
    "maxItems",
  ],
  ["a list in a path", click({ target: { framePath: [[]] } }), "/target/framePath/0", "type"],
  [
    "a matcher of no kind",
    click({ target: { text: { value: "x" } } }),
    "/target/text/kind",
    "required",
  ],
  [
    "attributes that are a list",
    click({ target: { attributes: ["x"] } }),
    "/target/attributes",
    "type",
  ],
  [
    "an attribute of a wrong type",
    click({ target: { attributes: { id: 1 } } }),
    "/target/attributes",
    "type",
  ],
  [
    "too many attributes",
    click({
      target: {
        attributes: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`a${i}`, ""])),
      },
    }),
    "/target/attributes",
    "maxProperties",
  ],
  [
    "a long attribute name",
    click({ target: { attributes: { ["x".repeat(129)]: "" } } }),
    "/target/attributes",
    "propertyNames",
  ],
  [
    "a long attribute value",
    click({ target: { attributes: { id: "x".repeat(4097) } } }),
    "/target/attributes",
    "maxLength",
  ],
  [
    "a modifier twice",
    click({ target: "x", modifiers: ["alt", "alt"] }),
    "/modifiers",
    "uniqueItems",
  ],
  [
    "an unknown modifier",
    click({ target: "x", modifiers: ["alt", "hyper"] }),
    "/modifiers/1",
    "enum",
  ],
  ["modifiers as a string", click({ target: "x", modifiers: "alt" }), "/modifiers", "type"],
  ["a condition that is no object", wait("soon"), "/condition", "type"],
  ["a condition that is a list", wait([]), "/condition", "oneOf"],
  ["a condition without kind", wait({}), "/condition", "oneOf"],
  ["a condition of an unknown kind", wait({ kind: "mood" }), "/condition", "oneOf"],
  ["a condition lacking its field", wait({ kind: "url" }), "/condition/matcher", "required"],
  [
    "a condition with a field of another",
    wait({ kind: "document", ready: "commit", idleMs: 1 }),
    "/condition",
    "additionalProperties",
  ],
  [
    "an unknown state",
    wait({ kind: "element", target: "x", state: "happy" }),
    "/condition/state",
    "enum",
  ],
  [
    "quiet without a number",
    wait({ kind: "networkQuiet", idleMs: 1 }),
    "/condition/maxInFlight",
    "required",
  ],
  [
    "an unknown resource type",
    wait({ kind: "networkQuiet", idleMs: 1, maxInFlight: 0, ignoreResourceTypes: ["Cat"] }),
    "/condition/ignoreResourceTypes/0",
    "enum",
  ],
  [
    "a clip left of the page",
    shot({ kind: "clip", x: -1, y: 0, width: 1, height: 1 }),
    "/mode/x",
    "minimum",
  ],
  [
    "a clip without extent",
    shot({ kind: "clip", x: 0, y: 0, width: 0, height: 1 }),
    "/mode/width",
    "exclusiveMinimum",
  ],
  ["an element picture without target", shot({ kind: "element" }), "/mode/target", "required"],
  [
    "a long goal",
    ["workflow_observe", { workflowHandle: `wf_${"0a".repeat(16)}`, goal: "🙂".repeat(257) }],
    "/goal",
    "maxLength",
  ],
  [
    "a policy of a wrong type",
    ["session_create", { profile: "x", executionPolicy: { humanize: "yes" } }],
    "/executionPolicy/humanize",
    "type",
  ],
  [
    "a policy that is a list",
    ["session_create", { profile: "x", executionPolicy: [] }],
    "/executionPolicy",
    "type",
  ],
  ["a proxy that is a number", ["session_create", { profile: "x", proxy: 1 }], "/proxy", "type"],
  [
    "__proto__ as an argument",
    ["runtime_info", JSON.parse('{"__proto__": 1}')],
    "/",
    "additionalProperties",
  ],
  [
    "__proto__ in a target",
    click({ target: JSON.parse('{"__proto__": {"role": "x"}}') }),
    "/target",
    "additionalProperties",
  ],
  ["constructor as an argument", ["runtime_info", { constructor: 1 }], "/", "additionalProperties"],
];

for (const [title, [name, args], pointer, constraint] of CASES) {
  test(`${title} is told as ${constraint} at ${pointer}`, async () => {
    const { code, detail, message } = await rejection(name, args);
    assert.equal(code, "schemaViolation");
    assert.equal(detail.pointer, pointer);
    assert.equal(detail.constraint, constraint);
    assert.ok(message.startsWith(`Argument ${pointer} violates ${constraint}`), message);
  });
}

test("an unknown argument's rejection names the allowed ones", async () => {
  const { message } = await rejection("page_list", { sessionId: SESSION_ID, page: 1 });
  assert.match(message, /allowed are sessionId, workflowId$/);
});

test("the repair says what is wanted, since clients may drop the message", async () => {
  const unknown = await rejection("page_list", { sessionId: SESSION_ID, page: 1 });
  assert.match(repairOf(unknown), /^Correct the value .*: allowed are sessionId, workflowId\.$/);
  const neither = await rejection("click", IDS);
  assert.match(repairOf(neither), /: give selector or target\.$/);
});

test("a call on no page is told both ways to name one", async () => {
  assert.match(repairOf(await rejection("inspect", {})), /: give workflowHandle, or sessionId and/);
});

test("a violated bound is told with its number and unit", async () => {
  const long = await rejection("navigate", { ...IDS, url: "x".repeat(9000) });
  assert.match(long.message, /maxLength: at most 8192 bytes$/);
  const late = await rejection("navigate", { ...IDS, url, timeoutMs: 1e9 });
  const flat = await rejection(...shot({ kind: "clip", x: 0, y: 0, width: 0, height: 1 }));
  assert.match(flat.message, /exclusiveMinimum: more than 0$/);
  assert.match(late.message, /maximum: at most 300000$/);
});

test("a word that is not in the list is answered with the list", async () => {
  const { message } = await rejection("toolset_select", { toolset: "x" });
  assert.match(message, /one of full, explore, act, intent, verify$/);
});

test("attributes may be named like parts of an object, and keep them all", async () => {
  const runtime = new FakeRuntime();
  const registry = createRegistry(TOOLS, runtime, countingIds());
  const attributes: unknown = JSON.parse('{"__proto__": "a", "constructor": "b"}');
  await registry.call(toolCall("click", { ...IDS, target: { attributes } }));
  const sent = JSON.stringify(runtime.executed[0]?.command);
  assert.match(sent, /"attributes":\{"__proto__":"a","constructor":"b"\}/);
});

test("jsonPointer() escapes and calls the root a slash", () => {
  assert.equal(jsonPointer([]), "/");
  assert.equal(jsonPointer(["a/b", "c~d", 0]), "/a~1b/c~0d/0");
});
