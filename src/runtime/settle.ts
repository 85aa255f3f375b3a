/**
 * Coming to rest after an act, by the page's own events: a navigation it started, requests it
 * started, mutations. Returns at once when nothing happened; there is no fixed sleep.
 */
import type { NetworkRequest } from "../engine/engine.ts";
import { abortFailure, Failure } from "../model/error.ts";
import {
  POPUP_START_MS,
  SETTLE_CAP_MS,
  SETTLE_NAVIGATION_MS,
  SETTLE_QUIET_MS,
} from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { callSignals, expired, joinSignals, left, within } from "./calls.ts";
import type { PageContext } from "./command_context.ts";
import { landing } from "./landing.ts";
import type { Page } from "./pages.ts";

/** The page as it was before an act. */
interface Mark {
  readonly url: string;
  readonly navigationsStarted: number;
  readonly documentsCommitted: number;
  readonly inFlight: ReadonlySet<string>;
}

/**
 * Runs an act and comes to rest after it, then checks it. A new address becomes evidence, also
 * when it fails; popups and dialogs are told by the executor. Errors: those of the act and the check, and
 * `cancelled`.
 */
export async function act<T>(
  context: PageContext,
  work: () => Promise<T>,
  check?: () => Promise<void>,
): Promise<T> {
  const { page, call, evidence, ports: { clock } } = context;
  const mark = markPage(page);
  page.acting += 1;
  try {
    const result = await work();
    await settle(clock, page, mark, call);
    // A popup that closes its opener at once is on its way still, and this answer is the last to tell it.
    if (page.ended && page.engine.activity().popupsOpening > 0) {
      await page.nextPopup(clock, within(clock, call, POPUP_START_MS));
    }
    await check?.();
    return result;
  } finally {
    page.acting -= 1;
    if (moved(page, mark)) evidence.push(await landing(clock, page, call));
  }
}

function markPage(page: Page): Mark {
  const { navigationsStarted, documentsCommitted } = page.engine.activity();
  return {
    url: page.engine.url,
    navigationsStarted,
    documentsCommitted,
    inFlight: new Set(page.engine.requests().map((request) => request.id)),
  };
}

/** Ends early at a dialog, a crash or the page's end. Errors: only `cancelled`. */
async function settle(clock: Clock, page: Page, mark: Mark, call: Call): Promise<void> {
  const cap = within(clock, call, SETTLE_CAP_MS);
  const navigationCap = within(clock, call, SETTLE_NAVIGATION_MS);
  while (!halted(page) && !ended(call)) {
    if (loading(page, mark)) {
      if (expired(clock, navigationCap)) return;
      await page.engine.nextActivity(navigationCap);
    } else if (page.engine.activity().popupsOpening > 0) {
      if (expired(clock, navigationCap)) return;
      await page.engine.nextActivity(navigationCap);
    } else if (expired(clock, cap)) {
      return;
    } else if (started(page, mark).length > 0) {
      await page.engine.nextActivity(cap);
    } else if (await quiet(clock, page, cap) && !loading(page, mark)) {
      const { popupsOpening } = page.engine.activity();
      if (started(page, mark).length === 0 && popupsOpening === 0) return;
    }
  }
}

function halted(page: Page): boolean {
  return page.ended || page.engine.dialog !== null || page.engine.crashed !== null;
}

/** The act started a navigation whose document is not interactive yet. */
function loading(page: Page, mark: Mark): boolean {
  const now = page.engine.activity();
  const began = now.navigationsStarted > mark.navigationsStarted ||
    now.documentsCommitted > mark.documentsCommitted;
  return began && (now.navigating || now.loadState === "loading");
}

/** The act brought another document, or another address of the same one. */
function moved(page: Page, mark: Mark): boolean {
  if (page.ended) return false;
  return page.engine.activity().documentsCommitted > mark.documentsCommitted ||
    page.engine.url !== mark.url;
}

/** Requests that the act started and that will end. */
function started(page: Page, mark: Mark): readonly NetworkRequest[] {
  return page.engine.requests().filter((request) =>
    !request.longLived && !mark.inFlight.has(request.id)
  );
}

/** Two frames without a mutation in the main document. False when its document went away meanwhile. */
async function quiet(clock: Clock, page: Page, cap: Call): Promise<boolean> {
  const limit = within(clock, cap, SETTLE_QUIET_MS);
  const done = new AbortController();
  const { signal, release } = joinSignals(done.signal, ...callSignals(cap));
  try {
    const frame = page.engine.frame(page.mainFrameId);
    const rest = frame.call("settle", { capMs: Math.ceil(left(clock, limit)) }, limit);
    // A dialog may open while we wait; the page's own answer would then wait for it.
    const dialog = page.engine.nextDialog({ deadline: limit.deadline, signal });
    await Promise.race([rest, dialog]);
    return true;
  } catch (error) {
    if (!(error instanceof Failure) || error.code === "cancelled") throw error;
    // The act is done. A busy or dying page is told by the next call; a new document is watched.
    return error.code !== "targetDetached" && error.code !== "frameNotFound";
  } finally {
    done.abort();
    release();
  }
}

/** Whether the call is at its end already. Errors: `cancelled`. */
function ended(call: Call): boolean {
  if (call.signal?.aborted !== true) return false;
  const failure = abortFailure(call.signal);
  if (failure.code === "cancelled") throw failure;
  return true;
}
