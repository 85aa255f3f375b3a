/**
 * Standard input and output as byte streams with backpressure, on Deno and Node.
 *
 * Output: on Deno `process.stdout.write` to a pipe is synchronous, so a host that does not read
 * would stop the whole gateway; `Deno.stdout.write` is not. Input: end of input is told by 'end'
 * alone, because Deno never fires 'close'.
 */
import process from "node:process";

export interface ByteSource {
  /** Begins to read. `onEnd` comes once, after the last chunk, also when reading fails. */
  start(onChunk: (bytes: Uint8Array) => void, onEnd: () => void): void;
  /** No chunk comes between `pause` and `resume`; the sender is held up by the full pipe. */
  pause(): void;
  resume(): void;
  /** Stops reading for good; no callback comes afterwards. */
  stop(): void;
}

/** Standard input. To be opened once in a process. */
export function openStdin(): ByteSource {
  const input = process.stdin;
  let over = false;
  let chunk = (_bytes: Uint8Array): void => {};
  return {
    start(onChunk, onEnd) {
      chunk = onChunk;
      const end = (): void => {
        if (!over) onEnd();
        over = true;
      };
      input.on("data", chunk);
      input.on("end", end);
      // A pipe that can no longer be read gives nothing more: the same as its end.
      input.on("error", end);
    },
    pause() {
      input.pause();
    },
    resume() {
      if (!over) input.resume();
    },
    stop() {
      over = true;
      input.off("data", chunk);
      input.pause();
    },
  };
}

/** Standard output. To be opened once in a process. */
export function openStdout(): { write(bytes: Uint8Array): Promise<void> } {
  return "Deno" in globalThis ? { write: writeDeno } : { write: nodeWriter() };
}

async function writeDeno(bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += await Deno.stdout.write(written === 0 ? bytes : bytes.subarray(written));
  }
}

function nodeWriter(): (bytes: Uint8Array) => Promise<void> {
  const output = process.stdout;
  // The callback of the write that failed tells the caller; without a listener the process dies.
  output.on("error", () => {});
  return (bytes) =>
    new Promise((resolve, reject) => {
      // The callback comes when the system has taken the bytes: process.exit may follow it.
      output.write(bytes, (error) => error ? reject(error) : resolve());
    });
}
