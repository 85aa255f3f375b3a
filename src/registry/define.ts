/** The tool record. One file in `tools/` holds exactly one; everything else is derived from it. */
import type { GenericSchema, InferOutput, ObjectEntries, StrictObjectSchema } from "valibot";
import type { Capability, Principal } from "../model/capability.ts";
import type { Command } from "../model/command.ts";
import type { PageId, SessionId, WorkflowId } from "../model/ids.ts";
import type { ToolPhases } from "../model/phase.ts";
import type { ServerState, ToolRuntime } from "./runtime.ts";

/**
 * `none`: no scope arguments. `session`: `sessionId` is required. `page`: `sessionId`, `pageId`
 * and optional `workflowId`, or `workflowHandle` alone (resolved once, in `scope.ts`).
 */
export type Scope = "none" | "session" | "page";

export interface Annotations {
  readonly readOnly?: true;
  readonly destructive?: true;
  readonly idempotent?: true;
  readonly openWorld?: true;
}

export interface ResolvedScope {
  readonly sessionId: SessionId;
  readonly pageId: PageId;
  /** Given, bound by the handle, or minted for this call. */
  readonly workflowId: WorkflowId;
}

export interface ToolContext<S extends Scope = Scope> {
  readonly principal: Principal;
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly scope: S extends "page" ? ResolvedScope
    : S extends "session" ? { readonly sessionId: SessionId }
    : null;
  readonly runtime: ToolRuntime;
  /** The MCP server object that serves the caller: handles and phase. */
  readonly server: ServerState;
  /** Runs a command on the scope's page; its outcome with `workflowId` and `attemptId` is the result. */
  execute(command: Command): Promise<ToolResult>;
  /** Reports progress when the client asked for it; otherwise does nothing. `progress` must rise. */
  progress(progress: number, message?: string): void;
}

export interface ToolResult {
  /** `structuredContent`. */
  readonly structured: Readonly<Record<string, unknown>>;
  /** Replaces the JSON text block (outline answers). */
  readonly text?: string;
  readonly image?: { readonly data: Uint8Array; readonly mediaType: string };
  readonly isError?: boolean;
}

export interface ToolDefinition<S extends Scope, E extends ObjectEntries> {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it does and when to use it. */
  readonly description: string;
  readonly scope: S;
  /** All are needed; a tool whose capabilities are not held is neither listed nor callable. */
  readonly capabilities: readonly Capability[];
  /** More capabilities, where the input decides. */
  readonly needs?: (input: InferOutput<StrictObjectSchema<E, undefined>>) => readonly Capability[];
  readonly phases: ToolPhases;
  readonly annotations: Annotations;
  /** Arguments beyond the scope's own. */
  readonly input: E;
  /** What is published: minimal and open; the full shapes are checked in tests. */
  readonly output: GenericSchema;
  /** Arguments without scope; each must satisfy the schema. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  readonly handle: (
    input: InferOutput<StrictObjectSchema<E, undefined>>,
    context: ToolContext<S>,
  ) => Promise<ToolResult>;
}

/** Any tool, as the registry holds it. */
export type AnyTool = ToolDefinition<Scope, ObjectEntries>;
