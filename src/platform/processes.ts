/** Processes of this machine: whether they live, when they started, and ending them. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import process from "node:process";

/** Whether a process of that id exists (also one of another user). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return codeOf(cause) === "EPERM";
  }
}

/**
 * A mark of when the process started, equal for the same process only; null: not known (gone, or
 * a system that does not tell). With the id it names a process for good, since ids are reused.
 */
export function startMark(pid: number): string | null {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The name in brackets may hold anything; field 22 (starttime) is the 20th after it.
      return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
    } catch {
      return null;
    }
  }
  if (process.platform === "win32") return null;
  const told = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], {
    encoding: "utf8",
    timeout: 2_000,
  });
  return told.status === 0 ? told.stdout.trim() || null : null;
}

/**
 * Where process ids mean the same processes: two containers have two such places. null: the system
 * does not tell, or knows one only.
 */
export function processSpace(): string | null {
  if (process.platform !== "linux") return null;
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return null;
  }
}

/** Ids of the processes that have `text` in their command line, without this one. Empty on Windows. */
export function processesNaming(text: string): readonly number[] {
  const found: number[] = [];
  if (process.platform === "linux") {
    for (const entry of readdirSync("/proc")) {
      const pid = Number(entry);
      if (!Number.isInteger(pid) || pid === process.pid) continue;
      try {
        if (readFileSync(`/proc/${entry}/cmdline`, "utf8").includes(text)) found.push(pid);
      } catch {
        // It ended meanwhile.
      }
    }
    return found;
  }
  if (process.platform === "win32") return found;
  const told = spawnSync("ps", ["-axo", "pid=,command="], { encoding: "utf8", timeout: 5_000 });
  for (const line of told.stdout?.split("\n") ?? []) {
    const pid = Number.parseInt(line, 10);
    if (Number.isInteger(pid) && pid !== process.pid && line.includes(text)) found.push(pid);
  }
  return found;
}

/** Ends one process, or with `group` all of its group, at once. False: there was none. */
export function endProcess(pid: number, group: boolean): boolean {
  try {
    // Windows knows no groups; there the browser's own job ends the children.
    process.kill(group && process.platform !== "win32" ? -pid : pid, "SIGKILL");
    return true;
  } catch {
    // Gone, or not ours.
    return false;
  }
}

function codeOf(cause: unknown): unknown {
  return typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
}
