/** Elements that are nothing but clickable: a pointer cursor or a handler, and no role that says more. */
import { isRendered, rectsOf } from "./dom.ts";

/** Elements that themselves are never `clickable`. */
const EXEMPT = new Set(["html", "body", "label", "option", "optgroup", "iframe", "frame"]);
/** Roles that `clickable` stands in for; others keep their row with the clickable inside. */
const REPLACEABLE = new Set(
  ("listitem img paragraph term definition caption code deletion emphasis insertion mark strong subscript superscript " +
    "time group rowgroup").split(" "),
);

/** Whether a pointer cursor or handler on such an element says anything. */
export function mayBeClickable(element: Element, tag: string): boolean {
  return !EXEMPT.has(tag) || (tag === "label" && isLoneLabel(element));
}

/** Whether the element is shown as `clickable` instead of with the role it has. */
export function isReplaceable(role: string | null): boolean {
  return role === null || REPLACEABLE.has(role);
}

/** A label whose control is not shown stands in for it. */
function isLoneLabel(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null &&
    !isRendered(element.control);
}

/** No area worth a row. Costs layout: asked only of frames and empty clickables. */
export function isTiny(element: Element): boolean {
  for (const { width, height } of rectsOf(element)) if (width > 1 && height > 1) return false;
  return true;
}
