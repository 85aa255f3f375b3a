/** Whether a page's own script lets it answer: one trivial question, shared by all who want to know. */
import { Failure } from "../model/error.ts";
import { HUNG_PROBE_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { Pulse } from "./pulse.ts";

/** The page as it is called. */
export interface HeartbeatHost {
  /** Asks the page's script the trivial question, for `HEARTBEAT_MS` at most. Errors: those of the call. */
  ask(): Promise<unknown>;
  /** Throws what forbids a call now: page gone, crashed, a dialog open. */
  assertCallable(): void;
  /** Something else than its own script keeps the page from answering: a server, another page's dialog. */
  excused(): boolean;
}

interface Beat {
  readonly askedAt: number;
  answered: boolean;
}

export class Heartbeat {
  readonly #clock: Clock;
  readonly #pulse: Pulse;
  readonly #host: HeartbeatHost;
  /** The question that waits for its answer; null: none. */
  #beat: Beat | null = null;

  constructor(clock: Clock, pulse: Pulse, host: HeartbeatHost) {
    this.#clock = clock;
    this.#pulse = pulse;
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
      this.#clock.monotonic() - this.#beat.askedAt >= HUNG_PROBE_MS;
  }

  /** Whoever was asked is gone: another document, a dead renderer, another target. */
  forget(): void {
    if (this.#beat !== null) this.#beat.answered = true;
    this.#beat = null;
  }

  /** Nothing but its own script keeps the page from answering. */
  #answerable(): boolean {
    if (this.#host.excused()) return false;
    try {
      this.#host.assertCallable();
      return true;
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      return false;
    }
  }

  #ask(): Beat {
    const beat: Beat = { askedAt: this.#clock.monotonic(), answered: false };
    this.#beat = beat;
    const answered = (): void => {
      beat.answered = true;
      if (this.#beat === beat) this.#beat = null;
      this.#pulse.fire();
    };
    this.#host.ask().then(answered, (cause: unknown) => {
      // A refusal is an answer; one that never came is asked for anew.
      if (cause instanceof Failure && cause.code === "deadlineExceeded") {
        if (this.#beat === beat) this.#beat = null;
      } else answered();
    });
    return beat;
  }
}
