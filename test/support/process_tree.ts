/** Processes of one tree and what they leave behind, read from /proc (Linux). */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Kernel's start time: with the pid it names one process for ever. */
  readonly started: string;
  readonly command: string;
}

/** Living processes; the dead that nobody has reaped are not counted. */
export function processes(): readonly Process[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return [];
      return [{
        pid: Number(name),
        parent: Number(fields[1]),
        started: fields[19] ?? "",
        command: readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim(),
      }];
    } catch {
      return []; // It ended while we looked.
    }
  });
}

/** `pid` and everything below it. */
export function treeOf(pid: number): readonly Process[] {
  const all = processes();
  const members = new Set([pid]);
  for (let before = 0; before !== members.size;) {
    before = members.size;
    for (const one of all) if (members.has(one.parent)) members.add(one.pid);
  }
  return all.filter((one) => members.has(one.pid));
}

/** What a browser's process is for; "browser": the one that has the others. */
export type ProcessKind = "browser" | "pages" | "graphics" | "network" | "media" | "launcher";

/** How a process of a kind is known by its command: Chromium's `--type`, Firefox's last argument. */
const KINDS: Readonly<Record<Exclude<ProcessKind, "browser">, RegExp>> = {
  pages: /--type=renderer|-contentproc -isForBrowser /,
  graphics: /--type=gpu-process|-contentproc .* gpu$/,
  network: /--utility-sub-type=network\.mojom\.NetworkService|-contentproc .* socket$/,
  media: /--utility-sub-type=audio|-contentproc .* rdd$/,
  launcher: /--type=zygote|-contentproc .* forkserver$/,
};
/** Where a browser has its profile. */
const PROFILE = /--(?:user-data-dir=|profile )(\S+)/;

export function isBrowser({ command }: Process): boolean {
  return PROFILE.test(command) && !/--type=| -contentproc /.test(command);
}

/** The processes of the tree that its browsers have for `kind`. */
export function processesFor(tree: readonly Process[], kind: ProcessKind): readonly Process[] {
  return tree.filter((one) => kind === "browser" ? isBrowser(one) : KINDS[kind].test(one.command));
}

/** How many processes of each kind: Chromium's `--type`, with the service of a utility, Firefox's last argument; "browser"; other commands. */
export function kindsOf(tree: readonly Process[]): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const one of tree) {
    const { command } = one;
    const type = /--type=(\S+)/.exec(command)?.[1] ?? /-contentproc .* (\w+)$/.exec(command)?.[1];
    const service = /--utility-sub-type=(\S+)/.exec(command)?.[1];
    const kind = type !== undefined
      ? `${type}${service === undefined ? "" : ` ${service}`}`
      : isBrowser(one)
      ? "browser"
      : "other";
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

/** Processor time that the process has used, clock ticks; null: it has ended. */
export function cpuTicks(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}

/** The one of `tree` that works most while `work` runs. */
export async function busiest(tree: readonly Process[], work: Promise<void>): Promise<Process> {
  const before = new Map(tree.map(({ pid }) => [pid, cpuTicks(pid) ?? 0]));
  await work;
  const used = ({ pid }: Process) => (cpuTicks(pid) ?? 0) - (before.get(pid) ?? 0);
  const [first] = tree.toSorted((a, b) => used(b) - used(a));
  if (first === undefined) throw new Error("No process to choose from");
  return first;
}

/** The temp profile folders that the processes were started with. */
export function profilesOf(tree: readonly Process[]): readonly string[] {
  return [...new Set(tree.flatMap(({ command }) => PROFILE.exec(command)?.[1] ?? []))];
}

/** Which of these still live. */
export function survivors(tree: readonly Process[]): readonly Process[] {
  const now = processes();
  return tree.filter((one) =>
    now.some(({ pid, started }) => pid === one.pid && started === one.started)
  );
}

/** Looks until `done` holds or the time is over; the last answer. */
export async function within(ms: number, done: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!done()) {
    if (performance.now() > end) return false;
    await sleep(50);
  }
  return true;
}
