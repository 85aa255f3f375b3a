/**
 * Ends a browser and its temp profile when this process dies, even by SIGKILL: a small `sh` in
 * its own session reads a pipe that only we hold; its end means that we are gone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";

/**
 * $1: the folder. Lines read: the process group to end, `ended` when it is gone (its number may
 * then mean another one), `done` when all was cleaned up.
 * End of input without `done`: ends the group and removes the folder, trying for 5 seconds since
 * dying processes may still write. A group that was started but not told any more is found by the
 * folder in its command line (Linux). It ends when the folder was gone twice: a program that is just
 * starting makes it again.
 */
const SCRIPT = `
trap '' HUP INT TERM
group=
told=
while read -r line; do
  if [ "$line" = done ]; then exit 0; fi
  told=1
  if [ "$line" = ended ]; then group=; else group=$line; fi
done
if [ -n "$group" ]; then kill -9 "-$group" 2>/dev/null; fi
tries=0
gone=0
while [ "$tries" -lt 50 ] && [ "$gone" -lt 2 ]; do
  if [ -z "$told" ]; then
    for place in $(grep -lF -e "$1" /proc/[0-9]*/cmdline 2>/dev/null); do
      pid=\${place#/proc/}
      pid=\${pid%/cmdline}
      if [ "$pid" != "$$" ]; then kill -9 "$pid" 2>/dev/null; fi
    done
  fi
  rm -rf "$1" 2>/dev/null
  if [ -e "$1" ]; then gone=0; else gone=$((gone + 1)); fi
  sleep 0.1
  tries=$((tries + 1))
done
`;

export interface Watchdog {
  /** The process group that is to end with us. */
  guard(processGroup: number): void;
  /** The group is gone; only the folder is left to remove. */
  groupEnded(): void;
  /** All is cleaned up: the watchdog ends without doing anything. Idempotent. */
  done(): void;
}

const NONE: Watchdog = { guard: () => {}, groupEnded: () => {}, done: () => {} };

/**
 * Starts the watchdog of one folder, before anything is started in it. Windows has no `sh`: there
 * the browser ends itself when its pipe closes, and the next start sweeps the folder.
 */
export function startWatchdog(dir: string): Watchdog {
  if (process.platform === "win32") return NONE;
  const child: ChildProcess = spawn("/bin/sh", ["-c", SCRIPT, "drover-watchdog", dir], {
    detached: true,
    cwd: "/",
    env: { PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a watchdog everything still works but the clean-up after SIGKILL, which the next start does.
  child.on("error", () => {});
  child.stdin?.on("error", () => {});
  child.unref();
  let ended = false;
  return {
    guard: (processGroup) => {
      child.stdin?.write(`${processGroup}\n`);
    },
    groupEnded: () => {
      if (!ended) child.stdin?.write("ended\n");
    },
    done: () => {
      if (ended) return;
      ended = true;
      child.stdin?.end("done\n");
    },
  };
}
