/** The one-file executable as a program: first starts, missing folders, its own process. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, test } from "node:test";
import {
  drover,
  executable,
  type Finished,
  plainEnvironment,
  ROOT,
  run,
} from "../support/executable.ts";

const SELF_EXTRACTING = readFileSync(`${executable()}.buildinfo`, "utf8").includes(
  '"self-extracting"',
);
let folder: string;
let firstStarts: readonly Finished[];

const fresh = (more: Readonly<Record<string, string>> = {}) => ({
  ...plainEnvironment(),
  DROVER_CACHE_DIR: join(folder, "cache"),
  ...more,
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "drover-exe-"));
  firstStarts = await Promise.all(
    [1, 2, 3].map(() => drover(["--version"], { env: fresh() })),
  );
});

after(() => rm(folder, { recursive: true, force: true }));

test("three racing first starts all run", () => {
  assert.deepEqual(
    firstStarts.map(({ code, stderr }) => [code, stderr]),
    [[0, ""], [0, ""], [0, ""]],
  );
});

test("it runs without HOME", async () => {
  const { HOME: _home, XDG_CACHE_HOME: _cache, ...env } = plainEnvironment();
  const { code, stderr } = await drover(["--version"], { env: { ...env, TMPDIR: folder } });
  assert.deepEqual([code, stderr], [0, ""]);
});

test("it unpacks and runs in an empty environment, as some hosts start it", async () => {
  const { code, stderr } = await drover(["--version"], {
    env: { DROVER_CACHE_DIR: join(folder, "empty") },
  });
  assert.deepEqual([code, stderr], [0, ""]);
});

test("called by a relative path it finds itself, also to start itself again", async () => {
  const { code, stdout } = await run(relative("/", executable()), ["tools"], {
    cwd: "/",
    env: fresh(),
  });
  assert.equal(code, 0);
  assert.match(stdout, /^workflow_start /m);
});

test("its process id is the program's own, so that a signal reaches it", async () => {
  // Node reports the exit code as it is; Deno takes 143 for the signal itself.
  const script = `
    const child = require("node:child_process").spawn(process.argv[1], ["stdio"],
      { stdio: ["pipe", "pipe", "inherit"] });
    child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\\n');
    child.stdout.once("data", () => child.kill("SIGTERM"));
    child.on("exit", (code, signal) => console.log(JSON.stringify([code, signal])));`;
  const node = join(ROOT, "node_modules", ".bin", "node");
  const { stdout } = await run(node, ["-e", script, executable()], { env: fresh() });
  assert.deepEqual(JSON.parse(stdout), [143, null]);
});

if (SELF_EXTRACTING) {
  test("first starts leave nothing half written", async () => {
    const names = await readdir(join(folder, "cache"));
    assert.deepEqual(names.filter((name) => name.startsWith(".new")), []);
  });

  test("a file missing from the cache is unpacked again", async () => {
    const cache = join(folder, "cache");
    const program = (await readdir(cache)).find((name) => name.endsWith(".mjs")) ?? "";
    await rm(join(cache, program));
    assert.equal((await drover(["--version"], { env: fresh() })).code, 0);
    assert.ok((await readdir(cache)).includes(program));
  });

  test("a folder that cannot be written is told with what to do", async () => {
    const { code, stderr } = await drover(["--version"], {
      env: fresh({ DROVER_CACHE_DIR: "/proc/nowhere" }),
    });
    assert.equal(code, 1);
    assert.match(stderr, /set DROVER_CACHE_DIR/);
  });
}
