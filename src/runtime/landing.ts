/** Where a page stands after it moved. */
import { Failure } from "../model/error.ts";
import type { Evidence } from "../model/evidence.ts";
import { LANDING_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { shownUrl } from "../policy/redact.ts";
import { within } from "./calls.ts";
import type { Page } from "./pages.ts";

/**
 * As the document itself tells it: the browser hears of a title later and gives the address, or
 * the title before, until then. A page that cannot answer soon is told as the browser knows it.
 */
export async function landing(
  clock: Clock,
  page: Page,
  call: Call,
): Promise<Extract<Evidence, { kind: "navigation" }>> {
  const { engine } = page;
  if (!page.ended && engine.dialog === null && engine.crashed === null) {
    try {
      const frame = engine.frame(page.mainFrameId);
      const { url, title } = await frame.call("facts", {}, within(clock, call, LANDING_MS));
      return { kind: "navigation", url: shownUrl(url), title };
    } catch (error) {
      // The page has moved, whatever it now answers; what ails it is told by the next call.
      if (!(error instanceof Failure)) throw error;
    }
  }
  return { kind: "navigation", url: page.url, title: engine.title };
}
