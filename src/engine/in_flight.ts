/**
 * Calls into a page that are under way. What ends them early (a dialog, a new document, a crash,
 * the page's end) is known from events; they must not wait for their deadlines then.
 */
import type { Failure } from "../model/error.ts";

interface Flight {
  /** null: a call to the page as a whole. */
  readonly frameId: string | null;
  readonly fail: (failure: Failure) => void;
}

export class InFlight {
  readonly #flights = new Set<Flight>();

  /** Follows `work` until it ends or one of the `fail…` methods ends it. */
  race<T>(frameId: string | null, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const flight: Flight = {
        frameId,
        fail: (failure) => {
          this.#flights.delete(flight);
          reject(failure);
        },
      };
      this.#flights.add(flight);
      work.then((value) => {
        this.#flights.delete(flight);
        resolve(value);
      }, (failure) => {
        this.#flights.delete(flight);
        reject(failure);
      });
    });
  }

  failAll(failure: Failure): void {
    for (const flight of [...this.#flights]) flight.fail(failure);
  }

  failFrame(frameId: string, failure: Failure): void {
    for (const flight of [...this.#flights]) {
      if (flight.frameId === frameId) flight.fail(failure);
    }
  }
}
