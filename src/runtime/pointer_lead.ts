/**
 * Which frame gets the pointer is the browser's choice, by a picture of the page that may be older
 * than its last scrolling, and no frame can see that by itself: just after scrolling, a press can
 * go to the frame that stood there before. So the pointer is led to the element until the
 * element's own frame feels it, and only then pressed.
 */
import type { Point } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import { FRAME_CALL_MS, HOVER_MS, LEAD_MS } from "../model/limits.ts";
import type { PointerPlace } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import { expired, left, within } from "./calls.ts";
import type { Page } from "./pages.ts";
import { elementWords, type Resolved } from "./targets.ts";

/**
 * Returns when the element's frame feels the pointer over it. Where it is felt beside the element,
 * or the page does not paint and feels nothing, the guard of the press decides.
 * Errors: targetUnstable when the browser leads the pointer elsewhere until the time is over.
 */
export async function leadPointer(
  clock: Clock,
  page: Page,
  { frame, element }: Resolved,
  point: Point,
  preflight: Call,
  call: Call,
): Promise<void> {
  // A single frame has the pointer to itself.
  if (page.engine.frames().length < 2) return;
  const limit = within(clock, call, Math.max(LEAD_MS, left(clock, preflight)));
  /** The browser has been through with a move, which is to count as a try. */
  let moved = false;
  while (true) {
    const tried = moved;
    page.engine.movePointer(point).then(() => moved = true);
    const args = { ref: element.ref, capMs: HOVER_MS };
    let place: PointerPlace;
    try {
      ({ place } = await frame.call("hovered", args, within(clock, call, FRAME_CALL_MS)));
    } catch (error) {
      // The frame went away or hangs: the press, which comes next, tells it better.
      if (error instanceof Failure) return;
      throw error;
    }
    if (place === "over" || place === "unpainted") return;
    if (!expired(clock, limit) || !tried) continue;
    if (place === "beside") return;
    throw new Failure(
      "targetUnstable",
      `The browser still leads the pointer elsewhere than to ${elementWords(element)}`,
    );
  }
}
