/**
 * workflow_start: session, page, navigation and handle in one call, undone as one when a step
 * fails. The work outlives the client's cancellation, so that nothing is left half made without
 * an owner. Source: `contract/mcp-tools.md` 3.
 */
import type { Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import { CLEANUP_MS, MIN_DEADLINE_MS } from "../model/limits.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import { requireCapabilities } from "../policy/capability.ts";
import type {
  HandleRegistry,
  HandleReservation,
  PageState,
  SessionOptions,
  WorkflowStartResult,
} from "../registry/runtime.ts";
import { freshCall, race } from "./calls.ts";
import { failureOf } from "./outcomes.ts";
import { navigateNewPage, pageState } from "./page_open.ts";
import type { Executor } from "./executor.ts";
import type { Page } from "./pages.ts";
import type { RuntimePorts } from "./ports.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface WorkflowPorts {
  readonly ports: RuntimePorts;
  readonly sessions: Sessions;
  readonly executor: Executor;
  readonly shutdown: AbortSignal;
}

type Options = SessionOptions & { readonly url?: string };
type Reason = NonNullable<WorkflowStartResult["reason"]>;

/** Longest `detail`, UTF-16 units. */
const MAX_DETAIL_CHARS = 512;

/** What has been made so far. */
interface Made {
  readonly session: Session;
  page: Page | null;
  state: PageState | null;
  navigation: CommandOutcome | null;
}

/** Errors: missingCapability, resourceExhausted, those of the session's creation, cancelled. */
export async function startWorkflow(
  work: WorkflowPorts,
  options: Options,
  principal: Principal,
  handles: HandleRegistry,
  signal: AbortSignal,
): Promise<WorkflowStartResult> {
  const { sessions, ports: { clock } } = work;
  if (options.url !== undefined) requireCapabilities(["browser:mutate"], principal.capabilities);
  handles.retainSessions(new Set(sessions.list(principal).map((session) => session.id)));
  const reservation = handles.reserve();
  const supervised = supervise(work, options, principal, reservation);
  // Without a reader after a cancellation; its outcome is then found by session_list.
  supervised.catch(() => {});
  const patience = { deadline: clock.monotonic() + 3 * MIN_DEADLINE_MS, signal };
  return await race(clock, patience, supervised, "The workflow did not start in time");
}

async function supervise(
  work: WorkflowPorts,
  options: Options,
  principal: Principal,
  reservation: HandleReservation,
): Promise<WorkflowStartResult> {
  const { sessions, ports: { clock, ids } } = work;
  try {
    const session = await sessions.create(options, principal, freshCall(clock, MIN_DEADLINE_MS));
    const workflowId = ids.uuid();
    const made: Made = { session, page: null, state: null, navigation: null };
    try {
      return await steps(work, options, principal, reservation, workflowId, made);
    } catch (error) {
      // Not one of the steps' own failures: what was made is taken back all the same.
      return await failed(work, workflowId, made, "workflowSupervisorLost", failureOf(error));
    }
  } finally {
    reservation.release();
  }
}

async function steps(
  work: WorkflowPorts,
  { url }: Options,
  principal: Principal,
  reservation: HandleReservation,
  workflowId: string,
  made: Made,
): Promise<WorkflowStartResult> {
  const { sessions, executor, shutdown, ports: { clock } } = work;
  const { session } = made;
  const fail = (reason: Reason, failure: Failure | null) =>
    failed(work, workflowId, made, reason, failure);
  let page: Page;
  try {
    page = await sessions.openPage(session, freshCall(clock, MIN_DEADLINE_MS));
  } catch (error) {
    return await fail("pageOpenFailed", failureOf(error));
  }
  made.page = page;
  made.state = pageState(page, null);
  if (!reservation.current) return await fail("workflowGenerationChanged", null);
  if (url !== undefined) {
    const request = { session, page, url, workflowId, principal, signal: shutdown };
    made.navigation = await navigateNewPage(executor, request);
    made.state = pageState(page, made.navigation);
    if (made.navigation.status !== "completed") return await fail("navigationFailed", null);
    if (!reservation.current) return await fail("workflowGenerationChanged", null);
  }
  const binding = { sessionId: session.id, pageId: page.id, workflowId };
  const workflowHandle = reservation.commit(binding);
  return {
    status: "completed",
    workflowHandle,
    sessionId: session.id,
    pageId: page.id,
    workflowId,
    session: session.state(),
    page: made.state,
    navigationOutcome: made.navigation,
  };
}

/** Takes back what was made: the page, then the session, CLEANUP_MS each. */
async function failed(
  { sessions, ports: { clock } }: WorkflowPorts,
  workflowId: string,
  { session, page, state, navigation }: Made,
  reason: Reason,
  failure: Failure | null,
): Promise<WorkflowStartResult> {
  const before = session.state();
  const errors: Failure[] = [];
  const step = async (undo: () => Promise<void>): Promise<boolean> => {
    try {
      const call = freshCall(clock, CLEANUP_MS);
      await race(clock, call, undo(), "Clean-up did not end in time");
      return true;
    } catch (error) {
      errors.push(failureOf(error));
      return false;
    }
  };
  const pageClosed = page !== null &&
    await step(() => page.engine.close(freshCall(clock, CLEANUP_MS)));
  const sessionDeleted = await step(() => sessions.close(session));
  const [first] = errors;
  return {
    status: "failed",
    workflowHandle: null,
    sessionId: session.id,
    pageId: page?.id ?? null,
    workflowId,
    session: before,
    page: state,
    navigationOutcome: navigation,
    reason,
    detail: detailOf(failure, navigation),
    pageClosed,
    sessionDeleted,
    cleanupErrorCode: first === undefined
      ? null
      : reason === "workflowSupervisorLost"
      ? reason
      : first.code,
  };
}

function detailOf(failure: Failure | null, navigation: CommandOutcome | null): string | null {
  const error = failure ?? (navigation !== null && "error" in navigation ? navigation.error : null);
  return error === null ? null : `${error.code}: ${error.message}`.slice(0, MAX_DETAIL_CHARS);
}
