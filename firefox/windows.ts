/**
 * Windows of pages. A page is to have a window of its own, or the browser stops painting it behind
 * another tab; but a new window takes the browser about four times as long as a new tab. The browser
 * ends with its last window, so the one that it has started with stays, with a blank tab of its own:
 * one page at a time is a tab in it, every other one gets a new window.
 */
import { Failure } from "../src/model/error.ts";
import type { Call } from "../src/model/ports.ts";
import type { Session } from "./session.ts";
import type { Turns } from "./turns.ts";

/** A new window comes to the front in the end, however long it takes; others wait so long, milliseconds. */
const OPENING_TURN_MS = 3_000;

export class Windows {
  readonly #session: Session;
  readonly #turns: Turns;
  /** Blank tab of the first window; "": it is gone. */
  #first = "";
  /** Page in the first window; "": it is just being opened; null: none. */
  #guest: string | null = null;

  constructor(session: Session, turns: Turns) {
    this.#session = session;
    this.#turns = turns;
  }

  /** Takes over the window that the browser has started with. Errors: those of the call. */
  async start(call: Call): Promise<void> {
    const { contexts: [first] } = await this.#session.send("browsingContext.getTree", {
      maxDepth: 0,
    }, call);
    this.#first = first?.context ?? "";
  }

  /** A tab is gone. */
  onGone(tabId: string): void {
    if (this.#guest === tabId) this.#guest = null;
    if (this.#first === tabId) this.#first = "";
  }

  /** A new tab in a window of its own, which comes to the front; its id. Errors: those of the calls. */
  open(userContext: string, call: Call): Promise<string> {
    return this.#turns.take(call, () => this.#open(userContext, call), OPENING_TURN_MS);
  }

  async #open(userContext: string, call: Call): Promise<string> {
    if (this.#first !== "" && this.#guest === null) {
      this.#guest = "";
      let context: string | null = null;
      try {
        context = await this.#openInFirst(userContext, call);
      } finally {
        this.#guest = context;
      }
      if (context !== null) return context;
    }
    const { context } = await this.#session.send("browsingContext.create", {
      type: "window",
      userContext,
    }, call);
    return context;
  }

  /** null: the browser refuses, since a person has closed the window. */
  async #openInFirst(userContext: string, call: Call): Promise<string | null> {
    try {
      const { context } = await this.#session.send("browsingContext.create", {
        type: "tab",
        referenceContext: this.#first,
        userContext,
      }, call);
      return context;
    } catch (cause) {
      if (cause instanceof Failure && cause.code === "browserCommandFailed") return null;
      throw cause;
    }
  }
}
