/**
 * Temp folders that name their owner, so that a later start can tell those whose owner died
 * without cleaning up, and remove them with what still runs in them.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setInterval } from "node:timers";
import { endProcess, isAlive, processesNaming, processSpace, startMark } from "./processes.ts";

const MARKER = "drover-owner.json";
/** A folder without a marker may be one that is just being made. */
const UNMARKED_GRACE_MS = 60_000;
const REMOVE_TRIES = 20;
/** How often the owner shows that it lives, for those who cannot see its process. */
const BEAT_MS = 3_600_000;
/** A folder of another container whose owner has not shown itself for this long. */
const FOREIGN_GRACE_MS = 24 * BEAT_MS;
/** Of the random part of a name; the name stays short, for a socket is to fit into the folder. */
const NAME_BYTES = 4;

/** A name for a folder of this process, which nobody else makes. */
export function ownedDirName(prefix: string, base: string = tmpdir()): string {
  return join(base, prefix + randomBytes(NAME_BYTES).toString("hex"));
}

/** Makes the folder, for its owner's eyes alone; throws where something of that name is there. */
export function makeOwnedDir(dir: string): void {
  mkdirSync(dir, { mode: 0o700 });
  const owner = { pid: process.pid, start: startMark(process.pid), space: processSpace() };
  try {
    writeFileSync(join(dir, MARKER), JSON.stringify(owner));
  } catch (cause) {
    // No room: every try would leave one more folder there.
    rmSync(dir, { recursive: true, force: true });
    throw cause;
  }
}

/** Shows every hour that the folder's owner lives; until the function that it returns is called. */
export function keepOwned(dir: string): () => void {
  const beat = () => {
    const now = new Date();
    // A folder that was taken away is told by what fails in it.
    utimes(join(dir, MARKER), now, now).catch(() => {});
  };
  const timer = setInterval(beat, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes a folder; a process that is just ending in it may still write, so it tries again. */
export async function removeDir(dir: string): Promise<void> {
  await rm(dir, { recursive: true, force: true, maxRetries: REMOVE_TRIES, retryDelay: 50 });
}

/**
 * Removes the folders with `prefix` whose owner is gone, after ending the processes that have
 * the folder in their command line. Folders that cannot be read (another user's) are left alone, and
 * for a day those of another container: its processes cannot be seen from here.
 * `now`: milliseconds since the epoch. Returns the folders removed.
 */
export async function sweepStaleDirs(
  prefix: string,
  now: number,
  base: string = tmpdir(),
): Promise<readonly string[]> {
  const stale = readdirSync(base)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(base, name))
    .filter((dir) => isStale(dir, now));
  const removed = await Promise.all(stale.map(async (dir) => {
    for (const pid of processesNaming(dir)) endProcess(pid, false);
    try {
      await removeDir(dir);
      return dir;
    } catch {
      // Another user's, or another gateway sweeps it at this moment; the next start tries again.
      return null;
    }
  }));
  return removed.filter((dir) => dir !== null);
}

function isStale(dir: string, now: number): boolean {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(dir, MARKER), "utf8"));
    if (typeof owner !== "object" || owner === null || !("pid" in owner)) return false;
    const { pid } = owner;
    if (typeof pid !== "number") return false;
    if ("space" in owner && owner.space !== processSpace()) {
      return now - statSync(join(dir, MARKER)).mtimeMs > FOREIGN_GRACE_MS;
    }
    if (!isAlive(pid)) return true;
    const start = "start" in owner ? owner.start : null;
    const current = startMark(pid);
    return typeof start === "string" && current !== null && start !== current;
  } catch {
    return isOldUnmarked(dir, now);
  }
}

function isOldUnmarked(dir: string, now: number): boolean {
  try {
    return now - statSync(dir).mtimeMs > UNMARKED_GRACE_MS;
  } catch {
    // Gone meanwhile, or not ours to look at.
    return false;
  }
}
