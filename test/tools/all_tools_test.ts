/** Rules that hold for every tool; the tools themselves are not restated here. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { CAPABILITIES } from "../../src/model/capability.ts";
import { MAX_TOOL_ENTRY_BYTES, MAX_TOOLS_LIST_BYTES } from "../../src/model/limits.ts";
import { PHASES } from "../../src/model/phase.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import { inputSchema, outputSchema, toolEntry } from "../../src/registry/schema.ts";
import { toolAnnotations, toolFiles, toolsByPhase } from "../../build/gen.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import {
  countingIds,
  failureOf,
  FakeRuntime,
  principal,
  toolCall,
} from "../support/fake_runtime.ts";
import { scopeArguments, validArguments } from "../support/tool_arguments.ts";

const ALL = new Set(CAPABILITIES);
const encoder = new TextEncoder();
const ajv = new Ajv2020({ strict: true, strictTypes: false });

function registry(runtime = new FakeRuntime()) {
  return createRegistry(TOOLS, runtime, countingIds());
}

for (const tool of TOOLS) {
  const schema = inputSchema(tool, ALL);

  test(`${tool.name}: the name is snake case and the words are there`, () => {
    assert.match(tool.name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    assert.ok(tool.name.length <= 64);
    assert.match(tool.title, /^[A-Z].{2,79}$/);
    assert.match(tool.description, /^[A-Z].{20,400}\.$/);
  });

  test(`${tool.name}: publishes a closed object without combinators at its root`, () => {
    assert.equal(schema.type, "object");
    assert.equal(schema.additionalProperties, false);
    for (const key of ["oneOf", "anyOf", "allOf", "not", "$schema", "$defs"]) {
      assert.ok(!(key in schema), key);
    }
  });

  test(`${tool.name}: no argument has the name of a part of every object`, () => {
    for (const key of Object.keys(tool.input)) assert.ok(!(key in {}), key);
  });

  test(`${tool.name}: publishes an open object as its output`, () => {
    const output = outputSchema(tool);
    assert.equal(output.type, "object");
    assert.notEqual(output.additionalProperties, false);
    for (const key of ["oneOf", "anyOf", "allOf"]) assert.ok(!(key in output), key);
  });

  test(`${tool.name}: its entry is at most 32 KiB`, () => {
    const bytes = encoder.encode(JSON.stringify(toolEntry(tool, ALL))).length;
    assert.ok(bytes <= MAX_TOOL_ENTRY_BYTES, `${bytes}`);
  });

  test(`${tool.name}: each example is a call that completes`, async () => {
    assert.ok(tool.examples.length > 0);
    const valid = ajv.compile(schema);
    for (const example of tool.examples) {
      const args = { ...scopeArguments(tool), ...example };
      assert.ok(valid(args), JSON.stringify(valid.errors));
      const result = await registry().call(toolCall(tool.name, args));
      assert.notEqual(result.isError, true);
    }
  });

  test(`${tool.name}: what it returns satisfies its published output`, async () => {
    const valid = ajv.compile(outputSchema(tool));
    const result = await registry().call(toolCall(tool.name, validArguments(tool)));
    assert.ok(valid(JSON.parse(JSON.stringify(result.structured))), JSON.stringify(valid.errors));
  });

  for (const capability of tool.capabilities) {
    test(`${tool.name}: neither listed nor callable without ${capability}`, async () => {
      const rest = principal(CAPABILITIES.filter((held) => held !== capability));
      const tools = registry();
      assert.equal(tools.callable(tool.name, rest), false);
      assert.ok(!tools.list(rest, "full").includes(`"name":"${tool.name}"`));
      const call = toolCall(tool.name, validArguments(tool), { principal: rest });
      const failure = await failureOf(tools.call(call));
      assert.equal(failure.code, "missingCapability");
      assert.equal(failure.detail.requiredCapability, capability);
    });
  }

  test(`${tool.name}: an unknown argument is rejected and not named`, async () => {
    const args = { ...validArguments(tool), surplusMarker: 1 };
    const failure = await failureOf(registry().call(toolCall(tool.name, args)));
    assert.equal(failure.code, "schemaViolation");
    assert.equal(failure.detail.pointer, "/");
    assert.equal(failure.detail.constraint, "additionalProperties");
    assert.doesNotMatch(failure.message, /surplusMarker/);
  });

  for (const key of requiredKeys(tool)) {
    test(`${tool.name}: a missing ${key} is told by pointer`, async () => {
      const { [key]: _, ...rest } = validArguments(tool);
      const failure = await failureOf(registry().call(toolCall(tool.name, rest)));
      assert.equal(failure.code, "schemaViolation");
      assert.equal(failure.detail.pointer, `/${key}`);
      assert.equal(failure.detail.constraint, "required");
    });
  }

  test(`${tool.name}: a null in place of any argument is rejected, never ignored`, async () => {
    for (const [key, entry] of Object.entries(tool.input)) {
      if ("wrapped" in entry && entry.wrapped.type === "nullable") continue;
      const args = { ...validArguments(tool), [key]: null };
      const failure = await failureOf(registry().call(toolCall(tool.name, args)));
      assert.equal(failure.code, "schemaViolation", key);
      assert.equal(failure.detail.pointer, `/${key}`);
    }
  });
}

function requiredKeys(tool: (typeof TOOLS)[number]): string[] {
  const optional = ["optional", "exact_optional"];
  const own = Object.entries(tool.input).filter(([, entry]) => !optional.includes(entry.type));
  return [...Object.keys(scopeArguments(tool)), ...own.map(([key]) => key)];
}

for (const file of await toolFiles()) {
  test(`${file} declares in under 40 lines, without a try`, async () => {
    const source = await readFile(new URL(`../../src/tools/${file}`, import.meta.url), "utf8");
    assert.ok(source.split("\n").length < 40);
    assert.doesNotMatch(source, /\btry \{|\bcatch\b/);
  });
}

async function golden(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../golden/${name}`, import.meta.url), "utf8"));
}

test("the phases list the tools of the golden file, in its order", async () => {
  assert.deepEqual(toolsByPhase(TOOLS), await golden("tools_by_phase.json"));
});

test("titles and hints are those of the golden file", async () => {
  assert.deepEqual(toolAnnotations(TOOLS), await golden("tool_annotations.json"));
});

test("every tool is listed in the phase full", () => {
  const tools = registry();
  const entries: unknown = JSON.parse(tools.list(principal(), "full"));
  assert.ok(Array.isArray(entries));
  assert.deepEqual(entries.map((entry) => entry.name), tools.tools.map((tool) => tool.name));
});

test("the lists stay small: 768 bytes a tool on average, and full under its bound", () => {
  const tools = registry();
  for (const phase of PHASES) {
    const list = tools.list(principal(), phase);
    const bytes = encoder.encode(list).length;
    assert.ok(bytes <= 768 * tools.tools.length, `${phase}: ${bytes}`);
    assert.ok(bytes <= MAX_TOOLS_LIST_BYTES);
  }
});
