/**
 * Sessions and their pages. A session belongs to its principal and outlives MCP sessions,
 * connections and its browser: after the browser died it opens pages in a new one.
 */
import type {
  BrowserContext,
  Engine,
  EngineGone,
  EngineKind,
  EnginePage,
  ProxySetting,
} from "../engine/engine.ts";
import type { Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import type { PageId, PrincipalId, SessionId } from "../model/ids.ts";
import {
  BROWSER_CALL_MS,
  GONE_GRACE_MS,
  MAX_DEAD_PAGES,
  MAX_PAGES_PER_SESSION,
  MAX_SESSIONS,
} from "../model/limits.ts";
import type { Call, Clock, Ids } from "../model/ports.ts";
import type { ExecutionPolicy, SessionOptions, SessionState } from "../registry/runtime.ts";
import { Browsers } from "./browsers.ts";
import { freshCall, race } from "./calls.ts";
import { grantPolicy } from "./execution_policy.ts";
import { Page } from "./pages.ts";
import { parseProxy } from "./proxy.ts";

/** Codes by which a dead browser may show first. */
const BROKEN: ReadonlySet<string> = new Set([
  "pageCrashed",
  "engineUnreachable",
  "browserCommandFailed",
]);

/** The place of a session in its present browser. */
interface Seat {
  readonly engine: Engine;
  readonly context: BrowserContext;
}

export class Session {
  readonly id: SessionId;
  readonly principalId: PrincipalId;
  readonly profile: string;
  readonly proxy: ProxySetting | null;
  readonly policy: ExecutionPolicy;
  readonly engineKind: EngineKind;
  readonly createdAt: number;
  lastUsedAt: number;
  readonly pages = new Map<PageId, Page>();
  /** Pages whose browser died and which no call has been told of: id to what happened. */
  readonly dead = new Map<PageId, string>();
  seat: Promise<Seat> | null = null;
  closed = false;
  /** Pages being opened now; they count against the page limit. */
  opening = 0;

  constructor(fields: {
    readonly id: SessionId;
    readonly principalId: PrincipalId;
    readonly profile: string;
    readonly proxy: ProxySetting | null;
    readonly policy: ExecutionPolicy;
    readonly engineKind: EngineKind;
    readonly createdAt: number;
  }) {
    this.id = fields.id;
    this.principalId = fields.principalId;
    this.profile = fields.profile;
    this.proxy = fields.proxy;
    this.policy = fields.policy;
    this.engineKind = fields.engineKind;
    this.createdAt = fields.createdAt;
    this.lastUsedAt = fields.createdAt;
  }

  state(): SessionState {
    return {
      id: this.id,
      profile: this.profile,
      proxy: this.proxy?.server ?? null,
      page_ids: [...this.pages.keys(), ...this.dead.keys()],
      created_at: new Date(this.createdAt).toISOString(),
      last_used_at: new Date(this.lastUsedAt).toISOString(),
      execution_policy: this.policy,
    };
  }
}

export class Sessions {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #browsers: Browsers;
  readonly #sessions = new Map<SessionId, Session>();
  readonly #pageOf = new WeakMap<EnginePage, Page>();
  #creating = 0;

  constructor(clock: Clock, ids: Ids, browsers: Browsers) {
    this.#clock = clock;
    this.#ids = ids;
    this.#browsers = browsers;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** Errors: resourceExhausted, invalidRequest, missingCapability, and those of a browser start. */
  async create(options: SessionOptions, principal: Principal, call: Call): Promise<Session> {
    const policy = grantPolicy(options.executionPolicy, principal);
    const proxy = options.proxy === undefined || options.proxy === null || options.proxy === ""
      ? null
      : parseProxy(options.proxy);
    if (this.#sessions.size + this.#creating >= MAX_SESSIONS) {
      throw new Failure("resourceExhausted", `All ${MAX_SESSIONS} sessions are in use`, {
        repair: "Close an idle session with session_close, then try again.",
      });
    }
    const session = new Session({
      id: this.#ids.uuid(),
      principalId: principal.id,
      profile: options.profile,
      proxy,
      policy,
      engineKind: options.engine ?? this.#browsers.defaultKind,
      createdAt: this.#clock.now(),
    });
    this.#creating += 1;
    try {
      await this.#seat(session, call);
    } catch (error) {
      // A context that comes late has no owner any more.
      session.closed = true;
      throw error;
    } finally {
      this.#creating -= 1;
    }
    this.#sessions.set(session.id, session);
    return session;
  }

  list(principal: Principal): readonly Session[] {
    return [...this.#sessions.values()].filter((session) => session.principalId === principal.id);
  }

  /** Errors: notFound, the same for a foreign and an unknown id. */
  owned(sessionId: SessionId, principal: Principal): Session {
    const session = this.#sessions.get(sessionId.toLowerCase());
    if (session === undefined || session.principalId !== principal.id) {
      throw new Failure("notFound", "No such session");
    }
    session.lastUsedAt = this.#clock.now();
    return session;
  }

  /** Errors: notFound; pageCrashed once for a page whose browser died. */
  async page(session: Session, pageId: PageId): Promise<Page> {
    const id = pageId.toLowerCase();
    const page = session.pages.get(id);
    if (page !== undefined && !page.ended) return page;
    if (page !== undefined) await this.settleDeath(session);
    const death = session.dead.get(id);
    if (death === undefined) throw new Failure("notFound", "No such page in this session");
    session.dead.delete(id);
    throw new Failure("pageCrashed", death, { repair: "Call page_open in this session to go on." });
  }

  /** Waits a moment for the browser to say why it is gone, so that its pages can be told. */
  async settleDeath(session: Session): Promise<void> {
    if (session.seat === null) return;
    const { engine } = await session.seat;
    const gone = await this.#goneOf(engine);
    if (gone !== null) await this.#bury(session, engine, gone.message);
  }

  /** How the browser ended; null when it is still there after a moment. */
  async #goneOf(engine: Engine): Promise<EngineGone | null> {
    const stop = new AbortController();
    const patience = this.#clock.sleep(GONE_GRACE_MS, stop.signal).then(() => null);
    const gone = await Promise.race([engine.gone, patience]);
    stop.abort();
    return gone;
  }

  /** Errors: resourceExhausted at the page limit, and those of the browser. */
  async openPage(session: Session, call: Call): Promise<Page> {
    if (session.pages.size + session.opening >= MAX_PAGES_PER_SESSION) {
      throw new Failure("resourceExhausted", `All ${MAX_PAGES_PER_SESSION} pages are in use`, {
        repair: "Close a page with page_close, then try again.",
      });
    }
    session.opening += 1;
    try {
      return await this.#openIn(session, call);
    } catch (error) {
      // The browser may have died unnoticed: then nothing was opened, and a new one does it.
      if (!(error instanceof Failure) || !BROKEN.has(error.code)) throw error;
      await this.settleDeath(session);
      if (session.seat !== null) throw error;
      return await this.#openIn(session, call);
    } finally {
      session.opening -= 1;
    }
  }

  async #openIn(session: Session, call: Call): Promise<Page> {
    const { context } = await this.#seat(session, call);
    const page = this.#adopt(session, await context.openPage(call), null);
    if (session.closed) throw new Failure("notFound", "The session was closed meanwhile");
    return page;
  }

  /** Ends the session, its pages, cookies and storage. */
  async close(session: Session): Promise<void> {
    session.closed = true;
    this.#sessions.delete(session.id);
    session.pages.clear();
    session.dead.clear();
    const pending = session.seat;
    session.seat = null;
    // A seat that could not be taken leaves nothing to end.
    const seat = await pending?.catch(() => null);
    if (seat !== null && seat !== undefined) await this.#leave(seat);
  }

  /** Every page of the engine is dead; the sessions stay. */
  engineGone(engine: Engine, message: string): void {
    for (const session of this.#sessions.values()) void this.#bury(session, engine, message);
  }

  async #bury(session: Session, engine: Engine, message: string): Promise<void> {
    const pending = session.seat;
    if (pending === null) return;
    // A seat that is still being taken in the dead browser fails by itself.
    const seat = await pending.catch(() => null);
    if (seat === null || seat.engine !== engine || session.seat !== pending) return;
    session.seat = null;
    for (const page of session.pages.values()) {
      page.ended = true;
      session.dead.set(page.id, `${message}; the page is gone, the session stays`);
    }
    session.pages.clear();
    for (const id of [...session.dead.keys()].slice(0, -MAX_DEAD_PAGES)) session.dead.delete(id);
  }

  /** The session's context in a running browser, made where there is none. */
  #seat(session: Session, call: Call): Promise<Seat> {
    let seat = session.seat;
    if (seat === null) {
      seat = this.#take(session);
      session.seat = seat;
      // Forgotten when it fails, so that the next call tries again.
      seat.catch(() => {
        if (session.seat === seat) session.seat = null;
      });
    }
    return race(this.#clock, call, seat, "Browser did not give the session a context in time");
  }

  /** A context in a running browser; once more when the browser turns out to be dead. */
  async #take(session: Session): Promise<Seat> {
    const seat = await this.#takeOnce(session);
    return seat ?? await this.#takeOnce(session) ?? await Promise.reject(
      new Failure("engineUnreachable", "The browser ended twice while it gave a context"),
    );
  }

  async #takeOnce(session: Session): Promise<Seat | null> {
    const engine = await this.#browsers.get(
      session.engineKind,
      freshCall(this.#clock, BROWSER_CALL_MS * 4),
    );
    if (session.proxy !== null && !engine.supports.has("contextProxy")) {
      throw new Failure("notSupported", "This browser takes no proxy for a single session");
    }
    let context: BrowserContext;
    try {
      context = await engine.createContext(
        session.proxy === null ? {} : { proxy: session.proxy },
        freshCall(this.#clock, BROWSER_CALL_MS),
      );
    } catch (error) {
      if (await this.#goneOf(engine) === null) throw error;
      return null;
    }
    const seat = { engine, context };
    context.onPopup((popup) => this.#adoptPopup(session, popup));
    if (session.closed) {
      await this.#leave(seat);
      throw new Failure("notFound", "The session was closed meanwhile");
    }
    return seat;
  }

  async #leave(seat: Seat): Promise<void> {
    const gone = seat.engine.gone.then(() => {});
    await Promise.race([seat.context.close(freshCall(this.#clock, BROWSER_CALL_MS)), gone]);
  }

  #adoptPopup(session: Session, popup: EnginePage): void {
    const opener = this.#openerOf(session, popup);
    if (session.closed || session.pages.size + session.opening >= MAX_PAGES_PER_SESSION) {
      if (opener !== null) opener.refusedPopups += 1;
      // A page that cannot be closed here is closed with its context.
      popup.close(freshCall(this.#clock, BROWSER_CALL_MS)).catch(() => {});
      return;
    }
    const page = this.#adopt(session, popup, opener);
    opener?.addPopup(page);
  }

  #adopt(session: Session, engine: EnginePage, opener: Page | null): Page {
    const page = new Page(this.#ids.uuid(), session.id, engine, opener?.id ?? null);
    this.#pageOf.set(engine, page);
    session.pages.set(page.id, page);
    void engine.gone.then(({ reason }) => {
      page.ended = true;
      opener?.inherit(engine.takeNews().downloads);
      // A dead browser's pages are buried together, with the reason.
      if (reason === "closed") session.pages.delete(page.id);
    });
    return page;
  }

  /**
   * The page that opened a popup, which may have been closed since. A tab opened by a click with
   * ctrl names no opener to the browser; it is the page's that an act is at work on, when there is
   * only one.
   */
  #openerOf(session: Session, popup: EnginePage): Page | null {
    if (popup.opener !== null) return this.#pageOf.get(popup.opener) ?? null;
    const [acting, another] = [...session.pages.values()].filter((page) => page.acting > 0);
    return acting !== undefined && another === undefined ? acting : null;
  }
}
