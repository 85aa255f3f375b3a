/**
 * Fields whose value is never shown (contract README 18): passwords, one-time codes, payment
 * cards, masked fields, and fields whose name, id or label says secret, token, API key, PIN, CVC.
 * A field that was one once stays one: a button that shows the password changes its type.
 */
import { attributeOf, matchesIn, rootOf, tagOf, textContentOf } from "./dom.ts";
import { labelsOf } from "./labels.ts";
import { isEditable } from "./native.ts";
import { nameOf } from "./names.ts";
import { collapse } from "./text.ts";

const AUTOCOMPLETE = /(?:^|\s)(?:one-time-code|(?:current|new)-password|cc-\S+)(?:\s|$)/i;
/** What comes before `secret`, `token` and the like may be written in one word with it. */
const WORDS = new RegExp(
  "(?<![a-z])(?:" + [
    "[a-z]*secrets?(?: ?(?:keys?|ids?|codes?|values?))?",
    "(?<!(?:max|min|input|output|prompt|completion|total|of) )[a-z]*tokens?(?: ?(?:keys?|ids?|secrets?|values?))?",
    "[a-z]*(?:api|access|private|signing|encryption|auth|ssh|licen[cs]e|security|recovery|bearer) ?keys?",
    "(?:user|card|atm|sim|login|new|old|my|account|bank|debit|phone)?pins?(?: ?(?:codes?|numbers?|no|nr|digits?))?",
    "(?:card)?(?:cvc|cvv|csc)2?(?: ?(?:codes?|numbers?|no))?",
    "t?otp(?: ?(?:codes?|numbers?))?",
    "[a-z]*(?:passwords?|passwd|passcodes?|passphrases?|passwort|kennwort)|pwd|pass ?(?:words?|codes?|phrases?)",
    "mot de passe|contrase.as?|senhas?|wachtwoord",
    "(?:one ?time|security|verification|card verification|card security|2fa|mfa|two factor|auth(?:entication|enticator)?|sms|backup|recovery) ?(?:pass)?codes?",
    "(?:mnemonic|seed|recovery) ?(?:phrases?|words?)",
    "(?:(?:credit|debit|payment|bank) ?)?card ?(?:numbers?|no|num|nr|pan)",
    "(?:credit|debit) ?cards?",
    "cc ?(?:numbers?|num|no|nr|csc|cvc|cvv|exp)",
    "ssn|social security ?(?:numbers?|no)?",
  ].join("|") + ")(?![a-z])",
);

/** `apiKey`, `api_key`, `API-KEY`, `APIKey` → `api key`. */
function plain(identifier: string): string {
  return identifier
    .normalize("NFKC")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[_\-\u2010-\u2015.:/[\]\s]+/g, " ")
    .toLowerCase();
}

function says(text: string | null): boolean {
  if (text === null || text === "") return false;
  const words = plain(text);
  return WORDS.test(words) || WORDS.test(text.normalize("NFKC").toLowerCase());
}

const TEXT_TYPES = new Set(["text", "password", "tel", "number", "search", "email", "url", ""]);
const SAYING = [
  "name",
  "id",
  "placeholder",
  "aria-placeholder",
  "aria-label",
  "title",
  "data-testid",
  "data-test-id",
  "data-test",
];
const EDIT_ROLES = new Set(["textbox", "searchbox", "combobox", "spinbutton"]);

/** Elements that were sensitive once. */
const remembered = new WeakSet<Element>();
/** Being asked about now: names of fields may hold each other. */
const asking = new Set<Element>();

/** Whether the element's value must never be shown. `name`: its accessible name where it is at hand. */
export function isSensitive(element: Element, name?: string): boolean {
  if (remembered.has(element)) return true;
  if (asking.has(element)) return true;
  asking.add(element);
  try {
    const found = looksSensitive(element, name);
    if (found) remembered.add(element);
    return found;
  } finally {
    asking.delete(element);
  }
}

function looksSensitive(element: Element, name: string | undefined): boolean {
  const tag = tagOf(element);
  if (tag === "input") {
    const type = (attributeOf(element, "type") ?? "").toLowerCase();
    if (type === "password") return true;
    // Unknown types are text fields.
    if (element instanceof HTMLInputElement && element.type !== "text" && !TEXT_TYPES.has(type)) {
      return false;
    }
  } else if (tag !== "textarea" && tag !== "select" && !tag.includes("-") && !mayEdit(element)) {
    return false;
  }
  if (AUTOCOMPLETE.test(attributeOf(element, "autocomplete") ?? "")) return true;
  if (saysSecret(element)) return true;
  if (says(name ?? nameOf(element))) return true;
  if (labelsOf(element).some((label) => says(collapse(textContentOf(label))))) return true;
  // A field that a custom element wraps is labelled outside.
  const root = rootOf(element);
  if (
    root instanceof ShadowRoot && (saysSecret(root.host) || says(attributeOf(root.host, "label")))
  ) {
    return true;
  }
  return isMasked(element);
}

function saysSecret(element: Element): boolean {
  return SAYING.some((attribute) => says(attributeOf(element, attribute)));
}

/** Has a role of what holds a value as text. */
export function isEditRole(element: Element): boolean {
  return EDIT_ROLES.has(attributeOf(element, "role") ?? "");
}

function mayEdit(element: Element): boolean {
  return isEditRole(element) || isEditable(element);
}

/** Shown as dots by style: a password in all but type. */
function isMasked(element: Element): boolean {
  const masking = getComputedStyle(element).getPropertyValue("-webkit-text-security");
  return masking !== "" && masking !== "none";
}

/** Notes password fields, whose type a page may change before their value is read. */
export function noteField(element: Element): void {
  if ((attributeOf(element, "type") ?? "").toLowerCase() === "password") remembered.add(element);
}

const EDITORS =
  "[contenteditable],[role=textbox],[role=searchbox],[role=combobox],[role=spinbutton]";

/** Elements in `around`, itself among them, whose own text is a value that must not be shown. */
export function sealedIn(around: Element): Element[] {
  return [around, ...matchesIn(around, EDITORS)].filter(isSealed);
}

/** Whether the text inside is a value that must not be shown. */
export function isSealed(element: Element): boolean {
  const tag = tagOf(element);
  return tag !== "input" && tag !== "textarea" && tag !== "select" && mayEdit(element) &&
    isSensitive(element);
}

/** Values of sensitive fields: a page may put one into another field, to show it. */
const values = new Set<string>();
/** Shorter ones stand in fields of all kinds. */
const MIN_SECRET_CHARS = 4;
/** Shorter ones may be a part of any value. */
const MIN_PART_CHARS = 8;
const MAX_SECRETS = 64;

/** A sensitive field holds this value. */
export function noteSecret(value: string): void {
  if (value.length < MIN_SECRET_CHARS) return;
  values.delete(value);
  values.add(value);
  const [oldest] = values;
  if (values.size > MAX_SECRETS && oldest !== undefined) values.delete(oldest);
}

/** Whether a sensitive field held just this, or a part of it that is long enough to be told. */
export function isSecret(value: string): boolean {
  if (values.has(value)) return true;
  for (const secret of values) {
    if (secret.length >= MIN_PART_CHARS && value.includes(secret)) return true;
  }
  return false;
}
