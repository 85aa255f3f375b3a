/** The values that controls add to the names around them. */
import { attributeOf, byIdNear, matchesIn, textContentOf } from "./dom.ts";
import { nameOf } from "./names.ts";
import { ownedBy } from "./owned.ts";
import { ROLES, VALUE } from "./role_data.ts";
import { isSecret, isSensitive } from "./sensitive.ts";
import { collapse } from "./text.ts";

/** What a control adds to another name: its value. Null: no such control. */
export function embeddedValue(element: Element, tag: string, role: string | null): string | null {
  if (role === null || ((ROLES.get(role) ?? 0) & VALUE) === 0) return null;
  switch (role) {
    case "textbox":
    case "searchbox":
      return textValue(element);
    case "combobox":
      if (element instanceof HTMLSelectElement) return isSensitive(element) ? "" : chosen(element);
      if (tag === "input") return textValue(element);
      return customChoice(element) ?? customText(element);
    case "listbox":
      if (element instanceof HTMLSelectElement) return isSensitive(element) ? "" : chosen(element);
      return customChoice(element);
    default:
      return rangeText(element, role);
  }
}

function textValue(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return isSensitive(element) || isSecret(element.value) ? "" : element.value;
  }
  return isSensitive(element) ? "" : textContentOf(element);
}

/** Labels of the chosen options. */
export function chosen(select: HTMLSelectElement): string {
  let out = "";
  for (const option of select.selectedOptions) {
    const label = collapse(option.label);
    out = out === "" ? label : `${out} ${label}`;
  }
  return out;
}

/** The options marked as selected of a listbox that is none of HTML's. */
function customChoice(element: Element): string | null {
  const owners = [element, ...ownedBy(element)];
  const active = attributeOf(element, "aria-controls");
  if (active !== null) {
    const list = byIdNear(element, active);
    if (list !== null) owners.push(list);
  }
  const out: string[] = [];
  for (const owner of owners) {
    for (const option of matchesIn(owner, "[role=option][aria-selected=true]")) {
      out.push(nameOf(option));
    }
  }
  return out.length === 0 ? null : out.join(" ");
}

/** What a combobox that is none of HTML's holds as text: its field's value, or its own words. */
function customText(element: Element): string | null {
  if (isSensitive(element)) return "";
  const [field] = matchesIn(element, "input,textarea,[role=textbox],[role=searchbox]");
  if (field !== undefined) return textValue(field);
  const [popup] = matchesIn(element, POPUPS);
  const text = popup === undefined ? collapse(textContentOf(element)) : "";
  if (text === "") return null;
  return isSecret(text) ? "" : text;
}

const POPUPS = "[role=listbox],[role=option],[role=tree],[role=grid],[role=dialog]";

/** Null: a range that says nothing of where it stands. */
function rangeText(element: Element, role: string): string | null {
  const text = attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow");
  if (text !== null) return text;
  if (element instanceof HTMLInputElement) return element.value;
  if (element instanceof HTMLMeterElement || element instanceof HTMLProgressElement) {
    return String(element.value);
  }
  if (role === "progressbar") return null;
  return role === "slider" || role === "scrollbar" ? "50" : "0";
}
