/** A clock that jumps: when nothing runs but sleepers, the earliest one is woken at once. */
import type { Clock, Ids } from "../../src/model/ports.ts";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

const START = Date.parse("2026-01-01T00:00:00Z");
/** Turns of the event loop without a new sleeper before time moves. */
const IDLE_TURNS = 3;

export class TestClock implements Clock {
  #elapsed = 0;
  readonly #sleepers = new Set<Sleeper>();
  #watching = false;
  #events = 0;

  now(): number {
    return START + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.#events += 1;
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#events += 1;
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper = { at: this.#elapsed + Math.max(0, ms), wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", wake);
      this.#watch();
    });
  }

  #watch(): void {
    if (this.#watching) return;
    this.#watching = true;
    let seen = -1;
    let idle = 0;
    const turn = () => {
      idle = this.#events === seen ? idle + 1 : 0;
      seen = this.#events;
      if (this.#sleepers.size === 0) {
        this.#watching = false;
        return;
      }
      if (idle >= IDLE_TURNS) this.#jump();
      setImmediate(turn);
    };
    setImmediate(turn);
  }

  #jump(): void {
    const next = Math.min(...[...this.#sleepers].map((sleeper) => sleeper.at));
    this.#elapsed = Math.max(this.#elapsed, next);
    for (const sleeper of [...this.#sleepers]) if (sleeper.at <= this.#elapsed) sleeper.wake();
  }
}

/** Ids that count up. */
export class TestIds implements Ids {
  #next = 0;

  uuid(): string {
    this.#next += 1;
    return `00000000-0000-4000-8000-${this.#next.toString(16).padStart(12, "0")}`;
  }

  hex(bytes: number): string {
    this.#next += 1;
    return this.#next.toString(16).padStart(bytes * 2, "0");
  }
}
