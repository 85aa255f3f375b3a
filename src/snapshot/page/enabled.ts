/** Why a control takes no input. */
import { attributeOf, hasAttributeOf, matchesOf } from "./dom.ts";
import { flatParent } from "./walking.ts";

/** Why the element is disabled; null when it is not. */
export function disabledReason(element: Element): string | null {
  if (matchesOf(element, ":disabled")) {
    return hasAttributeOf(element, "disabled") ? "it is disabled" : "a group around it is disabled";
  }
  for (let at: Element | null = element; at !== null; at = flatParent(at)) {
    const around = at === element ? "" : " on an element around it";
    if (attributeOf(at, "aria-disabled") === "true") return `aria-disabled${around}`;
    if (hasAttributeOf(at, "inert")) return `inert${around}`;
  }
  return null;
}

/** Takes focus but no text. */
export function isReadOnly(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.readOnly || attributeOf(element, "aria-readonly") === "true";
  }
  return attributeOf(element, "aria-readonly") === "true";
}
