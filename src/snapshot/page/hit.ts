/** What the pointer would hit. */
import { areaAt } from "./areas.ts";
import { rootOf } from "./dom.ts";
import { hitIn } from "./native.ts";
import { rootOfHost } from "./roots.ts";

/** The innermost element at a point of the viewport, through every known shadow root. */
export function deepHit(x: number, y: number): Element | null {
  let hit = hitIn(document, x, y);
  const seen = new Set<Element>();
  while (hit !== null && !seen.has(hit)) {
    seen.add(hit);
    const root = rootOfHost(hit);
    const inner = root === null ? null : hitIn(root, x, y);
    if (inner === null || inner === hit) break;
    // A root answers with elements around its host where nothing of its own is hit.
    if (rootOf(inner) !== root) break;
    hit = inner;
  }
  return hit === null ? null : areaAt(hit, { x, y }) ?? hit;
}
