/** Whether a page's own script lets it answer: one trivial question, shared by all who want to know. */
import { Failure } from "../src/model/error.ts";
import { HEARTBEAT_MS, HUNG_PROBE_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Loading } from "./loading.ts";
import type { PageParts } from "./page_parts.ts";
import type { Pulse } from "./pulse.ts";
import type { Session } from "./session.ts";

/** The page as it is called. */
export interface HeartbeatHost {
  session(): Session;
  /** Throws what forbids a call now: page gone, crashed, a dialog open. */
  assertCallable(): void;
}

interface Beat {
  readonly askedAt: number;
  answered: boolean;
}

export class Heartbeat {
  readonly #parts: PageParts;
  readonly #pulse: Pulse;
  readonly #loading: Loading;
  readonly #host: HeartbeatHost;
  /** The question that waits for its answer; null: none. */
  #beat: Beat | null = null;

  constructor(parts: PageParts, pulse: Pulse, loading: Loading, host: HeartbeatHost) {
    this.#parts = parts;
    this.#pulse = pulse;
    this.#loading = loading;
    this.#host = host;
  }

  /**
   * True: the page gave no answer until the call's end, and only its script can be why. False as
   * soon as it answers or need not. An answer that others wait for already is waited for too.
   */
  async silent(call: Call): Promise<boolean> {
    if (!this.#answerable()) return false;
    const beat = this.#beat ?? this.#ask();
    const owing = () => !beat.answered && this.#answerable();
    await this.#pulse.until(() => !owing(), call);
    return owing() && call.signal?.aborted !== true;
  }

  /** The page owes an answer for so long that it counts as hung. */
  get hung(): boolean {
    return this.#beat !== null && this.#answerable() &&
      this.#parts.clock.monotonic() - this.#beat.askedAt >= HUNG_PROBE_MS;
  }

  /** Whoever was asked is gone: another document, a dead renderer, another target. */
  forget(): void {
    if (this.#beat !== null) this.#beat.answered = true;
    this.#beat = null;
  }

  /** Nothing but its own script keeps the page from answering. */
  #answerable(): boolean {
    if (this.#loading.awaitsServer || this.#parts.dialogElsewhere()) return false;
    try {
      this.#host.assertCallable();
      return true;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      return false;
    }
  }

  #ask(): Beat {
    const session = this.#host.session();
    const beat: Beat = { askedAt: this.#parts.clock.monotonic(), answered: false };
    this.#beat = beat;
    const answered = (): void => {
      beat.answered = true;
      if (this.#beat === beat) this.#beat = null;
      this.#pulse.fire();
    };
    session.send("Runtime.evaluate", { expression: "0" }, session.connection.within(HEARTBEAT_MS))
      .then(answered, (cause: unknown) => {
        // A refusal is an answer; one that never came is asked for anew.
        if (cause instanceof Failure && cause.code === "deadlineExceeded") {
          if (this.#beat === beat) this.#beat = null;
        } else answered();
      });
    return beat;
  }
}
