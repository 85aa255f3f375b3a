/** The `expectedUrl` of an act: met only by exactly this address, as a browser writes it. */
import { abortFailure, Failure } from "../model/error.ts";
import type { Call, Clock } from "../model/ports.ts";
import { messageUrl } from "../policy/redact.ts";
import { expired } from "./calls.ts";
import type { Page } from "./pages.ts";

export function isAt(page: Page, expected: string): boolean {
  const { url } = page.engine;
  return url === expected || url === URL.parse(expected)?.href;
}

/** Waits until the page is there. Errors: verificationFailed with where it is instead. */
export async function reach(clock: Clock, page: Page, expected: string, cap: Call): Promise<void> {
  while (!isAt(page, expected)) {
    if (cap.signal?.aborted === true) throw abortFailure(cap.signal);
    if (expired(clock, cap) || page.ended || page.engine.dialog !== null) {
      throw new Failure(
        "verificationFailed",
        `The click landed, but the page is at ${messageUrl(page.engine.url)}`,
        { repair: "Look at the page; do not click again before you know what happened." },
      );
    }
    await page.engine.nextActivity(cap);
  }
}
