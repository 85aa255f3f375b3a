/**
 * Whether the machine, and not the product, was slow (Linux): the kernel tells how long a thread
 * that could have run stood in line for a core.
 */
import { readFileSync } from "node:fs";
import { treeOf } from "./process_tree.ts";

const NS_PER_MS = 1e6;

export class Cores {
  readonly #begun = performance.now();
  readonly #waited: ReadonlyMap<number, number>;

  /** Watches the process and all below it from now on. */
  constructor(pid: number) {
    this.#waited = new Map(treeOf(pid).map((one) => [one.pid, waitedMs(one.pid)]));
  }

  /** One of the processes stood in line for a core for more than half of the time. */
  get starved(): boolean {
    const passed = performance.now() - this.#begun;
    return [...this.#waited].some(([pid, before]) => waitedMs(pid) - before > passed / 2);
  }
}

/** What the main thread of a process has waited for a core, milliseconds; 0: it is gone. */
function waitedMs(pid: number): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / NS_PER_MS;
  } catch {
    return 0;
  }
}
