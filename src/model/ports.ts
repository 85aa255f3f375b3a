/** What the pure and the running rooms need from the machine; tests own time and ids by these. */

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `ms` or at once when `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Ids {
  /** A fresh UUIDv4. */
  uuid(): string;
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
}

/**
 * Where a call must end: past `deadline` (monotonic milliseconds) or when `signal` aborts. A signal
 * aborted with a `Failure` ends the call with it, any other with `cancelled`.
 */
export interface Call {
  readonly deadline: number;
  readonly signal?: AbortSignal;
}
