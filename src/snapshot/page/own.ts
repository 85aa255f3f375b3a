/** What belongs to a target: hitting it there is hitting the target. */
import { attributeOf, matchesOf } from "./dom.ts";
import { isHtml, queryAll, scopeOf } from "./native.ts";
import { flatParent } from "./walking.ts";

/** What takes a click on it for itself, instead of the target around it. */
const ACTS_ITSELF =
  "a[href],button,input,select,textarea,summary,label,audio[controls],video[controls]," +
  "iframe,[contenteditable=''],[contenteditable='true'],[role=button],[role=link],[role=checkbox]," +
  "[role=radio],[role=switch],[role=menuitem],[role=tab],[role=textbox],[role=combobox]";

/** Whether `node` is `outer` or stands inside it in the flat tree. */
export function standsIn(node: Node, outer: Element): boolean {
  for (let at: Node | null = node; at !== null; at = flatParent(at)) if (at === outer) return true;
  return false;
}

/**
 * How a click on `hit` serves `target`: `self` when nothing between takes it, `inner` when
 * something inside the target would take it first, null when it does not reach the target.
 */
export function ownership(hit: Element, target: Element): "self" | "inner" | null {
  let acting = false;
  for (let at: Element | null = hit; at !== null; at = flatParent(at)) {
    if (at === target) return acting ? "inner" : "self";
    // A label hands the click to its control, unless something in the label took it.
    if (at instanceof HTMLLabelElement && at.control === target && !acting) return "self";
    if (matchesOf(at, ACTS_ITSELF)) acting = true;
  }
  // A label as target: its control takes the same click.
  if (target instanceof HTMLLabelElement && target.control !== null) {
    if (standsIn(hit, target.control)) return "self";
  }
  return null;
}

/** The image that shows an `area` of an image map, in the same root. */
export function imageOfArea(area: Element): HTMLImageElement | null {
  let map: Element | null = area;
  while (map !== null && !isHtml(map, "map")) map = flatParent(map);
  const name = map === null ? null : attributeOf(map, "name");
  if (name === null || name === "") return null;
  for (const image of queryAll(scopeOf(area), "img[usemap]")) {
    if (image instanceof HTMLImageElement && attributeOf(image, "usemap") === `#${name}`) {
      return image;
    }
  }
  return null;
}
