/** What controls hold. Sensitive values never leave as they are. */
import { attributeOf } from "./dom.ts";
import { textControlOf } from "./kinds.ts";
import { isEditable, renderedText } from "./native.ts";
import { isSealed, isSecret, isSensitive, noteSecret, sealedIn } from "./walking.ts";

export const REDACTED = "[redacted]";

const BUTTON_INPUTS = new Set(["button", "submit", "reset", "image"]);

/** The value of a control, or null for what is none. Lines end in \n. */
export function valueOf(element: Element): string | null {
  if (element instanceof HTMLInputElement) {
    // File names are paths of the operator's machine.
    return element.type === "file" ? `${element.files?.length ?? 0} files` : element.value;
  }
  if (element instanceof HTMLTextAreaElement) return element.value.replace(/\r\n?/g, "\n");
  if (element instanceof HTMLSelectElement) {
    return chosen(element).map((option) => option.label.trim()).join(", ");
  }
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) {
    return String(element.value);
  }
  const part = textControlOf(element);
  if (part !== null && part !== element) return valueOf(part);
  if (isEditable(element)) return plain(renderedText(element));
  return attributeOf(element, "aria-valuetext") ?? attributeOf(element, "aria-valuenow");
}

/** As {@link valueOf}, `[redacted]` where it must not be shown. */
export function shownValueOf(element: Element): string | null {
  const value = valueOf(element);
  if (value === null || value === "") return value;
  const part = textControlOf(element);
  if (!isSensitive(element) && (part === null || !isSensitive(part))) {
    return isSecret(value) ? REDACTED : value;
  }
  noteSecret(value);
  return REDACTED;
}

/** Rendered text, without what stands in editable fields that must not be shown. */
export function shownTextIn(element: Element): string {
  let text = renderedText(element);
  for (const field of sealedIn(element)) {
    const value = renderedText(field).trim();
    if (value === "") continue;
    noteSecret(value);
    // Its lines may be joined otherwise in the text around.
    for (const line of [value, ...value.split("\n")]) {
      const part = line.trim();
      if (part.length >= MIN_PART_CHARS) text = text.replaceAll(part, REDACTED);
      else if (part !== "") text = text.replace(alone(part), REDACTED);
    }
  }
  return text;
}

/** Shorter parts are taken out only where they stand as a word: "1" is in every other number. */
const MIN_PART_CHARS = 4;

function alone(part: string): RegExp {
  const quoted = part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${quoted}(?![\\p{L}\\p{N}])`, "gu");
}

/** What a person reads on it: rendered text; of a field its shown value; of a button input its face. */
export function shownTextOf(element: Element): string {
  if (element instanceof HTMLInputElement && BUTTON_INPUTS.has(element.type)) return element.value;
  if (
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  ) return shownValueOf(element) ?? "";
  if (isSealed(element)) return renderedText(element) === "" ? "" : REDACTED;
  return shownTextIn(element);
}

export function chosen(select: HTMLSelectElement): HTMLOptionElement[] {
  return [...select.selectedOptions];
}

/** Whether the control holds exactly `expected`; an option also by its value attribute. */
export function holdsValue(element: Element, expected: string): boolean {
  const wanted = expected.replace(/\r\n?/g, "\n");
  if (element instanceof HTMLSelectElement) {
    const options = chosen(element);
    return options.map((option) => option.value).join(", ") === wanted ||
      valueOf(element) === wanted;
  }
  return (valueOf(element) ?? plain(renderedText(element))) === wanted;
}

/** Editing hosts end in a line break of their own and keep spaces as no-break spaces. */
function plain(text: string): string {
  return text.replace(/\u00a0/g, " ").replace(/\n$/, "");
}
