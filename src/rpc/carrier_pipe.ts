/** Messages over two byte streams, each ended by NUL. Source: Chromium `--remote-debugging-pipe`. */
import type { Readable, Writable } from "node:stream";
import { FrameReader, NUL } from "./frame_reader.ts";
import type { Carrier, CarrierEvents } from "./connection.ts";

export interface PipeStreams {
  /** What the browser writes. */
  readonly input: Readable;
  /** What the browser reads. */
  readonly output: Writable;
  /** Largest message taken, bytes; a larger one is skipped, and its call ends by its deadline. */
  readonly maxBytes: number;
}

export class PipeCarrier implements Carrier {
  readonly #streams: PipeStreams;
  readonly #decoder = new TextDecoder();
  #closed = false;

  constructor(streams: PipeStreams) {
    this.#streams = streams;
  }

  open(events: CarrierEvents): void {
    const { input, output, maxBytes } = this.#streams;
    const reader = new FrameReader({
      delimiter: NUL,
      maxBytes,
      onFrame: (bytes) => events.onMessage(this.#decoder.decode(bytes)),
      onTooLarge: () => {},
    });
    const end = (reason: string) => {
      if (this.#closed) return;
      this.close();
      events.onClose(reason);
    };
    input.on("data", (chunk: Uint8Array) => reader.push(chunk));
    // Deno fires only "end", Node both; an error always comes with a broken pipe.
    input.on("end", () => end("its pipe was closed"));
    input.on("close", () => end("its pipe was closed"));
    input.on("error", () => end("its pipe broke"));
    output.on("error", () => end("its pipe broke"));
    output.on("close", () => end("its pipe was closed"));
  }

  send(text: string): void {
    if (!this.#closed) this.#streams.output.write(`${text}\0`);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#streams.output.destroy();
    this.#streams.input.destroy();
  }
}
