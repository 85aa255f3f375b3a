/** The handshake of one client. Source: `contract/mcp-tools.md` 0 ("States", "initialize"). */
import { isObject } from "../rpc/json_rpc.ts";
import type { JsonObject, RpcError } from "../rpc/json_rpc.ts";
import { capabilityFault } from "./client_capabilities.ts";
import { invalidParams } from "./errors.ts";
import { negotiate } from "./versions.ts";
import type { HandshakeVersion } from "./versions.ts";

export type LifecycleState = "awaitingInitialize" | "awaitingInitialized" | "ready";

const INSTRUCTIONS = [
  "Drover drives real browsers.",
  "Begin with workflow_start: it opens a session and a page and answers with a workflowHandle.",
  "Then call workflow_observe with that handle: it answers with an outline of the page, in which" +
  " every line is a target that click, type_text and the other tools take as it stands.",
  "tools/list begins in the explore phase; toolset_select changes what is listed, never what may" +
  " be called.",
  "When a call fails, do what error.repair.action says.",
].join(" ");

/** Steps are taken synchronously; a refused step changes nothing. */
export class Lifecycle {
  #state: LifecycleState = "awaitingInitialize";
  #version: HandshakeVersion | null = null;
  #generation = 0;

  get state(): LifecycleState {
    return this.#state;
  }

  /** Negotiated; null before the first `initialize`. */
  get version(): HandshakeVersion | null {
    return this.#version;
  }

  /** Rises with every `initialize` that is accepted. */
  get generation(): number {
    return this.#generation;
  }

  /** Legal in every state. Members that are not known are left alone: newer clients send more. */
  initialize(
    params: JsonObject | undefined,
    serverVersion: string,
  ): { readonly result: JsonObject } | { readonly error: RpcError } {
    const fault = initializeFault(params);
    if (fault !== null) return { error: fault };
    const asked = params?.protocolVersion;
    this.#version = negotiate(typeof asked === "string" ? asked : "");
    this.#generation++;
    this.#state = "awaitingInitialized";
    return {
      result: {
        protocolVersion: this.#version,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: "drover", title: "Drover", version: serverVersion },
        instructions: INSTRUCTIONS,
      },
    };
  }

  /** False when it came out of order; the notification is dropped then. */
  initialized(): boolean {
    if (this.#state !== "awaitingInitialized") return false;
    this.#state = "ready";
    return true;
  }
}

function initializeFault(params: JsonObject | undefined): RpcError | null {
  const action = "Send protocolVersion, capabilities and clientInfo with name and version.";
  if (params === undefined) return invalidParams("/protocolVersion", "required", action);
  const { protocolVersion, capabilities, clientInfo, _meta } = params;
  const wrong = (pointer: string, value: unknown): RpcError =>
    invalidParams(pointer, value === undefined ? "required" : "type", action);
  if (typeof protocolVersion !== "string") return wrong("/protocolVersion", protocolVersion);
  if (!isObject(capabilities)) return wrong("/capabilities", capabilities);
  const fault = capabilityFault(capabilities);
  if (fault !== null) {
    return invalidParams("/capabilities", fault, "Declare fewer and smaller capabilities.");
  }
  if (!isObject(clientInfo)) return wrong("/clientInfo", clientInfo);
  for (const key of ["name", "version"]) {
    if (typeof clientInfo[key] !== "string") return wrong(`/clientInfo/${key}`, clientInfo[key]);
  }
  if (_meta !== undefined && !isObject(_meta)) return wrong("/_meta", _meta);
  return null;
}
