/** Requests that are being worked on, and cancellations that came before their request. */
import { MAX_PENDING_CANCELS } from "../model/limits.ts";
import type { RequestId } from "../rpc/json_rpc.ts";

export interface InFlightCall {
  /** Aborts when the client cancels the call or the server ends. */
  readonly signal: AbortSignal;
  /** Resolves when the call is cancelled; never rejects. */
  readonly cancelled: Promise<void>;
  /** The call is answered: its id is free again. */
  readonly answered: () => void;
}

/** Ids are kept with their type: 1 and "1" are two requests. */
export class InFlight {
  readonly #calls = new Map<RequestId, () => void>();
  /** In order of arrival. */
  readonly #early = new Set<RequestId>();

  has(id: RequestId): boolean {
    return this.#calls.has(id);
  }

  /** Registers a call; one that was cancelled before it came is cancelled at once. */
  begin(id: RequestId): InFlightCall {
    const controller = new AbortController();
    const cancelled = Promise.withResolvers<void>();
    const cancel = (): void => {
      controller.abort();
      cancelled.resolve();
    };
    this.#calls.set(id, cancel);
    if (this.#early.delete(id)) cancel();
    return {
      signal: controller.signal,
      cancelled: cancelled.promise,
      answered: () => {
        if (this.#calls.get(id) === cancel) this.#calls.delete(id);
      },
    };
  }

  /** Cancels the call, or the next one of that id; of those at most 1024 are kept. */
  cancel(id: RequestId): void {
    const cancel = this.#calls.get(id);
    if (cancel !== undefined) return cancel();
    this.#early.delete(id);
    this.#early.add(id);
    if (this.#early.size > MAX_PENDING_CANCELS) {
      const oldest = this.#early.values().next();
      if (!oldest.done) this.#early.delete(oldest.value);
    }
  }

  cancelAll(): void {
    for (const cancel of [...this.#calls.values()]) cancel();
  }

  forgetEarlyCancels(): void {
    this.#early.clear();
  }
}
