/** What `npm pack` makes runs under Node by itself, without any other package. */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { executable, plainEnvironment, ROOT, run } from "../support/executable.ts";

const NODE = join(ROOT, "node_modules", ".bin", "node");
let folder: string;
let program: string;

before(async () => {
  executable();
  folder = await mkdtemp(join(tmpdir(), "drover-pack-"));
  const pack = await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: ROOT,
  });
  assert.equal(pack.code, 0, pack.stderr);
  const [archive = ""] = (await readdir(folder)).filter((name) => name.endsWith(".tgz"));
  assert.equal((await run("tar", ["-xzf", archive], { cwd: folder })).code, 0);
  program = join(folder, "package", "dist", "drover.mjs");
});

after(() => rm(folder, { recursive: true, force: true }));

test("the package holds the bundle and its papers alone", async () => {
  const names = (await readdir(join(folder, "package"), { recursive: true })).sort();
  assert.deepEqual(names, ["LICENSE", "README.md", "dist", "dist/drover.mjs", "package.json"]);
});

test("the packed program tells that it runs on Node", async () => {
  const { code, stdout, stderr } = await run(NODE, [program, "--version", "--verbose"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^build: node$/m);
});

test("the packed program drives the bundled page", async () => {
  const { code, stdout, stderr } = await run(NODE, [program, "demo"], {
    env: plainEnvironment(),
    cwd: folder,
  });
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^\+ .*Thank you, Ada Lovelace/m);
});

test("the packed program is a command by its own first line", async () => {
  const env = {
    ...plainEnvironment(),
    PATH: `${join(ROOT, "node_modules", ".bin")}:/usr/bin:/bin`,
  };
  const { code } = await run(program, ["--version"], { env });
  assert.equal(code, 0);
});

test("an older Node is told which one the program needs", async () => {
  const older =
    "Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.12.9'}})";
  const preload = ["--import", `data:text/javascript,${older}`];
  const { code, stdout, stderr } = await run(NODE, [...preload, program, "--version"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, "drover: needs Node.js 22.13 or newer, this is 22.12.9\n");
});
