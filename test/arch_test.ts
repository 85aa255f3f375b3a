/**
 * The shape of the house, checked on the sources themselves: who may import whom (as data, over
 * the import graph that Deno resolves, type imports included), file sizes, names, and where the
 * runtime's own API may appear.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as v from "valibot";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MAX_LINES = 400;

interface Room {
  /** Rooms it may import, besides itself. */
  readonly rooms: readonly string[];
  /** npm packages it may import. */
  readonly packages?: readonly string[];
  /** Whether it may touch the machine (`node:` modules). */
  readonly machine?: true;
}

/** The longest matching path decides which room a file is in. */
const ROOMS: Readonly<Record<string, Room>> = {
  "src/model/": { rooms: [] },
  "src/snapshot/": { rooms: ["src/model/"] },
  "src/snapshot/page/": { rooms: ["src/model/", "src/snapshot/"] },
  "src/policy/": { rooms: ["src/model/"] },
  "src/engine/": { rooms: ["src/model/"] },
  "src/platform/": { rooms: ["src/model/"], machine: true },
  "src/rpc/": { rooms: ["src/model/", "src/platform/"], packages: ["ws"], machine: true },
  "src/store/": { rooms: ["src/policy/", "src/model/"], machine: true },
  "src/runtime/": {
    rooms: [
      "src/engine/",
      "src/snapshot/",
      // Matchers of text run in the page and, for URLs, in the gateway.
      "src/snapshot/page/",
      "src/policy/",
      "src/store/",
      "src/registry/runtime.ts",
      "src/model/",
    ],
    machine: true,
  },
  "src/registry/runtime.ts": { rooms: ["src/model/"] },
  "src/registry/": {
    rooms: ["src/registry/runtime.ts", "src/policy/", "src/model/"],
    packages: ["valibot", "@valibot/to-json-schema"],
  },
  "src/tools/": {
    rooms: ["src/registry/", "src/registry/runtime.ts", "src/model/"],
    packages: ["valibot"],
  },
  "src/mcp/": {
    rooms: ["src/registry/", "src/registry/runtime.ts", "src/rpc/", "src/platform/", "src/model/"],
    packages: ["valibot"],
    machine: true,
  },
  "src/cli/": {
    rooms: [
      "src/mcp/",
      "src/tools/",
      "src/registry/",
      "src/registry/runtime.ts",
      "src/runtime/",
      "src/store/",
      "src/policy/",
      "src/engine/",
      "src/rpc/",
      "src/platform/",
      "src/model/",
      "package.json",
    ],
    packages: ["valibot", "yargs"],
    machine: true,
  },
  "cdp/": {
    rooms: ["src/engine/", "src/rpc/", "src/platform/", "src/model/"],
    packages: ["valibot", "ws"],
    machine: true,
  },
  "firefox/": {
    rooms: ["src/engine/", "src/rpc/", "src/platform/", "src/model/"],
    packages: ["valibot", "ws"],
    machine: true,
  },
  "src/main.ts": {
    rooms: [
      "src/cli/",
      "src/mcp/",
      "src/tools/",
      "src/registry/",
      "src/registry/runtime.ts",
      "src/runtime/",
      "src/snapshot/",
      "src/store/",
      "src/policy/",
      "src/engine/",
      "src/rpc/",
      "src/platform/",
      "src/model/",
      "cdp/",
      "firefox/",
    ],
    machine: true,
  },
};

/** Files that no room holds but some may import. */
const LOOSE: Readonly<Record<string, readonly string[]>> = { "package.json": ["src/platform/"] };

const Graph = v.object({
  modules: v.array(v.object({
    specifier: v.string(),
    dependencies: v.optional(v.array(v.object({
      specifier: v.string(),
      code: v.optional(v.object({ specifier: v.optional(v.string()) })),
      type: v.optional(v.object({ specifier: v.optional(v.string()) })),
    }))),
  })),
});

function sources(...folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name))
  );
}

const PRODUCT = sources("src", "cdp", "firefox");
const ALL = [...PRODUCT, ...sources("build", "bench", "test")]
  .filter((file) => !file.includes("node_modules"));
const text = (file: string) => readFileSync(join(ROOT, file), "utf8");

function roomOf(path: string): string | undefined {
  return Object.keys(ROOMS)
    .filter((room) => path.startsWith(room))
    .sort((a, b) => b.length - a.length)[0];
}

interface Import {
  readonly from: string;
  /** A path inside the project, or the specifier of a package or built-in module. */
  readonly to: string;
}

let imports: readonly Import[] = [];
let folder = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "drover-arch-"));
  const entry = join(folder, "entry.ts");
  const lines = PRODUCT.map((file) => `import "${pathToFileURL(join(ROOT, file)).href}";`);
  await writeFile(entry, lines.join("\n"));
  const json = execFileSync(
    process.execPath,
    ["info", "--json", "--config", join(ROOT, "deno.json"), entry],
    { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  const graph = v.parse(Graph, JSON.parse(json));
  imports = graph.modules.flatMap(({ specifier, dependencies }) => {
    if (!specifier.startsWith("file:") || specifier.includes("/node_modules/")) return [];
    const from = relative(ROOT, fileURLToPath(specifier));
    if (from.startsWith("..")) return [];
    return (dependencies ?? []).map((dependency) => {
      const target = dependency.code?.specifier ?? dependency.type?.specifier ?? "";
      const inside = target.startsWith("file:") && !target.includes("/node_modules/");
      return { from, to: inside ? relative(ROOT, fileURLToPath(target)) : dependency.specifier };
    });
  });
});

after(() => rm(folder, { recursive: true, force: true }));

/** The reason why the import is wrong, or null. */
function fault({ from, to }: Import): string | null {
  const home = roomOf(from);
  if (home === undefined) return `${from} is in no room`;
  const room = ROOMS[home];
  if (to.startsWith("node:")) {
    return room?.machine === true ? null : `${from} may not import ${to}`;
  }
  const target = roomOf(to);
  if (target !== undefined) {
    if (target === home || room?.rooms.includes(target) === true) return null;
    return `${from} may not import ${to}`;
  }
  if (LOOSE[to]?.some((allowed) => from.startsWith(allowed)) === true) return null;
  return room?.packages?.includes(to) === true ? null : `${from} may not import ${to}`;
}

test("imports follow the direction table", () => {
  assert.ok(imports.length > 50, "the import graph is read");
  assert.deepEqual(imports.map(fault).filter((one) => one !== null), []);
});

test("the direction table refuses a wrong import, also of types", () => {
  assert.equal(
    fault({ from: "src/tools/runtime/click.ts", to: "cdp/engine.ts" }),
    "src/tools/runtime/click.ts may not import cdp/engine.ts",
  );
  assert.equal(
    fault({ from: "src/model/ids.ts", to: "node:fs" }),
    "src/model/ids.ts may not import node:fs",
  );
});

test("no file is longer than 400 lines but generated ones", () => {
  const long = ALL.filter((file) => !file.endsWith(".gen.ts"))
    .map((file) => [file, text(file).split("\n").length - 1] as const)
    .filter(([, lines]) => lines > MAX_LINES);
  assert.deepEqual(long, []);
});

test("the API of Deno appears in src/platform only", () => {
  const strangers = PRODUCT.filter((file) =>
    !file.startsWith("src/platform/") && !file.endsWith(".gen.ts") &&
    /\bDeno\.\w/.test(withoutComments(text(file)))
  );
  assert.deepEqual(strangers, []);
});

test("files are named in snake case, by a noun", () => {
  const wrong = ALL.map((file) => basename(file)).filter((name) =>
    !/^[a-z0-9_]+(\.gen|\.d)?\.ts$/.test(name) || /^(utils?|helpers?|misc|common)\.ts$/.test(name)
  );
  assert.deepEqual(wrong, []);
});

test("only tools have a default export", () => {
  const wrong = PRODUCT.filter((file) =>
    !file.startsWith("src/tools/") && /^export default /m.test(text(file))
  );
  assert.deepEqual(wrong, []);
});

test("a tool declares and delegates: no try, no catch", () => {
  const wrong = sources("src/tools").filter((file) =>
    !file.endsWith(".gen.ts") && /\b(try \{|\.catch\()/.test(withoutComments(text(file)))
  );
  assert.deepEqual(wrong, []);
});

test("no error is caught and dropped without a word why", () => {
  const wrong = PRODUCT.filter((file) => !file.endsWith(".gen.ts"))
    .filter((file) => /catch\s*(\([^)]*\)\s*)?\{\s*\}/.test(text(file)));
  assert.deepEqual(wrong, []);
});

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "");
}
