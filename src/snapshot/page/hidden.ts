/** Why an element cannot be seen, for messages; null when it can. */
import { closestOf, hasAttributeOf, isElement, isRendered, rectsOf } from "./dom.ts";
import { elementWalker, isHtml } from "./native.ts";
import { imageOfArea } from "./own.ts";
import { flatParent } from "./walking.ts";

/** Descendants asked for a box when the element has none of its own (`display: contents`, floats). */
const BOX_SEARCH = 200;
/** Boxes taken from descendants at most. */
const BORROWED_BOXES = 4;

/** Client rects with an area: the element's own, or those of its first descendants with any. */
export function boxesOf(element: Element): DOMRect[] {
  const own = [...rectsOf(element)].filter(hasArea);
  if (own.length > 0) return own;
  const found: DOMRect[] = [];
  for (const node of seenInside(element)) {
    found.push(...[...rectsOf(node)].filter(hasArea));
    if (found.length >= BORROWED_BOXES) break;
  }
  return found.length > 0 ? found : textBoxesOf(element);
}

/** Of an element without a box, where its text stands. */
function textBoxesOf(element: Element): DOMRect[] {
  if (getComputedStyle(element).display !== "contents") return [];
  const range = new Range();
  range.selectNodeContents(element);
  return [...range.getClientRects()].filter(hasArea).slice(0, BORROWED_BOXES);
}

/** What to scroll to, to see the element: itself, or what shows it where it has no box of its own. */
export function shownBy(element: Element): Element {
  if (isHtml(element, "area")) return imageOfArea(element) ?? element;
  if ([...rectsOf(element)].some(hasArea)) return element;
  for (const node of seenInside(element)) if ([...rectsOf(node)].some(hasArea)) return node;
  return element;
}

function* seenInside(element: Element): Generator<Element> {
  const walker = elementWalker(element);
  for (let i = 0; i < BOX_SEARCH; i++) {
    const node = walker.nextNode();
    if (node === null || !isElement(node)) return;
    if (isRendered(node, { visibilityProperty: true })) yield node;
  }
}

/**
 * Why a person cannot see the element: no box, `visibility`, `opacity`, clipping. Transparent
 * native checkboxes, radios, sliders and file inputs count as seen: pages lay them over drawn ones.
 */
export function hiddenReason(element: Element): string | null {
  if (isHtml(element, "area")) {
    const image = imageOfArea(element);
    return image === null ? "no image shows its map" : hiddenReason(image);
  }
  const option = closedSelectReason(element);
  if (option !== null) return option;
  const { display, visibility } = getComputedStyle(element);
  // `display: contents` has no box of its own and shows its children.
  const contents = display === "contents";
  if (!contents && !isRendered(element)) return boxlessReason(element);
  if (visibility !== "visible") return `visibility: ${visibility}`;
  if (boxesOf(element).length === 0) return "it has no size";
  if (!contents && !isDrawnOver(element) && !isRendered(element, { opacityProperty: true })) {
    return "opacity: 0";
  }
  return clippedReason(element);
}

function hasArea(box: DOMRect): boolean {
  return box.width > 0 && box.height > 0;
}

function isDrawnOver(element: Element): boolean {
  return element instanceof HTMLInputElement &&
    ["checkbox", "radio", "range", "file", "color"].includes(element.type);
}

function closedSelectReason(element: Element): string | null {
  if (!isHtml(element, "option", "optgroup")) return null;
  const select = closestOf(element, "select");
  if (!(select instanceof HTMLSelectElement) || select.multiple || select.size > 1) return null;
  return "it shows only while its dropdown is open; choose it on the dropdown instead";
}

function boxlessReason(element: Element): string {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const style = getComputedStyle(at);
    const where = at === element ? "" : " on an element around it";
    if (style.display === "none") return `display: none${where}`;
    if (at !== element && isHtml(at, "details") && !hasAttributeOf(at, "open")) {
      return "it is inside a closed disclosure";
    }
    if (style.contentVisibility === "hidden") return `content-visibility: hidden${where}`;
  }
  return "it has no box";
}

/** The usual ways to keep something for screen readers only. */
function clippedReason(element: Element): string | null {
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const style = getComputedStyle(at);
    const out = style.position === "absolute" || style.position === "fixed";
    if (out && /^rect\((0px[, ]*){4}\)$|^rect\((1px[, ]*){4}\)$/.test(style.clip)) {
      return "it is clipped away";
    }
    if (/^inset\((50|100)%/.test(style.clipPath)) return "it is clipped away";
    if (style.position === "fixed") break;
  }
  return null;
}
