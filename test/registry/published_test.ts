import assert from "node:assert/strict";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { CAPABILITIES } from "../../src/model/capability.ts";
import { Failure } from "../../src/model/error.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import { inputSchema } from "../../src/registry/schema.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import { countingIds, FakeRuntime, HANDLE, toolCall } from "../support/fake_runtime.ts";
import { validArguments } from "../support/tool_arguments.ts";

/** Values that some argument takes, so that many of the calls are accepted. */
const plausible = fc.oneof(
  fc.constantFrom<unknown>(true, false, 1, 100, 256, 2048, 0, -1, 1.5, null, "", [], {}),
  fc.constantFrom<unknown>("png", "outline", "accept", "commit", "compact", "full", "chromium"),
  fc.constantFrom<unknown>(["alt"], ["alt", "alt"], ["alt", "meta"], { kind: "viewport" }),
  fc.constantFrom<unknown>({ role: "link" }, { ordinal: 3 }, { kind: "url", matcher: {} }),
  fc.constantFrom<unknown>({ kind: "document", ready: "commit" }, { humanize: true }),
  fc.string({ unit: "grapheme", maxLength: 5000 }),
);

for (const tool of TOOLS) {
  test(`${tool.name}: whatever is accepted satisfies the published schema`, async () => {
    const valid = new Ajv2020({ strict: true, strictTypes: false }).compile(
      inputSchema(tool, new Set(CAPABILITIES)),
    );
    const registry = createRegistry(TOOLS, new FakeRuntime(), countingIds());
    const names = [...Object.keys(tool.input), "surplus"];
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom(...names), plausible, { maxKeys: 3 }),
        async (more) => {
          const args = { ...validArguments(tool), ...more };
          try {
            await registry.call(toolCall(tool.name, args));
          } catch (error) {
            assert.ok(error instanceof Failure);
            return;
          }
          assert.ok(valid(args), JSON.stringify(valid.errors));
        },
      ),
      { numRuns: 100 },
    );
  });
}

test("a page tool publishes both forms of its scope, flat and optional", () => {
  const click = TOOLS.find((tool) => tool.name === "click") ?? assert.fail();
  const schema = inputSchema(click, new Set());
  assert.ok(typeof schema.properties === "object" && schema.properties !== null);
  assert.deepEqual(Object.keys(schema.properties).slice(0, 4), [
    "workflowHandle",
    "sessionId",
    "pageId",
    "workflowId",
  ]);
  assert.equal(schema.required, undefined);
  const valid = new Ajv2020({ strict: true, strictTypes: false }).compile(schema);
  assert.ok(valid({ workflowHandle: HANDLE, target: "link" }));
});
