/**
 * Fields whose value is never shown (contract README 18): passwords, one-time codes, payment
 * cards, masked fields, and fields whose name, id or label says secret, token, API key, PIN, CVC.
 */
import { attributeOf, tagOf } from "./dom.ts";
import { nameOf } from "./names.ts";

const AUTOCOMPLETE = /(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-\S+)(?:\s|$)/i;
/** In identifiers, words are split by case and punctuation first. */
const WORDS =
  /(?:^|[^a-z])(?:secrets?|tokens?|api ?keys?|pins?|pin ?codes?|cvc2?|cvv2?|csc|otp|totp|passwords?|passwd|pwd|passcodes?|passphrases?|(?:one ?time|security|verification|card verification|2fa|mfa) ?codes?|access ?keys?|private ?keys?|(?:credit ?)?card ?(?:number|no|num)|cc ?(?:number|num|no)|ssn|iban pin)(?:[^a-z]|$)/;

/** `apiKey`, `api_key`, `API-KEY` → `api key`. */
function plain(identifier: string): string {
  return identifier
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.:[\]]+/g, " ")
    .toLowerCase();
}

function says(text: string | null): boolean {
  return text !== null && text !== "" && WORDS.test(plain(text));
}

const TEXT_TYPES = new Set(["text", "password", "tel", "number", "search", "email", "url", ""]);

/** Whether the element's value must never be shown. `name`: its accessible name where it is at hand. */
export function isSensitive(element: Element, name?: string): boolean {
  const tag = tagOf(element);
  if (tag === "input") {
    const type = (attributeOf(element, "type") ?? "").toLowerCase();
    if (type === "password") return true;
    // Unknown types are text fields.
    if (element instanceof HTMLInputElement && element.type !== "text" && !TEXT_TYPES.has(type)) {
      return false;
    }
  } else if (tag !== "textarea" && tag !== "select" && !mayEdit(element)) return false;
  if (AUTOCOMPLETE.test(attributeOf(element, "autocomplete") ?? "")) return true;
  if (says(attributeOf(element, "name")) || says(attributeOf(element, "id"))) return true;
  if (says(attributeOf(element, "placeholder")) || says(name ?? nameOf(element))) return true;
  return isMasked(element);
}

function mayEdit(element: Element): boolean {
  const role = attributeOf(element, "role");
  return element instanceof HTMLElement && element.isContentEditable ||
    role === "textbox" || role === "searchbox" || role === "combobox" || role === "spinbutton";
}

/** Shown as dots by style: a password in all but type. */
function isMasked(element: Element): boolean {
  const masking = getComputedStyle(element).getPropertyValue("-webkit-text-security");
  return masking !== "" && masking !== "none";
}
