/**
 * The browser's targets. Finds the pages of our own contexts, lets everything else go on at once.
 * In a launched browser new pages are attached before they run (auto-attach); in an attached one
 * we only look at the list of targets and attach to our own, so that nothing of others is touched.
 */
import { BROWSER_CALL_MS, MAX_TITLE_CHARS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { TargetInfo } from "./protocol.ts";
import { Session } from "./session.ts";

/** A target with its session. */
export interface Attached {
  readonly session: Session;
  readonly info: TargetInfo;
}

/** A browser context, as it hears of its pages. */
export interface TargetOwner {
  onAttached(attached: Attached): void;
  onInfo(info: TargetInfo): void;
  onCrashed(targetId: string): void;
  onGone(targetId: string): void;
}

const PAGES = [{ type: "page", exclude: false }] as const;

export class Targets {
  readonly #browser: Session;
  readonly #owners = new Map<string, TargetOwner>();
  readonly #ownerOfTarget = new Map<string, TargetOwner>();
  readonly #attached = new Map<string, Attached>();

  constructor(browser: Session) {
    this.#browser = browser;
  }

  /** `launched`: the browser is ours alone. */
  async start(launched: boolean, call: Call): Promise<void> {
    const browser = this.#browser;
    browser.on("Target.attachedToTarget", (event) => {
      this.#onAttached(event.sessionId, event.targetInfo);
    });
    browser.on("Target.detachedFromTarget", (event) => this.#onDetached(event.sessionId));
    browser.on("Target.targetInfoChanged", ({ targetInfo }) => {
      this.#ownerOfTarget.get(targetInfo.targetId)?.onInfo(targetInfo);
    });
    browser.on("Target.targetCrashed", ({ targetId }) => {
      this.#ownerOfTarget.get(targetId)?.onCrashed(targetId);
    });
    browser.on("Target.targetDestroyed", ({ targetId }) => this.#onGone(targetId));
    if (!launched) {
      browser.on("Target.targetCreated", ({ targetInfo }) => {
        if (this.#ownerOf(targetInfo) === undefined) return;
        browser.post("Target.attachToTarget", {
          targetId: targetInfo.targetId,
          flatten: true,
        }, BROWSER_CALL_MS);
      });
    }
    const discovered = browser.send(
      "Target.setDiscoverTargets",
      { discover: true, filter: PAGES },
      call,
    );
    const attached = launched
      ? browser.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: PAGES,
      }, call)
      : null;
    await Promise.all([discovered, attached]);
  }

  own(browserContextId: string, owner: TargetOwner): void {
    this.#owners.set(browserContextId, owner);
  }

  disown(browserContextId: string): void {
    this.#owners.delete(browserContextId);
  }

  #ownerOf(info: TargetInfo): TargetOwner | undefined {
    // `browser_ui` targets share the context of a page: the type is what tells them apart.
    if (info.type !== "page" || info.browserContextId === undefined) return undefined;
    return this.#owners.get(info.browserContextId);
  }

  #onAttached(sessionId: string, info: TargetInfo): void {
    const owner = this.#ownerOf(info);
    if (owner === undefined) {
      release(this.#browser, sessionId);
      return;
    }
    const attached = { session: new Session(this.#browser.connection, sessionId), info };
    this.#attached.set(sessionId, attached);
    this.#ownerOfTarget.set(info.targetId, owner);
    owner.onAttached(attached);
  }

  #onDetached(sessionId: string): void {
    const attached = this.#attached.get(sessionId);
    if (attached === undefined) return;
    this.#attached.delete(sessionId);
    attached.session.end();
    this.#onGone(attached.info.targetId);
  }

  #onGone(targetId: string): void {
    const owner = this.#ownerOfTarget.get(targetId);
    this.#ownerOfTarget.delete(targetId);
    owner?.onGone(targetId);
  }
}

/** Lets an attached target that we do not want run on, and leaves it. */
export function release(parent: Session, sessionId: string): void {
  const session = new Session(parent.connection, sessionId);
  session.post("Runtime.runIfWaitingForDebugger", {}, BROWSER_CALL_MS);
  parent.post("Target.detachFromTarget", { sessionId }, BROWSER_CALL_MS);
  session.end();
}

/**
 * For a document without a title the browser tells its address, without the scheme. A title has no
 * bound of its own: of a long one the beginning is kept.
 */
export function documentTitle(url: string, title: string): string {
  const bare = (text: string) => text.replace(/^https?:\/\//, "").replace(/\/$/, "");
  return bare(url) === bare(title) ? "" : title.slice(0, MAX_TITLE_CHARS);
}
