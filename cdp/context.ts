/** One browser context: its pages and popups. */
import type { BrowserContext, EnginePage } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, POPUP_START_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { pageClosed, sessionClosed } from "../src/engine/failures.ts";
import { ChromiumPage } from "./page.ts";
import type { ProxyLogin } from "./page_sessions.ts";
import type { TargetInfo } from "./protocol.ts";
import type { Session } from "./session.ts";
import type { Attached, TargetOwner, Targets } from "./targets.ts";

/** A new page is followed this long, also when who asked for it has gone, milliseconds. */
const OPENING_MS = 3 * BROWSER_CALL_MS;

export interface ContextParts {
  readonly browser: Session;
  readonly targets: Targets;
  readonly clock: Clock;
  readonly pageScript: string;
  readonly proxyLogin: ProxyLogin | null;
  onClosed(context: ChromiumContext): void;
}

export class ChromiumContext implements BrowserContext, TargetOwner {
  readonly #id: string;
  readonly #parts: ContextParts;
  readonly #pages = new Set<ChromiumPage>();
  readonly #popupListeners: ((popup: EnginePage) => void)[] = [];
  /** Who waits for the target that it has asked for. */
  readonly #awaited = new Map<string, (attached: Attached) => void>();
  /** Attached, and nobody's yet: it may be one that `#creating` is about to name. */
  readonly #unclaimed = new Map<string, Attached>();
  #creating = 0;
  #closed = false;

  constructor(id: string, parts: ContextParts) {
    this.#id = id;
    this.#parts = parts;
    parts.targets.own(id, this);
  }

  async openPage(call: Call): Promise<EnginePage> {
    const bound = this.#parts.browser.connection.atMost(BROWSER_CALL_MS, call);
    const attached = await this.#openTarget(bound);
    const page = this.#addPage(attached, null, false);
    try {
      await this.#parts.browser.connection.bound(page.start(), bound);
    } catch (cause) {
      // The failure is told; the page is not to stay behind.
      this.#closeTarget(page.targetId, this.#parts.browser.connection.within(BROWSER_CALL_MS))
        .catch(() => {});
      throw cause;
    }
    return page;
  }

  onPopup(listener: (popup: EnginePage) => void): void {
    this.#popupListeners.push(listener);
  }

  async close(call: Call): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const bound = this.#parts.browser.connection.atMost(BROWSER_CALL_MS, call);
    for (const page of this.#pages) page.prepareClose();
    try {
      await this.#parts.browser.send(
        "Target.disposeBrowserContext",
        { browserContextId: this.#id },
        bound,
      );
    } finally {
      this.end({ reason: "closed" }, sessionClosed());
      this.#parts.targets.disown(this.#id);
      this.#parts.onClosed(this);
    }
  }

  /** Ends all pages: the context is closed or the browser is gone. */
  end(ending: { readonly reason: "closed" | "engineGone" }, failure: Failure): void {
    this.#closed = true;
    for (const page of this.#pages) page.end(ending, failure);
    this.#pages.clear();
  }

  onAttached(attached: Attached): void {
    const { targetId, openerId } = attached.info;
    const awaited = this.#awaited.get(targetId);
    if (awaited !== undefined) awaited(attached);
    else if (openerId === undefined && this.#creating > 0) this.#unclaimed.set(targetId, attached);
    else this.#popup(attached);
  }

  onInfo(info: TargetInfo): void {
    this.#pageOf(info.targetId)?.onInfo(info.url, info.title);
  }

  onCrashed(targetId: string): void {
    this.#pageOf(targetId)?.onCrashed();
  }

  onGone(targetId: string): void {
    const page = this.#pageOf(targetId);
    if (page === undefined) return;
    this.#pages.delete(page);
    page.end({ reason: "closed" }, pageClosed());
  }

  #pageOf(targetId: string): ChromiumPage | undefined {
    for (const page of this.#pages) if (page.targetId === targetId) return page;
    return undefined;
  }

  #addPage(attached: Attached, opener: EnginePage | null, sharesWindow: boolean): ChromiumPage {
    const { clock, pageScript, proxyLogin } = this.#parts;
    const page = new ChromiumPage(
      {
        clock,
        pageScript,
        proxyLogin,
        openTarget: (call) => this.#openTarget(call),
        closeTarget: (targetId, call) => this.#closeTarget(targetId, call),
        askInfo: (targetId) => this.#askInfo(targetId),
        dialogElsewhere: () => [...this.#pages].some((one) => one.dialog !== null),
      },
      attached,
      opener,
      sharesWindow,
    );
    this.#pages.add(page);
    return page;
  }

  /** A page opened by a page: announced when it can be called, or has ended before. */
  #popup(attached: Attached): void {
    const { openerId } = attached.info;
    const opener = openerId === undefined ? undefined : this.#pageOf(openerId);
    const page = this.#addPage(attached, opener ?? null, true);
    if (opener !== undefined) opener.sharesWindow = true;
    opener?.onPopup(1);
    let open = true;
    const settle = () => {
      if (!open) return;
      open = false;
      clearTimeout(timer);
      if (!this.#closed) { for (const listener of this.#popupListeners) listener(page); }
      opener?.onPopup(-1);
    };
    // One that shares the process of a page which hangs or asks cannot be set up before that ends.
    const timer = setTimeout(settle, POPUP_START_MS);
    page.start().then(settle, (cause: unknown) => {
      if (cause instanceof Failure && cause.code === "deadlineExceeded") return;
      // It was closed again, maybe before it could be called: it is told all the same.
      this.#pages.delete(page);
      page.end({ reason: "closed" }, pageClosed());
      settle();
    });
  }

  async #openTarget(call: Call): Promise<Attached> {
    if (this.#closed) throw sessionClosed();
    const { connection } = this.#parts.browser;
    const opened = this.#createTarget(connection.within(OPENING_MS));
    try {
      return await connection.bound(opened, call);
    } catch (cause) {
      // Who asked for it has gone; a page that still comes is nobody's.
      opened.then(({ info }) =>
        this.#closeTarget(info.targetId, connection.within(BROWSER_CALL_MS))
      ).catch(() => {});
      throw cause;
    }
  }

  /** `call` bounds the browser's work, which nobody's cancelling ends. */
  async #createTarget(call: Call): Promise<Attached> {
    this.#creating++;
    let targetId: string;
    try {
      ({ targetId } = await this.#parts.browser.send("Target.createTarget", {
        url: "about:blank",
        browserContextId: this.#id,
        newWindow: true,
      }, call));
    } finally {
      this.#creating--;
    }
    const early = this.#unclaimed.get(targetId);
    this.#unclaimed.delete(targetId);
    if (this.#creating === 0) {
      for (const attached of this.#unclaimed.values()) this.#popup(attached);
      this.#unclaimed.clear();
    }
    if (early !== undefined) return early;
    const arrived = new Promise<Attached>((resolve) => this.#awaited.set(targetId, resolve));
    try {
      return await this.#parts.browser.connection.bound(arrived, call);
    } finally {
      this.#awaited.delete(targetId);
    }
  }

  async #closeTarget(targetId: string, call: Call): Promise<void> {
    try {
      await this.#parts.browser.send("Target.closeTarget", { targetId }, call);
    } catch (cause) {
      // Refused: it is gone already, by the page's own doing, which its event tells.
      if (!(cause instanceof Failure) || cause.code !== "browserCommandFailed") throw cause;
    }
  }

  #askInfo(targetId: string): Promise<void> {
    const { browser } = this.#parts;
    const call = browser.connection.within(BROWSER_CALL_MS);
    return browser.send("Target.getTargetInfo", { targetId }, call).then(
      ({ targetInfo }) => this.onInfo(targetInfo),
      // The target or the browser is gone, which their own events tell.
      () => {},
    );
  }
}
