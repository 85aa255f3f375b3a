/**
 * One connection to a browser: JSON messages matched by id, in flat sessions. CDP and WebDriver
 * BiDi both speak it. Sources: CDP "flat" target protocol, WebDriver BiDi transport.
 */
import { abortFailure, Failure } from "../model/error.ts";
import type { Call, Clock } from "../model/ports.ts";

export interface CarrierEvents {
  /** One whole message. Must not throw. */
  onMessage(text: string): void;
  /** Once, when nothing can come any more; `reason` is a sentence for people. */
  onClose(reason: string): void;
}

/** What moves whole messages both ways: a pipe or a WebSocket. */
export interface Carrier {
  /** Called once, before the first `send`. */
  open(events: CarrierEvents): void;
  /** Queues one message. Never throws; a broken carrier tells it by `onClose`. */
  send(text: string): void;
  /** Ends it; `onClose` follows. Idempotent. */
  close(): void;
}

/** Gets the events of one session in order; must not throw. */
export type EventListener = (method: string, params: unknown) => void;

interface Pending {
  readonly method: string;
  readonly sessionId: string | null;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: Failure) => void;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly signal: AbortSignal | undefined;
  readonly onAbort: (() => void) | undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The browser's own words about a refused call; BiDi: its error code, since its message quotes arguments. */
function refusal(message: Readonly<Record<string, unknown>>): string {
  const error = message["error"];
  if (typeof error === "string") return error;
  if (isRecord(error) && typeof error["message"] === "string") return error["message"];
  return "no reason given";
}

/**
 * Calls and events over one carrier.
 * - Every call ends by its deadline (`deadlineExceeded`), by its signal (its failure, or `cancelled`), by the
 *   browser's refusal (`browserCommandFailed`), by `endSession`, or by the close of the carrier
 *   (`engineUnreachable`, all of them at once).
 * - A message for an unknown id or session is dropped: it belongs to a call that has ended or a
 *   session that nobody listens to any more.
 */
export class Connection {
  /** Settles once with a sentence for people when the carrier has closed. Never rejects. */
  readonly closed: Promise<string>;
  readonly #carrier: Carrier;
  readonly #clock: Clock;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, EventListener>();
  #lastId = 0;
  #closeReason: string | null = null;
  #settleClosed: (reason: string) => void = () => {};

  constructor(carrier: Carrier, clock: Clock) {
    this.#carrier = carrier;
    this.#clock = clock;
    this.closed = new Promise((resolve) => this.#settleClosed = resolve);
    carrier.open({
      onMessage: (text) => this.#receive(text),
      onClose: (reason) => this.#end(reason),
    });
  }

  get isClosed(): boolean {
    return this.#closeReason !== null;
  }

  /** Calls waiting for an answer. */
  get pendingCalls(): number {
    return this.#pending.size;
  }

  /** The clock by which deadlines are told, milliseconds. */
  monotonic(): number {
    return this.#clock.monotonic();
  }

  /** A bound of `ms` from now. */
  within(ms: number, signal?: AbortSignal): Call {
    const deadline = this.#clock.monotonic() + ms;
    return signal === undefined ? { deadline } : { deadline, signal };
  }

  /** The earlier of the call's own deadline and `ms` from now. */
  atMost(ms: number, call: Call): Call {
    const deadline = Math.min(call.deadline, this.#clock.monotonic() + ms);
    return call.signal === undefined ? { deadline } : { deadline, signal: call.signal };
  }

  /** Follows `work` until the call's end: past it `deadlineExceeded`, aborted as its signal says. */
  bound<T>(work: Promise<T>, call: Call): Promise<T> {
    if (call.signal?.aborted === true) {
      // Its caller has gone, and hears of that alone.
      work.catch(() => {});
      return Promise.reject(abortFailure(call.signal));
    }
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        call.signal?.removeEventListener("abort", onAbort);
      };
      const onAbort = () => {
        finish();
        reject(abortFailure(call.signal));
      };
      const timer = setTimeout(() => {
        finish();
        reject(late("The call"));
      }, Math.max(0, call.deadline - this.#clock.monotonic()));
      call.signal?.addEventListener("abort", onAbort);
      work.then((value) => {
        finish();
        resolve(value);
      }, (failure) => {
        finish();
        reject(failure);
      });
    });
  }

  /** Sends one call; `sessionId` null: to the browser itself. Resolves with its `result` as parsed. */
  call(
    method: string,
    params: unknown,
    sessionId: string | null,
    call: Call,
  ): Promise<unknown> {
    if (this.#closeReason !== null) return Promise.reject(this.#unreachable(this.#closeReason));
    if (call.signal?.aborted === true) return Promise.reject(abortFailure(call.signal));
    const left = call.deadline - this.#clock.monotonic();
    if (left <= 0) return Promise.reject(late(method));
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const signal = call.signal;
      const onAbort = signal === undefined ? undefined : () => this.#fail(id, abortFailure(signal));
      if (signal !== undefined && onAbort !== undefined) signal.addEventListener("abort", onAbort);
      const timer = setTimeout(() => this.#fail(id, late(method)), left);
      this.#pending.set(id, { method, sessionId, resolve, reject, timer, signal, onAbort });
      this.#carrier.send(
        JSON.stringify(
          sessionId === null ? { id, method, params } : { id, method, params, sessionId },
        ),
      );
    });
  }

  /** Sets the one listener of a session's events (null: the browser's own), replacing an earlier one. */
  listen(sessionId: string | null, listener: EventListener): void {
    this.#listeners.set(sessionId ?? "", listener);
  }

  /** The session is gone: its listener is dropped and its calls fail with `failure`. */
  endSession(sessionId: string, failure: Failure): void {
    this.#listeners.delete(sessionId);
    for (const [id, pending] of this.#pending) {
      if (pending.sessionId === sessionId) this.#fail(id, failure);
    }
  }

  /** Closes the carrier; every pending call fails. Idempotent. */
  close(): void {
    this.#carrier.close();
    this.#end("The connection was closed");
  }

  #receive(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      // Not JSON: no call can be found to blame, and each has its own deadline.
      return;
    }
    if (!isRecord(message)) return;
    const id = message["id"];
    if (typeof id === "number") this.#answer(id, message);
    else if (typeof message["method"] === "string") {
      const session = message["sessionId"];
      const listener = this.#listeners.get(typeof session === "string" ? session : "");
      if (listener !== undefined) listener(message["method"], message["params"]);
    }
  }

  #answer(id: number, message: Readonly<Record<string, unknown>>): void {
    const pending = this.#take(id);
    if (pending === undefined) return;
    if (message["error"] === undefined) pending.resolve(message["result"]);
    else {
      pending.reject(
        new Failure("browserCommandFailed", `${pending.method} failed: ${refusal(message)}`),
      );
    }
  }

  #take(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    if (pending === undefined) return undefined;
    this.#pending.delete(id);
    clearTimeout(pending.timer);
    if (pending.onAbort !== undefined) {
      pending.signal?.removeEventListener("abort", pending.onAbort);
    }
    return pending;
  }

  #fail(id: number, failure: Failure): void {
    this.#take(id)?.reject(failure);
  }

  #unreachable(reason: string): Failure {
    return new Failure("engineUnreachable", `The browser is gone: ${reason}`);
  }

  #end(reason: string): void {
    if (this.#closeReason !== null) return;
    this.#closeReason = reason;
    const failure = this.#unreachable(reason);
    for (const id of [...this.#pending.keys()]) this.#fail(id, failure);
    this.#listeners.clear();
    this.#settleClosed(reason);
  }
}

function late(method: string): Failure {
  return new Failure("deadlineExceeded", `${method} did not end in time`);
}
