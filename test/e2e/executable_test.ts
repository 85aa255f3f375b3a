/** The one-file executable as a program: first starts, missing folders, its own process. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { drover, executable, plainEnvironment } from "../support/executable.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "drover-exe-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const selfExtracting = readFileSync(`${executable()}.buildinfo`, "utf8").includes(
  '"self-extracting"',
);
const fresh = (more: Readonly<Record<string, string>> = {}) => ({
  ...plainEnvironment(),
  DROVER_CACHE_DIR: join(folder, "cache"),
  ...more,
});

test("three racing first starts all run", async () => {
  const runs = await Promise.all([1, 2, 3].map(() => drover(["--version"], { env: fresh() })));
  assert.deepEqual(runs.map(({ code, stderr }) => [code, stderr]), [[0, ""], [0, ""], [0, ""]]);
  if (selfExtracting) {
    const names = await readdir(join(folder, "cache"));
    assert.deepEqual(names.filter((name) => name.startsWith(".new")), []);
  }
});

test("it runs without HOME", async () => {
  const { HOME: _home, XDG_CACHE_HOME: _cache, ...env } = plainEnvironment();
  const { code, stderr } = await drover(["--version"], { env: { ...env, TMPDIR: folder } });
  assert.deepEqual([code, stderr], [0, ""]);
});

test("it runs from another folder by a relative path and starts itself again", async () => {
  const { code, stdout } = await drover(["--version"], { cwd: "/", env: fresh() });
  assert.equal(code, 0);
  assert.match(stdout, /^drover /);
});

if (selfExtracting) {
  test("a folder that cannot be written is told with what to do", async () => {
    const { code, stderr } = await drover(["--version"], {
      env: fresh({ DROVER_CACHE_DIR: "/proc/nowhere" }),
    });
    assert.equal(code, 1);
    assert.match(stderr, /set DROVER_CACHE_DIR/);
  });

  test("a damaged copy in the cache of another version does no harm", async () => {
    await drover(["--version"], { env: fresh() });
    const cache = join(folder, "cache");
    for (const name of await readdir(cache)) {
      if (name.endsWith(".mjs")) await rm(join(cache, name));
    }
    await chmod(cache, 0o700);
    const { code } = await drover(["--version"], { env: fresh() });
    assert.equal(code, 0);
  });
}

test("its process id is the program's own, so that a signal reaches it", async () => {
  const child = spawn(executable(), ["stdio"], {
    env: plainEnvironment(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.write(
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n',
  );
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 143);
});
