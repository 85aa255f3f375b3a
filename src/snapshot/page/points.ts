/** Where a target can be clicked: points that hit the target itself. */
import { areaBounds } from "./areas.ts";
import { boxesOf } from "./hidden.ts";
import { deepHit } from "./hit.ts";
import { isHtml, rectOf } from "./native.ts";
import { imageOfArea, ownership, standsIn } from "./own.ts";

/** Boxes of one element that are tried (a wrapped link has one a line). */
const BOXES = 12;
/** Points over all boxes that are tried. */
const POINTS = 120;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type PointSearch =
  | { readonly found: Point }
  | {
    readonly found: null;
    /** Some point was inside the viewport. */
    readonly inView: boolean;
    /** What was hit instead and does not stand around the target. */
    readonly cover: Element | null;
  };

/**
 * A point of `surface` (the target, or a label of it) where a click reaches `target`; points where
 * nothing inside the target would take it first are preferred.
 */
export function findPoint(target: Element, surface: Element): PointSearch {
  let inner: Point | null = null;
  let cover: Element | null = null;
  let inView = false;
  let tries = 0;
  for (const point of candidates(surface)) {
    if (!inViewport(point)) continue;
    if (++tries > POINTS) break;
    inView = true;
    const hit = deepHit(point.x, point.y);
    if (hit === null) continue;
    const own = ownership(hit, target);
    if (own === "self") return { found: point };
    if (own === "inner") inner ??= point;
    else if (!standsIn(target, hit)) cover ??= hit;
  }
  return inner === null ? { found: null, inView, cover } : { found: inner };
}

export function inViewport(point: Point): boolean {
  return point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight;
}

function* candidates(surface: Element): Generator<Point> {
  if (isHtml(surface, "area")) {
    yield* areaPoints(surface);
    return;
  }
  const boxes = boxesOf(surface).slice(0, BOXES);
  for (const box of boxes) yield at(box, 0.5, 0.5);
  const seen = boxes.map(visiblePart).filter((box) => box !== null);
  for (const box of seen) yield at(box, 0.5, 0.5);
  for (const steps of [3, 7]) {
    for (const box of seen) {
      // A fine grid pays only where there is room between its points.
      if (steps > 3 && box.width * box.height < 1024) continue;
      for (let row = 0; row < steps; row++) {
        for (let column = 0; column < steps; column++) {
          yield at(box, (column + 0.5) / steps, (row + 0.5) / steps);
        }
      }
    }
  }
}

function at(box: DOMRectReadOnly, across: number, down: number): Point {
  return { x: box.left + box.width * across, y: box.top + box.height * down };
}

function visiblePart(box: DOMRectReadOnly): DOMRectReadOnly | null {
  const left = Math.max(0, box.left);
  const top = Math.max(0, box.top);
  const width = Math.min(innerWidth, box.right) - left;
  const height = Math.min(innerHeight, box.bottom) - top;
  return width > 0 && height > 0 ? new DOMRectReadOnly(left, top, width, height) : null;
}

/** Points of an image map's area: a grid over its shape's bounds; the hit test knows the shape. */
function* areaPoints(area: Element): Generator<Point> {
  const image = imageOfArea(area);
  if (image === null) return;
  const box = rectOf(image);
  const bounds = areaBounds(area, box);
  yield at(bounds, 0.5, 0.5);
  for (let row = 0; row < 7; row++) {
    for (let column = 0; column < 7; column++) {
      yield at(bounds, (column + 0.5) / 7, (row + 0.5) / 7);
    }
  }
}
