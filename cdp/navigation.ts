/**
 * Navigation, and the ladder that frees a hung page first (design, "A page that hangs or asks"):
 * without it `Page.navigate` answers success, commits nothing, and only closing helps.
 */
import type { NavigationResult, WaitUntil } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import {
  BROWSER_CALL_MS,
  FREED_MS,
  HUNG_PROBE_MS,
  MAX_DISMISSED_DIALOGS,
} from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import {
  heldUp,
  navigationFailed,
  navigationIsDownload,
  pageCrashed,
  tooLate,
} from "../src/engine/failures.ts";
import type { Result } from "./protocol.ts";
import type { FrameNode } from "./frames.ts";
import type { LoadState } from "../src/engine/load_state.ts";
import type { Pulse } from "../src/engine/pulse.ts";
import type { Session } from "./session.ts";

/** What a navigation needs of its page. */
export interface NavigationHost {
  session(): Session;
  readonly loading: LoadState;
  readonly pulse: Pulse;
  /** The renderer is dead now. */
  crashed(): boolean;
  /** Renderer deaths so far. */
  crashes(): number;
  /** It is known already that the old page does not answer. */
  hung(): boolean;
  main(): FrameNode | null;
  /** Throws when the page is gone or a dialog is open. */
  assertAlive(): void;
  /** The document that asks by a dialog of its own script; null: none does, or it asks before it is left. */
  asking(): { readonly frameId: string; readonly url: string } | null;
  frame(frameId: string): FrameNode | undefined;
  /** Another page shows a dialog, which may hold this one up. */
  heldUp(): boolean;
  /** Dismisses the open dialog, and tells it. */
  dismiss(call: Call): Promise<void>;
  race<T>(work: Promise<T>): Promise<T>;
  /** Puts a fresh target under the page; the old one is closed. */
  replaceTarget(call: Call): Promise<void>;
}

export async function navigate(
  host: NavigationHost,
  url: string,
  waitUntil: WaitUntil,
  call: Call,
): Promise<NavigationResult> {
  let sent = false;
  const loaderId = await pastDialogs(host, call, () => sent, async () => {
    host.assertAlive();
    const freed = host.crashed() ? "ended" : await freeHungPage(host, call);
    sent = true;
    return await committed(host, url, freed === "stopped", call);
  });
  await waitForLoad(host, waitUntil, call);
  const main = host.main();
  const documentId = main?.documentId ?? loaderId ?? "";
  return {
    url: main?.url ?? url,
    documentId,
    status: loaderId === null ? null : host.loading.statusOf(documentId),
  };
}

/**
 * The dialogs of a page that is to be left are dismissed, as a person's browser would. A page that
 * goes on asking without end (`for (;;) alert()`) has its target replaced; so has one whose frame
 * asks when the navigation is `sent`: the frame may have gone with it just now, and to dismiss its
 * dialog then would end the browser (Chromium 156).
 */
async function pastDialogs<T>(
  host: NavigationHost,
  call: Call,
  sent: () => boolean,
  leave: () => Promise<T>,
): Promise<T> {
  const documentId = host.main()?.documentId;
  for (let dismissed = 0;; dismissed++) {
    try {
      return await leave();
    } catch (cause) {
      const pending = cause instanceof Failure && cause.code === "dialogPending";
      // A dialog of the new document is the answer of the navigation.
      if (!pending || host.main()?.documentId !== documentId) throw cause;
      // It asks before it is left, or is held up by another page.
      if (!ofOldDocument(host)) throw cause;
      const mayBeGone = host.asking()?.frameId !== host.main()?.id && sent();
      if (dismissed < MAX_DISMISSED_DIALOGS && !mayBeGone) await host.dismiss(call);
      else await host.replaceTarget(call);
    }
  }
}

/** A document that the browser has told already asks, not the one that is about to be. */
function ofOldDocument(host: NavigationHost): boolean {
  const asking = host.asking();
  return asking !== null && host.frame(asking.frameId)?.url === asking.url;
}

/** Nobody waits for a navigation that came too late: it is stopped, and the old document is left. */
async function committed(
  host: NavigationHost,
  url: string,
  suspect: boolean,
  call: Call,
): Promise<string | null> {
  try {
    return await commit(host, url, suspect, call);
  } catch (cause) {
    if (cause instanceof Failure && GIVEN_UP.has(cause.code) && host.loading.awaitsServer) {
      host.session().post("Page.stopLoading", {}, BROWSER_CALL_MS);
    }
    throw cause;
  }
}

const GIVEN_UP: ReadonlySet<string> = new Set(["deadlineExceeded", "cancelled"]);

/** Waits for the main document, or the one that a started navigation brings. */
export async function waitForLoad(
  host: NavigationHost,
  state: WaitUntil,
  call: Call,
): Promise<void> {
  if (host.crashed() && !host.loading.navigating) throw pageCrashed();
  await wait(host, () => !host.loading.navigating && host.loading.reached(state), call);
}

/** A script of the new page or a person at the browser put another document in place of the asked one. */
function superseded(host: NavigationHost, committedBefore: number): boolean {
  const { loading } = host;
  return loading.documentsCommitted > committedBefore && !loading.navigating &&
    loading.reached("complete");
}

async function wait(host: NavigationHost, met: () => boolean, call: Call): Promise<void> {
  // A page that crashed before is navigated to bring it back; one that crashes now is told.
  const crashes = host.crashes();
  const ended = await host.pulse.until(() => {
    host.assertAlive();
    if (host.crashes() > crashes) throw pageCrashed();
    return met();
  }, call);
  if (!ended) throw tooLate(call);
}

/** A sent `Page.navigate`, as far as it has come. */
interface Attempt {
  answer: Result<"Page.navigate"> | null;
  failure: unknown;
}

function send(host: NavigationHost, url: string, call: Call): Attempt {
  const attempt: Attempt = { answer: null, failure: null };
  host.race(host.session().send("Page.navigate", { url }, call)).then((answer) => {
    attempt.answer = answer;
    host.pulse.fire();
  }, (failure: unknown) => {
    attempt.failure = failure;
    host.pulse.fire();
  });
  return attempt;
}

/**
 * Navigates until the new document is committed; its loader, or null for the same document.
 * The old page may begin to hang at any time before that (while it loads, by a timer): whenever
 * nothing comes for `HUNG_PROBE_MS` it is looked after, and if its renderer had to be ended the
 * navigation is sent once more, to the new one. A server that takes its time is no hung page: the
 * old one is looked after only when the answer is there, and it would have to make way. `suspect`:
 * it has hung before; if it now keeps the new document from coming it is not asked once more.
 */
async function commit(
  host: NavigationHost,
  url: string,
  suspect: boolean,
  call: Call,
): Promise<string | null> {
  const { documentsCommitted, urlChanges } = host.loading;
  let attempt = send(host, url, call);
  let crashes = host.crashes();
  let resent = false;
  const done = (): boolean => {
    if (attempt.failure !== null) throw attempt.failure;
    // A dialog of a document that the browser has not told yet: its commit comes right after.
    if (host.asking() === null || ofOldDocument(host)) host.assertAlive();
    if (host.crashes() > crashes) throw pageCrashed();
    if (attempt.answer === null) return false;
    const { errorText, isDownload, loaderId } = attempt.answer;
    if (errorText !== undefined) {
      throw isDownload === true ? navigationIsDownload() : navigationFailed(errorText);
    }
    // The same document tells its new URL by an event, just after the answer.
    if (loaderId === undefined) return host.loading.urlChanges > urlChanges;
    return host.main()?.documentId === loaderId || superseded(host, documentsCommitted);
  };
  for (;;) {
    const bound = host.session().connection.atMost(HUNG_PROBE_MS, call);
    if (await host.pulse.until(done, bound)) break;
    if (call.signal?.aborted === true || bound.deadline === call.deadline) throw tooLate(call);
    // The URL was the same to the letter: nothing has changed.
    if (attempt.answer !== null && attempt.answer.loaderId === undefined) break;
    if (resent || host.loading.awaitsServer) continue;
    if (suspect) await endRenderer(host, call);
    else if (await freeHungPage(host, call) !== "ended") continue;
    crashes = host.crashes();
    attempt = send(host, url, call);
    resent = true;
  }
  return attempt.answer?.loaderId ?? null;
}

/**
 * Makes a hung page make way. `answers`: it does not hang; `stopped`: its script was stopped, and
 * may begin anew; `ended`: its renderer had to be ended.
 */
async function freeHungPage(
  host: NavigationHost,
  call: Call,
): Promise<"answers" | "stopped" | "ended"> {
  // Its own navigation keeps it from answering; ours takes its place anyway.
  if (host.loading.awaitsServer) host.session().post("Page.stopLoading", {}, BROWSER_CALL_MS);
  if (!host.hung() && await responds(host, HUNG_PROBE_MS, call)) return "answers";
  // To end its renderer would end the page that asks, too.
  if (host.heldUp()) throw heldUp();
  host.session().post("Runtime.terminateExecution", {}, BROWSER_CALL_MS);
  if (await responds(host, FREED_MS, call)) return "stopped";
  await endRenderer(host, call);
  return "ended";
}

/** Whether the renderer answers within `ms`; any answer counts. */
async function responds(host: NavigationHost, ms: number, call: Call): Promise<boolean> {
  const bound = host.session().connection.atMost(ms, call);
  try {
    await host.race(host.session().send("Runtime.evaluate", { expression: "0" }, bound));
    return true;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    if (cause.code === "deadlineExceeded") return false;
    if (cause.code === "browserCommandFailed" || cause.code === "pageCrashed") return true;
    throw cause;
  }
}

/**
 * Ends the renderer process. While a new document waits to take its place the browser does not
 * tell it to end, and some states no word reaches: the target is replaced then.
 */
async function endRenderer(host: NavigationHost, call: Call): Promise<void> {
  host.session().post("Page.crash", {}, BROWSER_CALL_MS);
  const bound = host.session().connection.atMost(FREED_MS, call);
  if (await host.pulse.until(() => host.crashed(), bound)) return;
  await host.replaceTarget(call);
}
