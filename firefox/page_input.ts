/** Input to a page: never awaited past a dialog that it opened, nor past the end of a page that it closed. */
import type { Point } from "../src/engine/engine.ts";
import { asUnresponsive, exceptDialog } from "../src/engine/failures.ts";
import { Failure } from "../src/model/error.ts";
import { PAGE_CALL_MS, STROKE_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import { click, movePointer, pressKey, typeText } from "./input.ts";
import type { Place } from "./frame_routes.ts";
import type { Session } from "./session.ts";

/** What input needs of its page. */
export interface InputHost {
  readonly session: Session;
  /** Of the main document. */
  documentId(): string;
  /** Browsing context of the innermost frame that has the focus. */
  focused(call: Call): Promise<string>;
  /** The innermost frame at the point. */
  placeAt(point: Point, call: Call): Promise<Place>;
  /** Throws what forbids input now: page gone, crashed, a dialog open. */
  assertCallable(): void;
  race<T>(work: Promise<T>): Promise<T>;
  /** Runs `work` with the page's window in front, and its tab in it. */
  inFront<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /** The page was closed. */
  closed(): boolean;
  askTitle(): void;
}

/** `wanted` false: what is left of it is not to be done. */
type Act = (session: Session, bound: Call, wanted: () => boolean) => Promise<void>;

export class PageInput {
  readonly #host: InputHost;
  /** A move that the page has not felt yet. */
  #moving: Promise<void> | null = null;

  constructor(host: InputHost) {
    this.#host = host;
  }

  movePointer(point: Point): Promise<void> {
    // The browser does one after the other: none is to wait behind moves that nobody needs any more.
    this.#moving ??= this.#move(point).finally(() => this.#moving = null);
    return this.#moving;
  }

  async #move(point: Point): Promise<void> {
    const { session } = this.#host;
    if (this.#host.closed()) return;
    const call = session.connection.within(PAGE_CALL_MS);
    try {
      await movePointer(session, await this.#host.placeAt(point, call), call);
    } catch (cause) {
      // The page is gone, asks or does not answer: the press, which comes next, tells it.
      if (!(cause instanceof Failure)) throw cause;
    }
  }

  click(point: Point, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#act(
      call,
      async (session, bound) =>
        click(session, await this.#host.placeAt(point, bound), modifiers, bound),
    );
  }

  typeText(text: string, call: Call): Promise<void> {
    const ms = PAGE_CALL_MS + STROKE_MS * text.length;
    return this.#act(
      call,
      (session, bound, wanted) =>
        typeText(session, text, () => this.#host.focused(bound), wanted, bound),
      ms,
    );
  }

  pressKey(key: string, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#act(
      call,
      async (session, bound) =>
        pressKey(session, await this.#host.focused(bound), key, modifiers, bound),
    );
  }

  async #act(
    call: Call,
    act: Act,
    ms = PAGE_CALL_MS,
  ): Promise<void> {
    this.#host.assertCallable();
    await this.#host.inFront(call, () => this.#inputs(call, act, ms));
  }

  async #inputs(call: Call, act: Act, ms: number): Promise<void> {
    const host = this.#host;
    host.assertCallable();
    const { session } = host;
    const documentId = host.documentId();
    let over = false;
    try {
      // What is left of it is not for a later document.
      const wanted = () => !over && host.documentId() === documentId;
      const acted = act(session, session.connection.atMost(ms, call), wanted);
      await exceptDialog(host.race(acted));
    } catch (cause) {
      if (host.closed()) return;
      // The document went away by it, and the browser gives up the rest of the act.
      const refused = cause instanceof Failure && cause.code === "browserCommandFailed";
      if (refused && host.documentId() !== documentId) return;
      throw asUnresponsive(cause);
    } finally {
      over = true;
      host.askTitle();
    }
  }
}
