/** A page under our own id: its engine page, its turns, and what the agent was shown of it. */
import type { EnginePage, PageNews } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import type { Evidence } from "../model/evidence.ts";
import type { PageId, SessionId } from "../model/ids.ts";
import { MAX_PAGES_PER_SESSION } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { shownUrl } from "../policy/redact.ts";
import { callSignals, joinSignals, left } from "./calls.ts";
import { Observed } from "./observed.ts";
import { Turns } from "./turns.ts";

/** A guard that a dialog kept from being disarmed. */
export interface ArmedGuard {
  readonly frameId: string;
  readonly ref: number;
  /** Other frames, armed for the same click. */
  readonly shields: readonly string[];
}

export class Page {
  readonly id: PageId;
  readonly sessionId: SessionId;
  readonly engine: EnginePage;
  readonly openerId: PageId | null;
  readonly turns: Turns = new Turns();
  readonly observed: Observed = new Observed();
  /** Pages that this one has opened by itself and that no answer has told of yet, in order. */
  readonly #popups: Page[] = [];
  readonly #onPopup = new Set<() => void>();
  /** Acts at work on the page. */
  acting = 0;
  /** Navigations that wait for their turn or are at work. */
  leaving = 0;
  /** Popups that are closed again (because the session was full) and not told one by one. */
  refusedPopups = 0;
  armedGuard: ArmedGuard | null = null;
  /** The main document that the agent's own last navigation has brought. */
  ownDocumentId: string | null = null;
  /** The engine page is gone for good. */
  ended = false;
  #crashTold = false;
  #inherited: PageNews["downloads"] = null;

  constructor(id: PageId, sessionId: SessionId, engine: EnginePage, openerId: PageId | null) {
    this.id = id;
    this.sessionId = sessionId;
    this.engine = engine;
    this.openerId = openerId;
  }

  /** The main frame's present document. */
  get documentId(): string {
    return this.engine.frames()[0]?.documentId ?? "";
  }

  get mainFrameId(): string {
    const main = this.engine.frames()[0];
    if (main === undefined) {
      throw new Failure("pageUnresponsive", "The page cannot be called yet");
    }
    return main.id;
  }

  /**
   * Refuses a command on a page whose renderer died. The crash is told once by any command;
   * after that a navigation goes through and brings a new document.
   */
  refuseCrashed(navigates: boolean): void {
    const crashed = this.engine.crashed;
    if (crashed === null) {
      this.#crashTold = false;
      return;
    }
    if (navigates && this.#crashTold) return;
    this.#crashTold = true;
    throw new Failure("pageCrashed", crashed, { repair: "Navigate this page again to go on." });
  }

  /** A command's own failure has told the crash. */
  markCrashTold(): void {
    if (this.engine.crashed !== null) this.#crashTold = true;
  }

  /** After a navigation: the next crash is news again, and old lines count as never shown. */
  navigated(documentId: string): void {
    this.#crashTold = false;
    this.ownDocumentId = documentId;
    this.observed.forget();
  }

  addPopup(popup: Page): void {
    this.#popups.push(popup);
    // Of a page that opens and closes others without end nothing is to pile up.
    const closed = this.#popups.findIndex((one) => one.ended);
    if (this.#popups.length > MAX_PAGES_PER_SESSION && closed >= 0) {
      this.#popups.splice(closed, 1);
      this.refusedPopups += 1;
    }
    for (const listener of this.#onPopup) listener();
  }

  /** A popup that is a download is taken away again by it: its opener tells it. */
  inherit(downloads: PageNews["downloads"]): void {
    if (downloads === null) return;
    const { count, lastUrl } = downloads;
    this.#inherited = { count: count + (this.#inherited?.count ?? 0), lastUrl };
  }

  takeInherited(): PageNews["downloads"] {
    const inherited = this.#inherited;
    this.#inherited = null;
    return inherited;
  }

  /** The popups not told yet; they count as told from now on. */
  takePopups(): readonly Page[] {
    return this.#popups.splice(0);
  }

  /** Resolves when a popup is there that was not told yet, or when the call ends; never rejects. */
  async nextPopup(clock: Clock, call: Call): Promise<void> {
    if (this.#popups.length > 0) return;
    const arrived = new AbortController();
    const listener = () => arrived.abort();
    this.#onPopup.add(listener);
    const { signal, release } = joinSignals(arrived.signal, ...callSignals(call));
    await clock.sleep(left(clock, call), signal);
    release();
    this.#onPopup.delete(listener);
  }

  /** As answers tell it. */
  get url(): string {
    return shownUrl(this.engine.url);
  }

  evidence(): Extract<Evidence, { kind: "page" }> {
    return { kind: "page", pageId: this.id, url: this.url, title: this.engine.title };
  }
}
