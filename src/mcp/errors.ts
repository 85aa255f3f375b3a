/**
 * The one place that encodes failures for the handshake era. Sources: `contract/mcp-tools.md` 0
 * and 4, `contract/README.md` 8.
 */
import { ARGUMENT_REASONS, ERRORS, Failure, repairOf } from "../model/error.ts";
import type { ErrorCode } from "../model/error.ts";
import { MAX_INTERFACE_MESSAGE_BYTES } from "../model/limits.ts";
import { TAXONOMY_URI } from "../model/outcome.ts";
import { RPC_CODE } from "../rpc/json_rpc.ts";
import type { JsonObject, RpcError } from "../rpc/json_rpc.ts";
import { GENERIC_MESSAGES } from "./error_messages.ts";
import { HANDSHAKE_VERSIONS } from "./versions.ts";

const MCP_CODE = {
  interfaceError: -32000,
  notInitialized: -32002,
  unsupportedProtocolVersion: -32022,
  cancelled: -32800,
} as const;

const REASONS: ReadonlySet<string> = new Set(ARGUMENT_REASONS);

/**
 * Codes whose own message crosses to the client: what a browser's start says, and bounds and
 * shapes, whose text is ours. All others cross as their generic text.
 */
const DIAGNOSTIC_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "browserLaunchFailed",
  "engineUnreachable",
  "resourceExhausted",
  "malformedArguments",
]);

/**
 * A failure as JSON-RPC error: rejected arguments are -32602, a cancelled call -32800, everything
 * else -32000. `correlationId` finds the case again in the log.
 */
export function encodeFailure(failure: Failure, correlationId: string): RpcError {
  if (REASONS.has(failure.code)) return argumentError(failure);
  if (failure.code === "cancelled") {
    return {
      code: MCP_CODE.cancelled,
      message: "The request was cancelled",
      data: { repair: repair(repairOf(failure)) },
    };
  }
  return interfaceError(failure, correlationId);
}

/** An exception that is no `Failure`: nothing of it crosses but the id that finds it in the log. */
export function encodeUnexpected(correlationId: string): RpcError {
  return {
    code: RPC_CODE.internalError,
    message: "Internal error",
    data: { correlationId, repair: repair(ERRORS.internal.repair) },
  };
}

/** A tool that does not exist or whose static capabilities are not held: the two look alike. */
export function unknownTool(): RpcError {
  return methodNotFound(
    "No such tool is offered",
    "unknownTool",
    "Call tools/list and use a name it lists.",
  );
}

export function unknownMethod(): RpcError {
  return methodNotFound(
    "The method is not offered",
    "unknownMethod",
    "Use a method of the capabilities that initialize declared.",
  );
}

/**
 * `server/discover`, from which a client learns the era. With this code every client that knows
 * both eras falls back to `initialize`.
 */
export function discoverNotOffered(): RpcError {
  return methodNotFound(
    "server/discover is not offered",
    "unknownMethod",
    "Open with initialize.",
  );
}

/** What versions look like. */
const VERSION = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A request that claims a version in `params._meta`. The list holds handshake versions only, which
 * tells a client of both eras that no version is served without handshake. The schema wants the
 * claim back: only what has the shape of a version is repeated, never a text of any kind and size.
 */
export function unsupportedVersion(requested: string): RpcError {
  return {
    code: MCP_CODE.unsupportedProtocolVersion,
    message: "No protocol version is served by request envelope",
    data: {
      supported: HANDSHAKE_VERSIONS,
      requested: VERSION.test(requested) ? requested : "unreadable",
      repair: repair("Open with initialize and a supported version, and send no version in _meta."),
    },
  };
}

export function notInitialized(): RpcError {
  return {
    code: MCP_CODE.notInitialized,
    message: "The server is not initialized",
    data: { repair: repair("Send initialize, then notifications/initialized, then this request.") },
  };
}

/** Parameters of a method other than tools/call; `pointer` is into `params`. */
export function invalidParams(pointer: string, constraint: string, action: string): RpcError {
  return {
    code: RPC_CODE.invalidParams,
    message: `Invalid params at ${pointer} (${constraint}); repair: ${action}`,
    data: { reason: "schemaViolation", pointer, constraint, repair: repair(action) },
  };
}

function methodNotFound(message: string, reason: string, action: string): RpcError {
  return {
    code: RPC_CODE.methodNotFound,
    message: `${message}; repair: ${action}`,
    data: { reason, repair: repair(action) },
  };
}

function argumentError(failure: Failure): RpcError {
  const { pointer, constraint, maxBytes } = failure.detail;
  const action = repairOf(failure);
  const diagnostic = DIAGNOSTIC_CODES.has(failure.code) ? `: ${failure.message}` : "";
  const place = (pointer === undefined ? "" : ` at ${pointer}`) +
    (constraint === undefined ? "" : ` (${constraint})`) +
    (maxBytes === undefined ? "" : `, at most ${maxBytes} bytes`);
  return {
    code: RPC_CODE.invalidParams,
    message: `Invalid arguments: ${failure.code}${place}${diagnostic}; repair: ${action}`,
    data: {
      reason: failure.code,
      ...(pointer === undefined ? {} : { pointer }),
      ...(constraint === undefined ? {} : { constraint }),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      repair: repair(action),
    },
  };
}

function interfaceError(failure: Failure, correlationId: string): RpcError {
  const { code, detail } = failure;
  const action = repairOf(failure);
  const diagnostic = DIAGNOSTIC_CODES.has(code) && failure.message !== "" ? failure.message : null;
  const head = `Runtime interface error: ${code}` +
    (detail.requiredCapability === undefined ? "" : ` (requires ${detail.requiredCapability})`);
  const tail = `; repair: ${action}`;
  const room = MAX_INTERFACE_MESSAGE_BYTES - byteLength(head) - byteLength(tail) - 2;
  const middle = diagnostic === null || room <= 0 ? "" : `: ${cutToBytes(diagnostic, room)}`;
  return {
    code: MCP_CODE.interfaceError,
    message: cutToBytes(head + middle + tail, MAX_INTERFACE_MESSAGE_BYTES),
    data: {
      interfaceError: {
        code,
        layer: ERRORS[code].layer,
        message: GENERIC_MESSAGES[code],
        correlationId,
        // Nothing that fails here was accepted as a command; accepted ones end in an outcome.
        commandId: null,
        retryable: ERRORS[code].retryable,
        retryAfterMs: detail.retryAfterMs ?? null,
        reconciliationRequired: false,
        requiredCapability: detail.requiredCapability ?? null,
      },
      ...(diagnostic === null
        ? {}
        : { diagnostic: cutToBytes(diagnostic, MAX_INTERFACE_MESSAGE_BYTES) }),
      repair: repair(action),
    },
  };
}

function repair(action: string): JsonObject {
  return { action, doc: TAXONOMY_URI };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The longest beginning of whole characters within the bound. */
function cutToBytes(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  const ellipsis = "…";
  const { read } = new TextEncoder().encodeInto(
    text,
    new Uint8Array(Math.max(0, maxBytes - byteLength(ellipsis))),
  );
  return maxBytes < byteLength(ellipsis) ? "" : text.slice(0, read) + ellipsis;
}
