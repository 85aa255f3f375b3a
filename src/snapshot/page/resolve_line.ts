/** Resolves an outline line. Source: the design, "Acting on a line". */
import type { LineArgs, LineResolution } from "../../model/page_functions.ts";
import type { LineTarget } from "../../model/target.ts";
import { MAX_NAME_CHARS } from "../../model/limits.ts";
import { changedRow } from "./row_words.ts";
import { collapse, cut } from "./text.ts";
import { factsOf, quote } from "./describe.ts";
import { textContentOf } from "./dom.ts";
import { promise } from "./promised.ts";
import { isNumbered } from "./role_data.ts";
import { bindings, elementOf, exposed, nameOf, roleOf } from "./walking.ts";
import type { ExposedElement, Identity } from "./walking.ts";

export function resolveLine(args: LineArgs): LineResolution {
  const found = lookUp(args.line);
  const element = "element" in found ? elementOf(found.element.ref) : null;
  if (element !== null) promise(element);
  return found;
}

function lookUp(line: LineTarget): LineResolution {
  const bound = bindings.find(line.role, line.name, line.nameCut, line.ordinal);
  if (bound.state === "held") {
    const { element, identity } = bound;
    if (answers(element, identity)) {
      // Equal lines are told apart by where they stand: what the row says counts as the name does.
      const row = changedRow(element);
      return row === null
        ? { state: "bound", element: factsOf(element) }
        : { state: "gone", message: row };
    }
    // Only a walk knows how the element is printed now; the quick look may differ from it.
    const now = exposed();
    const printed = now.filter((one) => one.element === element);
    if (printed.some((one) => one.role === identity.role && one.name === identity.name)) {
      return { state: "bound", element: factsOf(element) };
    }
    const [other] = printed;
    // Kept from assistive technology it has no name; its text tells whether it is the same still.
    if (other === undefined && sameText(element, identity)) {
      return { state: "bound", element: factsOf(element) };
    }
    const what = other === undefined
      ? "it is hidden now and says something else"
      : `it is now ${
        other.name === "" ? `${other.role} without a name` : `${other.role} ${quote(other.name)}`
      }`;
    return again(line, identity.name, what, now);
  }
  const now = exposed();
  if (bound.state === "gone") {
    return again(line, printedName(line), "it was removed from the page", now);
  }
  let found = answering(line.role, printedName(line), now);
  if (found.length === 0 && line.nameCut) found = beginning(line, now);
  if (bound.state === "several") return unprinted(found, bound.count);
  if (line.ordinal !== null && !isNumbered(line.role)) {
    // What an outline only shows has no numbers of its own: its like are counted as they stand now.
    const counted = found[line.ordinal];
    return counted === undefined ? { state: "none" } : unprinted([counted], 1);
  }
  // A number that was never printed names nothing, however many answer to role and name.
  return line.ordinal === null || (line.ordinal === 0 && found.length === 1)
    ? unprinted(found, found.length)
    : { state: "none" };
}

/** The element of a line, when there is one for certain. */
function unprinted(found: readonly Element[], count: number): LineResolution {
  const [only] = found;
  if (only === undefined) return { state: "none" };
  return found.length === 1
    ? { state: "unique", element: factsOf(only) }
    : { state: "several", count: Math.max(count, found.length) };
}

/** Cost: the element's own name, no walk. */
function answers(element: Element, identity: Identity): boolean {
  const role = roleOf(element);
  const same = role === identity.role || (role === null && identity.role === "clickable");
  return same && nameOf(element, identity.role) === identity.name;
}

function sameText(element: Element, identity: Identity): boolean {
  const role = roleOf(element);
  return (role === null || role === identity.role) &&
    collapse(textContentOf(element)) === identity.name;
}

/** The line's element is gone or renamed: another one only where that is certain. */
function again(
  line: LineTarget,
  name: string,
  what: string,
  now: readonly ExposedElement[],
): LineResolution {
  const found = answering(line.role, name, now);
  const [only] = found;
  if (line.ordinal === null && only !== undefined && found.length === 1) {
    return { state: "rebound", element: factsOf(only) };
  }
  const wanted = name === "" ? line.role : `${line.role} ${quote(name)}`;
  const rest = found.length === 0
    ? "nothing answers to it now"
    : found.length === 1
    ? `one element now answers to ${wanted}, perhaps another one`
    : `${found.length} elements now answer to ${wanted}`;
  return { state: "gone", message: `${what}; ${rest}` };
}

/** The name as its line prints it: `…` behind a cut one, or behind one that itself ends so. */
function printedName(line: LineTarget): string {
  return line.nameCut ? `${line.name ?? ""}…` : line.name ?? "";
}

/** The elements whose lines say this role and name. */
function answering(role: string, name: string, now: readonly ExposedElement[]): Element[] {
  const printed = cut(name, MAX_NAME_CHARS);
  return elements(
    now.filter((one) =>
      one.role === role && (one.name === name || cut(one.name, MAX_NAME_CHARS) === printed)
    ),
  );
}

/** The elements whose names begin as a shortened line does. */
function beginning(line: LineTarget, now: readonly ExposedElement[]): Element[] {
  const prefix = line.name ?? "";
  return elements(now.filter((one) => one.role === line.role && one.name.startsWith(prefix)));
}

function elements(found: readonly ExposedElement[]): Element[] {
  return [...new Set(found.map((one) => one.element))];
}
