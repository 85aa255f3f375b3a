/** One command of a page at a time, in the order they came. */
import type { Call, Clock } from "../model/ports.ts";
import { race } from "./calls.ts";

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Runs `work` after all that came before has ended. A waiting one obeys its own call: past its
   * deadline or cancelled it leaves the line without having run.
   */
  async take<T>(clock: Clock, call: Call, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let end = (): void => {};
    // Whoever comes next waits for us and, if we leave early, for those before us.
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#last = before.then(() => ended);
    try {
      await race(
        clock,
        call,
        before,
        "The page was busy with an earlier command until the deadline",
      );
    } catch (error) {
      end();
      throw error;
    }
    try {
      return await work();
    } finally {
      end();
    }
  }
}
