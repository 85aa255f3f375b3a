/** Whether text stands out from what it stands on. "The same colour" only where it is certain. */
import { containsOf, matchesIn, tagOf } from "./dom.ts";
import { INK, PAPER, WHITE } from "./looks.ts";
import type { Level } from "./level.ts";
import { Momentary } from "./moment.ts";
import { rectOf } from "./native.ts";

/** Elements that the browser itself gives a colour or background. */
const COLOURED = new Set(
  "a button input select textarea mark option legend fieldset dialog hr".split(" "),
);
const GRAPHICS = "img,picture,video,canvas,svg,iframe,object,embed";
/** Boxes that text may stand over without being inside, at most as many are looked at. */
const MAX_UNDER = 400;

/** Whether the text of the element shows. */
export function isInked(level: Level): boolean {
  const ink = inkOf(level);
  if (ink === null) return true;
  const { style } = level;
  if (style === null) return true;
  if (isTransparent(ink)) return isOtherwiseDrawn(style, level);
  if (ink.startsWith("rgba")) return true;
  const paper = paperOf(level);
  if (paper === null || paper !== ink) return true;
  // The kinds of what cannot be read may be wrong about this one.
  if (ink !== style.webkitTextFillColor || paper !== foundBehind(level)) return true;
  return style.textShadow !== "none" || mayStandOverAnother(level);
}

function inkOf(level: Level): string | null {
  if (level.ink !== undefined) return level.ink;
  const { parent, style, tag } = level;
  const own = parent === null || (level.doubts & INK) !== 0 || COLOURED.has(tag);
  if (!own) return level.ink = inkOf(parent);
  // SVG is painted by fill, not by colour.
  if (style === null || level.element instanceof SVGElement) return level.ink = null;
  return level.ink = style.webkitTextFillColor;
}

/** The opaque colour behind the element's content; null where it is an image, or half transparent. */
function paperOf(level: Level): string | null {
  if (level.paper !== undefined) return level.paper;
  const { parent, style, tag } = level;
  if (style === null) return level.paper = null;
  if (parent !== null && (level.doubts & PAPER) === 0 && !COLOURED.has(tag)) {
    return level.paper = paperOf(parent);
  }
  const { backgroundColor } = style;
  if (!isTransparent(backgroundColor)) {
    return level.paper = backgroundColor.startsWith("rgb(") ? backgroundColor : null;
  }
  if (parent !== null) return level.paper = paperOf(parent);
  // The canvas: white, but for dark pages and for frames, which let their parent through.
  return level.paper = window !== top || style.colorScheme.includes("dark") ? null : WHITE;
}

/** The nearest background that is there, read off. */
function foundBehind(level: Level): string {
  for (let at: Level | null = level; at !== null; at = at.parent) {
    const colour = at.style === null ? "" : at.style.backgroundColor;
    if (!isTransparent(colour)) return colour;
  }
  return WHITE;
}

function isTransparent(colour: string): boolean {
  return /^rgba\(.*, 0\)$|^transparent$/.test(colour);
}

/** Transparent text that is drawn all the same: cut out of the background, by shadow or outline. */
function isOtherwiseDrawn(style: CSSStyleDeclaration, level: Level): boolean {
  if (style.textShadow !== "none") return true;
  if (Number.parseFloat(style.getPropertyValue("-webkit-text-stroke-width")) > 0) return true;
  for (let at: Level | null = level; at !== null; at = at.parent) {
    const around = at.style;
    if (around !== null && around.backgroundClip.includes("text")) return true;
  }
  return false;
}

/**
 * Text laid over something that is no ancestor of its own: a picture, a painted box. Then what it
 * stands on is not what its ancestors say.
 */
function mayStandOverAnother(level: Level): boolean {
  const box = rectOf(level.element);
  let moved = false;
  for (let at: Level | null = level; at !== null; at = at.parent) {
    const { element, style } = at;
    if (style === null) return true;
    if (style.backgroundImage !== "none") return true;
    if (isOverlaid(element)) return true;
    if (moved && overlaps(element, level.element, box)) return true;
    if (style.position !== "static" || style.transform !== "none") moved = true;
    const opaque = !isTransparent(style.backgroundColor);
    if (opaque) return false;
  }
  return false;
}

const overlaid = new Momentary(() => new Map<Element, boolean>());

/** Whether generated boxes of the element are painted. */
function isOverlaid(element: Element): boolean {
  const known = overlaid.get();
  let painted = known.get(element);
  if (painted === undefined) {
    painted = hasPainted(element, "::before") || hasPainted(element, "::after");
    known.set(element, painted);
  }
  return painted;
}

function hasPainted(element: Element, which: "::before" | "::after"): boolean {
  const style = getComputedStyle(element, which);
  return style.content !== "none" && style.content !== "normal" &&
    (style.backgroundImage !== "none" || !isTransparent(style.backgroundColor));
}

interface Painted {
  readonly element: Element;
  readonly box: DOMRect;
}

/** Looked up once a call. */
const lookedUp = new Momentary(() => new Map<Element, readonly Painted[]>());
/** Ancestors looked into in one call; past them, what a text stands on is not certain. */
const MAX_LOOKED_UP = 100;

/** Whether something painted inside `around`, but not around `text`, stands where the text does. */
function overlaps(around: Element, text: Element, box: DOMRect): boolean {
  const known = lookedUp.get();
  let painted = known.get(around);
  if (painted === undefined) {
    if (known.size >= MAX_LOOKED_UP) return true;
    known.set(around, painted = paintedIn(around));
  }
  return painted.some(({ element, box: other }) =>
    other.left < box.right && other.right > box.left && other.top < box.bottom &&
    other.bottom > box.top && !containsOf(element, text)
  );
}

function paintedIn(around: Element): Painted[] {
  const painted: Painted[] = [];
  const all = [...matchesIn(around, ":scope > *"), ...matchesIn(around, GRAPHICS)];
  for (const element of all.slice(0, MAX_UNDER)) {
    const style = getComputedStyle(element);
    if (
      isGraphic(element) || style.backgroundImage !== "none" ||
      !isTransparent(style.backgroundColor)
    ) painted.push({ element, box: rectOf(element) });
  }
  return painted;
}

function isGraphic(element: Element): boolean {
  return GRAPHICS.split(",").includes(tagOf(element));
}
