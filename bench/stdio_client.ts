/**
 * A bare MCP client over the stdio of a child process, for measuring: it adds nothing between the
 * written request and the parsed answer.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { Buffer } from "node:buffer";
import process from "node:process";
import { atLast } from "./stand.ts";
import { TAG, taggedProcesses } from "./processes.ts";

export interface Answer {
  readonly result: unknown;
  /** Request written to answer parsed, milliseconds. */
  readonly ms: number;
  /** Bytes of the answer's frame. */
  readonly bytes: number;
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  readonly start: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

const CALL_MS = 120_000;

export class StdioClient {
  readonly child: ChildProcess;
  readonly #name: string;
  readonly #tag: string;
  readonly #waiting = new Map<number, Waiting>();
  #chunks: Buffer[] = [];
  #id = 0;
  #stderr = "";
  readonly #last: { cancel(): void };

  /** `tag` marks the process and all that it starts; `folder`: its working folder. */
  constructor(
    name: string,
    tag: string,
    command: string,
    args: readonly string[],
    folder: string,
    env: Readonly<Record<string, string>> = {},
  ) {
    this.#name = name;
    this.#tag = tag;
    this.child = spawn(command, args, {
      stdio: ["pipe", "pipe", "pipe"],
      cwd: folder,
      env: { ...process.env, ...env, [TAG]: tag },
    });
    this.#last = atLast(() => this.#killAll());
    this.child.stdout?.on("data", (chunk: Buffer) => this.#read(chunk));
    this.child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-2_000);
    });
    this.child.stdin?.on("error", (error) => this.#fail(error.message));
    this.child.on("error", (error) => this.#fail(error.message));
    this.child.on("exit", (code) => this.#fail(`ended with ${code}`));
  }

  async initialize(): Promise<void> {
    await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "drover-bench", version: "1" },
    });
    this.#write({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  request(method: string, params: unknown): Promise<Answer> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${this.#name}: no answer to ${method} in ${CALL_MS} ms`));
      }, CALL_MS);
      const start = performance.now();
      this.#waiting.set(id, { resolve, reject, start, timer });
      this.#write({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Calls a tool; throws with the tool's own words when it reports an error. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const answer = await this.request("tools/call", { name, arguments: args });
    const { result } = answer;
    if (!isRecord(result)) throw new Error(`${this.#name}: ${name} answered without a result`);
    const content: readonly unknown[] = Array.isArray(result["content"]) ? result["content"] : [];
    const text = content.map((block) =>
      isRecord(block) && typeof block["text"] === "string" ? block["text"] : ""
    ).join("\n");
    if (result["isError"] === true) {
      throw new Error(`${this.#name}: ${name} failed: ${text.slice(0, 500)}`);
    }
    return { ms: answer.ms, bytes: answer.bytes, text, structured: result["structuredContent"] };
  }

  /** Ends the process and everything it has started. */
  async end(): Promise<void> {
    const gone = this.child.exitCode !== null || this.child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((resolve) => this.child.once("exit", () => resolve()));
    this.child.stdin?.end();
    const timer = setTimeout(() => this.child.kill("SIGKILL"), 3_000);
    await gone;
    clearTimeout(timer);
    this.#killAll();
    this.#last.cancel();
  }

  #killAll(): void {
    for (const { pid } of taggedProcesses(this.#tag)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
  }

  #write(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #read(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      this.#chunks.push(chunk.subarray(start, end));
      const frame = this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks);
      this.#chunks = [];
      start = end + 1;
      if (frame !== undefined) this.#answer(frame);
    }
    if (start < chunk.length) this.#chunks.push(chunk.subarray(start));
  }

  #answer(frame: Buffer): void {
    if (frame.length === 0) return;
    const message: unknown = JSON.parse(frame.toString());
    const now = performance.now();
    if (!isRecord(message) || typeof message["id"] !== "number") return;
    // A request of the server (roots/list, ping): answered, so that it does not wait.
    if (typeof message["method"] === "string") {
      const result = message["method"] === "roots/list" ? { roots: [] } : {};
      this.#write({ jsonrpc: "2.0", id: message["id"], result });
      return;
    }
    const waiting = this.#waiting.get(message["id"]);
    if (waiting === undefined) return;
    this.#waiting.delete(message["id"]);
    clearTimeout(waiting.timer);
    if (message["error"] !== undefined) {
      waiting.reject(new Error(`${this.#name}: ${JSON.stringify(message["error"]).slice(0, 500)}`));
      return;
    }
    waiting.resolve({ result: message["result"], ms: now - waiting.start, bytes: frame.length });
  }

  #fail(reason: string): void {
    for (const [id, { reject, timer }] of this.#waiting) {
      clearTimeout(timer);
      this.#waiting.delete(id);
      reject(new Error(`${this.#name} ${reason}. ${this.#stderr}`));
    }
  }
}

export interface ToolAnswer {
  readonly ms: number;
  readonly bytes: number;
  /** All text blocks. */
  readonly text: string;
  readonly structured: unknown;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
