/**
 * Looks after a page while a command waits for it or is at work on it: a page whose script is busy
 * must not keep anyone waiting, in however many calls the command asks it.
 */
import { Failure } from "../model/error.ts";
import { HANG_LOOK_MS, HUNG_PROBE_MS, LEAVING_MS, PAGE_CALL_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { expired, pause, within } from "./calls.ts";
import type { Page } from "./pages.ts";

/**
 * How much silence of the page a command bears: `total`: so much in all; `unbroken`: so much at a
 * stretch, for a command that waits by its nature; `any`: it does not ask the page, or frees it.
 */
export type Patience = "total" | "unbroken" | "any";

/**
 * Ends with the call. Aborts `hung` with pageUnresponsive when the page was silent for
 * PAGE_CALL_MS of this command's time, or for LEAVING_MS while a navigation waits to take the page
 * away. Never rejects.
 */
export async function watchHang(
  clock: Clock,
  page: Page,
  patience: Patience,
  call: Call,
  hung: AbortController,
): Promise<void> {
  /** Silence that counts, and what of it has no answer yet. */
  let countedMs = 0;
  let openMs = 0;
  while (true) {
    if (openMs === 0) await pause(clock, call, HANG_LOOK_MS);
    const asked = clock.monotonic();
    const silent = await page.engine.silent(within(clock, call, HANG_LOOK_MS));
    if (expired(clock, call)) return;
    openMs += clock.monotonic() - asked;
    const silentMs = countedMs + openMs;
    if (!silent) {
      countedMs = patience === "total" && openMs >= HUNG_PROBE_MS ? silentMs : 0;
      openMs = 0;
    }
    const boundMs = page.leaving > 0 ? LEAVING_MS : PAGE_CALL_MS - HANG_LOOK_MS;
    if (Math.max(countedMs, silent ? silentMs : 0) < boundMs) continue;
    hung.abort(
      new Failure("pageUnresponsive", "The page's own script is busy and does not answer"),
    );
    return;
  }
}
