/** Nothing of a browser may outlive its gateway: no process, no profile folder. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROFILE_PREFIX } from "../../cdp/launch.ts";
import { Failure } from "../../src/model/error.ts";
import { sweepStaleDirs } from "../../src/platform/temp_dirs.ts";
import { processes } from "../support/process_tree.ts";
import { launcher, refusedWith, within } from "./browser.ts";

const HERE = dirname(fileURLToPath(import.meta.url));
const CLEAN_WITHIN_MS = 5_000;

interface Gateway {
  readonly child: ChildProcess;
  readonly profile: string;
  /** Of the browser. */
  readonly pid: number;
}

async function startGateway(): Promise<Gateway> {
  const child = spawn(process.execPath, [
    "run",
    "-A",
    "--no-check",
    "--config",
    join(HERE, "../../deno.json"),
    join(HERE, "gateway_stand_in.ts"),
  ], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const told: unknown = JSON.parse(line);
    assert.ok(typeof told === "object" && told !== null && "profile" in told && "pid" in told);
    assert.ok(typeof told.profile === "string" && typeof told.pid === "number");
    return { child, profile: told.profile, pid: told.pid };
  }
  throw new Error("The gateway ended before it was ready");
}

function naming(profile: string): readonly string[] {
  return processes().map(({ command }) => command).filter((command) => command.includes(profile));
}

async function assertNothingLeft(profile: string): Promise<void> {
  const end = performance.now() + CLEAN_WITHIN_MS;
  while ((naming(profile).length > 0 || existsSync(profile)) && performance.now() < end) {
    await sleep(50);
  }
  assert.deepEqual(naming(profile), [], "no process of the profile is left");
  assert.equal(existsSync(profile), false, "the profile folder is removed");
}

/** Profiles that processes started by this one work in. */
function ownProfiles(): readonly string[] {
  return processes().filter(({ parent }) => parent === process.pid).flatMap(({ command }) => {
    const start = command.indexOf(join(tmpdir(), PROFILE_PREFIX));
    return start === -1 ? [] : [command.slice(start).split(" ", 1)[0] ?? ""];
  });
}

for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  test(`a gateway ended by ${signal} leaves no process and no profile`, async () => {
    const { child, profile } = await startGateway();
    assert.ok(naming(profile).length > 2, "the browser runs, guarded");
    assert.ok(existsSync(profile));
    child.kill(signal);
    await once(child, "exit");
    await assertNothingLeft(profile);
  });
}

test("a gateway and its browser killed together leave nothing", async () => {
  const { child, profile, pid } = await startGateway();
  process.kill(pid, "SIGKILL");
  child.kill("SIGKILL");
  await once(child, "exit");
  await assertNothingLeft(profile);
});

test("what a killed browser had among the temporary files goes with its profile", async () => {
  const { child, profile, pid } = await startGateway();
  // Chromium locks its profile by a socket in a folder of its own.
  const socket = readlinkSync(join(profile, "SingletonSocket"));
  assert.ok(existsSync(socket));
  process.kill(pid, "SIGKILL");
  child.kill("SIGKILL");
  await once(child, "exit");
  await assertNothingLeft(profile);
  assert.equal(existsSync(dirname(socket)), false);
});

test("a launch that is cancelled at any moment leaves nothing", async () => {
  for (const delay of [0, 1, 10, 30, 60, 100, 150]) {
    const stop = new AbortController();
    const launched = launcher().launch({ ...within(30_000), signal: stop.signal });
    const over = launched.then((engine) => engine.close(), (cause: unknown) => {
      assert.ok(cause instanceof Failure);
      assert.equal(cause.code, "cancelled");
    });
    await sleep(delay);
    const begun = ownProfiles();
    stop.abort();
    await over;
    for (const profile of begun) await assertNothingLeft(profile);
  }
  assert.deepEqual(ownProfiles(), []);
});

test("a hung program that is no browser is ended with its cancelled launch", async () => {
  const folder = mkdtempSync(join(tmpdir(), "drover-hung-test-"));
  const browserPath = join(folder, "hung");
  // A time of its own tells it from the same program of another run.
  const program = `sleep 3600.${process.pid}`;
  writeFileSync(browserPath, `#!/bin/sh\nexec ${program}\n`, { mode: 0o755 });
  const stop = new AbortController();
  try {
    const launched = launcher({ browserPath }).launch({ ...within(), signal: stop.signal });
    const refused = refusedWith("cancelled", launched);
    const started = () => processes().some(({ command }) => command === program);
    while (!started()) await sleep(10);
    stop.abort();
    await refused;
    assert.equal(started(), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("closing the engine leaves nothing, and a second close is the same", async () => {
  const before = new Set(processes().map(({ command }) => command));
  const engine = await launcher().launch(within(30_000));
  const profile = profileOf(before);
  await Promise.all([engine.close(), engine.close()]);
  assert.deepEqual(await engine.gone, { reason: "closed", message: "The browser was closed" });
  await assertNothingLeft(profile);
});

test("a killed browser is told with its signal; its pages are gone and calls fail at once", async () => {
  const before = new Set(processes().map(({ command }) => command));
  const engine = await launcher().launch(within(30_000));
  const profile = profileOf(before);
  const context = await engine.createContext({}, within());
  const page = await context.openPage(within());
  const [main] = page.frames();
  assert.ok(main);
  const underWay = refusedWith(
    "engineUnreachable",
    page.frame(main.id).call("walk", { walk: "new Promise(()=>{})", rows: 1, chars: 1 }, within()),
  );
  const pid = processes().find(({ command }) =>
    command.includes(profile) && !command.includes("--type=") && !command.includes("watchdog")
  )?.pid;
  assert.ok(pid);
  process.kill(pid, "SIGKILL");
  await underWay;
  const gone = await engine.gone;
  assert.equal(gone.reason, "died");
  assert.match(gone.message, /SIGKILL/);
  assert.deepEqual(await page.gone, { reason: "engineGone" });
  await refusedWith("engineUnreachable", page.navigate("about:blank", "complete", within()));
  await refusedWith("engineUnreachable", engine.createContext({}, within()));
  await assertNothingLeft(profile);
  await engine.close();
});

test("the next start sweeps a folder whose owner is dead, with what still runs in it", async () => {
  const base = mkdtempSync(join(tmpdir(), "drover-sweep-test-"));
  const stale = join(base, `${PROFILE_PREFIX}stale`);
  const living = join(base, `${PROFILE_PREFIX}living`);
  const fresh = join(base, `${PROFILE_PREFIX}fresh`);
  const old = join(base, `${PROFILE_PREFIX}old`);
  const other = join(base, "other-folder");
  for (const dir of [stale, living, fresh, old, other]) mkdirSync(dir);
  const dead = spawn("/bin/true");
  await once(dead, "exit");
  writeFileSync(join(stale, "drover-owner.json"), JSON.stringify({ pid: dead.pid, start: "1" }));
  writeFileSync(
    join(living, "drover-owner.json"),
    JSON.stringify({ pid: process.pid, start: null }),
  );
  utimesSync(old, 1, 1);
  const leftover = spawn("/bin/sh", ["-c", "read line", "leftover", stale]);
  const ended = once(leftover, "exit");
  try {
    const removed = await sweepStaleDirs(PROFILE_PREFIX, Date.now(), base);
    assert.deepEqual(removed.toSorted(), [old, stale].toSorted());
    await ended;
    assert.ok(existsSync(living) && existsSync(fresh) && existsSync(other));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test("a folder of another container is left alone while its owner shows itself", async () => {
  const base = mkdtempSync(join(tmpdir(), "drover-sweep-test-"));
  const [living, gone] = ["living", "gone"].map((name) => {
    const dir = join(base, PROFILE_PREFIX + name);
    mkdirSync(dir);
    // The ids of processes there mean nothing here.
    writeFileSync(
      join(dir, "drover-owner.json"),
      JSON.stringify({ pid: 2 ** 30, start: "1", space: "pid:[1]" }),
    );
    return dir;
  });
  utimesSync(join(gone ?? "", "drover-owner.json"), 1, 1);
  try {
    assert.deepEqual(await sweepStaleDirs(PROFILE_PREFIX, Date.now(), base), [gone]);
    assert.ok(existsSync(living ?? ""));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test("a folder of a reused process id is stale", async () => {
  const base = mkdtempSync(join(tmpdir(), "drover-sweep-test-"));
  const dir = join(base, `${PROFILE_PREFIX}reused`);
  mkdirSync(dir);
  writeFileSync(join(dir, "drover-owner.json"), JSON.stringify({ pid: process.pid, start: "1" }));
  try {
    assert.deepEqual(await sweepStaleDirs(PROFILE_PREFIX, Date.now(), base), [dir]);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

test("a program that is no browser is a failed launch that says so and leaves nothing", async () => {
  const before = new Set(processes().map(({ command }) => command));
  for (const browserPath of ["/bin/false", "/bin/cat"]) {
    await refusedWith("browserLaunchFailed", launcher({ browserPath }).launch(within(2_000)));
  }
  const failure = await refusedWith(
    "browserLaunchFailed",
    launcher({ browserPath: "/no/such/browser" }).launch(within()),
  );
  assert.match(failure.message, /--browser-path/);
  assert.doesNotMatch(failure.message, /no\/such/);
  const left = processes().filter(({ command }) =>
    command.includes(PROFILE_PREFIX) && /\/bin\/(false|cat)/.test(command) && !before.has(command)
  );
  assert.deepEqual(left, []);
});

for (const folder of ["/no/such/folder", "/proc"]) {
  test(`a launch with ${folder} for temporary files is refused and says what to do`, async () => {
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = folder;
    try {
      const failure = await refusedWith("browserLaunchFailed", launcher().launch(within()));
      assert.match(failure.detail.repair ?? "", /TMPDIR/);
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
  });
}

/** The profile of the browser that this process has started since `before`. */
function profileOf(before: ReadonlySet<string>): string {
  for (const { command, parent } of processes()) {
    const profile = /--user-data-dir=(\S+)/.exec(command)?.[1];
    if (profile !== undefined && parent === process.pid && !before.has(command)) return profile;
  }
  throw new Error("The browser's profile was not found");
}
