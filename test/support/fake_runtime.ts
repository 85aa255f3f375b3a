/** A runtime without a browser: it records what tools ask of it and answers at once. */
import { CAPABILITIES, type Capability, type Principal } from "../../src/model/capability.ts";
import { Failure } from "../../src/model/error.ts";
import type { Evidence } from "../../src/model/evidence.ts";
import type { CommandOutcome } from "../../src/model/outcome.ts";
import type { Phase } from "../../src/model/phase.ts";
import type { Ids } from "../../src/model/ports.ts";
import type { ToolCall } from "../../src/registry/registry_contract.ts";
import type {
  CommandReply,
  ExecuteRequest,
  HandleBinding,
  HandleRegistry,
  PageOpenResult,
  PageState,
  RuntimeInfo,
  ServerState,
  SessionOptions,
  SessionState,
  ToolRuntime,
  WorkflowStartResult,
} from "../../src/registry/runtime.ts";

export const SESSION_ID = "11111111-1111-4111-8111-111111111111";
export const PAGE_ID = "22222222-2222-4222-8222-222222222222";
export const WORKFLOW_ID = "33333333-3333-4333-8333-333333333333";
export const ATTEMPT_ID = "44444444-4444-4444-8444-444444444444";
export const COMMAND_ID = "55555555-5555-4555-8555-555555555555";
export const HANDLE = `wf_${"0a".repeat(16)}`;
export const BINDING: HandleBinding = {
  sessionId: SESSION_ID,
  pageId: PAGE_ID,
  workflowId: WORKFLOW_ID,
};

/** Counts up: the n-th id ends in n. */
export function countingIds(): Ids {
  let next = 0;
  const digits = () => String(++next).padStart(12, "0");
  return {
    uuid: () => `00000000-0000-4000-8000-${digits()}`,
    hex: (bytes) => digits().padStart(2 * bytes, "0"),
  };
}

export function principal(capabilities: readonly Capability[] = CAPABILITIES): Principal {
  return { id: "tester", capabilities: new Set(capabilities), expiresAt: null };
}

const SESSION: SessionState = {
  id: SESSION_ID,
  profile: "default",
  proxy: null,
  page_ids: [],
  created_at: "2026-01-01T00:00:00Z",
  last_used_at: "2026-01-01T00:00:00Z",
  execution_policy: {
    javascriptEvaluation: false,
    visionAssist: false,
    fingerprint: false,
    humanize: false,
  },
};

const PAGE: PageState = {
  id: PAGE_ID,
  session_id: SESSION_ID,
  url: null,
  mode: "Interactive",
  ready_state: "complete",
  pending_requests: 0,
};

export class FakeRuntime implements ToolRuntime {
  readonly executed: ExecuteRequest[] = [];
  readonly created: SessionOptions[] = [];
  readonly opened: { sessionId: string; url: string | undefined }[] = [];
  readonly closed: string[] = [];
  /** What `execute` answers; `evidence` is put into a completed outcome. */
  evidence: readonly Evidence[] = [];
  outcome: CommandOutcome | null = null;
  reply: Partial<CommandReply> = {};
  pageOpen: Partial<PageOpenResult> = {};
  start: Partial<WorkflowStartResult> = {};

  execute(request: ExecuteRequest): Promise<CommandReply> {
    this.executed.push(request);
    return Promise.resolve({
      outcome: this.outcome ??
        { status: "completed", commandId: COMMAND_ID, evidence: this.evidence },
      workflowId: request.workflowId,
      attemptId: ATTEMPT_ID,
      ...this.reply,
    });
  }

  info(): RuntimeInfo {
    return {
      version: "0.0.0",
      capabilities: [],
      active_sessions: 0,
      queued_jobs: 0,
      uptime_ms: 1,
      credentialExpiresAt: null,
    };
  }

  createSession(options: SessionOptions): Promise<SessionState> {
    this.created.push(options);
    return Promise.resolve(SESSION);
  }

  listSessions(): readonly SessionState[] {
    return [SESSION];
  }

  closeSession(sessionId: string): Promise<void> {
    this.closed.push(sessionId);
    return Promise.resolve();
  }

  openPage(sessionId: string, url: string | undefined): Promise<PageOpenResult> {
    this.opened.push({ sessionId, url });
    return Promise.resolve({ ...PAGE, ...this.pageOpen });
  }

  startWorkflow(options: SessionOptions): Promise<WorkflowStartResult> {
    this.created.push(options);
    return Promise.resolve({
      status: "completed",
      workflowHandle: HANDLE,
      ...BINDING,
      session: SESSION,
      page: PAGE,
      navigationOutcome: null,
      ...this.start,
    });
  }
}

/** Knows {@link HANDLE} alone. */
export class FakeServer implements ServerState {
  phase: Phase = "explore";
  readonly resolved: string[] = [];
  readonly evicted: { readonly sessionId: string; readonly pageId?: string }[] = [];
  readonly handles: HandleRegistry = {
    resolve: (handle) => {
      this.resolved.push(handle);
      if (handle !== HANDLE) throw new Failure("unknownWorkflowHandle", "The handle is not known");
      return BINDING;
    },
    reserve: () => ({ current: true, commit: () => HANDLE, release: () => {} }),
    evict: (match) => void this.evicted.push(match),
    retainSessions: () => {},
    reset: () => {},
  };

  selectPhase(phase: Phase): void {
    this.phase = phase;
  }

  holds(): boolean {
    return true;
  }
}

export function toolCall(
  name: string,
  args: unknown,
  more: Partial<ToolCall> = {},
): ToolCall {
  return {
    name,
    arguments: args,
    principal: principal(),
    signal: new AbortController().signal,
    server: new FakeServer(),
    progress: () => {},
    ...more,
  };
}

/** The failure that `run` ends in; an error when it does not. */
export async function failureOf(run: Promise<unknown>): Promise<Failure> {
  try {
    await run;
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error("No failure where one was due");
}
