/** Input to a page: never awaited past a dialog that it opened, nor past the end of a page that it closed. */
import type { Point } from "../src/engine/engine.ts";
import { PAGE_CALL_MS, STROKE_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import { asUnresponsive, exceptDialog } from "../src/engine/failures.ts";
import { click, movePointer, pressKey, typeText } from "./input.ts";
import type { Session } from "./session.ts";

/** What input needs of its page. */
export interface InputHost {
  session(): Session;
  /** Throws what forbids input now: page gone, crashed, a dialog open. */
  assertCallable(): void;
  race<T>(work: Promise<T>): Promise<T>;
  /** The page was closed. */
  closed(): boolean;
  askInfo(): void;
}

export class PageInput {
  readonly #host: InputHost;

  constructor(host: InputHost) {
    this.#host = host;
  }

  movePointer(point: Point): void {
    if (!this.#host.closed()) movePointer(this.#host.session(), point);
  }

  click(point: Point, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#act(call, (session, bound) => click(session, point, modifiers, bound));
  }

  typeText(text: string, call: Call): Promise<void> {
    const ms = PAGE_CALL_MS + STROKE_MS * text.length;
    return this.#act(
      call,
      (session, bound, wanted) => typeText(session, text, wanted, bound),
      ms,
    );
  }

  pressKey(key: string, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#act(call, (session, bound) => pressKey(session, key, modifiers, bound));
  }

  async #act(
    call: Call,
    act: (session: Session, bound: Call, wanted: () => boolean) => Promise<void>,
    ms = PAGE_CALL_MS,
  ): Promise<void> {
    const host = this.#host;
    host.assertCallable();
    const session = host.session();
    let over = false;
    try {
      const acted = act(session, session.connection.atMost(ms, call), () => !over);
      await exceptDialog(host.race(acted));
    } catch (cause) {
      if (host.closed()) return;
      throw asUnresponsive(cause);
    } finally {
      over = true;
      host.askInfo();
    }
  }
}
