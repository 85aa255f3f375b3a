/** One McpServer on a fake registry, driven message by message. */
import type { Principal } from "../../src/model/capability.ts";
import type { Phase } from "../../src/model/phase.ts";
import type { Clock } from "../../src/model/ports.ts";
import { McpServer } from "../../src/mcp/server.ts";
import type { UnexpectedError } from "../../src/mcp/server.ts";
import type { ResultMode } from "../../src/mcp/tool_result.ts";
import { encodeNotification, encodeResponse, parseMessage } from "../../src/rpc/json_rpc.ts";
import { echo, fakeRegistry } from "./fake_registry.ts";
import type { FakeRegistry } from "./fake_registry.ts";
import { countingIds, principal } from "./fake_runtime.ts";

export type Json = Readonly<Record<string, unknown>>;

export interface ClientOptions {
  readonly registry?: FakeRegistry;
  readonly principal?: Principal;
  readonly clock?: Clock;
  readonly phase?: Phase;
  readonly resultMode?: ResultMode;
}

/** A clock that stands still; `sleep` ends only by its signal. */
export function stillClock(now = 0): Clock {
  return {
    now: () => now,
    monotonic: () => now,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) resolve();
        else signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
}

export class TestClient {
  readonly server: McpServer;
  /** Every message that passed, in order. */
  readonly wire: { readonly from: "client" | "server"; readonly message: unknown }[] = [];
  readonly notifications: Json[] = [];
  readonly reported: UnexpectedError[] = [];

  constructor(options: ClientOptions = {}) {
    this.server = new McpServer({
      registry: options.registry ?? fakeRegistry({ echo }),
      principal: options.principal ?? principal(),
      clock: options.clock ?? stillClock(),
      ids: countingIds(),
      version: "1.2.3",
      ...(options.phase === undefined ? {} : { phase: options.phase }),
      ...(options.resultMode === undefined ? {} : { resultMode: options.resultMode }),
      notify: (notification) => {
        const message = this.#received(encodeNotification(notification));
        this.notifications.push(message);
      },
      report: (error) => this.reported.push(error),
    });
  }

  /** The answer to one message as it stands on the wire; null where none comes. */
  async send(message: unknown): Promise<Json | null> {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.wire.push({ from: "client", message });
    const response = await this.server.handle(parseMessage(new TextEncoder().encode(text)));
    return response === null
      ? null
      : this.#received(encodeResponse(response, this.server.unreadableId));
  }

  async request(id: unknown, method: string, params?: unknown): Promise<Json> {
    const answer = await this.send({
      jsonrpc: "2.0",
      id,
      method,
      ...(params === undefined ? {} : { params }),
    });
    if (answer === null) throw new Error("A request got no answer");
    return answer;
  }

  async notify(method: string, params?: unknown): Promise<void> {
    const answer = await this.send({
      jsonrpc: "2.0",
      method,
      ...(params === undefined ? {} : { params }),
    });
    if (answer !== null) throw new Error("A notification got an answer");
  }

  initialize(protocolVersion: unknown = "2025-11-25", id: unknown = "init"): Promise<Json> {
    return this.request(id, "initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
  }

  async ready(protocolVersion = "2025-11-25"): Promise<this> {
    await this.initialize(protocolVersion);
    await this.notify("notifications/initialized");
    return this;
  }

  call(id: unknown, name: string, args: unknown = {}, progressToken?: unknown): Promise<Json> {
    return this.request(id, "tools/call", {
      name,
      arguments: args,
      ...(progressToken === undefined ? {} : { _meta: { progressToken } }),
    });
  }

  #received(text: string): Json {
    const message: Json = JSON.parse(text);
    this.wire.push({ from: "server", message });
    return message;
  }
}

/** The members of the error of an answer; fails loudly when there is none. */
export function errorOf(answer: Json | null): {
  readonly code: unknown;
  readonly message: string;
  readonly data: Json;
} {
  const error = member(answer, "error");
  return { code: error.code, message: String(error.message), data: member(error, "data") };
}

export function resultOf(answer: Json | null): Json {
  return member(answer, "result");
}

/** An object member of an object; throws when it is none. */
export function member(value: unknown, key: string): Json {
  if (isJson(value) && isJson(value[key])) return value[key];
  throw new Error(`No object ${key} in ${JSON.stringify(value)}`);
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
