/** One MCP client on standard input and output. Source: `contract/mcp-tools.md` 0 ("stdio"). */
import { setImmediate } from "node:timers";
import {
  DRAIN_MS,
  MAX_FRAME_IN_BYTES,
  MAX_FRAME_OUT_BYTES,
  MAX_WAITING_MESSAGES,
} from "../model/limits.ts";
import type { Clock } from "../model/ports.ts";
import type { ByteSource } from "../platform/stdio.ts";
import { FrameReader, NEWLINE } from "../rpc/frame_reader.ts";
import { FrameWriter } from "../rpc/frame_writer.ts";
import type { ByteSink } from "../rpc/frame_writer.ts";
import {
  encodeNotification,
  encodeResponse,
  frameTooLarge,
  parseMessage,
  resultTooLarge,
} from "../rpc/json_rpc.ts";
import type { Message, OutgoingNotification, RpcResponse } from "../rpc/json_rpc.ts";
import type { McpServer } from "./server.ts";

export interface StdioOptions {
  readonly input: ByteSource;
  readonly output: ByteSink;
  readonly clock: Clock;
  /** Ends the service as the end of input does (a signal came). */
  readonly stop: AbortSignal;
  /** Makes the server object of the client; `notify` is its sink. */
  readonly createServer: (notify: (notification: OutgoingNotification) => void) => McpServer;
}

/** What ended the service. */
export type StdioEnd = "inputEnded" | "outputClosed" | "stopped";

/**
 * Serves until the input ends, the output closes or `stop` aborts. Then the calls in flight are
 * cancelled and at most 250 ms are given to their answers. Never rejects; whoever called closes
 * the browsers and ends the process.
 */
export async function serveStdio(options: StdioOptions): Promise<StdioEnd> {
  return await new StdioService(options).run();
}

class StdioService {
  readonly #options: StdioOptions;
  readonly #server: McpServer;
  readonly #writer: FrameWriter;
  readonly #ended = Promise.withResolvers<StdioEnd>();
  /** Messages read; those before `#next` are begun. */
  #waiting: Message[] = [];
  #next = 0;
  #dispatching: Promise<void> | null = null;
  #paused = false;

  constructor(options: StdioOptions) {
    this.#options = options;
    this.#writer = new FrameWriter({
      sink: options.output,
      maxBytes: MAX_FRAME_OUT_BYTES,
      onClosed: () => this.#ended.resolve("outputClosed"),
    });
    this.#server = options.createServer((notification) => this.#notify(notification));
  }

  async run(): Promise<StdioEnd> {
    const { input, stop } = this.#options;
    const reader = new FrameReader({
      delimiter: NEWLINE,
      maxBytes: MAX_FRAME_IN_BYTES,
      onFrame: (bytes) => this.#take(parseMessage(bytes)),
      onTooLarge: () => this.#take(frameTooLarge(MAX_FRAME_IN_BYTES)),
    });
    const stopped = (): void => this.#ended.resolve("stopped");
    if (stop.aborted) stopped();
    stop.addEventListener("abort", stopped, { once: true });
    input.start((bytes) => reader.push(bytes), () => {
      reader.end();
      this.#ended.resolve("inputEnded");
    });
    const end = await this.#ended.promise;
    stop.removeEventListener("abort", stopped);
    input.stop();
    await this.#drain(end);
    return end;
  }

  #take(message: Message): void {
    this.#waiting.push(message);
    if (!this.#paused && this.#waiting.length - this.#next > MAX_WAITING_MESSAGES) {
      this.#paused = true;
      this.#options.input.pause();
    }
    this.#dispatching ??= this.#dispatch();
  }

  /** Begins messages in order: one after the other until the client is ready, then side by side. */
  async #dispatch(): Promise<void> {
    // The rest of the chunk is read first; nothing is begun inside the reader's callback.
    await Promise.resolve();
    for (let next = this.#shift(); next !== undefined; next = this.#shift()) {
      // A host that does not read its answers is not read either.
      if (this.#writer.congested) await this.#writer.room();
      const served = this.#serve(next);
      if (this.#server.state !== "ready") await served;
    }
    this.#dispatching = null;
  }

  #shift(): Message | undefined {
    const next = this.#waiting[this.#next++];
    if (this.#next >= this.#waiting.length) {
      this.#waiting = [];
      this.#next = 0;
      if (this.#paused) {
        this.#paused = false;
        this.#options.input.resume();
      }
    }
    return next;
  }

  async #serve(message: Message): Promise<void> {
    const response = await this.#server.handle(message);
    if (response !== null) await this.#send(response);
  }

  async #send(response: RpcResponse): Promise<void> {
    const { unreadableId } = this.#server;
    await this.#writer.send(
      encodeResponse(response, unreadableId),
      () => encodeResponse(resultTooLarge(response.id, MAX_FRAME_OUT_BYTES), unreadableId),
    );
  }

  #notify(notification: OutgoingNotification): void {
    // Progress is worth nothing late; a change of the list must not be lost.
    if (notification.method === "notifications/progress" && this.#writer.congested) return;
    void this.#writer.send(encodeNotification(notification));
  }

  async #drain(end: StdioEnd): Promise<void> {
    const drained = async (): Promise<void> => {
      if (end === "inputEnded") {
        await this.#dispatching;
        // Calls that need nothing from outside are answered: `printf … | drover stdio` works.
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      this.#waiting = [];
      this.#server.cancelAll();
      await this.#server.idle();
      await this.#writer.drained();
    };
    const over = new AbortController();
    await Promise.race([drained(), this.#options.clock.sleep(DRAIN_MS, over.signal)]);
    over.abort();
    this.#server.cancelAll();
  }
}
