/**
 * One closed set of failure codes, each with its layer, whether trying again can help, and the
 * repair that is told to the agent. Source: `contract/mcp-tools.md` 4, the design ("Errors").
 */

export const LAYERS = [
  "interface",
  "broker",
  "workflow",
  "page",
  "driver",
  "browser",
  "network",
  "site",
  "journal",
] as const;
export type Layer = (typeof LAYERS)[number];

export interface ErrorInfo {
  readonly layer: Layer;
  readonly retryable: boolean;
  /** What to do next, one imperative sentence or two. */
  readonly repair: string;
}

export const ERRORS = {
  // Requests and authority.
  invalidRequest: {
    layer: "interface",
    retryable: false,
    repair: "Fix the argument and send the call again; nothing was done.",
  },
  notFound: {
    layer: "interface",
    retryable: false,
    repair: "Call session_list and page_list and use a current id.",
  },
  deadlineExceeded: {
    layer: "broker",
    retryable: true,
    repair: "Check that the page is reachable, then try again with a longer timeoutMs.",
  },
  resourceExhausted: {
    layer: "broker",
    retryable: true,
    repair: "Close an idle session or page, then try again.",
  },
  policyDenied: {
    layer: "interface",
    retryable: false,
    repair: "Do not retry; take another path or tool that the policy allows.",
  },
  internal: {
    layer: "broker",
    retryable: false,
    repair: "Do not retry; report the message to the operator.",
  },
  cancelled: {
    layer: "interface",
    retryable: false,
    repair: "The client cancelled the call; inspect the page before acting again.",
  },
  authenticationFailed: {
    layer: "interface",
    retryable: false,
    repair: "Obtain a valid credential.",
  },
  tokenExpired: { layer: "interface", retryable: false, repair: "Have the token issued again." },
  missingCapability: {
    layer: "interface",
    retryable: false,
    repair: "Have the operator grant the capability named in requiredCapability.",
  },
  idempotencyConflict: {
    layer: "interface",
    retryable: false,
    repair: "Use a fresh idempotencyKey.",
  },
  malformedScope: {
    layer: "interface",
    retryable: false,
    repair: "Read the ids again with session_list and page_list.",
  },
  artifactDenied: { layer: "interface", retryable: false, repair: "Capture the artifact again." },
  unsupportedInterfaceVersion: {
    layer: "interface",
    retryable: false,
    repair: "Send a supported interface version.",
  },
  unsupportedOperation: {
    layer: "interface",
    retryable: false,
    repair: "Use an operation that this interface offers.",
  },
  engineUnreachable: {
    layer: "browser",
    retryable: true,
    repair: "Run `drover doctor`, fix the browser, then send the call again.",
  },
  frameTooLarge: {
    layer: "interface",
    retryable: false,
    repair: "Send a smaller message; the bound stands in maxBytes.",
  },
  resultTooLarge: {
    layer: "interface",
    retryable: false,
    repair: "Ask for less: a smaller maxNodes, a target, or a clip.",
  },
  // Arguments.
  schemaViolation: {
    layer: "interface",
    retryable: false,
    repair: "Correct the value at pointer to meet constraint.",
  },
  malformedArguments: {
    layer: "interface",
    retryable: false,
    repair:
      "Read the tool's schema and description again; the arguments exceed a bound or have the wrong shape.",
  },
  deadlineOutOfRange: {
    layer: "interface",
    retryable: false,
    repair: "Use a deadline after now and at most 300 s ahead.",
  },
  invalidIdempotencyKey: {
    layer: "interface",
    retryable: false,
    repair: "Use 1 to 128 printable ASCII characters, or leave the key out.",
  },
  workflowBindingConflict: {
    layer: "interface",
    retryable: false,
    repair: "Send workflowHandle alone, or sessionId and pageId without it.",
  },
  unknownWorkflowHandle: {
    layer: "interface",
    retryable: false,
    repair:
      "Inspect or close what it stood for by session_list and page_list ids, then call workflow_start again.",
  },
  // Browser and page.
  browserLaunchFailed: {
    layer: "browser",
    retryable: true,
    repair: "Run `drover doctor`; fix what it names, then try session_create again.",
  },
  browserCommandFailed: {
    layer: "browser",
    retryable: true,
    repair: "Try once more; then open the page or session anew.",
  },
  pageUnresponsive: {
    layer: "page",
    retryable: true,
    repair: "The page's own script is busy: navigate away, or close the page and open it again.",
  },
  pageCrashed: {
    layer: "page",
    retryable: true,
    repair: "Navigate the page again, or open a new one; ids of dead pages are not reused.",
  },
  dialogPending: {
    layer: "page",
    retryable: true,
    repair: "Answer it with the dialog tool (accept or dismiss), then try again.",
  },
  notSupported: {
    layer: "driver",
    retryable: false,
    repair: "Use the other engine, or the alternative that the message names.",
  },
  screenshotCaptureFailed: {
    layer: "driver",
    retryable: true,
    repair: "Take the screenshot again.",
  },
  journalFailed: {
    layer: "journal",
    retryable: true,
    repair: "Send the call again with the same idempotencyKey.",
  },
  // Targets.
  targetNotFound: {
    layer: "page",
    retryable: false,
    repair: "Take a fresh a11y_snapshot and pass one of its lines.",
  },
  targetAmbiguous: {
    layer: "page",
    retryable: false,
    repair: "Pass the line with its #N, or narrow the target.",
  },
  targetDetached: {
    layer: "page",
    retryable: false,
    repair: "The page changed: take a fresh a11y_snapshot and pass one of its lines.",
  },
  targetDisabled: {
    layer: "page",
    retryable: false,
    repair: "Do first what enables the control, then try again.",
  },
  targetHidden: {
    layer: "page",
    retryable: false,
    repair:
      "Do first what shows the element (open its menu, section or dialog), then take a fresh a11y_snapshot.",
  },
  targetUnstable: {
    layer: "page",
    retryable: true,
    repair: "It is still moving: wait for the motion to end, then try again.",
  },
  targetObscured: {
    layer: "page",
    retryable: false,
    repair: "Close or scroll away what covers it, then try again.",
  },
  targetOutOfBounds: {
    layer: "page",
    retryable: false,
    repair: "Scroll its container or enlarge the viewport, then try again.",
  },
  frameNotFound: {
    layer: "page",
    retryable: false,
    repair: "Take a fresh a11y_snapshot; the frame is gone or has another name.",
  },
  shadowRootUnavailable: {
    layer: "page",
    retryable: false,
    repair: "Take a fresh a11y_snapshot; the shadow host is gone or has no root.",
  },
  verificationFailed: {
    layer: "workflow",
    retryable: false,
    repair: "Read the message, look at the page, and redo only the step that failed.",
  },
  waitConditionTimedOut: {
    layer: "page",
    retryable: true,
    repair: "Look at the page; wait again with a longer timeoutMs or another condition.",
  },
  // Intents, files, network, vision: their tools come with later work, their codes stand.
  expectedStatePreSatisfied: {
    layer: "workflow",
    retryable: false,
    repair: "Name a stronger expectedState; no click was made.",
  },
  networkPolicyDenied: {
    layer: "network",
    retryable: false,
    repair: "Fix the URL, ask the operator, or click the page's own link.",
  },
  httpResponseTooLarge: {
    layer: "network",
    retryable: false,
    repair: "Raise maxBytes within its range.",
  },
  httpTransferFailed: { layer: "network", retryable: true, repair: "Try again." },
  httpStateConflict: { layer: "network", retryable: false, repair: "Issue a fresh call." },
  httpEquivalenceUnproven: {
    layer: "network",
    retryable: false,
    repair: "Do not send it again as it is.",
  },
  intentCompileFailed: {
    layer: "workflow",
    retryable: false,
    repair: "Fix the purpose or the fields.",
  },
  intentActionMismatch: {
    layer: "workflow",
    retryable: false,
    repair: "Use an action that this kind of control takes.",
  },
  obstructionSuspected: {
    layer: "page",
    retryable: false,
    repair: "Take a fresh snapshot and choose another control.",
  },
  visionAssistDenied: {
    layer: "workflow",
    retryable: false,
    repair: "Repair the reason that leads the message first.",
  },
  visionAssistFailed: {
    layer: "workflow",
    retryable: false,
    repair: "Without a provider never retry; otherwise once.",
  },
} as const satisfies Record<string, ErrorInfo>;

export type ErrorCode = keyof typeof ERRORS;

/** Reasons of a rejected `tools/call` (-32602 in the handshake era). */
export const ARGUMENT_REASONS = [
  "schemaViolation",
  "malformedArguments",
  "deadlineOutOfRange",
  "invalidIdempotencyKey",
  "workflowBindingConflict",
  "unknownWorkflowHandle",
] as const satisfies readonly ErrorCode[];

export interface FailureDetail {
  /** JSON Pointer into the arguments, for schemaViolation. */
  readonly pointer?: string;
  /** The violated JSON Schema keyword, for schemaViolation. */
  readonly constraint?: string;
  readonly requiredCapability?: string;
  readonly retryAfterMs?: number;
  readonly maxBytes?: number;
  /** Replaces the code's own repair where the case knows better. */
  readonly repair?: string;
  readonly cause?: unknown;
}

/**
 * The one internal failure. Each edge encodes it in its own way (MCP handshake era, MCP
 * 2026-07-28, HTTP, outcome). `message`: capital first, no final period, never a submitted value
 * (typed text, token, cookie, file path); names and roles of the page's elements are allowed.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: FailureDetail;
  constructor(code: ErrorCode, message: string, detail: FailureDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = "Failure";
    this.code = code;
    this.detail = detail;
  }
}

/** What ends a call whose signal aborted: the failure it was aborted with, else `cancelled`. */
export function abortFailure(signal: AbortSignal | undefined): Failure {
  const reason: unknown = signal?.reason;
  if (reason instanceof Failure) return reason;
  return new Failure("cancelled", "The client cancelled the call");
}

/** What to do next after a failure. */
export function repairOf(failure: Failure): string {
  return failure.detail.repair ?? ERRORS[failure.code].repair;
}
