/** Where a point inside a frame stands in the frame around it. */
import { fire, rectOf } from "./native.ts";
import type { Point } from "./points.ts";
import { flatParent } from "./walking.ts";

/** How the child's viewport lies in the frame's border box, as laid out, and how that is shown. */
function viewOf(frame: Element) {
  const box = rectOf(frame);
  const style = getComputedStyle(frame);
  return {
    box,
    ...scaleOf(frame, box),
    border: { x: pixels(style.borderLeftWidth), y: pixels(style.borderTopWidth) },
    padding: { x: pixels(style.paddingLeft), y: pixels(style.paddingTop) },
  };
}

/** A point of the child's viewport in ours: past border and padding, as the frame is shown. */
export function outward(frame: Element, inside: Point): Point {
  const { box, across, down, border, padding } = viewOf(frame);
  if (isTurned(frame)) {
    const local = { x: padding.x + inside.x, y: padding.y + inside.y };
    return turned(frame, local, {
      x: box.left + box.width / 2,
      y: box.top + box.height / 2,
    });
  }
  return {
    x: box.left + (border.x + padding.x + inside.x) * across,
    y: box.top + (border.y + padding.y + inside.y) * down,
  };
}

/** A point of our viewport in the child's: the way back of `outward`. */
export function inward(frame: Element, point: Point): Point {
  const { box, across, down, border, padding } = viewOf(frame);
  if (isTurned(frame)) {
    const { x, y } = inPaddingBox(frame, point);
    return { x: x - padding.x, y: y - padding.y };
  }
  return {
    x: (point.x - box.left) / across - border.x - padding.x,
    y: (point.y - box.top) / down - border.y - padding.y,
  };
}

/** How much larger the element is shown than laid out. */
export function scaleOf(element: Element, box: DOMRect): { across: number; down: number } {
  const size = element instanceof HTMLElement
    ? { width: element.offsetWidth, height: element.offsetHeight }
    : box;
  return {
    across: size.width > 0 ? box.width / size.width : 1,
    down: size.height > 0 ? box.height / size.height : 1,
  };
}

function pixels(length: string): number {
  const number = Number.parseFloat(length);
  return Number.isFinite(number) ? number : 0;
}

/** Transformed by more than moving and scaling up. */
function isTurned(frame: Element): boolean {
  for (let at: Element | null = frame; at !== null; at = flatParent(at)) {
    const { transform, rotate, offsetPath } = getComputedStyle(at);
    if (rotate !== "none" || (offsetPath !== undefined && offsetPath !== "none")) return true;
    if (transform !== "none" && !/^matrix\([\d.e+]+, 0, 0, [\d.e+]+,/.test(transform)) return true;
  }
  return false;
}

/** Steps of the search; a frame turned in the plane needs one, one turned in space a few. */
const STEPS = 6;
/** Near enough, pixels of the frame. */
const NEAR_PX = 0.25;

/**
 * Where a point of the frame's padding box is shown. The platform tells the way back only: where
 * a pointer event at a point of the viewport lies inside of its target; so the point is searched,
 * from `start`, by Newton's steps.
 */
function turned(frame: Element, local: Point, start: Point): Point {
  let at = start;
  for (let i = 0; i < STEPS; i++) {
    const here = inPaddingBox(frame, at);
    const miss = { x: local.x - here.x, y: local.y - here.y };
    if (Math.abs(miss.x) < NEAR_PX && Math.abs(miss.y) < NEAR_PX) break;
    const right = inPaddingBox(frame, { x: at.x + 1, y: at.y });
    const below = inPaddingBox(frame, { x: at.x, y: at.y + 1 });
    const [a, b, c, d] = [right.x - here.x, below.x - here.x, right.y - here.y, below.y - here.y];
    const area = a * d - b * c;
    if (area === 0) break;
    at = {
      x: at.x + (d * miss.x - b * miss.y) / area,
      y: at.y + (a * miss.y - c * miss.x) / area,
    };
  }
  return at;
}

/** A point of the viewport in the frame's padding box, as the platform sees it. */
function inPaddingBox(frame: Element, { x, y }: Point): Point {
  // No page listens for a type of this name; the event does not leave the element.
  const event = new PointerEvent("drover-place", { clientX: x, clientY: y, bubbles: false });
  fire(frame, event);
  return { x: event.offsetX, y: event.offsetY };
}
