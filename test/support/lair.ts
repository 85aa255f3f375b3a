/**
 * A folder for temporary files of one gateway's own, so that what it leaves can be counted exactly:
 * every file in there, and every process that was started with it (its browser, the browser's
 * zygotes and handlers, its watchdog), whoever has become their parent.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import process from "node:process";
import { isBrowser, type Process, processes } from "./process_tree.ts";

/** Short: under a longer one the browser keeps the machine's folder for its socket. */
const PREFIX = "/tmp/drl-";

export class Lair {
  readonly folder: string = mkdtempSync(PREFIX);
  /** For the environment of the gateway. */
  readonly env: Readonly<Record<string, string>> = { TMPDIR: this.folder };

  /** The processes that were started with the folder, as argument or as place for their files. */
  inhabitants(): readonly Process[] {
    return processes().filter(({ pid, command }) =>
      pid !== process.pid &&
      (command.includes(this.folder) || environmentOf(pid).includes(this.folder))
    );
  }

  /** Files and folders in it. */
  entries(): readonly string[] {
    return readdirSync(this.folder);
  }

  /** Browser processes themselves, without their helpers. */
  browsers(): readonly Process[] {
    return this.inhabitants().filter(isBrowser);
  }

  /** Ends what is left and removes the folder: a failing test must not leave orphans either. */
  remove(): void {
    for (const { pid } of this.inhabitants()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended meanwhile.
      }
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    return ""; // It ended meanwhile, or is not ours.
  }
}
