/**
 * Which frame gets the pointer is the browser's choice, by a picture of the page that may be older
 * than its last scrolling, and no frame can see that by itself: just after scrolling, a press can
 * go to the frame that stood there before. So the pointer is led to the element until the
 * element's own frame feels it, and only then pressed.
 */
import type { Point } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import { HOVER_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { expired, left } from "./calls.ts";
import type { Page } from "./pages.ts";
import type { Resolved } from "./targets.ts";

/** Returns when the element's frame feels the pointer, or the preflight's time is over: a page that does not paint feels nothing, and the guard decides. */
export async function leadPointer(
  clock: Clock,
  page: Page,
  { frame, element: { ref } }: Resolved,
  point: Point,
  preflight: Call,
): Promise<void> {
  // A single frame has the pointer to itself.
  if (page.engine.frames().length < 2) return;
  try {
    while (!expired(clock, preflight)) {
      page.engine.movePointer(point);
      const capMs = Math.min(HOVER_MS, Math.ceil(left(clock, preflight)));
      if (await frame.call("hovered", { ref, capMs }, preflight)) return;
    }
  } catch (error) {
    // The frame went away or hangs: the press, which comes next, tells it better.
    if (!(error instanceof Failure)) throw error;
  }
}
