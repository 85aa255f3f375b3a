/**
 * Writes the generated files, or with `--check` names those that are stale and exits 1:
 * `src/tools/all.gen.ts` (the static import list of every tool file), `docs/tools.md` (reference),
 * `test/golden/tools_by_phase.json` and `tool_annotations.json` (what clients see of the tools),
 * `src/cli/demo_page.gen.ts` (the demo page) and `src/snapshot/page.gen.ts` (the page script as a
 * string). All are committed, so that a change of any of them shows in the diff.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { CAPABILITIES, type Principal } from "../src/model/capability.ts";
import { PHASES } from "../src/model/phase.ts";
import type { AnyTool } from "../src/registry/define.ts";
import { ToolLists } from "../src/registry/lists.ts";
import { demoPageModule } from "./demo_page.ts";
import { toolReference } from "./tool_reference.ts";

const ROOT = path.resolve(import.meta.dirname ?? ".", "..");
const PAGE_SCRIPT_SOURCE = "src/snapshot/page/main.ts";
const NOTICE = "// Written by build/gen.ts; do not edit.\n";

/** Tool files relative to `src/tools`, sorted by code unit so that every machine agrees. */
export async function toolFiles(): Promise<string[]> {
  const files: string[] = [];
  const folder = path.join(ROOT, "src/tools");
  for (const family of await readdir(folder, { withFileTypes: true })) {
    if (!family.isDirectory()) continue;
    for (const file of await readdir(path.join(folder, family.name))) {
      if (file.endsWith(".ts")) files.push(`${family.name}/${file}`);
    }
  }
  return files.sort();
}

function importList(files: readonly string[]): string {
  const name = (file: string) => path.basename(file, ".ts");
  return NOTICE + 'import type { AnyTool } from "../registry/define.ts";\n' +
    files.map((file) => `import ${name(file)} from "./${file}";\n`).join("") +
    "\nexport const TOOLS: readonly AnyTool[] = [\n" +
    files.map((file) => `  ${name(file)},\n`).join("") + "];\n";
}

interface ToolModule {
  readonly default: AnyTool;
}

function isToolModule(module: object): module is ToolModule {
  return "default" in module && typeof module.default === "object";
}

async function loadTools(files: readonly string[]): Promise<AnyTool[]> {
  const tools: AnyTool[] = [];
  for (const file of files) {
    const url = pathToFileURL(path.join(ROOT, "src/tools", file)).href;
    const module: object = await import(url);
    if (!isToolModule(module)) throw new Error(`${file} has no tool as its default export`);
    if (module.default.name !== path.basename(file, ".ts")) {
      throw new Error(`${file} holds a tool of another name: the file is named after the tool`);
    }
    tools.push(module.default);
  }
  return tools;
}

const EVERYBODY: Principal = { id: "gen", capabilities: new Set(CAPABILITIES), expiresAt: null };

/** Names by phase, in the order of the list. */
export function toolsByPhase(tools: readonly AnyTool[]): Record<string, unknown> {
  const lists = new ToolLists(tools);
  return Object.fromEntries(
    PHASES.map((phase) => [phase, lists.shown(EVERYBODY, phase).map((tool) => tool.name)]),
  );
}

/** Title and hints by name. */
export function toolAnnotations(tools: readonly AnyTool[]): Record<string, unknown> {
  return Object.fromEntries(
    tools.map((tool) => [tool.name, [tool.title, ...Object.keys(tool.annotations).sort()]]),
  );
}

/** JSON with one line a key. */
function jsonLines(value: Record<string, unknown>): string {
  const lines = Object.entries(value).map(([key, item]) =>
    `  ${JSON.stringify(key)}: ${JSON.stringify(item)}`
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

async function pageScript(): Promise<string> {
  const bundle = await build({
    absWorkingDir: ROOT,
    entryPoints: [PAGE_SCRIPT_SOURCE],
    bundle: true,
    write: false,
    minify: true,
    charset: "ascii",
    format: "iife",
    target: "es2022",
    legalComments: "none",
  });
  await stop();
  const script = bundle.outputFiles[0]?.text;
  if (script === undefined) throw new Error("esbuild gave no page script");
  return `${NOTICE}export const PAGE_SCRIPT: string = ${JSON.stringify(script.trimEnd())};\n`;
}

/** Every generated file by its path from the root of the project. */
export async function generate(): Promise<Map<string, string>> {
  const files = await toolFiles();
  const generated = new Map<string, string>();
  generated.set("src/tools/all.gen.ts", importList(files));
  generated.set("src/cli/demo_page.gen.ts", await demoPageModule(ROOT));
  const tools = await loadTools(files);
  generated.set("docs/tools.md", toolReference(tools));
  generated.set(
    "test/golden/tools_by_phase.json",
    `${JSON.stringify(toolsByPhase(tools), null, 2)}\n`,
  );
  generated.set("test/golden/tool_annotations.json", jsonLines(toolAnnotations(tools)));
  if (existsSync(path.join(ROOT, PAGE_SCRIPT_SOURCE))) {
    generated.set("src/snapshot/page.gen.ts", await pageScript());
  }
  return generated;
}

/** Paths whose content on disk differs from `generated`, or that are missing. */
export async function staleFiles(generated: ReadonlyMap<string, string>): Promise<string[]> {
  const stale: string[] = [];
  for (const [file, text] of generated) {
    const target = path.join(ROOT, file);
    if (!existsSync(target) || await readFile(target, "utf8") !== text) stale.push(file);
  }
  return stale;
}

async function main(check: boolean): Promise<void> {
  const generated = await generate();
  const stale = await staleFiles(generated);
  if (check) {
    for (const file of stale) process.stderr.write(`stale: ${file} (run make gen)\n`);
    process.exitCode = stale.length === 0 ? 0 : 1;
    return;
  }
  for (const file of stale) {
    await writeFile(path.join(ROOT, file), generated.get(file) ?? "");
    process.stdout.write(`wrote ${file}\n`);
  }
}

if (import.meta.main) await main(process.argv.includes("--check"));
