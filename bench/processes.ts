/** Processes that the bench has started, found by a mark in their environment (Linux). */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** Environment variable that marks a measured server and all that it starts. */
export const TAG = "DROVER_BENCH_SERVER";

export interface TaggedProcess {
  readonly pid: number;
  /** File name of the program. */
  readonly program: string;
  /** Resident memory, bytes. */
  readonly resident: number;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It ended, or is not ours.
    return "";
  }
}

function program(pid: string): string {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`));
  } catch {
    // It ended, or is not ours.
    return "";
  }
}

export function taggedProcesses(tag: string): readonly TaggedProcess[] {
  const found: TaggedProcess[] = [];
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    if (!read(`/proc/${entry}/environ`).split("\0").includes(`${TAG}=${tag}`)) continue;
    const kib = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${entry}/status`))?.[1] ?? "0";
    found.push({
      pid: Number(entry),
      program: program(entry),
      resident: Number(kib) * 1024,
    });
  }
  return found;
}

/** Resident memory of a server's processes without its browser's, bytes. */
export function serverResident(tag: string): number {
  return taggedProcesses(tag)
    .filter(({ program }) => !/^(?:chrom(?:e|ium)|firefox)/.test(program))
    .reduce((sum, { resident }) => sum + resident, 0);
}
