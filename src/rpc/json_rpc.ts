/**
 * JSON-RPC 2.0 messages as MCP uses them: parsing of one frame, and the text of answers.
 * Sources: JSON-RPC 2.0, `contract/mcp-tools.md` 0 and 4.1.
 */
import { ERRORS } from "../model/error.ts";
import { MAX_FRAME_DEPTH, MAX_REQUEST_ID_BYTES } from "../model/limits.ts";
import { TAXONOMY_URI } from "../model/outcome.ts";
import { isDeeperThan, shallowId } from "./json_depth.ts";

export const RPC_CODE = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

/** A string, or an integer that a number holds exactly; kept with its type: 1 is not "1". */
export type RequestId = string | number;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: JsonObject;
}

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject | undefined;
}
export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: JsonObject | undefined;
}
/** An answer to a request of ours. */
export interface RpcReply {
  readonly kind: "reply";
  readonly id: RequestId | null;
}
/** Not a message; `id` is null where it cannot be read. It is answered with `error`. */
export interface InvalidMessage {
  readonly kind: "invalid";
  readonly id: RequestId | null;
  readonly error: RpcError;
}
export type Message = RpcRequest | RpcNotification | RpcReply | InvalidMessage;

/** `resultText` is JSON made elsewhere (a cached list), taken as it stands. */
export type RpcResponse =
  | { readonly id: RequestId; readonly result: JsonObject }
  | { readonly id: RequestId; readonly resultText: string }
  | { readonly id: RequestId | null; readonly error: RpcError };

export interface OutgoingNotification {
  readonly method: string;
  readonly params?: JsonObject;
}

const DECODER = new TextDecoder("utf-8", { fatal: true });
const REQUEST_KEYS: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * Reads one frame. Never throws: what is no message comes back as `invalid` with the one error
 * that answers it, and with the id wherever that can be read. No value of the frame is repeated
 * in the error.
 */
export function parseMessage(bytes: Uint8Array): Message {
  if (isDeeperThan(bytes, MAX_FRAME_DEPTH)) {
    return invalid(
      readId(bytes),
      "tooDeep",
      `The message nests deeper than ${MAX_FRAME_DEPTH} levels`,
      "Send arguments that nest less deeply.",
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(DECODER.decode(bytes));
  } catch {
    return {
      kind: "invalid",
      id: null,
      error: frameError(
        RPC_CODE.parseError,
        "parseError",
        "The message is not JSON in UTF-8",
        "Send one JSON-RPC message a line, as UTF-8 JSON.",
      ),
    };
  }
  return classify(value);
}

/** Tells requests, notifications and replies apart; the value is parsed JSON. Never throws. */
function classify(value: unknown): Message {
  if (Array.isArray(value)) {
    return invalid(
      null,
      "batch",
      "Batches are not served",
      "Send each message of the batch alone.",
    );
  }
  if (!isObject(value)) return invalid(null, "notAnObject", "A message is a JSON object");
  const hasId = Object.hasOwn(value, "id");
  const id = hasId ? asId(value.id) : null;
  if (value.jsonrpc !== "2.0") {
    return invalid(id, "version", 'The member jsonrpc must be "2.0"');
  }
  if (!Object.hasOwn(value, "method")) {
    if (Object.hasOwn(value, "result") || Object.hasOwn(value, "error")) {
      return { kind: "reply", id };
    }
    return invalid(id, "method", "The member method is missing");
  }
  if (hasId && id === null) {
    return invalid(
      null,
      "id",
      `The member id must be a string of at most ${MAX_REQUEST_ID_BYTES} bytes or an integer up to 2^53`,
    );
  }
  const { method, params } = value;
  if (typeof method !== "string") {
    return invalid(id, "method", "The member method must be a string");
  }
  for (const key of Object.keys(value)) {
    if (!REQUEST_KEYS.has(key)) {
      return invalid(
        id,
        "unknownMember",
        "A message has no members but jsonrpc, id, method and params",
      );
    }
  }
  if (params !== undefined && !isObject(params)) {
    return invalid(id, "params", "The member params must be an object");
  }
  return id === null
    ? { kind: "notification", method, params }
    : { kind: "request", id, method, params };
}

/** What answers a frame over the bound: its id was never read. */
export function frameTooLarge(maxBytes: number): InvalidMessage {
  return {
    kind: "invalid",
    id: null,
    error: frameError(
      RPC_CODE.invalidRequest,
      "frameTooLarge",
      `The message is larger than ${maxBytes} bytes`,
      ERRORS.frameTooLarge.repair,
      { maxBytes },
    ),
  };
}

/** What answers a request whose result is over the bound of a frame. */
export function resultTooLarge(id: RequestId | null, maxBytes: number): RpcResponse {
  return {
    id,
    error: frameError(
      RPC_CODE.internalError,
      "resultTooLarge",
      `The result is larger than ${maxBytes} bytes`,
      ERRORS.resultTooLarge.repair,
      { maxBytes },
    ),
  };
}

/** What answers a request that names the id of another one still in flight. */
export function duplicateId(id: RequestId): RpcResponse {
  const { error } = invalid(
    id,
    "duplicateId",
    "A request with this id is still in flight",
    "Give every request an id of its own.",
  );
  return { id, error };
}

/**
 * The JSON text of an answer, without newline. `unreadableId` says how an error without id is
 * written: JSON-RPC wants null, the MCP schemas from 2025-11-25 on forbid null and allow none.
 */
export function encodeResponse(response: RpcResponse, unreadableId: "omit" | "null"): string {
  const id = response.id === null && unreadableId === "omit"
    ? ""
    : `,"id":${JSON.stringify(response.id)}`;
  const body = "error" in response
    ? `"error":${JSON.stringify(response.error)}`
    : "resultText" in response
    ? `"result":${response.resultText}`
    : `"result":${JSON.stringify(response.result)}`;
  return `{"jsonrpc":"2.0"${id},${withoutLoneSurrogates(body)}}`;
}

/** The JSON text of a notification, without newline. */
export function encodeNotification(notification: OutgoingNotification): string {
  return withoutLoneSurrogates(JSON.stringify({ jsonrpc: "2.0", ...notification }));
}

/**
 * A page may hold half a surrogate pair. `JSON.stringify` writes it as an escape, which strict
 * readers refuse together with the whole message; it becomes U+FFFD. Whole pairs are never
 * written as escapes.
 */
function withoutLoneSurrogates(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(
    /\\(?:\\|ud[89a-f][0-9a-f]{2})/g,
    (escape) => escape.length === 2 ? escape : "\ufffd",
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The id if it is one we can give back exactly; otherwise null. */
export function asId(value: unknown): RequestId | null {
  if (typeof value === "string") {
    // A UTF-16 unit takes at least one byte and at most six as JSON.
    if (value.length * 6 + 2 <= MAX_REQUEST_ID_BYTES) return value;
    if (value.length + 2 > MAX_REQUEST_ID_BYTES) return null;
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    return bytes <= MAX_REQUEST_ID_BYTES ? value : null;
  }
  return Number.isSafeInteger(value) && typeof value === "number" ? value + 0 : null;
}

function readId(bytes: Uint8Array): RequestId | null {
  const text = shallowId(bytes);
  if (text === null || text.length > MAX_REQUEST_ID_BYTES * 2) return null;
  try {
    return asId(JSON.parse(text));
  } catch {
    return null;
  }
}

function invalid(
  id: RequestId | null,
  reason: string,
  message: string,
  action = "Send a JSON-RPC 2.0 request or notification.",
): InvalidMessage {
  return {
    kind: "invalid",
    id,
    error: frameError(RPC_CODE.invalidRequest, reason, message, action),
  };
}

function frameError(
  code: number,
  reason: string,
  message: string,
  action: string,
  more: JsonObject = {},
): RpcError {
  return {
    code,
    message,
    data: { reason, ...more, diagnostic: message, repair: { action, doc: TAXONOMY_URI } },
  };
}
