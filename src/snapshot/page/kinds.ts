/** What a control takes: keys, a state, an option, a file, a whole value. */
import type { ElementFacts } from "../../model/page_functions.ts";
import { attributeOf, matchesOf } from "./dom.ts";
import { isEditable } from "./native.ts";
import { children } from "./walking.ts";

const NO_KEYS = new Set([
  "button",
  "submit",
  "reset",
  "image",
  "hidden",
  "checkbox",
  "radio",
  "file",
]);
/** Keys reach these in parts and by locale; their value is set as a whole. */
const WHOLE_VALUE = new Set([
  "date",
  "time",
  "datetime-local",
  "month",
  "week",
  "color",
  "range",
]);
const CHECKABLE_ROLES = new Set([
  "checkbox",
  "radio",
  "switch",
  "menuitemcheckbox",
  "menuitemradio",
]);
/** Elements looked through for the one editable part of a composed control. */
const PART_SEARCH = 200;

export type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

/** Input of a kind that keys are typed into. */
function isTextInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && !NO_KEYS.has(element.type) &&
    !WHOLE_VALUE.has(element.type);
}

/** Date, time, colour and range inputs. */
export function isWholeValueInput(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && WHOLE_VALUE.has(element.type);
}

/**
 * The element that takes the keys of `element`: itself, or the only text control inside it
 * (composed comboboxes and search fields). Null: it takes none.
 */
export function textControlOf(element: Element): TextControl | null {
  if (takesKeys(element)) return element;
  if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) return null;
  if (element instanceof HTMLButtonElement || element instanceof HTMLLabelElement) {
    const control = element instanceof HTMLLabelElement ? element.control : null;
    return control !== null && takesKeys(control) ? control : null;
  }
  const role = attributeOf(element, "role");
  if (role !== "combobox" && role !== "textbox" && role !== "searchbox" && role !== "spinbutton") {
    return null;
  }
  let found: TextControl | null = null;
  let seen = 0;
  const stack: Node[] = [element];
  for (let node = stack.pop(); node !== undefined && seen < PART_SEARCH; node = stack.pop()) {
    for (const child of children(node)) {
      if (!(child instanceof Element)) continue;
      seen += 1;
      if (takesKeys(child)) {
        if (found !== null) return null;
        found = child;
      } else stack.push(child);
    }
  }
  return found;
}

function takesKeys(element: Element): element is TextControl {
  return element instanceof HTMLTextAreaElement || isTextInput(element) || isEditable(element);
}

export function kindOf(element: Element): ElementFacts["controlKind"] {
  if (element instanceof HTMLSelectElement) return "select";
  if (element instanceof HTMLInputElement) {
    if (element.type === "checkbox" || element.type === "radio") return "checkable";
    if (element.type === "file") return "file";
    if (isWholeValueInput(element)) return "value";
    return isTextInput(element) ? "text" : "none";
  }
  if (textControlOf(element) !== null) return "text";
  const role = attributeOf(element, "role");
  if (role !== null && CHECKABLE_ROLES.has(role) && matchesOf(element, "[aria-checked]")) {
    return "checkable";
  }
  return "none";
}
