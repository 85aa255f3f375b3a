/** Something changed: the one way of waiting for events in this room. */
import type { Call, Clock } from "../model/ports.ts";

/**
 * `fire` wakes everyone who waits in `next`; waiting code looks at the state itself, then waits
 * for the next change, so that no event can be missed between two awaits.
 */
export class Pulse {
  readonly #clock: Clock;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  fire(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next change, at the deadline, or when the signal aborts. Never rejects. */
  next(call: Call): Promise<void> {
    const left = call.deadline - this.#clock.monotonic();
    if (left <= 0 || call.signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        call.signal?.removeEventListener("abort", onEnd);
        resolve();
      };
      const onEnd = () => {
        const place = this.#waiting.indexOf(wake);
        if (place >= 0) this.#waiting.splice(place, 1);
        wake();
      };
      const timer = setTimeout(onEnd, left);
      call.signal?.addEventListener("abort", onEnd);
      this.#waiting.push(wake);
    });
  }

  /** Waits until `met`; false: the deadline came or the signal aborted first. */
  async until(met: () => boolean, call: Call): Promise<boolean> {
    while (!met()) {
      if (call.signal?.aborted === true || this.#clock.monotonic() >= call.deadline) return false;
      await this.next(call);
    }
    return true;
  }
}
