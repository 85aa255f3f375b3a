/** Shapes of the areas of an image map. */
import { attributeOf, containsOf } from "./dom.ts";
import { isHtml, queryAll, rectOf, scopeOf } from "./native.ts";
import type { Point } from "./points.ts";

/**
 * The area of the image's map at a point of the viewport; null: none, or no such image. Firefox
 * names the image where one asks it what is hit, and tells the area of the event alone.
 */
export function areaAt(image: Element, point: Point): Element | null {
  if (!isHtml(image, "img")) return null;
  const [hash, ...name] = attributeOf(image, "usemap") ?? "";
  if (hash !== "#" || name.length === 0) return null;
  const scope = scopeOf(image);
  const map = queryAll(scope, "map[name]").find((one) =>
    attributeOf(one, "name") === name.join("")
  );
  if (map === undefined) return null;
  const box = rectOf(image);
  const inside = { x: point.x - box.left, y: point.y - box.top };
  return queryAll(scope, "area").find((area) => containsOf(map, area) && holds(area, inside)) ??
    null;
}

/** What the shape of an area of the image takes up at most, in the viewport. */
export function areaBounds(area: Element, image: DOMRect): DOMRectReadOnly {
  const { shape, numbers } = shapeOf(area);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (shape === "default") return image;
  if (shape === "circle") {
    return new DOMRectReadOnly(image.left + a - c, image.top + b - c, 2 * c, 2 * c);
  }
  if (shape === "rect") return new DOMRectReadOnly(image.left + a, image.top + b, c - a, d - b);
  const xs = numbers.filter((_, i) => i % 2 === 0);
  const ys = numbers.filter((_, i) => i % 2 === 1);
  const left = Math.min(...xs);
  const top = Math.min(...ys);
  return new DOMRectReadOnly(
    image.left + left,
    image.top + top,
    Math.max(...xs) - left,
    Math.max(...ys) - top,
  );
}

function shapeOf(area: Element) {
  const word = (attributeOf(area, "shape") ?? "rect").toLowerCase();
  const numbers = (attributeOf(area, "coords") ?? "").split(",").map(Number).filter(isFinite);
  const shape = word === "default" || numbers.length < 3
    ? "default" as const
    : word.startsWith("circ")
    ? "circle" as const
    : word.startsWith("poly")
    ? "polygon" as const
    : "rect" as const;
  return { shape, numbers };
}

/** Whether the shape holds a point of its image. */
function holds(area: Element, { x, y }: Point): boolean {
  const { shape, numbers } = shapeOf(area);
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  if (shape === "default") return true;
  if (shape === "circle") return Math.hypot(x - a, y - b) <= c;
  if (shape === "rect") return x >= a && x < c && y >= b && y < d;
  let inside = false;
  for (let i = 0, before = numbers.length - 2; i + 1 < numbers.length; before = i, i += 2) {
    const [x1 = 0, y1 = 0] = [numbers[before], numbers[before + 1]];
    const [x2 = 0, y2 = 0] = [numbers[i], numbers[i + 1]];
    if ((y1 > y) !== (y2 > y) && x < x1 + (x2 - x1) * (y - y1) / (y2 - y1)) inside = !inside;
  }
  return inside;
}
