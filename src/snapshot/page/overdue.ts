/**
 * Calls that stood in line behind a busy page until their callers had given up. To run them would
 * act after the failure was told, and a great page would never catch up with the walks that nobody
 * waits for. The engine's clock and the page's may be of two machines, so only delays are compared.
 */
import type { CallMoment } from "../../model/page_functions.ts";

/** Two clocks drift apart by less than this part of the time that passes. */
const DRIFT = 0.001;

/** The page's clock less the engine's, with the least delay seen; it may be too great, never too small. */
let leastMs = Infinity;
let lastMs = 0;

/** Whether the caller has given up. null: the caller waits; what was learnt of its clock is forgotten. */
export function overdue(moment: CallMoment | null): boolean {
  if (moment === null) {
    leastMs = Infinity;
    return false;
  }
  const now = performance.now();
  leastMs = Math.min(leastMs + DRIFT * (now - lastMs), now - moment.sentMs);
  lastMs = now;
  return now - leastMs > moment.untilMs;
}
