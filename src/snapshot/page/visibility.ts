/** What is rendered, what is visible, and what stands in the tree given to assistive technology. */
import {
  allIn,
  attributeOf,
  closestOf,
  hasAttributeOf,
  isRendered,
  rectsOf,
  tagOf,
} from "./dom.ts";
import { hitIn, rectOf } from "./native.ts";
import { isSummary } from "./roles.ts";
import { flatParent } from "./roots.ts";

/** Elements that never show their content. */
export const UNRENDERED: ReadonlySet<string> = new Set(
  ("script style noscript template head link meta title base param source track datalist col colgroup " +
    "rp noembed noframes").split(" "),
);

/** A `details` that shows nothing but its summary. */
export function isShut(element: Element): boolean {
  return tagOf(element) === "details" && !hasAttributeOf(element, "open");
}

/** Content of a closed `details` other than its summary. */
export function isClosedDetailsContent(parent: Element, child: Element): boolean {
  return tagOf(parent) === "details" && !hasAttributeOf(parent, "open") && !isSummary(child);
}

/** Rendered and not `visibility: hidden`; an element without box (`display: contents`) by its parent. */
export function isVisible(element: Element): boolean {
  if (isRendered(element, { visibilityProperty: true })) return true;
  const style = getComputedStyle(element);
  if (style.display === "contents" && style.visibility === "visible") {
    const parent = flatParent(element);
    return parent === null || isVisible(parent);
  }
  if (tagOf(element) === "area" || tagOf(element) === "option") return hasShownOwner(element);
  return false;
}

/** Options and map areas are shown by their select or image. */
function hasShownOwner(element: Element): boolean {
  if (tagOf(element) === "area") return rectsOf(element).length > 0 || areaImage(element) !== null;
  const select = closestOf(element, "select");
  return select !== null && isRendered(select, { visibilityProperty: true });
}

/** The image that a map area belongs to. */
export function areaImage(area: Element): Element | null {
  const map = closestOf(area, "map");
  const name = map === null ? null : attributeOf(map, "name");
  if (name === null || name === "") return null;
  for (const image of allIn(document, "img[usemap]")) {
    if (attributeOf(image, "usemap") === `#${name}`) return image;
  }
  return null;
}

/** The modal dialog that makes everything outside it inert; the topmost one. */
export function modalOf(): Element | null {
  const open = allIn(document, "dialog:modal");
  return open.length > 1 ? topmost([...open]) : open[0] ?? null;
}

/**
 * Which of several opened last, whatever their order in the document: no point hits what is inert,
 * so the middle of each hits the topmost one, its backdrop, or nothing of them.
 */
function topmost(open: readonly Element[]): Element | null {
  const last = open[open.length - 1] ?? null;
  for (const { left, top, width, height } of open.toReversed().map(rectOf)) {
    let up = hitIn(document, left + width / 2, top + height / 2);
    while (up !== null && !open.includes(up)) up = flatParent(up);
    if (up !== null) return up;
  }
  return last;
}

/** Stands in the tree given to assistive technology. */
export function isExposed(element: Element): boolean {
  if (!isVisible(element)) return false;
  const modal = modalOf();
  let insideModal = modal === null;
  let child: Element | null = null;
  for (let up: Element | null = element; up !== null; up = flatParent(up)) {
    if (up === modal) insideModal = true;
    if (attributeOf(up, "aria-hidden") === "true" || hasAttributeOf(up, "inert")) return false;
    if (child !== null && isClosedDetailsContent(up, child)) return false;
    child = up;
  }
  return insideModal;
}
