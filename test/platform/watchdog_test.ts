import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startWatchdog } from "../../src/platform/watchdog.ts";
import { endProcess, isAlive, processesNaming, startMark } from "../../src/platform/processes.ts";
import { processes } from "../support/process_tree.ts";

const END_MS = 5_000;

async function until(met: () => boolean): Promise<boolean> {
  const end = performance.now() + END_MS;
  while (!met() && performance.now() < end) await sleep(20);
  return met();
}

function watchdogOf(dir: string): number | undefined {
  return processes().find(({ command }) => command.endsWith(dir))?.pid;
}

test("after done the watchdog is gone, and has touched neither folder nor processes", async () => {
  const dir = mkdtempSync(join(tmpdir(), "drover-watchdog-test-"));
  const child = spawn("/bin/sh", ["-c", "read line"], { detached: true });
  assert.ok(child.pid);
  try {
    const watchdog = startWatchdog(dir);
    watchdog.guard(child.pid);
    assert.ok(await until(() => watchdogOf(dir) !== undefined));
    watchdog.done();
    watchdog.done();
    assert.ok(await until(() => watchdogOf(dir) === undefined));
    assert.ok(existsSync(dir) && isAlive(child.pid));
  } finally {
    const exited = once(child, "exit");
    endProcess(child.pid, true);
    await exited;
    rmSync(dir, { recursive: true, force: true });
  }
});

test("a watchdog that was never told of a process finds it by the folder, and removes both", async () => {
  const dir = mkdtempSync(join(tmpdir(), "drover-watchdog-test-"));
  const other = mkdtempSync(join(tmpdir(), "drover-watchdog-test-"));
  const watchdogUrl = new URL("../../src/platform/watchdog.ts", import.meta.url).href;
  // What a gateway is that is killed right after it has started its browser.
  const gateway = spawn(process.execPath, [
    "eval",
    `import { startWatchdog } from ${JSON.stringify(watchdogUrl)};
    import { spawn } from "node:child_process";
    startWatchdog(${JSON.stringify(dir)});
    spawn("/bin/sh", ["-c", "read line", "browser", ${JSON.stringify(dir)}], { detached: true });
    console.log("started");
    setInterval(() => {}, 1000);`,
  ], { stdio: ["ignore", "pipe", "inherit"] });
  const bystander = spawn("/bin/sh", ["-c", "read line", "bystander", other]);
  try {
    await once(gateway.stdout, "data");
    assert.equal(processes().filter(({ command }) => command.endsWith(dir)).length, 2);
    gateway.kill("SIGKILL");
    assert.ok(await until(() => !existsSync(dir) && watchdogOf(dir) === undefined));
    assert.ok(existsSync(other) && watchdogOf(other) === bystander.pid);
  } finally {
    const exited = once(bystander, "exit");
    bystander.kill("SIGKILL");
    await exited;
    for (const folder of [dir, other]) rmSync(folder, { recursive: true, force: true });
  }
});

test("a process is named by its id and start, and found by its command line", () => {
  const mark = startMark(process.pid);
  assert.ok(mark !== null && mark !== "");
  assert.equal(startMark(process.pid), mark);
  assert.equal(isAlive(process.pid), true);
  assert.deepEqual(processesNaming(`no-process-names-${"this"}`), []);
  assert.equal(endProcess(2 ** 30, false), false);
  assert.equal(isAlive(2 ** 30), false);
});
