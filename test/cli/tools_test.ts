import assert from "node:assert/strict";
import { test } from "node:test";
import { toolCatalogue } from "../../src/cli/tools.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";

test("the catalogue names every tool with its title, and counts them", () => {
  const text = toolCatalogue(TOOLS);
  for (const tool of TOOLS) {
    assert.ok(text.includes(`${tool.name}  (${tool.title})\n`));
  }
  assert.ok(text.endsWith(`\n\n${TOOLS.length} tools\n`));
});

test("the catalogue's lines are at most 100 characters wide where words allow", () => {
  for (const line of toolCatalogue(TOOLS).split("\n")) {
    if (!line.startsWith("    arguments:") && !line.startsWith("    phases:")) {
      assert.ok(line.length <= 100, line);
    }
  }
});
