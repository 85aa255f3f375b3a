/** The tool record. One file in `tools/` holds exactly one; everything else is derived from it. */
import type { GenericSchema, InferOutput, ObjectEntries, StrictObjectSchema } from "valibot";
import type { Capability, Principal } from "../model/capability.ts";
import type { Command } from "../model/command.ts";
import type { PageId, SessionId, WorkflowHandle, WorkflowId } from "../model/ids.ts";
import type { ToolPhases } from "../model/phase.ts";
import type { CommandReply, ServerState, ToolRuntime } from "./runtime.ts";

/**
 * `none`: no scope arguments. `session`: `sessionId` is required. `page`: `sessionId`, `pageId`
 * and optional `workflowId`, or `workflowHandle` alone (resolved once, in `scope.ts`). `workflow`:
 * `workflowHandle` is required and the only form.
 */
export type Scope = "none" | "session" | "page" | "workflow";

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

/** The handle beside what it stood for. */
export interface WorkflowScope extends ResolvedScope {
  readonly workflowHandle: WorkflowHandle;
}

export interface ToolContext<S extends Scope = Scope> {
  readonly principal: Principal;
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  readonly scope: S extends "workflow" ? WorkflowScope
    : S extends "page" ? ResolvedScope
    : S extends "session" ? { readonly sessionId: SessionId }
    : null;
  readonly runtime: ToolRuntime;
  /** The MCP server object that serves the caller: handles and phase. */
  readonly server: ServerState;
  /**
   * Runs a command on the scope's page (in session scope: without a page) and turns its outcome,
   * with `workflowId` and `attemptId`, into the result. `workflowId` is for session scope, where
   * the scope has none; without it one is minted.
   */
  execute(command: Command, workflowId?: WorkflowId): Promise<ToolResult>;
  /** The same without turning the reply into a result, for tools with a result shape of their own. */
  run(command: Command, workflowId?: WorkflowId): Promise<CommandReply>;
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

/** Arguments of which at most one may be given; with `required`, exactly one. */
export interface Choice<Key extends string> {
  readonly of: readonly Key[];
  readonly required: boolean;
}

/** `handle` and `needs` are methods so that a tool of any arguments can stand in one list. */
export interface ToolDefinition<S extends Scope, E extends ObjectEntries> {
  readonly name: string;
  readonly title: string;
  /** For the agent: what it does and when to use it. */
  readonly description: string;
  readonly scope: S;
  /** All are needed; a tool whose capabilities are not held is neither listed nor callable. */
  readonly capabilities: readonly Capability[];
  /** More capabilities, where the input decides. */
  needs?(input: InferOutput<StrictObjectSchema<E, undefined>>): readonly Capability[];
  readonly phases: ToolPhases;
  readonly annotations: Annotations;
  /** Arguments beyond the scope's own. */
  readonly input: E;
  /** Arguments that exclude each other; checked after the schema, never published. */
  readonly choice?: Choice<keyof E & string>;
  /** What is published: minimal and open; the full shapes are checked in tests. */
  readonly output: GenericSchema;
  /** Arguments without scope; each must satisfy the schema. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  handle(
    input: InferOutput<StrictObjectSchema<E, undefined>>,
    context: ToolContext<S>,
  ): Promise<ToolResult>;
}

/** Any tool, as the registry holds it. */
export type AnyTool = ToolDefinition<Scope, ObjectEntries>;

/** Types the record: the arguments of `needs` and `handle` follow from `input`, the context from `scope`. */
export function defineTool<S extends Scope, E extends ObjectEntries>(
  definition: ToolDefinition<S, E>,
): AnyTool {
  return definition;
}
