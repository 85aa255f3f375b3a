/** Runs as a process of its own for `stdio_test.ts`: `stdio_child.ts SCENARIO`. */
import process from "node:process";
import { openStdin, openStdout } from "../../src/platform/stdio.ts";

const say = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

const input = openStdin();
const output = openStdout();

const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  /** Counts the bytes of its input and tells its end. */
  count: () =>
    new Promise((resolve) => {
      let bytes = 0;
      input.start((chunk) => {
        bytes += chunk.length;
      }, () => {
        say(`${bytes} bytes, ended`);
        resolve();
      });
    }),
  /** Writes 8 MiB and exits at once after the write. */
  flood: () => output.write(new Uint8Array(8 * 1024 * 1024).fill(0x61)),
  /** Writes 8 MiB that nobody reads yet, and shows that it still runs. */
  blocked: async () => {
    const written = output.write(new Uint8Array(8 * 1024 * 1024).fill(0x61));
    setTimeout(() => say("alive"), 1);
    await written;
  },
  /** Reads one chunk, pauses, and reads on at a signal. */
  pause: async () => {
    // A paused input does not keep Node running.
    const alive = setInterval(() => {}, 1_000);
    const signal = Promise.withResolvers<void>();
    process.once("SIGUSR2", () => signal.resolve());
    const ended = Promise.withResolvers<void>();
    let bytes = 0;
    let whilePaused = 0;
    let paused = false;
    input.start((chunk) => {
      bytes += chunk.length;
      if (paused) whilePaused += chunk.length;
      else if (bytes === chunk.length) {
        paused = true;
        input.pause();
        say("paused");
      }
    }, () => ended.resolve());
    await signal.promise;
    paused = false;
    say(`${whilePaused} bytes while paused`);
    input.resume();
    await ended.promise;
    clearInterval(alive);
    say(`${bytes} bytes`);
  },
  /** Writes until the reader is gone. */
  gone: async () => {
    say("ready");
    try {
      for (;;) await output.write(new Uint8Array(64 * 1024));
    } catch {
      say("rejected");
    }
  },
};

const scenario = scenarios[process.argv[2] ?? ""];
if (scenario === undefined) throw new Error("No such scenario");
await scenario();
process.exit(0);
