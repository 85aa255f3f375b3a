/**
 * Navigation, and the ladder that frees a hung page first (design, "A page that hangs or asks"):
 * without it `Page.navigate` answers success, commits nothing, and only closing helps.
 */
import type { NavigationResult, WaitUntil } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, HUNG_PROBE_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import { pageCrashed } from "./failures.ts";
import type { Result } from "./protocol.ts";
import type { FrameNode } from "./frames.ts";
import type { Loading } from "./loading.ts";
import type { Pulse } from "./pulse.ts";
import type { Session } from "./session.ts";

/** What a navigation needs of its page. */
export interface NavigationHost {
  session(): Session;
  readonly loading: Loading;
  readonly pulse: Pulse;
  /** The renderer is dead now. */
  crashed(): boolean;
  /** Renderer deaths so far. */
  crashes(): number;
  main(): FrameNode | null;
  /** Throws when the page is gone or a dialog is open. */
  assertAlive(): void;
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
  host.assertAlive();
  if (!host.crashed()) await freeHungPage(host, call);
  const loaderId = await committed(host, url, call);
  await waitForLoad(host, waitUntil, call);
  const main = host.main();
  const documentId = main?.documentId ?? loaderId ?? "";
  return {
    url: main?.url ?? url,
    documentId,
    status: loaderId === null ? null : host.loading.statusOf(documentId),
  };
}

/** Nobody waits for a navigation that came too late: it is stopped, and the old document is left. */
async function committed(
  host: NavigationHost,
  url: string,
  call: Call,
): Promise<string | null> {
  try {
    return await commit(host, url, call);
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
 * old one is looked after only when the answer is there, and it would have to make way.
 */
async function commit(host: NavigationHost, url: string, call: Call): Promise<string | null> {
  const { documentsCommitted, urlChanges } = host.loading;
  let attempt = send(host, url, call);
  let crashes = host.crashes();
  let resent = false;
  const done = (): boolean => {
    if (attempt.failure !== null) throw attempt.failure;
    host.assertAlive();
    if (host.crashes() > crashes) throw pageCrashed();
    if (attempt.answer === null) return false;
    const { errorText, isDownload, loaderId } = attempt.answer;
    if (errorText !== undefined) throw refused(errorText, isDownload === true);
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
    if (resent || host.loading.awaitsServer || !await freeHungPage(host, call)) continue;
    crashes = host.crashes();
    attempt = send(host, url, call);
    resent = true;
  }
  return attempt.answer?.loaderId ?? null;
}

function tooLate(call: Call): Failure {
  return call.signal?.aborted === true
    ? new Failure("cancelled", "The call was cancelled")
    : new Failure("deadlineExceeded", "The page did not load in time");
}

/** Makes a hung page answer again. True: its renderer had to be ended for it. */
async function freeHungPage(host: NavigationHost, call: Call): Promise<boolean> {
  // Its own navigation keeps it from answering; ours takes its place anyway.
  if (host.loading.awaitsServer) host.session().post("Page.stopLoading", {}, BROWSER_CALL_MS);
  if (await responds(host, call)) return false;
  host.session().post("Runtime.terminateExecution", {}, BROWSER_CALL_MS);
  if (await responds(host, call)) return false;
  await endRenderer(host, call);
  return true;
}

/** Whether the renderer answers within `HUNG_PROBE_MS`; any answer counts. */
async function responds(host: NavigationHost, call: Call): Promise<boolean> {
  const bound = host.session().connection.atMost(HUNG_PROBE_MS, call);
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

/** Ends the renderer process; where even that does not help, the target is replaced. */
async function endRenderer(host: NavigationHost, call: Call): Promise<void> {
  host.session().post("Page.crash", {}, BROWSER_CALL_MS);
  const bound = host.session().connection.atMost(HUNG_PROBE_MS, call);
  if (await host.pulse.until(() => host.crashed(), bound)) return;
  await host.replaceTarget(call);
}

function refused(errorText: string, isDownload: boolean): Failure {
  return new Failure(
    "browserCommandFailed",
    isDownload
      ? "The address gives a download, not a page; it was not saved"
      : `The page could not be loaded: ${errorText}`,
    {
      repair: isDownload
        ? "Open a page instead; downloads are not taken by navigate."
        : "Check the url and whether its site can be reached before you try again.",
    },
  );
}
