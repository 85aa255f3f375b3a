/** Whether one element can be seen, asked of it and of what stands around it. */
import { type Clip, isInside, isInViewport, isReachable } from "./clips.ts";
import { isRendered, matchesIn, rectsOf } from "./dom.ts";
import { clientHeightOf, clientWidthOf, rectOf, scrollHeightOf, scrollWidthOf } from "./native.ts";
import { flatParent } from "./roots.ts";
import { isClippedAway } from "./shapes.ts";

/** Descendants asked for a box when the element has none of its own. */
const BOX_SEARCH = 50;

/** `transparent`: opacity does not count. */
export function isInSight(element: Element, transparent = false): boolean {
  const asked = { visibilityProperty: true, opacityProperty: !transparent };
  let boxes = isRendered(element, asked) ? areasOf(element) : [];
  if (boxes.length === 0) {
    boxes = [...matchesIn(element, "*")].slice(0, BOX_SEARCH)
      .flatMap((one) => isRendered(one, asked) ? areasOf(one) : []);
  }
  return boxes.some((box) => isBoxInSight(element, box));
}

function areasOf(element: Element): DOMRect[] {
  return [...rectsOf(element)].filter((box) => box.width > 1 && box.height > 1);
}

function isBoxInSight(element: Element, own: DOMRect): boolean {
  let box = own;
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const style = getComputedStyle(at);
    if (isClippedAway(style)) return false;
    const { overflowX, overflowY } = style;
    if (at !== element && overflowX !== "visible" && at !== document.body) {
      const wide = scrollWidthOf(at) > clientWidthOf(at) && scrolls(overflowX);
      const high = scrollHeightOf(at) > clientHeightOf(at) && scrolls(overflowY);
      if (wide || high) {
        if (!isReachable(box, at)) return false;
        box = rectOf(at);
      } else if (flatParent(at) !== null) {
        const clip: Clip = {
          element: at,
          across: hides(overflowX),
          down: hides(overflowY),
          style,
          rect: null,
          outer: null,
        };
        if (!isInside(box, clip)) return false;
      }
    }
    if (style.position === "fixed") return isInViewport(box);
  }
  return isReachable(box, null);
}

const scrolls = (overflow: string): boolean => overflow === "auto" || overflow === "scroll";
const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
