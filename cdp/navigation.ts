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
  const { documentsCommitted: before, urlChanges } = host.loading;
  const wasHung = !host.crashed() && await freeHungPage(host, call);
  const { errorText, isDownload, loaderId } = await sendNavigate(host, url, wasHung, call);
  if (errorText !== undefined) throw refused(errorText, isDownload === true);
  if (loaderId === undefined) {
    // The same document: its new URL comes as an event, just after the answer.
    const bound = host.session().connection.atMost(HUNG_PROBE_MS, call);
    await host.pulse.until(() => host.loading.urlChanges > urlChanges, bound);
  } else {
    await wait(host, () => host.main()?.documentId === loaderId || superseded(host, before), call);
  }
  await waitForLoad(host, waitUntil, call);
  const main = host.main();
  const documentId = main?.documentId ?? loaderId ?? "";
  return {
    url: main?.url ?? url,
    documentId,
    status: loaderId === undefined ? null : host.loading.statusOf(documentId),
  };
}

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
  if (ended) return;
  if (call.signal?.aborted === true) throw new Failure("cancelled", "The call was cancelled");
  throw new Failure("deadlineExceeded", "The page did not load in time");
}

/**
 * Sends the navigation. On a page that was hung it may hang again (a timer, a handler) before
 * anything is committed: then its renderer is ended and a second try goes to a new one.
 */
async function sendNavigate(
  host: NavigationHost,
  url: string,
  wasHung: boolean,
  call: Call,
): Promise<Result<"Page.navigate">> {
  const send = () => host.race(host.session().send("Page.navigate", { url }, call));
  if (!wasHung) return await send();
  const sent = send();
  // Reported by whoever awaits it; here only its end matters.
  let answered: Result<"Page.navigate"> | null = null;
  sent.then((result) => {
    answered = result;
    host.pulse.fire();
  }, () => host.pulse.fire());
  const committed = () => {
    if (answered === null) return false;
    const { loaderId, errorText } = answered;
    return errorText !== undefined || loaderId === undefined ||
      host.main()?.documentId === loaderId;
  };
  while (!committed()) {
    if (await host.pulse.until(committed, host.session().connection.atMost(HUNG_PROBE_MS, call))) {
      break;
    }
    if (await responds(host, call)) continue;
    sent.catch(() => {});
    await endRenderer(host, call);
    return await send();
  }
  return await sent;
}

/** Whether the page was hung; it answers again then, or has no renderer or a new target. */
async function freeHungPage(host: NavigationHost, call: Call): Promise<boolean> {
  if (await responds(host, call)) return false;
  host.session().post("Runtime.terminateExecution", {}, BROWSER_CALL_MS);
  if (await responds(host, call)) return true;
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
    isDownload ? { repair: "Open a page instead; downloads are not taken by navigate." } : {},
  );
}
