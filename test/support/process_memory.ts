/** Memory of a process, read from /proc (Linux). */
import { readFileSync } from "node:fs";

const KIB_PER_MIB = 1024;

/** Resident now, MiB. */
export function residentMib(pid: number): number {
  return statusMib(pid, "VmRSS");
}

/** The most that was ever resident, MiB. */
export function peakMib(pid: number): number {
  return statusMib(pid, "VmHWM");
}

function statusMib(pid: number, key: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = new RegExp(`^${key}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  if (kib === undefined) throw new Error(`No ${key} of process ${pid}`);
  return Number(kib) / KIB_PER_MIB;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("No values");
  return middle;
}
