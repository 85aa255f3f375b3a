/** One user context: its pages and popups. */
import type { BrowserContext, EnginePage } from "../src/engine/engine.ts";
import { pageClosed, sessionClosed } from "../src/engine/failures.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, POPUP_START_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { FirefoxPage } from "./page.ts";
import type { ProxyLogin } from "./proxy.ts";
import type { Session } from "./session.ts";
import type { Tab, TabOwner, Tabs } from "./tabs.ts";
import type { Turns } from "./turns.ts";
import type { Windows } from "./windows.ts";

/** A new tab is followed this long, also when who asked for it has gone, milliseconds. */
const OPENING_MS = 3 * BROWSER_CALL_MS;

export interface ContextParts {
  readonly session: Session;
  readonly tabs: Tabs;
  readonly windows: Windows;
  readonly turns: Turns;
  readonly clock: Clock;
  readonly proxyLogin: ProxyLogin | null;
  onClosed(context: FirefoxContext): void;
}

export class FirefoxContext implements BrowserContext, TabOwner {
  readonly #id: string;
  readonly #parts: ContextParts;
  readonly #pages = new Set<FirefoxPage>();
  readonly #popupListeners: ((popup: EnginePage) => void)[] = [];
  /** Tabs that we have asked for: told by their event, or awaited by their id. */
  readonly #arrived = new Map<string, Tab>();
  readonly #awaited = new Map<string, (tab: Tab) => void>();
  #closed = false;

  get proxyLogin(): ProxyLogin | null {
    return this.#parts.proxyLogin;
  }

  constructor(id: string, parts: ContextParts) {
    this.#id = id;
    this.#parts = parts;
    parts.tabs.own(id, this);
  }

  async openPage(call: Call): Promise<EnginePage> {
    const bound = this.#parts.session.connection.atMost(BROWSER_CALL_MS, call);
    const page = this.#addPage(await this.#openTab(bound), null);
    try {
      await page.start(bound);
    } catch (cause) {
      // The failure is told; the page is not to stay behind.
      page.close(this.#parts.session.connection.within(BROWSER_CALL_MS)).catch(() => {});
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
    const { session, tabs } = this.#parts;
    try {
      await session.send(
        "browser.removeUserContext",
        { userContext: this.#id },
        session.connection.atMost(BROWSER_CALL_MS, call),
      );
    } finally {
      this.end({ reason: "closed" }, sessionClosed());
      tabs.disown(this.#id);
      this.#parts.onClosed(this);
    }
  }

  /** Ends all pages: the context is closed or the browser is gone. */
  end(ending: { readonly reason: "closed" | "engineGone" }, failure: Failure): void {
    this.#closed = true;
    for (const page of this.#pages) page.end(ending, failure);
    this.#pages.clear();
  }

  onTab(tab: Tab): void {
    if (tab.openerId !== null) {
      this.#popup(tab);
      return;
    }
    const awaited = this.#awaited.get(tab.id);
    if (awaited === undefined) this.#arrived.set(tab.id, tab);
    else awaited(tab);
  }

  onGone(tab: Tab): void {
    this.#arrived.delete(tab.id);
    const page = this.#pageOf(tab.id);
    if (page === undefined) return;
    this.#pages.delete(page);
    page.end({ reason: "closed" }, pageClosed());
  }

  #pageOf(tabId: string | null): FirefoxPage | undefined {
    for (const page of this.#pages) if (page.tabId === tabId) return page;
    return undefined;
  }

  #addPage(tab: Tab, opener: EnginePage | null): FirefoxPage {
    const { clock, session, turns } = this.#parts;
    const page = new FirefoxPage(
      {
        clock,
        session,
        turns,
        openTab: (call) => this.#openTab(call),
        closeTab: (old, call) => this.#closeTab(old, call),
      },
      tab,
      opener,
    );
    this.#pages.add(page);
    return page;
  }

  /** A page opened by a page: announced when it can be called, or has ended before. */
  #popup(tab: Tab): void {
    const opener = this.#pageOf(tab.openerId);
    const page = this.#addPage(tab, opener ?? null);
    opener?.onPopup(1);
    const settle = () => {
      if (!this.#closed) { for (const listener of this.#popupListeners) listener(page); }
      opener?.onPopup(-1);
    };
    page.start(this.#parts.session.connection.within(POPUP_START_MS)).then(
      settle,
      // It hangs from its start, or was closed before it could be called: it is told all the same.
      settle,
    );
  }

  async #openTab(call: Call): Promise<Tab> {
    if (this.#closed) throw sessionClosed();
    const { connection } = this.#parts.session;
    const opened = this.#createTab(connection.within(OPENING_MS));
    try {
      return await connection.bound(opened, call);
    } catch (cause) {
      // Who asked for it has gone; a tab that still comes is nobody's.
      opened.then((tab) => this.#closeTab(tab, connection.within(BROWSER_CALL_MS)))
        .catch(() => {});
      throw cause;
    }
  }

  /** `call` bounds the browser's work, which nobody's cancelling ends. */
  async #createTab(call: Call): Promise<Tab> {
    const { session } = this.#parts;
    const context = await this.#parts.windows.open(this.#id, call);
    const early = this.#arrived.get(context);
    this.#arrived.delete(context);
    if (early !== undefined) return early;
    const arrived = new Promise<Tab>((resolve) => this.#awaited.set(context, resolve));
    try {
      return await session.connection.bound(arrived, call);
    } finally {
      this.#awaited.delete(context);
    }
  }

  async #closeTab(tab: Tab, call: Call): Promise<void> {
    try {
      await this.#parts.session.send("browsingContext.close", { context: tab.id }, call);
    } catch (cause) {
      // Refused: it is gone already, by the page's own doing, which its event tells.
      if (!(cause instanceof Failure) || cause.code !== "browserCommandFailed") throw cause;
    }
  }
}
