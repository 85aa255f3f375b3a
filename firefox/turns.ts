/**
 * Acts of all pages, one after the other: only one window of a browser is in front, and the page in
 * it alone feels the focus. An act that takes long lets the others go on.
 */
import { TURN_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import type { Connection } from "../src/rpc/connection.ts";

/** A window that does not come forward for so long holds nothing up any more, milliseconds. */
export const FRONT_MS = 2_000;

export class Turns {
  readonly #connection: Connection;
  readonly #clock: Clock;
  #last: Promise<void> = Promise.resolve();

  constructor(connection: Connection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  /**
   * Runs `work` when those before have ended or had their time, which is `ms` for this one.
   * Errors: its own; those of `call`.
   */
  async take<T>(call: Call, work: () => Promise<T>, ms = TURN_MS): Promise<T> {
    const before = this.#last;
    const done = Promise.withResolvers<void>();
    this.#last = before.then(() => done.promise);
    const over = new AbortController();
    try {
      await this.#connection.bound(before, call);
      void this.#clock.sleep(ms, over.signal).then(done.resolve);
      return await work();
    } finally {
      over.abort();
      done.resolve();
    }
  }
}
