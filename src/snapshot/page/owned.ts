/** Which elements `aria-owns` moves. */
import { attributeOf, byIdNear } from "./dom.ts";

/** Elements that `aria-owns` puts at the end of this one's children. */
export function ownedBy(element: Element): Element[] {
  const ids = attributeOf(element, "aria-owns");
  if (ids === null) return [];
  const out: Element[] = [];
  for (const id of ids.split(/\s+/)) {
    const owned = id === "" ? null : byIdNear(element, id);
    if (owned !== null && owned !== element && !out.includes(owned)) out.push(owned);
  }
  return out;
}
