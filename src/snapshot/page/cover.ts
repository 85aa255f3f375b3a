/** Names what stands over a target, for messages. */
import { isElement } from "./dom.ts";
import { lineOf, quote, tagWords } from "./describe.ts";
import { standsIn } from "./own.ts";
import { flatParent, isInSight, nameOf, roleOf } from "./walking.ts";

const LAYERS = new Set([
  "dialog",
  "alertdialog",
  "alert",
  "banner",
  "navigation",
  "iframe",
  "menu",
]);

/**
 * What would take the pointer instead of the target, as an outline line: the dialog or banner the
 * hit belongs to, else the nearest named thing, else the element's tag.
 */
export function coverLine(hit: Node | null, target: Element): string {
  if (hit === null || !isElement(hit)) return "nothing";
  // What nobody sees is not read out here either.
  if (!isInSight(hit)) return tagWords(hit);
  let named: string | null = null;
  for (let at: Element | null = hit; at !== null && !standsIn(target, at); at = flatParent(at)) {
    const role = roleOf(at);
    if (role === null) continue;
    if (LAYERS.has(role)) return lineOf(at);
    const name = nameOf(at);
    if (named === null && name !== "") named = `${role} ${quote(name)}`;
  }
  return named ?? tagWords(hit);
}
