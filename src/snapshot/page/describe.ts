/** How elements are named in messages and facts. Never a value. */
import type { ElementFacts, PageRefusal } from "../../model/page_functions.ts";
import type { ErrorCode } from "../../model/error.ts";
import { MAX_NAME_CHARS, MAX_SHOWN_NAME_CHARS } from "../../model/limits.ts";
import { cutUnits } from "./cut.ts";
import { attributeOf, tagOf } from "./dom.ts";
import { kindOf } from "./kinds.ts";
import { collapse, cut } from "./text.ts";
import { bindings, isSensitive, nameOf, refOf, roleOf } from "./walking.ts";

/** Longest attribute among the facts, UTF-16 units. */
const FACT_CHARS = 256;
const STABLE = ["id", "name", "type", "data-testid", "data-test-id", "data-test", "href", "for"];

export function refuse(code: ErrorCode, message: string): PageRefusal {
  return { ok: false, code, message };
}

/** A name as a JSON string, cut for a message. */
export function quote(name: string): string {
  const cut = cutUnits(name, MAX_SHOWN_NAME_CHARS);
  return JSON.stringify(cut.length < name.length ? `${cut}…` : cut);
}

/**
 * Role and name as an outline prints them. `clickable` is seen only by the walk: it stands where an
 * element was printed as one.
 */
export function spoken(element: Element): { readonly role: string | null; readonly name: string } {
  const role = roleOf(element) ?? bindings.identity(element)?.role ?? null;
  return { role, name: nameOf(element, role) };
}

/** As an outline line would name it (`button "Save"`), else its tag words. */
export function lineOf(element: Element): string {
  const { role, name } = spoken(element);
  if (role === null) return tagWords(element);
  return name === "" ? `${role} (${tagWords(element)})` : `${role} ${quote(name)}`;
}

/** `button#save`, `div.modal-backdrop`. */
export function tagWords(element: Element): string {
  const id = attributeOf(element, "id");
  if (id !== null && /^[\w-]{1,60}$/.test(id)) return `${tagOf(element)}#${id}`;
  const first = collapse(attributeOf(element, "class") ?? "").split(" ")[0] ?? "";
  return /^[\w-]{1,60}$/.test(first) ? `${tagOf(element)}.${first}` : tagOf(element);
}

export function factsOf(element: Element): ElementFacts {
  const stableAttributes: Record<string, string> = {};
  for (const name of STABLE) {
    const value = attributeOf(element, name);
    if (value !== null && value !== "") stableAttributes[name] = cutUnits(value, FACT_CHARS);
  }
  const { role, name } = spoken(element);
  return {
    ref: refOf(element),
    role,
    name: name === "" ? null : cut(name, MAX_NAME_CHARS),
    tag: tagWords(element),
    stableAttributes,
    controlKind: kindOf(element),
    sensitive: isSensitive(element),
  };
}
