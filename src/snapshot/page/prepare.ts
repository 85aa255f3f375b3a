/** Preflight of an act. Source: the design, "Preflight". */
import type { PageFunctions, PageRefusal, Preparation } from "../../model/page_functions.ts";
import { coverLine } from "./cover.ts";
import { lineOf, refuse } from "./describe.ts";
import { connected } from "./dom.ts";
import { disabledReason } from "./enabled.ts";
import { nextFrame, nextPaint, now } from "./frame_ticks.ts";
import { arm } from "./guard.ts";
import { hiddenReason, shownBy } from "./hidden.ts";
import { rectOf, scrollTo } from "./native.ts";
import { labelsOf } from "./labels.ts";
import { findPoint } from "./points.ts";
import type { Point, PointSearch } from "./points.ts";
import { refuseRenamed } from "./promised.ts";
import { elementOf } from "./walking.ts";

/** Frames over which the target must stand still. */
const STILL_FRAMES = 2;
/** Movement between two frames that still counts as standing, CSS pixels. */
const STILL_PX = 0.5;
/** Tried in this order when the target is out of view or covered (sticky bars). */
const ALIGNMENTS = [
  { block: "center", inline: "center" },
  { block: "end", inline: "end" },
  { block: "start", inline: "start" },
  { block: "nearest", inline: "nearest" },
] as const;

export const DETACHED = refuse("targetDetached", "The element was removed from the page");

export async function prepare(
  args: PageFunctions["prepare"]["args"],
): Promise<Preparation> {
  const end = now() + args.capMs;
  const target = elementOf(args.ref);
  if (target === null) return DETACHED;
  let aligned = false;
  while (true) {
    if (!connected(target)) return DETACHED;
    const ready = await attempt(target, !aligned);
    const other = refuseRenamed(target);
    if (other !== null) return other;
    if (ready.ok) {
      arm(target);
      return ready;
    }
    // Scrolling about once tells; later looks wait for the page to change.
    aligned = ready.code === "targetObscured" || ready.code === "targetOutOfBounds" || aligned;
    if (now() >= end) return ready;
    await nextFrame();
  }
}

async function attempt(target: Element, mayAlign: boolean): Promise<Preparation> {
  const disabled = disabledReason(target);
  if (disabled !== null) {
    return refuse("targetDisabled", `Target ${lineOf(target)} cannot be used: ${disabled}`);
  }
  const surfaces = surfacesOf(target);
  if (!Array.isArray(surfaces)) return surfaces;
  let refusal: PageRefusal = DETACHED;
  for (const surface of surfaces) {
    const search = locate(target, surface, mayAlign);
    if (search.found === null) {
      refusal = missed(target, surface, search);
      continue;
    }
    return await stands(target, surface, search.found)
      ? { ok: true, x: search.found.x, y: search.found.y }
      : refuse("targetUnstable", `Target ${lineOf(target)} is moving`);
  }
  return refusal;
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
  return told;
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

/** Whether the target keeps its place over two frames and the point still hits it. */
async function stands(target: Element, surface: Element, point: Point): Promise<boolean> {
  let before = rectOf(surface);
  for (let i = 0; i < STILL_FRAMES; i++) {
    await nextPaint();
    const after = rectOf(surface);
    if (
      Math.abs(after.left - before.left) > STILL_PX ||
      Math.abs(after.top - before.top) > STILL_PX ||
      Math.abs(after.width - before.width) > STILL_PX ||
      Math.abs(after.height - before.height) > STILL_PX
    ) return false;
    before = after;
  }
  const again = findPoint(target, surface);
  return again.found !== null && again.found.x === point.x && again.found.y === point.y;
}
