/** Deadlines: narrower calls, and races that end with the call. */
import { abortFailure, Failure } from "../model/error.ts";
import type { Call, Clock } from "../model/ports.ts";

/** The same call with at most `ms` left. */
export function within(clock: Clock, call: Call, ms: number): Call {
  const deadline = Math.min(call.deadline, clock.monotonic() + ms);
  return call.signal === undefined ? { deadline } : { deadline, signal: call.signal };
}

/** A call of its own, `ms` from now, which no client cancels. */
export function freshCall(clock: Clock, ms: number): Call {
  return { deadline: clock.monotonic() + ms };
}

/** Milliseconds left, never negative. */
export function left(clock: Clock, call: Call): number {
  return Math.max(0, call.deadline - clock.monotonic());
}

export function expired(clock: Clock, call: Call): boolean {
  return call.signal?.aborted === true || clock.monotonic() >= call.deadline;
}

/** The failure a call ends with now: its signal's, or `deadlineExceeded` with `message`. */
function endOf(call: Call, message: string): Failure {
  return call.signal?.aborted === true
    ? abortFailure(call.signal)
    : new Failure("deadlineExceeded", message);
}

export function callSignals(call: Call): readonly AbortSignal[] {
  return call.signal === undefined ? [] : [call.signal];
}

/** Waits `ms` or until the call ends. */
export function pause(clock: Clock, call: Call, ms: number): Promise<void> {
  return clock.sleep(Math.min(ms, left(clock, call)), call.signal);
}

/**
 * The promise, or the failure of the call when that ends first. The loser runs on: it holds the
 * same call and ends by itself.
 */
export async function race<T>(
  clock: Clock,
  call: Call,
  promise: Promise<T>,
  message: string,
): Promise<T> {
  const stop = new AbortController();
  const { signal, release } = joinSignals(stop.signal, ...callSignals(call));
  const ended = async (): Promise<never> => {
    await clock.sleep(left(clock, call), signal);
    throw endOf(call, message);
  };
  const timer = ended();
  // When the promise wins, the timer's rejection has no reader.
  timer.catch(() => {});
  try {
    return await Promise.race([promise, timer]);
  } finally {
    stop.abort();
    release();
  }
}

/** A signal that aborts with any of the others, for the same reason, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the others; to be called when the work has ended. */
  release(): void;
}

/**
 * Like `AbortSignal.any`, but with an end: a composite of a signal that lives as long as the
 * process would be kept by it for ever.
 */
export function joinSignals(...signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const joining = signals.map((signal) => {
    const abort = () => joined.abort(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    return () => signal.removeEventListener("abort", abort);
  });
  return {
    signal: joined.signal,
    release: () => {
      for (const leave of joining) leave();
    },
  };
}
