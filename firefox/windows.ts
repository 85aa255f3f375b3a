/**
 * Windows kept ready. A page is to have a window of its own, or the browser stops painting it behind
 * another tab; but a new window takes the browser about four times as long as a new tab. So a page
 * begins as a tab in a window that is there already. The window that the browser has started with
 * keeps its own blank tab, since the browser ends with its last window; one page at a time is its
 * guest. The blank tab of any other window goes as soon as a page is there.
 */
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { Failure } from "../src/model/error.ts";
import type { Session } from "./session.ts";

/** After a page was opened the browser is left alone with it for so long, milliseconds. */
const REFILL_AFTER_MS = 2_000;

export class Windows {
  readonly #session: Session;
  readonly #clock: Clock;
  readonly #over = new AbortController();
  /** Blank tab of the first window; "": it is gone. */
  #first = "";
  /** Page in the first window; null: none. */
  #guest: string | null = null;
  /** Blank tab of another window that is ready; null: none. */
  #spare: string | null = null;
  #refilling = false;
  /** User context of the blank tabs: none of a session. */
  #userContext = "";

  constructor(session: Session, clock: Clock) {
    this.#session = session;
    this.#clock = clock;
  }

  /** Takes over the window that the browser has started with. Errors: those of the calls. */
  async start(call: Call): Promise<void> {
    const [{ userContext }, { contexts: [first] }] = await Promise.all([
      this.#session.send("browser.createUserContext", {}, call),
      this.#session.send("browsingContext.getTree", { maxDepth: 0 }, call),
    ]);
    this.#userContext = userContext;
    this.#first = first?.context ?? "";
  }

  /** A tab is gone. */
  onGone(tabId: string): void {
    if (this.#guest === tabId) this.#guest = null;
    if (this.#first === tabId) this.#first = "";
    if (this.#spare === tabId) this.#spare = null;
  }

  /** The browser is closed: no more windows. */
  end(): void {
    this.#over.abort();
  }

  /** A new tab in a window of its own; its id. Errors: those of the calls. */
  async open(userContext: string, call: Call): Promise<string> {
    if (this.#first !== "" && this.#guest === null) {
      // Taken from now on, by whatever tab comes.
      this.#guest = "";
      let context: string | null = null;
      try {
        context = await this.#openBeside(this.#first, userContext, call);
      } finally {
        this.#guest = context;
      }
      if (context !== null) return context;
    }
    const spare = this.#spare;
    this.#spare = null;
    this.#refill();
    if (spare !== null) {
      const context = await this.#openBeside(spare, userContext, call);
      this.#session.post("browsingContext.close", { context: spare }, BROWSER_CALL_MS);
      if (context !== null) return context;
    }
    const { context } = await this.#session.send("browsingContext.create", {
      type: "window",
      userContext,
    }, call);
    return context;
  }

  /** null: the browser refuses, since a person has closed the window. */
  async #openBeside(
    referenceContext: string,
    userContext: string,
    call: Call,
  ): Promise<string | null> {
    try {
      const { context } = await this.#session.send("browsingContext.create", {
        type: "tab",
        referenceContext,
        userContext,
      }, call);
      return context;
    } catch (cause) {
      if (cause instanceof Failure && cause.code === "browserCommandFailed") return null;
      throw cause;
    }
  }

  #refill(): void {
    if (this.#refilling) return;
    this.#refilling = true;
    this.#prepare().catch(() => {
      // The next page opens a window for itself, and tells what is wrong.
    }).finally(() => this.#refilling = false);
  }

  async #prepare(): Promise<void> {
    await this.#clock.sleep(REFILL_AFTER_MS, this.#over.signal);
    if (this.#over.signal.aborted) return;
    const { context } = await this.#session.send("browsingContext.create", {
      type: "window",
      // The focus stays where somebody may just be at work.
      background: true,
      userContext: this.#userContext,
    }, this.#session.connection.within(BROWSER_CALL_MS));
    this.#spare = context;
  }
}
