/** Programs of this machine: where they may stand, and what they say of themselves. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import process from "node:process";

const PROBE_MS = 10_000;

/** What discovery asks of the machine; tests bring their own. */
export interface MachinePort {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Whether a file is there and may be run. */
  isExecutable(path: string): boolean;
}

export const MACHINE: MachinePort = {
  platform: process.platform,
  env: process.env,
  home: homedir(),
  isExecutable: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
};

/** The places of the commands in the folders of PATH, in the order of the commands. */
export function* onPath<T>(
  commands: readonly (readonly [string, T])[],
  machine: MachinePort,
): Generator<readonly [string, T]> {
  const windows = machine.platform === "win32";
  const { join } = windows ? win32 : posix;
  const value = machine.env["PATH"] ?? machine.env["Path"] ?? "";
  const folders = value.split(windows ? ";" : ":").filter((folder) => folder !== "");
  for (const [command, what] of commands) {
    for (const folder of folders) yield [join(folder, windows ? `${command}.exe` : command), what];
  }
}

/** The first line that the program answers to `--version`; null: none. */
export function toldVersion(path: string): string | null {
  const told = spawnSync(path, ["--version"], { encoding: "utf8", timeout: PROBE_MS });
  const line = told.status === 0 ? told.stdout.trim().split("\n")[0] : undefined;
  return line === undefined || line === "" ? null : line;
}
