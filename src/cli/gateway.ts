/** A gateway of our own, started as a host starts it: `drover stdio` over its pipes. For demo and doctor. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import * as v from "valibot";
import { MAX_FRAME_OUT_BYTES } from "../model/limits.ts";
import { runtimeFacts, VERSION } from "../platform/runtime.ts";
import { FrameReader, NEWLINE } from "../rpc/frame_reader.ts";

/** A gateway that takes longer to answer is taken for hung, milliseconds. */
const ANSWER_MS = 90_000;
/** From the end of its input to its own end, milliseconds; then it is killed. */
const CLOSE_MS = 5_000;

const Answer = v.object({
  id: v.optional(v.union([v.number(), v.string(), v.null()])),
  result: v.optional(v.record(v.string(), v.unknown())),
  error: v.optional(v.object({ code: v.number(), message: v.string() })),
});
const ToolAnswer = v.object({
  content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
  structuredContent: v.optional(v.record(v.string(), v.unknown())),
  isError: v.optional(v.boolean()),
});

export interface ToolReply {
  /** The text blocks, joined. */
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

interface Waiting {
  readonly resolve: (result: Readonly<Record<string, unknown>>) => void;
  readonly reject: (error: Error) => void;
}

export class Gateway {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #lost: Error | null = null;

  private constructor(args: readonly string[]) {
    const { file, args: before } = runtimeFacts().self;
    // Its log goes where ours goes; its stdout is the protocol.
    this.#child = spawn(file, [...before, "stdio", ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#ended = once(this.#child, "close").catch(() => undefined);
    this.#child.once("error", (error) => this.#lose(`The gateway did not start: ${error.message}`));
    this.#child.once(
      "close",
      (code, signal) => this.#lose(`The gateway ended (${signal ?? `exit code ${code}`})`),
    );
    // A gateway that is gone is told by its close; a write into it must not end us.
    this.#child.stdin.on("error", () => undefined);
    const reader = new FrameReader({
      delimiter: NEWLINE,
      maxBytes: MAX_FRAME_OUT_BYTES,
      onFrame: (bytes) => this.#take(bytes),
      onTooLarge: () => this.#lose("The gateway sent a frame over its own bound"),
    });
    this.#child.stdout.on("data", (chunk: Uint8Array) => reader.push(chunk));
  }

  /** Starts it and shakes hands. Throws Error with the reason for people. */
  static async start(args: readonly string[]): Promise<Gateway> {
    const gateway = new Gateway(args);
    try {
      await gateway.request("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: {},
        clientInfo: { name: "drover", version: VERSION },
      });
      gateway.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
      return gateway;
    } catch (error) {
      await gateway.close();
      throw error;
    }
  }

  async request(
    method: string,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<Readonly<Record<string, unknown>>> {
    if (this.#lost !== null) throw this.#lost;
    this.#lastId += 1;
    const id = this.#lastId;
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(
          () => reject(new Error(`The gateway did not answer ${method}`)),
          ANSWER_MS,
        );
        this.#send({ jsonrpc: "2.0", id, method, params });
      });
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Throws Error for a JSON-RPC error; a failed outcome is a reply with `isError`. */
  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<ToolReply> {
    const answer = v.parse(ToolAnswer, await this.request("tools/call", { name, arguments: args }));
    return {
      text: answer.content.map((block) => block.text ?? "").join("\n"),
      structured: answer.structuredContent ?? {},
      isError: answer.isError === true,
    };
  }

  /** Ends its input, as a leaving host does, and waits until it is gone. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), CLOSE_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  #send(message: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #take(bytes: Uint8Array): void {
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      this.#lose("The gateway wrote something else than JSON to its stdout");
      return;
    }
    const answer = v.safeParse(Answer, message);
    if (!answer.success || typeof answer.output.id !== "number") return; // a notification
    const waiting = this.#waiting.get(answer.output.id);
    const { result, error } = answer.output;
    if (error !== undefined) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result ?? {});
  }

  #lose(reason: string): void {
    this.#lost ??= new Error(reason);
    for (const { reject } of this.#waiting.values()) reject(this.#lost);
    this.#waiting.clear();
  }
}

/** The flags that make a child gateway use the same browser. */
export function browserFlags(options: {
  readonly browser: string;
  readonly browserPath?: string;
  readonly browserArgs: readonly string[];
  readonly browserEndpoint?: string;
  readonly headed: boolean;
}): readonly string[] {
  return [
    `--browser=${options.browser}`,
    ...(options.browserPath === undefined ? [] : [`--browser-path=${options.browserPath}`]),
    ...options.browserArgs.map((arg) => `--browser-arg=${arg}`),
    ...(options.browserEndpoint === undefined
      ? []
      : [`--browser-endpoint=${options.browserEndpoint}`]),
    ...(options.headed ? ["--headed"] : []),
  ];
}
