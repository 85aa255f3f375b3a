/** No rejection holds anything that was submitted, neither a value nor an unknown name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Failure } from "../../src/model/error.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import type { AnyTool } from "../../src/registry/define.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import { countingIds, FakeRuntime, toolCall } from "../support/fake_runtime.ts";
import { type Arguments, validArguments } from "../support/tool_arguments.ts";

const MARKER = "zqxSecretzqx";

/** Strings and numbers that can be found again, and names made of them. */
const marked = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => MARKER + text),
  fc.string({ maxLength: 12 }).map((text) => text + MARKER),
  fc.constant(MARKER.repeat(800)),
);

const junk = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    marked,
    fc.constantFrom<unknown>(null, true, 7_392_615, -7_392_615, 7_392_615.5),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(
        marked,
        fc.constantFrom("kind", "role", "attributes", "text", "value", "matcher", "__proto__"),
        fc.constantFrom("target", "framePath", "state", "x", "constructor"),
      ),
      tie("value"),
      { maxKeys: 3 },
    ),
  ),
})).value;

/** A valid call with some arguments replaced, added or left out, also under unknown names. */
function spoiled(tool: AnyTool): fc.Arbitrary<Arguments> {
  const valid = validArguments(tool);
  const names = [...new Set([...Object.keys(valid), ...Object.keys(tool.input), "workflowHandle"])];
  return fc.tuple(
    fc.dictionary(fc.oneof(fc.constantFrom(...names), marked), junk, { maxKeys: 4 }),
    fc.subarray(names),
  ).map(([more, left]) => {
    const args: Arguments = { ...valid, ...more };
    for (const name of left) delete args[name];
    return args;
  });
}

/** All that an edge can encode of a failure. */
function told(failure: Failure): string {
  const { cause, ...detail } = failure.detail;
  assert.equal(cause, undefined);
  return JSON.stringify([failure.code, failure.message, detail]);
}

for (const tool of TOOLS) {
  test(`${tool.name}: a rejection never holds what was submitted`, async () => {
    const registry = createRegistry(TOOLS, new FakeRuntime(), countingIds());
    await fc.assert(
      fc.asyncProperty(spoiled(tool), async (args) => {
        try {
          await registry.call(toolCall(tool.name, args));
        } catch (error) {
          assert.ok(error instanceof Failure);
          assert.doesNotMatch(told(error), /zqxSecretzqx|7392615/);
          assert.match(
            error.code,
            /^(schemaViolation|malformedArguments|workflowBindingConflict|unknownWorkflowHandle|notSupported)$/,
          );
          if (error.code === "schemaViolation") {
            assert.match(error.detail.pointer ?? "", /^\//);
            assert.ok(error.detail.constraint);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
}
