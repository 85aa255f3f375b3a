/**
 * Handle or ids: resolved here, once, before the schema. A handle alone becomes the ids it stands
 * for; a call that brings no workflow id gets a fresh one. Source: `contract/mcp-tools.md` 3.
 */
import * as v from "valibot";
import { Failure } from "../model/error.ts";
import { HANDLE_PATTERN } from "../model/ids.ts";
import type { Ids } from "../model/ports.ts";
import type { ResolvedScope, Scope, WorkflowScope } from "./define.ts";
import type { HandleRegistry } from "./runtime.ts";
import { uuid } from "./words.ts";

const ID_KEYS = ["sessionId", "pageId", "workflowId"] as const;

/** A handle has its own reason, so its schema only has to hold the key. */
const handle = v.string();

/** What the schema of a call demands after expansion. */
export const SCOPE_ENTRIES = {
  none: {},
  session: { sessionId: uuid },
  page: { sessionId: uuid, pageId: uuid, workflowId: v.exactOptional(uuid) },
  workflow: { workflowHandle: handle },
} as const satisfies Record<Scope, v.ObjectEntries>;

/** What `tools/list` shows: in page scope both forms, flat and optional. */
export const PUBLISHED_SCOPE = {
  none: {},
  session: { sessionId: uuid },
  page: {
    workflowHandle: v.exactOptional(handle),
    sessionId: v.exactOptional(uuid),
    pageId: v.exactOptional(uuid),
    workflowId: v.exactOptional(uuid),
  },
  workflow: { workflowHandle: handle },
} as const satisfies Record<Scope, v.ObjectEntries>;

export type Arguments = Readonly<Record<string, unknown>>;

export interface Expansion {
  readonly arguments: Arguments;
  /** Set when a handle was given. */
  readonly bound: WorkflowScope | null;
}

/**
 * Replaces a handle by its ids. Errors: workflowBindingConflict when both forms are given;
 * unknownWorkflowHandle when it is no string, malformed, or stands for nothing (any longer).
 */
export function expandHandle(scope: Scope, args: Arguments, handles: HandleRegistry): Expansion {
  const takesHandle = scope === "page" || scope === "workflow";
  if (!takesHandle || !Object.hasOwn(args, "workflowHandle")) {
    return { arguments: args, bound: null };
  }
  if (ID_KEYS.some((key) => Object.hasOwn(args, key))) {
    throw new Failure(
      "workflowBindingConflict",
      "A workflowHandle excludes sessionId, pageId and workflowId",
    );
  }
  const { workflowHandle, ...rest } = args;
  if (typeof workflowHandle !== "string" || !HANDLE_PATTERN.test(workflowHandle)) {
    throw new Failure(
      "unknownWorkflowHandle",
      "The workflowHandle is not one that workflow_start gave",
    );
  }
  const binding = handles.resolve(workflowHandle);
  const { sessionId, pageId, workflowId } = binding;
  const bound = { workflowHandle, sessionId, pageId, workflowId };
  return {
    arguments: scope === "page"
      ? { ...rest, sessionId, pageId, workflowId }
      : { ...rest, workflowHandle },
    bound,
  };
}

const pageIds = v.object({
  sessionId: v.string(),
  pageId: v.string(),
  workflowId: v.exactOptional(v.string()),
});
const sessionIds = v.object({ sessionId: v.string() });

/** The scope of validated arguments, with a minted workflow id where none was given. */
export function resolveScope(
  scope: Scope,
  valid: Arguments,
  bound: WorkflowScope | null,
  ids: Ids,
): WorkflowScope | ResolvedScope | { readonly sessionId: string } | null {
  if (scope === "none") return null;
  if (scope === "session") return v.parse(sessionIds, valid);
  if (bound !== null) return bound;
  const { sessionId, pageId, workflowId } = v.parse(pageIds, valid);
  return { sessionId, pageId, workflowId: workflowId ?? ids.uuid() };
}
