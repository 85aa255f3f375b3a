/**
 * The built executable over bare pipes: bytes in, every line out checked against the MCP schema.
 * For what no client library would send, and for hosts that misbehave.
 */
import { Buffer } from "node:buffer";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import * as v from "valibot";
import { executable, plainEnvironment } from "../support/executable.ts";
import { mcpSchema } from "../support/mcp_schema.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface RawOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const Started = v.looseObject({
  structuredContent: v.looseObject({
    workflowHandle: v.string(),
    sessionId: v.string(),
    pageId: v.string(),
  }),
});

export interface RawPage {
  readonly handle: string;
  readonly sessionId: string;
  readonly pageId: string;
}

export class RawGateway {
  readonly pid: number;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** What was no valid message of a server; empty in a healthy gateway. */
  readonly faults: string[] = [];
  /** Everything on stderr. */
  stderr = "";
  /** Sees every message as it comes. */
  onMessage: (message: Json) => void = () => {};
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #schema = mcpSchema("2025-11-25");
  /** Methods of the requests whose answers are to be checked as such. */
  readonly #methods = new Map<unknown, string>();
  readonly #waiting = new Map<unknown, (message: Json) => void>();
  #rest: Buffer = Buffer.alloc(0);
  #calls = 0;

  private constructor(options: RawOptions) {
    this.#child = spawn(executable(), ["stdio", ...(options.args ?? [])], {
      env: { ...plainEnvironment(), ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { pid } = this.#child;
    if (pid === undefined) throw new Error("The gateway did not start");
    this.pid = pid;
    this.ended = once(this.#child, "exit").then(() => undefined);
    this.#child.stdin.on("error", () => {
      // A gateway that ends takes no more; its end is what the tests look at.
    });
    this.#child.stderr.setEncoding("utf8").on("data", (text: string) => this.stderr += text);
    this.#child.stdout.on("data", (chunk: Buffer) => this.#heard(chunk));
  }

  /** A gateway that was not spoken to. */
  static bare(options: RawOptions = {}): RawGateway {
    return new RawGateway(options);
  }

  /** A gateway after the handshake. */
  static async start(options: RawOptions = {}): Promise<RawGateway> {
    const gateway = new RawGateway(options);
    await gateway.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    });
    gateway.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return gateway;
  }

  get living(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Bytes of the gateway that are in memory. */
  get memoryBytes(): number {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${this.pid}/status`, "utf8"));
    return Number(kilobytes?.[1] ?? Number.NaN) * 1024;
  }

  /** Puts bytes on its input as they are. Resolves when the pipe has taken them. */
  bytes(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#child.stdin.write(bytes, () => resolve()));
  }

  /** One line: text as it stands, anything else as JSON. */
  send(message: unknown): void {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.#child.stdin.write(`${text}\n`);
  }

  /** The whole answer to a request of our own; its id begins with `own-`. */
  request(method: string, params: Json): Promise<Json> {
    const id = `own-${++this.#calls}`;
    const answer = this.answerTo(id, method);
    this.send({ jsonrpc: "2.0", id, method, params });
    return answer;
  }

  call(name: string, args: Json): Promise<Json> {
    return this.request("tools/call", { name, arguments: args });
  }

  /** A page in a session of its own. */
  async open(url: string): Promise<RawPage> {
    const answer = await this.call("workflow_start", { profile: "default", url });
    const started = v.safeParse(Started, answer.result);
    if (!started.success) throw new Error(`No page: ${JSON.stringify(answer).slice(0, 1_000)}`);
    const { workflowHandle: handle, sessionId, pageId } = started.output.structuredContent;
    return { handle, sessionId, pageId };
  }

  /** Waits for the next answer with this id, and has it checked as an answer to `method`. */
  answerTo(id: unknown, method: string): Promise<Json> {
    this.#methods.set(id, method);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  /** The host stops reading; what comes stays in the pipe. */
  stopReading(): void {
    this.#child.stdout.pause();
  }

  readOn(): void {
    this.#child.stdout.resume();
  }

  closeInput(): void {
    this.#child.stdin.end();
  }

  kill(signal: "SIGTERM" | "SIGKILL"): void {
    this.#child.kill(signal);
  }

  /** Ends its input and waits for its end; killed when it does not come. */
  async close(): Promise<void> {
    this.readOn();
    this.closeInput();
    const timer = setTimeout(() => this.kill("SIGKILL"), 10_000);
    if (this.living) await this.ended;
    clearTimeout(timer);
  }

  #heard(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10)) {
      this.#line(bytes.subarray(0, end));
      bytes = bytes.subarray(end + 1);
    }
    this.#rest = bytes;
  }

  #line(line: Uint8Array): void {
    let message: unknown;
    try {
      message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    } catch {
      this.faults.push(`no JSON: ${new TextDecoder().decode(line.subarray(0, 200))}`);
      return;
    }
    if (!isJson(message)) {
      this.faults.push(`no object: ${JSON.stringify(message).slice(0, 200)}`);
      return;
    }
    const method = "id" in message ? this.#methods.get(message.id) : undefined;
    for (const fault of this.#schema.server(message, method)) {
      this.faults.push(`${fault}: ${JSON.stringify(message).slice(0, 300)}`);
    }
    this.onMessage(message);
    if (!("id" in message)) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    this.#methods.delete(message.id);
    waiting?.(message);
  }
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The text blocks of a tool's result, joined; empty for an error. */
export function textOf(answer: Json): string {
  const result = v.safeParse(
    v.looseObject({
      content: v.array(v.looseObject({ type: v.string(), text: v.optional(v.string()) })),
    }),
    answer.result,
  );
  return result.success ? result.output.content.map(({ text }) => text ?? "").join("\n") : "";
}
