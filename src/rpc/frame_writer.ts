/** Ordered, bounded writing of newline-ended frames to a byte sink. */
import { WRITE_BATCH_BYTES, WRITE_QUEUE_BYTES } from "../model/limits.ts";

export interface ByteSink {
  /** Resolves when the other side (or the system) has taken all bytes. Rejects when it is gone. */
  write(bytes: Uint8Array): Promise<void>;
}

export interface FrameWriterOptions {
  readonly sink: ByteSink;
  /** Largest frame, UTF-8 bytes without the newline. */
  readonly maxBytes: number;
  /** Once, when the sink fails; every later frame is dropped. */
  readonly onClosed: () => void;
}

/**
 * Writes frames in the order of `send`. At most 1 MiB (or one larger frame) waits encoded; a
 * producer that awaits `send` is slowed to the speed of the reader on the other side.
 */
export class FrameWriter {
  readonly #sink: ByteSink;
  readonly #maxBytes: number;
  readonly #onClosed: () => void;
  readonly #encoder = new TextEncoder();
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  /** Producers waiting for room, first come first served. */
  #waiting: (() => void)[] = [];
  #admitting = false;
  #pump: Promise<void> | null = null;
  #closed = false;

  constructor(options: FrameWriterOptions) {
    this.#sink = options.sink;
    this.#maxBytes = options.maxBytes;
    this.#onClosed = options.onClosed;
  }

  /** True while `send` would wait: lossy frames (progress) are better dropped now. */
  get congested(): boolean {
    return this.#admitting || this.#waiting.length > 0 || this.#queuedBytes >= WRITE_QUEUE_BYTES;
  }

  /**
   * Queues one frame; resolves when it is accepted, which is at once unless the queue is full.
   * `text` has no newline. A frame over the bound is replaced by `tooLarge()`, which must be
   * within it; without `tooLarge` it is dropped. After the sink has failed frames are dropped.
   */
  async send(text: string, tooLarge?: () => string): Promise<void> {
    if (this.congested) await this.#turn();
    // In the same turn as what follows: a producer that comes now must not overtake this one.
    this.#admitting = false;
    if (!this.#closed) {
      const frame = this.#encode(text) ??
        (tooLarge === undefined ? null : this.#encode(tooLarge()));
      if (frame !== null) {
        this.#queue.push(frame);
        this.#queuedBytes += frame.length;
      }
      this.#pump ??= this.#run();
    }
    this.#admit();
  }

  /** Resolves when `send` would not wait. */
  async room(): Promise<void> {
    if (!this.congested) return;
    await this.#turn();
    this.#admitting = false;
    this.#admit();
  }

  /** Resolves when nothing waits any more: all is written, or the sink has failed. */
  async drained(): Promise<void> {
    while (this.#pump !== null || this.congested) {
      await this.#pump;
      await Promise.resolve();
    }
  }

  /** Resolves when this producer is let in; `#admitting` is true until it has gone on. */
  #turn(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #encode(text: string): Uint8Array | null {
    // A UTF-16 unit takes at least one byte, so this needs no encoding of what cannot fit.
    if (text.length > this.#maxBytes) return null;
    const bytes = this.#encoder.encode(`${text}\n`);
    return bytes.length - 1 > this.#maxBytes ? null : bytes;
  }

  /** Lets the next producer in, one at a time, so that the queue's bound holds. */
  #admit(): void {
    if (this.#admitting || (!this.#closed && this.#queuedBytes >= WRITE_QUEUE_BYTES)) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    this.#admitting = true;
    next();
  }

  async #run(): Promise<void> {
    // Frames sent in the same turn are written together.
    await Promise.resolve();
    try {
      while (this.#queue.length > 0) {
        const bytes = this.#nextBatch();
        await this.#sink.write(bytes);
        this.#queuedBytes -= bytes.length;
        this.#admit();
      }
    } catch {
      // The reader is gone (EPIPE); whom to tell is the owner's business.
      this.#closed = true;
      this.#queue = [];
      this.#queuedBytes = 0;
      this.#onClosed();
      this.#admit();
    } finally {
      this.#pump = null;
    }
  }

  #nextBatch(): Uint8Array {
    let count = 0;
    let bytes = 0;
    for (const frame of this.#queue) {
      if (count > 0 && bytes + frame.length > WRITE_BATCH_BYTES) break;
      bytes += frame.length;
      count++;
    }
    const frames = this.#queue.splice(0, count);
    const [first] = frames;
    if (count === 1 && first !== undefined) return first;
    const batch = new Uint8Array(bytes);
    let offset = 0;
    for (const frame of frames) {
      batch.set(frame, offset);
      offset += frame.length;
    }
    return batch;
  }
}
