/** Preflight of an act inside a child frame, seen from the frame around it. */
import type { PageFunctions, Preparation } from "../../model/page_functions.ts";
import { bring } from "./bring.ts";
import { coverLine } from "./cover.ts";
import { lineOf, refuse } from "./describe.ts";
import { connected } from "./dom.ts";
import { nextFrame, nextPaint, now } from "./frame_ticks.ts";
import { hiddenReason } from "./hidden.ts";
import { deepHit } from "./hit.ts";
import { outward } from "./outward.ts";
import { standsIn } from "./own.ts";
import { inViewport } from "./points.ts";
import type { Point } from "./points.ts";
import { frameElementOf } from "./walking.ts";

/** Where in a scroller the point is brought, as shares of its height (sticky bars). */
const PLACES = [0.5, 0.75, 0.25, 0.9, 0.1];

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
    bring(frame, () => outward(frame, inside), place);
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
