/** page_open: a new page, and its first navigation, undone when that fails. Source: `contract/mcp-tools.md` 1.1. */
import type { Principal } from "../model/capability.ts";
import { DEFAULT_TIMEOUT_MS, MIN_DEADLINE_MS } from "../model/limits.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import type { Command } from "../model/command.ts";
import { requireCapabilities } from "../policy/capability.ts";
import type { PageOpenResult, PageState } from "../registry/runtime.ts";
import { joinSignals } from "./calls.ts";
import type { Executor } from "./executor.ts";
import type { Page } from "./pages.ts";
import type { RuntimePorts } from "./ports.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface NewPageNavigation {
  readonly session: Session;
  readonly page: Page;
  readonly url: string;
  readonly workflowId: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
}

/** Errors: notFound, missingCapability, resourceExhausted, those of the browser, cancelled. */
export async function openPage(
  { ports, sessions, executor, shutdown }: {
    readonly ports: RuntimePorts;
    readonly sessions: Sessions;
    readonly executor: Executor;
    readonly shutdown: AbortSignal;
  },
  sessionId: string,
  url: string | undefined,
  principal: Principal,
  signal: AbortSignal,
): Promise<PageOpenResult> {
  const session = sessions.owned(sessionId, principal);
  if (url !== undefined) requireCapabilities(["browser:mutate"], principal.capabilities);
  const { clock, ids } = ports;
  const joined = joinSignals(signal, shutdown);
  let page: Page;
  try {
    const deadline = clock.monotonic() + MIN_DEADLINE_MS;
    page = await sessions.openPage(session, { deadline, signal: joined.signal });
  } finally {
    joined.release();
  }
  if (url === undefined) return pageState(page, null);
  const navigation = { session, page, url, workflowId: ids.uuid(), principal, signal };
  let navigationOutcome: CommandOutcome;
  try {
    navigationOutcome = await navigateNewPage(executor, navigation);
  } catch (error) {
    await closeNewPage(executor, { ...navigation, signal: shutdown });
    throw error;
  }
  const state = pageState(page, navigationOutcome);
  if (navigationOutcome.status === "completed") return { ...state, navigationOutcome };
  const cleanupOutcome = await closeNewPage(executor, { ...navigation, signal: shutdown });
  const pageClosed = cleanupOutcome.status === "completed";
  return { ...state, navigationOutcome, cleanupOutcome, pageClosed };
}

/** Interactive within DEFAULT_TIMEOUT_MS. */
export function navigateNewPage(
  executor: Executor,
  navigation: NewPageNavigation,
): Promise<CommandOutcome> {
  return run(executor, navigation, {
    kind: "navigate",
    input: { url: navigation.url, waitUntil: "interactive", timeoutMs: DEFAULT_TIMEOUT_MS },
  });
}

function closeNewPage(executor: Executor, navigation: NewPageNavigation): Promise<CommandOutcome> {
  return run(executor, navigation, { kind: "closePage", input: {} });
}

async function run(
  executor: Executor,
  { session, page, workflowId, principal, signal }: NewPageNavigation,
  command: Command,
): Promise<CommandOutcome> {
  const reply = await executor.execute({
    command,
    sessionId: session.id,
    pageId: page.id,
    workflowId,
    principal,
    signal,
    progress: () => {},
  });
  return reply.outcome;
}

/** A page as its opener is told: blank and complete without a URL (contract 2.12). */
export function pageState(page: Page, navigation: CommandOutcome | null): PageState {
  const loaded = navigation?.status === "completed";
  return {
    id: page.id,
    session_id: page.sessionId,
    url: loaded ? page.url : null,
    mode: "Interactive",
    ready_state: loaded ? "interactive" : "complete",
    pending_requests: loaded ? page.engine.requests().length : 0,
  };
}
