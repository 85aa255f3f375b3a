/**
 * Under which role and name an element was asked for. Between resolving and acting the page may
 * rename it (a row is recycled, "Follow" becomes "Unfollow"): then it is not what was meant.
 */
import type { PageRefusal } from "../../model/page_functions.ts";
import { lineOf, refuse, spoken } from "./describe.ts";
import { changedRow } from "./row_words.ts";
import { bindings } from "./walking.ts";

const asked = new WeakMap<Element, { readonly role: string | null; readonly name: string }>();

/** The element was found by what it is called now; hidden, by what it was printed as. */
export function promise(element: Element): void {
  const { role, name } = spoken(element);
  asked.set(element, { role, name: name || (bindings.identity(element)?.name ?? "") });
}

/** The element was found by something else; what it is called does not count. */
export function unpromise(element: Element): void {
  asked.delete(element);
}

/** How the element is called now, when that is not how it was asked for; null when it is. */
export function renamed(element: Element): string | null {
  const then = asked.get(element);
  if (then === undefined) return null;
  const now = spoken(element);
  // Hidden from assistive technology an element has no name; that is not another one.
  const same = now.role === then.role && (now.name === then.name || now.name === "");
  if (!same) return lineOf(element);
  const row = changedRow(element);
  return row === null ? null : `${lineOf(element)} of another row: ${row}`;
}

/** The refusal to act on an element that is called otherwise than it was asked for. */
export function refuseRenamed(element: Element): PageRefusal | null {
  const other = renamed(element);
  return other === null
    ? null
    : refuse("targetDetached", `The element was renamed in the meantime: it is now ${other}`);
}
