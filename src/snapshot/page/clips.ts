/** Boxes against what clips them and where a page can be scrolled to. */
import { rootElementOf } from "./dom.ts";
import { Momentary } from "./moment.ts";
import { clientWidthOf, rectOf, scrollLeftOf, scrollTopOf, scrollWidthOf } from "./native.ts";

/** An element around that hides what stands outside of its box. */
export interface Clip {
  readonly element: Element;
  readonly across: boolean;
  readonly down: boolean;
  readonly style: CSSStyleDeclaration;
  rect: DOMRect | null;
  readonly outer: Clip | null;
}

/** A sliver of this many pixels shows nothing. */
const SLIVER_PX = 1;

/** Whether it clips its absolutely positioned descendants too. */
export function holdsPositioned(clip: Clip): boolean {
  return clip.style.position !== "static" || clip.style.transform !== "none";
}

/** Whether some of the box stands inside of all clips. */
export function isInside(box: DOMRect, clip: Clip | null): boolean {
  for (let at = clip; at !== null; at = at.outer) {
    const rect = at.rect ??= rectOf(at.element);
    if (
      at.across && Math.min(box.right, rect.right) - Math.max(box.left, rect.left) <= SLIVER_PX
    ) return false;
    if (
      at.down && Math.min(box.bottom, rect.bottom) - Math.max(box.top, rect.top) <= SLIVER_PX
    ) return false;
  }
  return true;
}

/** Whether all of the box stands inside of all clips. */
export function isWithin(box: DOMRect, clip: Clip | null): boolean {
  for (let at = clip; at !== null; at = at.outer) {
    const rect = at.rect ??= rectOf(at.element);
    if (at.across && (box.left < rect.left || box.right > rect.right)) return false;
    if (at.down && (box.top < rect.top || box.bottom > rect.bottom)) return false;
  }
  return true;
}

/** Where what can be scrolled to begins, in the viewport now. */
interface Origin {
  readonly left: number;
  readonly top: number;
}

const PAGE = {};
const origins = new Momentary(() => new Map<object, Origin>());

/** Whether scrolling can bring some of the box into view. `scroller`: null for the page itself. */
export function isReachable(box: DOMRect, scroller: Element | null): boolean {
  if (box.width <= 0 || box.height <= 0) return false;
  const known = origins.get();
  let origin = known.get(scroller ?? PAGE);
  if (origin === undefined) known.set(scroller ?? PAGE, origin = originOf(scroller));
  return box.bottom > origin.top && box.right > origin.left;
}

function originOf(scroller: Element | null): Origin {
  const around = scroller ?? rootElementOf(document);
  if (around === null) return { left: -Infinity, top: -Infinity };
  const box = scroller === null ? null : rectOf(scroller);
  const left = box === null ? -scrollX : box.left - scrollLeftOf(around);
  const top = box === null ? -scrollY : box.top - scrollTopOf(around);
  // What is written from right to left scrolls to the left of its beginning.
  const back = getComputedStyle(around).direction === "rtl"
    ? scrollWidthOf(around) - clientWidthOf(around)
    : 0;
  return { left: left - back, top };
}

/** Whether a box fixed in the viewport shows there. */
export function isInViewport(box: DOMRect): boolean {
  return box.width > 0 && box.height > 0 && box.right > 0 && box.bottom > 0 &&
    box.left < innerWidth && box.top < innerHeight;
}
