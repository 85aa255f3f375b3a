/** Deadlines of answers: what the user waits at most, not how fast it should be. */
import { SOAK } from "../support/soak.ts";

/** In the suite two files share the cores, so a deadline is longer there; `make soak` is exact. */
const SLACK = SOAK ? 1 : 3;

/**
 * The answer of `call`, and how long it took, milliseconds. Throws when there is none by `ms`:
 * the fault tests look for calls that hang.
 */
export async function answered<T>(
  what: string,
  ms: number,
  call: Promise<T>,
): Promise<{ readonly value: T; readonly tookMs: number }> {
  const begin = performance.now();
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`${what} had no answer within ${ms * SLACK} ms`)),
    ms * SLACK,
  );
  try {
    const value = await Promise.race([call, promise]);
    return { value, tookMs: performance.now() - begin };
  } finally {
    clearTimeout(timer);
  }
}
