/**
 * The browser's tabs. Leads every event to the tab that it is about; what happens in user contexts
 * that are not ours is let go.
 */
import type { BidiEvent, ContextInfo } from "./protocol.ts";
import type { ProxyLogin } from "./proxy.ts";

/** A user context, as it hears of its tabs. */
export interface TabOwner {
  /** What its proxy is to be told; null: nothing. */
  readonly proxyLogin: ProxyLogin | null;
  onTab(tab: Tab): void;
  onGone(tab: Tab): void;
}

/** A top-level browsing context. Keeps its events until somebody listens. */
export class Tab {
  readonly id: string;
  /** The tab that has opened it, or what is left of its name; null: it was asked for by us. */
  readonly openerId: string | null;
  readonly owner: TabOwner;
  #early: BidiEvent[] = [];
  #listener: ((event: BidiEvent) => void) | null = null;

  constructor(id: string, openerId: string | null, owner: TabOwner) {
    this.id = id;
    this.openerId = openerId;
    this.owner = owner;
  }

  listen(listener: (event: BidiEvent) => void): void {
    this.#listener = listener;
    for (const event of this.#early.splice(0)) listener(event);
  }

  deliver(event: BidiEvent): void {
    if (this.#listener === null) this.#early.push(event);
    else this.#listener(event);
  }

  /** Nobody is interested any more. */
  mute(): void {
    this.#listener = () => {};
    this.#early = [];
  }
}

/**
 * Events that came before their browsing context was told: of so many contexts, so many each. What
 * comes late of one that is gone looks the same, and makes way for what comes after it.
 */
const MAX_EARLY_CONTEXTS = 64;
const MAX_EARLY_EVENTS = 64;

export class Tabs {
  readonly #owners = new Map<string, TabOwner>();
  /** Browsing contexts of all levels; null: not ours. */
  readonly #tabOf = new Map<string, Tab | null>();
  readonly #contextOfRealm = new Map<string, string>();
  readonly #early = new Map<string, BidiEvent[]>();

  own(userContext: string, owner: TabOwner): void {
    this.#owners.set(userContext, owner);
  }

  disown(userContext: string): void {
    this.#owners.delete(userContext);
  }

  onEvent(event: BidiEvent): void {
    switch (event.method) {
      case "browsingContext.contextCreated":
        this.#created(event.params, event);
        break;
      case "browsingContext.contextDestroyed":
        this.#destroyed(event.params.context, event);
        break;
      case "script.realmCreated": {
        const { realm, context } = event.params;
        if (context === undefined) break;
        this.#contextOfRealm.set(realm, context);
        this.#deliver(context, event);
        break;
      }
      case "script.realmDestroyed": {
        const context = this.#contextOfRealm.get(event.params.realm);
        if (context === undefined) break;
        this.#contextOfRealm.delete(event.params.realm);
        this.#deliver(context, event);
        break;
      }
      default:
        if (event.params.context !== null) this.#deliver(event.params.context, event);
    }
  }

  #created(info: ContextInfo, event: BidiEvent): void {
    const { context } = info;
    if (this.#tabOf.has(context)) return;
    const parent = info.parent ?? null;
    if (parent !== null) {
      const tab = this.#tabOf.get(parent) ?? null;
      this.#tabOf.set(context, tab);
      tab?.deliver(event);
    } else {
      const owner = this.#owners.get(info.userContext);
      // A frame may have opened it.
      const opener = this.#tabOf.get(info.originalOpener ?? "")?.id ?? info.originalOpener;
      const tab = owner === undefined ? null : new Tab(context, opener, owner);
      this.#tabOf.set(context, tab);
      if (tab !== null) owner?.onTab(tab);
    }
    const early = this.#early.get(context) ?? [];
    this.#early.delete(context);
    for (const one of early) this.#tabOf.get(context)?.deliver(one);
  }

  #destroyed(context: string, event: BidiEvent): void {
    const tab = this.#tabOf.get(context) ?? null;
    this.#tabOf.delete(context);
    this.#early.delete(context);
    if (tab === null) return;
    if (tab.id === context) tab.owner.onGone(tab);
    else tab.deliver(event);
  }

  /** Whose tab the browsing context is in; null: nobody's of ours. */
  ownerOf(context: string): TabOwner | null {
    return this.#tabOf.get(context)?.owner ?? null;
  }

  #deliver(context: string, event: BidiEvent): void {
    const tab = this.#tabOf.get(context);
    if (tab !== undefined) {
      tab?.deliver(event);
      return;
    }
    const early = this.#early.get(context) ?? [];
    if (early.length >= MAX_EARLY_EVENTS) return;
    early.push(event);
    this.#early.set(context, early);
    for (const oldest of this.#early.keys()) {
      if (this.#early.size <= MAX_EARLY_CONTEXTS) break;
      this.#early.delete(oldest);
    }
  }
}
