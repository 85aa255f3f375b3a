/** Preflight of an act inside a child frame, seen from the frame around it. */
import type { PageFunctions, Preparation } from "../../model/page_functions.ts";
import { coverLine } from "./cover.ts";
import { lineOf, refuse } from "./describe.ts";
import { connected, isElement } from "./dom.ts";
import { nextFrame, nextPaint, now } from "./frame_ticks.ts";
import { hiddenReason } from "./hidden.ts";
import { deepHit } from "./hit.ts";
import { rectOf, scrollerOf } from "./native.ts";
import { standsIn } from "./own.ts";
import { inViewport } from "./points.ts";
import type { Point } from "./points.ts";
import { flatParent, frameElementOf } from "./walking.ts";

/** Where in a scroller the point is brought, as shares of its height (sticky bars). */
const PLACES = [0.5, 0.75, 0.25];

export async function prepareFrame(
  args: PageFunctions["prepareFrame"]["args"],
): Promise<Preparation> {
  const end = now() + args.capMs;
  while (true) {
    const frame = frameElementOf(args.frameId);
    if (frame === null || !connected(frame)) {
      return refuse("frameNotFound", "The frame was removed from the page");
    }
    const ready = await attempt(frame, args);
    if (ready.ok || now() >= end) return ready;
    await nextFrame();
  }
}

export function frameOrigin(args: PageFunctions["frameOrigin"]["args"]): Preparation {
  const frame = frameElementOf(args.frameId);
  if (frame === null || !connected(frame)) {
    return refuse("frameNotFound", "The frame was removed from the page");
  }
  const { x, y } = outward(frame, { x: 0, y: 0 });
  return { ok: true, x, y };
}

async function attempt(frame: Element, inside: Point): Promise<Preparation> {
  const reason = hiddenReason(frame);
  if (reason !== null) {
    return refuse("targetHidden", `Frame ${lineOf(frame)} is not visible: ${reason}`);
  }
  if (getComputedStyle(frame).pointerEvents === "none") {
    return refuse(
      "targetDisabled",
      `Frame ${lineOf(frame)} takes no pointer (pointer-events: none)`,
    );
  }
  let point = outward(frame, inside);
  for (const place of PLACES) {
    if (hits(frame, point)) break;
    bring(frame, inside, place);
    point = outward(frame, inside);
  }
  if (!inViewport(point)) {
    return refuse(
      "targetOutOfBounds",
      `The target in frame ${lineOf(frame)} lies outside of what can be scrolled into view`,
    );
  }
  if (!hits(frame, point)) {
    const cover = deepHit(point.x, point.y);
    return cover === null || standsIn(frame, cover)
      ? refuse("targetOutOfBounds", `The target lies outside of what frame ${lineOf(frame)} shows`)
      : refuse("targetObscured", `Frame ${lineOf(frame)} is covered by ${coverLine(cover, frame)}`);
  }
  await nextPaint();
  await nextPaint();
  const again = outward(frame, inside);
  return Math.abs(again.x - point.x) < 1 && Math.abs(again.y - point.y) < 1 && hits(frame, again)
    ? { ok: true, x: again.x, y: again.y }
    : refuse("targetUnstable", `Frame ${lineOf(frame)} is moving`);
}

function hits(frame: Element, point: Point): boolean {
  if (!inViewport(point)) return false;
  const hit = deepHit(point.x, point.y);
  return hit !== null && standsIn(hit, frame);
}

/** A point of the child's viewport in ours: past border and padding, scaled as the frame is shown. */
function outward(frame: Element, inside: Point): Point {
  const box = rectOf(frame);
  const style = getComputedStyle(frame);
  const { across, down } = scaleOf(frame, box);
  return {
    x: box.left + (pixels(style.borderLeftWidth) + pixels(style.paddingLeft) + inside.x) * across,
    y: box.top + (pixels(style.borderTopWidth) + pixels(style.paddingTop) + inside.y) * down,
  };
}

/** How much larger the element is shown than laid out. */
function scaleOf(element: Element, box: DOMRect): { across: number; down: number } {
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

/** Scrolls everything around the frame so that the point comes to the given share of its height. */
function bring(frame: Element, inside: Point, share: number): void {
  const page = scrollerOf(document);
  for (let at = flatParent(frame); at !== null; at = flatParent(at)) {
    if (at === page || !isElement(at) || !clips(at)) continue;
    shift(at, outward(frame, inside), insideOf(at), share);
  }
  if (page !== null) {
    shift(page, outward(frame, inside), new DOMRectReadOnly(0, 0, innerWidth, innerHeight), share);
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
