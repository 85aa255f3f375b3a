/** Preflight of an act. Source: the design, "Preflight". */
import type { PageFunctions, PageRefusal, Preparation } from "../../model/page_functions.ts";
import { bring } from "./bring.ts";
import { coverLine } from "./cover.ts";
import { lineOf, refuse } from "./describe.ts";
import { connected } from "./dom.ts";
import { disabledReason } from "./enabled.ts";
import { nextFrame, nextPaint, now } from "./frame_ticks.ts";
import { arm } from "./guard.ts";
import { boxesOf, hiddenReason, shownBy } from "./hidden.ts";
import { deepHit } from "./hit.ts";
import { rectOf, scrollTo } from "./native.ts";
import { labelsOf } from "./labels.ts";
import { ownership } from "./own.ts";
import { findPoint } from "./points.ts";
import type { Point, PointSearch } from "./points.ts";
import { refuseRenamed } from "./promised.ts";
import { elementOf } from "./walking.ts";

/** Frames over which the target must stand still. */
const STILL_FRAMES = 2;
/** Movement between two frames that still counts as standing, CSS pixels. */
const STILL_PX = 0.5;
/** A moving target has to stay under the point for as many frames as a click may take. */
const SPARE_FRAMES = 4;
/** Tried in this order when the target is out of view or covered. */
const ALIGNMENTS = [
  { block: "center", inline: "center" },
  { block: "end", inline: "end" },
  { block: "start", inline: "start" },
  { block: "nearest", inline: "nearest" },
] as const;
/** Then, between sticky bars: shares of the height at which its middle is brought. */
const PLACES = [0.75, 0.25, 0.6, 0.4, 0.85, 0.15];

export const DETACHED = refuse("targetDetached", "The element was removed from the page");

export async function prepare(
  args: PageFunctions["prepare"]["args"],
): Promise<Preparation> {
  const end = now() + args.capMs;
  const target = elementOf(args.ref);
  if (target === null) return DETACHED;
  let aligned = false;
  let before = rectOf(target);
  while (true) {
    if (!connected(target)) return DETACHED;
    const tried = await attempt(target, !aligned);
    // What never rests is clicked where it is hit all the same: it pulses or turns on its place.
    const spare = now() >= end ? tried.spare ?? null : null;
    const ready: Preparation = spare === null ? tried.ready : { ok: true, ...spare };
    const other = refuseRenamed(target);
    if (other !== null) return other;
    if (ready.ok) {
      arm(target);
      return ready;
    }
    // Scrolling about once tells; later looks wait for the page to change.
    const away = ready.code === "targetObscured" || ready.code === "targetOutOfBounds";
    aligned = away || aligned;
    const here = rectOf(target);
    // What runs under a cover and out again does not lie under it.
    if (now() >= end) return away && shifted(before, here) ? moving(target) : ready;
    before = here;
    await nextFrame();
  }
}

interface Attempt {
  readonly ready: Preparation;
  /** Of a moving target: a point that it does not leave for some frames. */
  readonly spare?: Point | null;
}

async function attempt(target: Element, mayAlign: boolean): Promise<Attempt> {
  const disabled = disabledReason(target);
  if (disabled !== null) {
    const message = `Target ${lineOf(target)} cannot be used: ${disabled}`;
    return { ready: refuse("targetDisabled", message) };
  }
  const surfaces = surfacesOf(target);
  if (!Array.isArray(surfaces)) return { ready: surfaces };
  let refusal: PageRefusal = DETACHED;
  for (const surface of surfaces) {
    const search = locate(target, surface, mayAlign);
    if (search.found === null) {
      refusal = missed(target, surface, search);
      continue;
    }
    const { x, y } = search.found;
    const watched = await watch(target, surface, search.found);
    if (watched === "stands") return { ready: { ok: true, x, y } };
    return { ready: moving(target), spare: watched === "stays" ? { x, y } : null };
  }
  return { ready: refusal };
}

/** What may be clicked for the target: itself if it is seen, and the labels of a checkbox or radio. */
function surfacesOf(target: Element): Element[] | PageRefusal {
  const reason = hiddenReason(target);
  const labels = isCheckableInput(target)
    ? labelsOf(target).filter((label) => hiddenReason(label) === null)
    : [];
  if (reason === null) return [target, ...labels];
  if (labels.length > 0) return labels;
  return refuse("targetHidden", `Target ${lineOf(target)} is not visible: ${reason}`);
}

function isCheckableInput(element: Element): boolean {
  return element instanceof HTMLInputElement &&
    (element.type === "checkbox" || element.type === "radio");
}

/** A point where it stands now, else scrolled into view one way after the other. */
function locate(target: Element, surface: Element, mayAlign: boolean): PointSearch {
  let search = findPoint(target, surface);
  if (search.found !== null || (search.inView && !mayAlign)) return search;
  const shown = shownBy(surface);
  // What covers it in the middle of the window is its cover; at the edges it may be a bar.
  let told = search;
  let centred = false;
  for (const alignment of mayAlign ? ALIGNMENTS : ALIGNMENTS.slice(0, 1)) {
    scrollTo(shown, { ...alignment, behavior: "instant" });
    search = findPoint(target, surface);
    if (search.found !== null) return search;
    if (search.inView && !centred) {
      told = search;
      centred = true;
    }
  }
  if (mayAlign && search.inView) {
    const middle = () => middleOf(surface);
    for (const place of PLACES) {
      bring(surface, middle, place);
      search = findPoint(target, surface);
      if (search.found !== null) return search;
    }
  }
  return told;
}

function middleOf(surface: Element): Point {
  const box = boxesOf(surface)[0] ?? rectOf(surface);
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

function missed(
  target: Element,
  surface: Element,
  search: PointSearch & { readonly found: null },
): PageRefusal {
  const line = lineOf(target);
  if (getComputedStyle(surface).pointerEvents === "none") {
    const below = search.cover === null
      ? ""
      : `; a click would go to ${coverLine(search.cover, target)}`;
    return refuse(
      "targetDisabled",
      `Target ${line} takes no pointer (pointer-events: none)${below}`,
    );
  }
  if (search.cover !== null) {
    return refuse(
      "targetObscured",
      `Target ${line} is covered by ${coverLine(search.cover, target)}`,
    );
  }
  return refuse(
    "targetOutOfBounds",
    `Target ${line} lies outside of what can be scrolled into view`,
  );
}

/**
 * Two frames of the target: it `stands` still and the point still hits it; or it moves, and
 * `stays` under the point with room for some frames more; or it leaves.
 */
async function watch(
  target: Element,
  surface: Element,
  point: Point,
): Promise<"stands" | "stays" | "leaves"> {
  let before = rectOf(surface);
  let step = 0;
  for (let i = 0; i < STILL_FRAMES; i++) {
    await nextPaint();
    const after = rectOf(surface);
    step = Math.max(step, shiftOf(before, after));
    before = after;
  }
  if (step > STILL_PX) {
    return hitAround(target, point, step * SPARE_FRAMES) ? "stays" : "leaves";
  }
  const hit = deepHit(point.x, point.y);
  return hit !== null && ownership(hit, target) !== null ? "stands" : "leaves";
}

/** Whether the point and those around it, so many pixels away, hit the target. */
function hitAround(target: Element, { x, y }: Point, reach: number): boolean {
  return [[0, 0], [reach, 0], [-reach, 0], [0, reach], [0, -reach]].every(([dx = 0, dy = 0]) => {
    const hit = deepHit(x + dx, y + dy);
    return hit !== null && ownership(hit, target) === "self";
  });
}

function shifted(before: DOMRect, after: DOMRect): boolean {
  return shiftOf(before, after) > STILL_PX;
}

/** How far an edge moved, CSS pixels. */
function shiftOf(before: DOMRect, after: DOMRect): number {
  return Math.max(
    Math.abs(after.left - before.left),
    Math.abs(after.top - before.top),
    Math.abs(after.right - before.right),
    Math.abs(after.bottom - before.bottom),
  );
}

function moving(target: Element): PageRefusal {
  return refuse("targetUnstable", `Target ${lineOf(target)} is moving`);
}
