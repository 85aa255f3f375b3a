/** What tools may ask of the running gateway beyond commands; implemented in `runtime/`. */
import type { Capability, Principal } from "../model/capability.ts";
import type { Command } from "../model/command.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import type { Phase } from "../model/phase.ts";

export interface ExecutionPolicy {
  readonly javascriptEvaluation: boolean;
  readonly visionAssist: boolean;
  readonly fingerprint: boolean;
  readonly humanize: boolean;
  readonly visionNode?: string;
  readonly zigzagzig?: boolean;
}

/** Snake case on the wire, but for the flags of `execution_policy` (contract A 2.12). */
export interface SessionState {
  readonly id: string;
  readonly profile: string;
  readonly proxy: string | null;
  readonly page_ids: readonly string[];
  readonly created_at: string;
  readonly last_used_at: string;
  readonly execution_policy: ExecutionPolicy;
}

export interface PageState {
  readonly id: string;
  readonly session_id: string;
  readonly url: string | null;
  readonly mode: "Document" | "Interactive" | "Render";
  readonly ready_state: string;
  readonly pending_requests: number;
}

export interface SessionOptions {
  readonly profile: string;
  readonly proxy?: string | null;
  readonly executionPolicy?: Partial<ExecutionPolicy>;
  readonly engine?: "chromium" | "firefox";
}

export type PageOpenResult = PageState & {
  readonly navigationOutcome?: CommandOutcome;
  readonly cleanupOutcome?: unknown;
  readonly pageClosed?: boolean;
};

export interface WorkflowStartResult {
  readonly status: "completed" | "failed";
  readonly workflowHandle: string | null;
  readonly sessionId: string;
  readonly pageId: string | null;
  readonly workflowId: string;
  readonly session: SessionState;
  readonly page: PageState | null;
  readonly navigationOutcome: CommandOutcome | null;
  readonly reason?:
    | "pageOpenFailed"
    | "navigationFailed"
    | "workflowGenerationChanged"
    | "workflowSupervisorLost";
  /** `code: message`, 1..512. */
  readonly detail?: string | null;
  readonly pageClosed?: boolean;
  readonly sessionDeleted?: boolean;
  readonly cleanupErrorCode?: string | null;
}

export interface RuntimeInfo {
  readonly version: string;
  readonly capabilities: readonly string[];
  readonly active_sessions: number;
  readonly queued_jobs: number;
  readonly uptime_ms: number;
  /** RFC3339; null: lives as long as this process. */
  readonly credentialExpiresAt: string | null;
}

/** What the executor hands back for one command. */
export interface CommandReply {
  readonly outcome: CommandOutcome;
  readonly workflowId: string;
  readonly attemptId: string;
  /** The bytes behind a `screenshot` evidence item, to be shown inline. */
  readonly image?: { readonly data: Uint8Array; readonly mediaType: string };
  /** The page after the command, for the status line of outline answers. */
  readonly page?: { readonly url: string; readonly title: string };
}

export interface ExecuteRequest {
  readonly command: Command;
  readonly sessionId: string;
  /** null only for listPages. */
  readonly pageId: string | null;
  readonly workflowId: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly progress: (progress: number, message?: string) => void;
}

export interface ToolRuntime {
  /** The executor's pipeline: gate, class, journal, engine, verify, evidence, outcome. Throws only what the gate refuses before acceptance. */
  execute(request: ExecuteRequest): Promise<CommandReply>;
  info(principal: Principal): RuntimeInfo;
  createSession(
    options: SessionOptions,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<SessionState>;
  listSessions(principal: Principal): readonly SessionState[];
  /** Errors: notFound for a foreign or unknown id. Evicts the session's handles. */
  closeSession(sessionId: string, principal: Principal): Promise<void>;
  openPage(
    sessionId: string,
    url: string | undefined,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<PageOpenResult>;
  /** The whole of contract A section 3; handles live in the caller's server (`HandleRegistry`). */
  startWorkflow(
    options: SessionOptions & { readonly url?: string },
    principal: Principal,
    handles: HandleRegistry,
    signal: AbortSignal,
  ): Promise<WorkflowStartResult>;
}

export interface HandleBinding {
  readonly sessionId: string;
  readonly pageId: string;
  readonly workflowId: string;
}

/** 64 committed LRU bindings and 64 reservations (contract A section 3). One per MCP server object. */
export interface HandleRegistry {
  /** Throws Failure unknownWorkflowHandle. Touches the binding. */
  resolve(handle: string): HandleBinding;
  /** Throws Failure resourceExhausted when 64 are reserved. Bound to the current generation. */
  reserve(): HandleReservation;
  /** Drops bindings of a page (or of all pages of a session). */
  evict(match: { readonly sessionId: string; readonly pageId?: string }): void;
  /** Drops bindings of sessions that are no longer in the set. */
  retainSessions(sessionIds: ReadonlySet<string>): void;
  /** A new generation: every handle and reservation of the old one dies. */
  reset(): void;
}

export interface HandleReservation {
  /** False after `reset` of the registry. */
  readonly current: boolean;
  /** Publishes a fresh handle; the 65th evicts the least recently used. Throws Failure internal when not `current`. */
  commit(binding: HandleBinding): string;
  release(): void;
}

/** What a tool may see and change of the MCP server object that serves the caller. */
export interface ServerState {
  readonly handles: HandleRegistry;
  readonly phase: Phase;
  /** Sends tools/list_changed when the phase really changes. */
  selectPhase(phase: Phase): void;
  /** Capabilities that a tool must hold are checked before dispatch; this is for dynamic ones. */
  holds(capability: Capability): boolean;
}
