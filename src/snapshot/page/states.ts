/** States of a row, encoded as `snapshot/rows.ts` says: only what is not default, keys in order. */
import { MAX_SHOWN_URL_CHARS, MAX_VALUE_CHARS } from "../../model/limits.ts";
import {
  attributeOf,
  closestOf,
  hasAttributeOf,
  matchesOf,
  parentElementOf,
  textContentOf,
} from "./dom.ts";
import { chosen } from "./embedded.ts";
import { descriptionOf } from "./names.ts";
import { TARGET, VALUE } from "./role_data.ts";
import { headingLevel } from "./roles.ts";
import { frameIdOf } from "./roots.ts";
import { isSealed, isSecret, isSensitive, noteField, noteSecret } from "./sensitive.ts";
import { collapse, cut } from "./text.ts";

const CHECKABLE = new Set([
  "checkbox",
  "radio",
  "switch",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "treeitem",
]);
const CONTROLS = new Set([
  "input",
  "select",
  "textarea",
  "button",
  "option",
  "optgroup",
  "fieldset",
]);

/**
 * `stateful`: the element has attributes beyond the common ones. Without them only its kind can
 * give it states, which saves a dozen look-ups on most elements.
 */
export function statesOf(
  element: Element,
  tag: string,
  role: string,
  bits: number,
  name: string,
  stateful: boolean,
): string {
  let out = "";
  if (role === "heading") out += `\tlevel=${headingLevel(element, tag)}`;
  const control = CONTROLS.has(tag);
  if (control || stateful || role === "disclosure") out += flags(element, tag, role, control);
  if ((bits & VALUE) !== 0) out += values(element, tag, role, name);
  if (stateful) {
    const description = descriptionOf(element, name);
    if (description !== "") out += `\tdescription=${cut(description, MAX_VALUE_CHARS)}`;
  }
  if (tag === "input" || tag === "textarea" || tag === "select") {
    const autocomplete = collapse(attributeOf(element, "autocomplete") ?? "");
    if (autocomplete !== "") out += `\tautocomplete=${cut(autocomplete, MAX_VALUE_CHARS)}`;
  }
  if (role === "link") {
    const href = attributeOf(element, "href") ?? attributeOf(element, "xlink:href");
    if (href !== null && href.length <= MAX_SHOWN_URL_CHARS) out += `\turl=${collapse(href)}`;
  }
  if (tag === "select") {
    if (element instanceof HTMLSelectElement) out += `\toptions=${element.options.length}`;
  }
  if ((bits & TARGET) !== 0) out += "\ttarget";
  if (role === "iframe") {
    const frame = frameIdOf(element);
    if (frame !== null) out += `\tframe=${frame}`;
  }
  return out;
}

function flags(element: Element, tag: string, role: string, control: boolean): string {
  let out = "";
  if (CHECKABLE.has(role)) out += checked(element, role);
  if (aria(element, "aria-required") || (control && hasAttributeOf(element, "required"))) {
    out += "\trequired";
  }
  if ((control && matchesOf(element, ":disabled")) || aria(element, "aria-disabled")) {
    out += "\tdisabled";
  }
  if (
    aria(element, "aria-readonly") ||
    ((tag === "input" || tag === "textarea") && hasAttributeOf(element, "readonly"))
  ) out += "\treadonly";
  const invalid = attributeOf(element, "aria-invalid");
  if (invalid !== null && invalid !== "" && invalid !== "false") out += "\tinvalid";
  const expanded = role === "disclosure"
    ? disclosed(element)
    : attributeOf(element, "aria-expanded");
  if (expanded === "true" || expanded === "false") out += `\texpanded=${expanded}`;
  const pressed = attributeOf(element, "aria-pressed");
  if (pressed === "true") out += "\tpressed";
  else if (pressed === "mixed") out += "\tpressed=mixed";
  if (isSelected(element, role)) out += "\tselected";
  const current = attributeOf(element, "aria-current");
  if (current !== null && current !== "" && current !== "false") {
    out += current === "true"
      ? "\tcurrent"
      : `\tcurrent=${cut(collapse(current), MAX_VALUE_CHARS)}`;
  }
  return out;
}

function aria(element: Element, name: string): boolean {
  return attributeOf(element, name) === "true";
}

function checked(element: Element, role: string): string {
  if (element instanceof HTMLInputElement) {
    if (element.indeterminate && element.type === "checkbox") return "\tchecked=mixed";
    return element.checked ? "\tchecked" : "";
  }
  if (role === "option" && !hasAttributeOf(element, "aria-checked")) return "";
  const value = attributeOf(element, "aria-checked");
  return value === "true" ? "\tchecked" : value === "mixed" ? "\tchecked=mixed" : "";
}

function disclosed(summary: Element): string {
  const details = parentElementOf(summary);
  return String(details !== null && hasAttributeOf(details, "open"));
}

function isSelected(element: Element, role: string): boolean {
  if (element instanceof HTMLOptionElement) {
    if (!element.selected) return false;
    const select = closestOf(element, "select");
    return select === null || !isSensitive(select);
  }
  return aria(element, "aria-selected") && role !== "generic";
}

function values(element: Element, tag: string, role: string, name: string): string {
  if (tag === "input") noteField(element);
  let value = valueOf(element, tag, role);
  let out = "";
  if (value !== "") {
    if (isSensitive(element, name)) {
      noteSecret(value);
      value = "[redacted]";
    } else if (isSecret(value)) value = "[redacted]";
    out += `\tvalue=${cut(value, MAX_VALUE_CHARS)}`;
  }
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter") {
    const least = attributeOf(element, "aria-valuemin") ?? attributeOf(element, "min");
    const most = attributeOf(element, "aria-valuemax") ?? attributeOf(element, "max");
    if (least !== null && collapse(least) !== "") {
      out += `\tvaluemin=${cut(collapse(least), MAX_VALUE_CHARS)}`;
    }
    if (most !== null && collapse(most) !== "") {
      out += `\tvaluemax=${cut(collapse(most), MAX_VALUE_CHARS)}`;
    }
  }
  return out;
}

/** The value as shown, before redaction. */
function valueOf(element: Element, tag: string, role: string): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return collapse(element.value);
  }
  if (element instanceof HTMLSelectElement) {
    return role === "listbox" ? "" : chosen(element);
  }
  const text = attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow");
  if (text !== null) return collapse(text);
  if (element instanceof HTMLProgressElement) {
    return element.position < 0 ? "" : String(element.value);
  }
  if (element instanceof HTMLMeterElement) return String(element.value);
  const custom = tag.includes("-") ? customValue(element) : "";
  // Its text is no row of its own (`walker.ts`).
  return custom === "" && isSealed(element) ? collapse(textContentOf(element)) : custom;
}

/** A custom element that wraps its input in an attribute. */
function customValue(element: Element): string {
  return collapse(attributeOf(element, "value") ?? "");
}
