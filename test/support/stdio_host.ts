/** A host on memory pipes: the test decides when bytes come and when they are taken. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { McpServer } from "../../src/mcp/server.ts";
import { serveStdio } from "../../src/mcp/stdio_server.ts";
import type { StdioEnd } from "../../src/mcp/stdio_server.ts";
import type { Clock } from "../../src/model/ports.ts";
import { echo, fakeRegistry } from "./fake_registry.ts";
import type { FakeRegistry, Script } from "./fake_registry.ts";
import { countingIds, principal } from "./fake_runtime.ts";
import { stillClock } from "./mcp_client.ts";
import type { Json } from "./mcp_client.ts";

export const INITIALIZE = {
  jsonrpc: "2.0",
  id: "init",
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "host", version: "1" },
  },
};
export const INITIALIZED = { jsonrpc: "2.0", method: "notifications/initialized" };

export function request(id: unknown, method: string, params: object = {}): object {
  return { jsonrpc: "2.0", id, method, params };
}

export function call(id: unknown, name: string, args: object = {}, meta: object = {}): object {
  return request(id, "tools/call", { name, arguments: args, _meta: meta });
}

export class StdioHost {
  /** Resolves when the service has ended. */
  readonly end: Promise<StdioEnd>;
  readonly registry: FakeRegistry;
  readonly stop = new AbortController();
  /** What the service last asked of its input. */
  input: "flowing" | "paused" | "stopped" = "flowing";
  /** False: writes of the service wait until `unblock`. */
  reads = true;
  #chunk: (bytes: Uint8Array) => void = () => {};
  #ended: () => void = () => {};
  #blocked: PromiseWithResolvers<void> | null = null;
  readonly #written: Uint8Array[] = [];

  constructor(scripts: Readonly<Record<string, Script>> = { echo }, clock: Clock = stillClock()) {
    this.registry = fakeRegistry(scripts);
    this.end = serveStdio({
      input: {
        start: (onChunk, onEnd) => {
          this.#chunk = onChunk;
          this.#ended = onEnd;
        },
        pause: () => this.input = "paused",
        resume: () => this.input = "flowing",
        stop: () => this.input = "stopped",
      },
      output: { write: (bytes) => this.#write(bytes) },
      clock,
      stop: this.stop.signal,
      createServer: (notify) =>
        new McpServer({
          registry: this.registry,
          principal: principal(),
          clock,
          ids: countingIds(),
          version: "1.2.3",
          notify,
          report: () => {},
        }),
    });
  }

  /** One chunk of whole lines; strings go as they are. */
  send(...messages: readonly unknown[]): void {
    const lines = messages.map((one) => typeof one === "string" ? one : JSON.stringify(one));
    this.bytes(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  }

  bytes(bytes: Uint8Array): void {
    this.#chunk(bytes);
  }

  closeInput(): void {
    this.#ended();
  }

  /** Takes what is blocked and reads on. */
  unblock(): void {
    this.reads = true;
    this.#blocked?.resolve();
  }

  /** The reader of the service's output goes away. */
  breakOutput(): void {
    this.#blocked?.reject(new Error("EPIPE"));
  }

  get messages(): Json[] {
    const bytes = this.#written.map((one) => new TextDecoder().decode(one)).join("");
    return bytes.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  }

  get ids(): unknown[] {
    return this.messages.map((message) => message.id);
  }

  /** Every step that needs nothing from outside is done. */
  async settled(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (!this.reads) {
      this.#blocked = Promise.withResolvers();
      await this.#blocked.promise;
    }
    this.#written.push(bytes);
  }
}
