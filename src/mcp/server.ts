/**
 * MCP for one client, whatever the transport: messages in, answers out, and a sink for
 * notifications. Source: `contract/mcp-tools.md` 0, `mcp-eras`.
 */
import type { Capability, Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import { MAX_IN_FLIGHT_REQUESTS } from "../model/limits.ts";
import { STARTUP_PHASE } from "../model/phase.ts";
import type { Phase } from "../model/phase.ts";
import type { Clock, Ids } from "../model/ports.ts";
import type { Registry } from "../registry/registry_contract.ts";
import type { ServerState } from "../registry/runtime.ts";
import { asId, duplicateId, isObject, RPC_CODE } from "../rpc/json_rpc.ts";
import type {
  JsonObject,
  Message,
  OutgoingNotification,
  RequestId,
  RpcError,
  RpcRequest,
  RpcResponse,
} from "../rpc/json_rpc.ts";
import {
  discoverNotOffered,
  encodeFailure,
  encodeUnexpected,
  invalidParams,
  notInitialized,
  unknownMethod,
  unknownTool,
  unsupportedVersion,
} from "./errors.ts";
import { WorkflowHandles } from "./handles.ts";
import { InFlight } from "./in_flight.ts";
import type { InFlightCall } from "./in_flight.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { LifecycleState } from "./lifecycle.ts";
import { createProgress } from "./progress.ts";
import { parseToolCall } from "./tool_call.ts";
import type { ToolCallParams } from "./tool_call.ts";
import { encodeToolList, encodeToolResult } from "./tool_result.ts";
import type { ResultMode } from "./tool_result.ts";
import { HANDSHAKE_VERSIONS, VERSION_KEY } from "./versions.ts";
import type { HandshakeVersion } from "./versions.ts";

/** An exception that is no `Failure`: what the operator may read of it. */
export interface UnexpectedError {
  readonly correlationId: string;
  /** Class of the exception, e.g. `TypeError`. Its message may carry submitted values. */
  readonly name: string;
  /** The place in our code, from the stack. */
  readonly place: string;
}

export interface McpServerOptions {
  readonly registry: Registry;
  readonly principal: Principal;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Of the product, for `serverInfo`. */
  readonly version: string;
  readonly phase?: Phase;
  readonly resultMode?: ResultMode;
  /** Progress may be dropped by the transport, list changes not. */
  readonly notify: (notification: OutgoingNotification) => void;
  readonly report: (error: UnexpectedError) => void;
}

type Answer =
  | { readonly result: JsonObject }
  | { readonly resultText: string }
  | { readonly error: RpcError };

export class McpServer {
  readonly #options: McpServerOptions;
  readonly #lifecycle = new Lifecycle();
  readonly #inFlight = new InFlight();
  readonly #handles: WorkflowHandles;
  readonly #running = new Set<Promise<unknown>>();
  #phase: Phase;

  constructor(options: McpServerOptions) {
    this.#options = options;
    this.#handles = new WorkflowHandles(options.ids);
    this.#phase = options.phase ?? STARTUP_PHASE;
  }

  get state(): LifecycleState {
    return this.#lifecycle.state;
  }

  /** Negotiated; null before the first `initialize`. */
  get protocolVersion(): HandshakeVersion | null {
    return this.#lifecycle.version;
  }

  /** Calls whose work has not ended, cancelled ones included. */
  get running(): number {
    return this.#running.size;
  }

  /**
   * How an error without readable id is written for this client: the schema of 2025-11-25 has it
   * without id; the older ones know no such error, so JSON-RPC's own null holds.
   */
  get unreadableId(): "omit" | "null" {
    const version = this.#lifecycle.version;
    return version === null || version === HANDSHAKE_VERSIONS[0] ? "omit" : "null";
  }

  /**
   * Takes one message; resolves with its answer, or null where none is due. Never rejects. State
   * changes happen before it returns, so calls in order of arrival keep the handshake's order.
   */
  async handle(message: Message): Promise<RpcResponse | null> {
    switch (message.kind) {
      case "invalid":
        return { id: message.id, error: message.error };
      case "reply":
        // We send no requests, so there is nothing it could answer.
        return null;
      case "notification":
        this.#notified(message.method, message.params);
        return null;
      case "request": {
        const { id } = message;
        if (this.#inFlight.has(id)) return duplicateId(id);
        try {
          return { id, ...await this.#answer(message) };
        } catch (error) {
          return { id, error: this.#encode(error) };
        }
      }
    }
  }

  /** Cancels all calls in flight: each is answered -32800. */
  cancelAll(): void {
    this.#inFlight.cancelAll();
  }

  /** Resolves when the work of all calls has ended, that of cancelled ones too. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  #notified(method: string, params: JsonObject | undefined): void {
    if (method === "notifications/initialized") this.#lifecycle.initialized();
    else if (method === "notifications/cancelled") {
      const id = asId(params?.requestId);
      if (id !== null) this.#inFlight.cancel(id);
    }
    // Others, and requests sent without id, are not ours to answer: they are dropped.
  }

  #answer(request: RpcRequest): Answer | Promise<Answer> {
    const { method, params } = request;
    const meta = params?._meta;
    // The era without handshake is told by the request itself, in any state.
    if (method === "server/discover") return { error: discoverNotOffered() };
    if (isObject(meta) && Object.hasOwn(meta, VERSION_KEY)) {
      const claim = meta[VERSION_KEY];
      return {
        error: typeof claim === "string"
          ? unsupportedVersion(claim)
          : invalidParams("/_meta", "type", "Send the protocol version as a string."),
      };
    }
    if (method === "initialize") return this.#initialize(params);
    if (method === "ping") return this.#ping(params);
    if (method.startsWith("notifications/")) {
      return {
        error: {
          code: RPC_CODE.invalidRequest,
          message: "A notification has no id",
          data: { reason: "notificationWithId" },
        },
      };
    }
    if (this.#lifecycle.state !== "ready") return { error: notInitialized() };
    if (method === "tools/list") return this.#listTools(params);
    if (method === "tools/call") return this.#callTool(request.id, params);
    return { error: unknownMethod() };
  }

  #initialize(params: JsonObject | undefined): Answer {
    const answer = this.#lifecycle.initialize(params, this.#options.version);
    if ("result" in answer) {
      this.#handles.reset();
      this.#inFlight.forgetEarlyCancels();
    }
    return answer;
  }

  #ping(params: JsonObject | undefined): Answer {
    const fault = paramsFault(params, []);
    return fault === null ? { result: {} } : { error: fault };
  }

  #listTools(params: JsonObject | undefined): Answer {
    const fault = paramsFault(params, ["cursor"]);
    if (fault !== null) return { error: fault };
    if (params?.cursor !== undefined && params.cursor !== null) {
      return {
        error: invalidParams("/cursor", "const", "Leave cursor out; the list has one page."),
      };
    }
    const { registry, principal, resultMode } = this.#options;
    return {
      resultText: encodeToolList(registry.list(principal, this.#phase), resultMode ?? "both"),
    };
  }

  async #callTool(id: RequestId, params: JsonObject | undefined): Promise<Answer> {
    if (this.#running.size >= MAX_IN_FLIGHT_REQUESTS) {
      return {
        error: this.#encode(
          new Failure(
            "resourceExhausted",
            `${MAX_IN_FLIGHT_REQUESTS} requests of this client are in flight`,
            { repair: "Wait for the answer of a request in flight, then send this one again." },
          ),
        ),
      };
    }
    const call = this.#inFlight.begin(id);
    const work = this.#runTool(params, call);
    this.#running.add(work);
    work.finally(() => this.#running.delete(work));
    const answer = await Promise.race([work, call.cancelled]);
    call.answered();
    return answer ?? { error: this.#encode(cancelled()) };
  }

  /** Never rejects. */
  async #runTool(params: JsonObject | undefined, call: InFlightCall): Promise<Answer> {
    const { registry, principal, notify, resultMode, clock } = this.#options;
    let progress = createProgress(undefined, notify, clock);
    call.cancelled.then(() => progress.end());
    try {
      this.#checkCredential();
      const { name, args, progressToken }: ToolCallParams = parseToolCall(params);
      if (!registry.callable(name, principal)) return { error: unknownTool() };
      progress = createProgress(progressToken, notify, clock);
      if (call.signal.aborted) throw cancelled();
      const result = await registry.call({
        name,
        arguments: args,
        principal,
        signal: call.signal,
        server: this.#serverState(),
        progress: (value, message) => progress.report(value, message),
      });
      return { resultText: encodeToolResult(result, resultMode ?? "both") };
    } catch (error) {
      // Work that ends with the reason of its signal did what it was asked.
      const wasCancelled = call.signal.aborted && error === call.signal.reason;
      return { error: this.#encode(wasCancelled ? cancelled() : error) };
    } finally {
      progress.end();
    }
  }

  #checkCredential(): void {
    const { principal, clock } = this.#options;
    if (principal.expiresAt !== null && clock.now() >= principal.expiresAt) {
      throw new Failure("tokenExpired", "The credential has expired");
    }
  }

  #encode(error: unknown): RpcError {
    const correlationId = this.#options.ids.uuid();
    if (error instanceof Failure) return encodeFailure(error, correlationId);
    this.#options.report({ correlationId, ...whatAndWhere(error) });
    return encodeUnexpected(correlationId);
  }

  #serverState(): ServerState {
    const phase = (): Phase => this.#phase;
    return {
      handles: this.#handles,
      get phase() {
        return phase();
      },
      selectPhase: (next) => {
        if (next === this.#phase) return;
        this.#phase = next;
        if (this.#lifecycle.state === "ready") {
          this.#options.notify({ method: "notifications/tools/list_changed" });
        }
      },
      holds: (capability: Capability) => this.#options.principal.capabilities.has(capability),
    };
  }
}

function cancelled(): Failure {
  return new Failure("cancelled", "The call was cancelled");
}

/** Members beyond `_meta` and the allowed ones, and a `_meta` that is no object. */
function paramsFault(params: JsonObject | undefined, allowed: readonly string[]): RpcError | null {
  if (params === undefined) return null;
  const action = `Send no members but ${["_meta", ...allowed].join(" and ")}.`;
  for (const [key, value] of Object.entries(params)) {
    if (key === "_meta") {
      if (!isObject(value)) return invalidParams("/_meta", "type", action);
    } else if (!allowed.includes(key)) return invalidParams("/", "additionalProperties", action);
  }
  return null;
}

function whatAndWhere(error: unknown): { readonly name: string; readonly place: string } {
  if (!(error instanceof Error)) return { name: typeof error, place: "unknown" };
  const frame = error.stack?.split("\n").find((line) => /^\s+at /.test(line));
  return { name: error.constructor.name, place: frame?.trim() ?? "unknown" };
}
