/**
 * Navigation. A tab whose script is busy navigates nowhere, and nothing can stop the script: a fresh
 * tab takes its place under the same page.
 */
import type { NavigationResult, WaitUntil } from "../src/engine/engine.ts";
import {
  navigationFailed,
  navigationIsDownload,
  pageCrashed,
  tooLate,
} from "../src/engine/failures.ts";
import type { LoadState } from "../src/engine/load_state.ts";
import type { Pulse } from "../src/engine/pulse.ts";
import { Failure } from "../src/model/error.ts";
import { FREED_MS, HUNG_PROBE_MS, MAX_DISMISSED_DIALOGS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Dialogs } from "./dialogs.ts";
import { type FrameNode, SANDBOX } from "./frames.ts";
import type { Loading } from "./loading.ts";
import type { Result } from "./protocol.ts";
import { titleOf } from "./realm.ts";
import type { Session } from "./session.ts";

/** What a navigation needs of its page. */
export interface NavigationHost {
  readonly session: Session;
  readonly loading: Loading;
  readonly loadState: LoadState;
  readonly pulse: Pulse;
  readonly dialogs: Dialogs;
  /** Of the tab. */
  context(): string;
  main(): FrameNode | null;
  /** The process of the page is dead now. */
  crashed(): boolean;
  /** Deaths so far. */
  crashes(): number;
  /** Throws when the page is gone or a dialog is open. */
  assertAlive(): void;
  race<T>(work: Promise<T>): Promise<T>;
  /** Puts a fresh tab under the page; the old one is closed. */
  replaceTab(call: Call): Promise<void>;
}

export async function navigate(
  host: NavigationHost,
  url: string,
  waitUntil: WaitUntil,
  call: Call,
): Promise<NavigationResult> {
  const navigation = await pastDialogs(host, call, async () => {
    host.assertAlive();
    await makeWay(host, call);
    return await committed(host, url, call);
  });
  await waitForLoad(host, waitUntil, call);
  const main = host.main();
  return {
    url: main?.url ?? url,
    documentId: main?.documentId ?? "",
    status: navigation === null ? null : host.loadState.statusOf(navigation),
  };
}

/**
 * The dialogs of a page that is to be left are dismissed, as a person's browser would. A page that
 * goes on asking without end has its tab replaced.
 */
async function pastDialogs<T>(
  host: NavigationHost,
  call: Call,
  leave: () => Promise<T>,
): Promise<T> {
  const documentId = host.main()?.documentId;
  for (let dismissed = 0;; dismissed++) {
    try {
      return await leave();
    } catch (cause) {
      if (!(cause instanceof Failure) || cause.code !== "dialogPending") throw cause;
      await told(host, documentId, call);
      // A dialog of the new document is the answer of the navigation.
      if (host.main()?.documentId !== documentId) throw cause;
      // It asks before it is left, and has its say.
      if (host.dialogs.current?.type === "beforeunload") throw cause;
      if (dismissed < MAX_DISMISSED_DIALOGS) await host.dialogs.dismiss(call);
      else await host.replaceTab(call);
    }
  }
}

/** The document that asks may be a new one, which the browser tells right after its dialog. */
async function told(
  host: NavigationHost,
  documentId: string | undefined,
  call: Call,
): Promise<void> {
  const { loadState } = host;
  if (!loadState.navigating || loadState.awaitsServer) return;
  await host.pulse.until(
    () => host.main()?.documentId !== documentId || !loadState.navigating,
    host.session.connection.atMost(FREED_MS, call),
  );
}

/** Waits for the main document, or the one that a started navigation brings. */
export async function waitForLoad(
  host: NavigationHost,
  state: WaitUntil,
  call: Call,
): Promise<void> {
  const { loadState } = host;
  if (host.crashed() && !loadState.navigating) throw pageCrashed();
  await wait(host, () => !loadState.navigating && loadState.reached(state), call);
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

/** A dead or hung page makes way for a fresh tab. */
async function makeWay(host: NavigationHost, call: Call): Promise<void> {
  if (host.crashed() || await hangs(host, call)) await host.replaceTab(call);
}

async function hangs(host: NavigationHost, call: Call): Promise<boolean> {
  const bound = host.session.connection.atMost(HUNG_PROBE_MS, call);
  const answers = await responds(host, bound);
  return !answers && bound.deadline !== call.deadline && call.signal?.aborted !== true;
}

/** Any answer counts; so does a document that is only just coming. */
async function responds(host: NavigationHost, call: Call): Promise<boolean> {
  try {
    await host.race(titleOf(host.session, host.context(), call));
    return true;
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    if (cause.code === "deadlineExceeded") return false;
    if (cause.code === "browserCommandFailed" || cause.code === "pageCrashed") return true;
    throw cause;
  }
}

/** Nobody waits for a navigation that came too late: it is stopped, and the old document is left. */
async function committed(host: NavigationHost, url: string, call: Call): Promise<string | null> {
  try {
    return await commit(host, url, call);
  } catch (cause) {
    const gaveUp = cause instanceof Failure &&
      (cause.code === "deadlineExceeded" || cause.code === "cancelled");
    if (gaveUp && host.loadState.navigating) {
      host.session.post("script.callFunction", {
        functionDeclaration: "() => stop()",
        arguments: [],
        target: { context: host.context(), sandbox: SANDBOX },
        awaitPromise: false,
      }, HUNG_PROBE_MS);
    }
    throw cause;
  }
}

/** A sent `browsingContext.navigate`, as far as it has come. */
interface Attempt {
  answer: Result<"browsingContext.navigate"> | null;
  failure: unknown;
}

function send(host: NavigationHost, url: string, call: Call): Attempt {
  const attempt: Attempt = { answer: null, failure: null };
  const sent = host.session.send("browsingContext.navigate", {
    context: host.context(),
    url,
    wait: "none",
  }, call);
  host.race(sent).then((answer) => {
    attempt.answer = answer;
    host.pulse.fire();
  }, (failure: unknown) => {
    attempt.failure = failure;
    host.pulse.fire();
  });
  return attempt;
}

/**
 * Navigates until the new document is committed; its navigation, or null for the same document. The
 * old page may begin to hang at any time before that: whenever nothing comes for `HUNG_PROBE_MS` it
 * is looked after. A server that takes its time is no hung page.
 */
async function commit(host: NavigationHost, url: string, call: Call): Promise<string | null> {
  const { loading, loadState } = host;
  const before = loading.failed;
  const { documentsCommitted } = loadState;
  let attempt = send(host, url, call);
  let crashes = host.crashes();
  const done = (): boolean => {
    host.assertAlive();
    if (host.crashes() > crashes) throw pageCrashed();
    if (attempt.failure !== null) return true;
    if (attempt.answer === null) return false;
    const { navigation } = attempt.answer;
    if (navigation === null) return true;
    if (loading.failed?.navigation === navigation) throw failureOf(host, null, before);
    if (loading.sameDocument === navigation || host.main()?.navigation === navigation) return true;
    // A script of the new page or a person put another document in place of the asked one.
    return loadState.documentsCommitted > documentsCommitted && !loadState.navigating &&
      loadState.reached("complete");
  };
  for (;;) {
    const bound = host.session.connection.atMost(HUNG_PROBE_MS, call);
    if (await host.pulse.until(done, bound)) break;
    if (call.signal?.aborted === true || bound.deadline === call.deadline) throw tooLate(call);
    if (loadState.awaitsServer || !await hangs(host, call)) continue;
    await host.replaceTab(call);
    crashes = host.crashes();
    attempt = send(host, url, call);
  }
  if (attempt.failure !== null) {
    // Why it was refused, the browser may tell a moment later: the process of the page died, say.
    const explained = () => host.crashes() > crashes || loading.failed !== before;
    if (isRefusal(attempt.failure)) {
      await host.pulse.until(explained, host.session.connection.atMost(FREED_MS, call));
    }
    if (host.crashes() > crashes) throw pageCrashed();
    throw failureOf(host, attempt.failure, before);
  }
  const navigation = attempt.answer?.navigation ?? null;
  return navigation === loading.sameDocument ? null : navigation;
}

/** The browser's refusal in the words of what happened to the navigation. */
function failureOf(
  host: NavigationHost,
  cause: unknown,
  before: Loading["failed"],
): unknown {
  if (cause !== null && !isRefusal(cause)) return cause;
  const { failed } = host.loading;
  if (failed === null || failed === before) return cause;
  return failed.download ? navigationIsDownload() : navigationFailed(failed.reason);
}

const isRefusal = (cause: unknown): boolean =>
  cause instanceof Failure && cause.code === "browserCommandFailed";
