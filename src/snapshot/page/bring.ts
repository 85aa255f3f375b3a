/** Scrolling so that a point comes to a chosen place: for what sticky bars cover elsewhere. */
import { isElement } from "./dom.ts";
import { rectOf, scrollerOf } from "./native.ts";
import { scaleOf } from "./outward.ts";
import type { Point } from "./points.ts";
import { flatParent } from "./walking.ts";

/**
 * Scrolls everything around the element so that the point comes to the given share of the height
 * of each scroller. `at` tells where the point is now, in the viewport.
 */
export function bring(element: Element, at: () => Point, share: number): void {
  const page = scrollerOf(document);
  for (let outer = flatParent(element); outer !== null; outer = flatParent(outer)) {
    if (outer === page || !isElement(outer) || !clips(outer)) continue;
    shift(outer, at(), insideOf(outer), share);
  }
  if (page !== null) {
    shift(page, at(), new DOMRectReadOnly(0, 0, innerWidth, innerHeight), share);
  }
}

function clips(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return overflowX !== "visible" || overflowY !== "visible";
}

/** What a scroller shows of its content: its box without border and scroll bars. */
function insideOf(scroller: Element): DOMRectReadOnly {
  const box = rectOf(scroller);
  const { across, down } = scaleOf(scroller, box);
  return new DOMRectReadOnly(
    box.left + scroller.clientLeft * across,
    box.top + scroller.clientTop * down,
    scroller.clientWidth * across,
    scroller.clientHeight * down,
  );
}

function shift(scroller: Element, point: Point, box: DOMRectReadOnly, share: number): void {
  const left = point.x < box.left || point.x > box.right ? point.x - (box.left + box.width / 2) : 0;
  const top = point.y - (box.top + box.height * share);
  scroller.scrollBy({ left, top, behavior: "instant" });
}
