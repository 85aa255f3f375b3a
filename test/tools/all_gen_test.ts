import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { staleFiles, toolFiles } from "../../build/gen.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";

test("the import list holds every tool file, sorted, each named after its tool", async () => {
  const names = (await toolFiles()).map((file) => path.basename(file, ".ts"));
  assert.deepEqual(TOOLS.map((tool) => tool.name), names);
});

test("staleFiles() names what differs and what is missing", async () => {
  const stale = await staleFiles(
    new Map([["package.json", "no"], ["src/tools/none.gen.ts", ""]]),
  );
  assert.deepEqual(stale, ["package.json", "src/tools/none.gen.ts"]);
});
