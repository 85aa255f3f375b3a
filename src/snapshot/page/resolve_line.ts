/** Resolves an outline line. Source: the design, "Acting on a line". */
import type { LineArgs, LineResolution } from "../../model/page_functions.ts";
import type { LineTarget } from "../../model/target.ts";
import { factsOf, lineOf, quote } from "./describe.ts";
import { queryAll } from "./native.ts";
import { scopesIn } from "./shadow.ts";
import { bindings, isExposed, nameOf, roleOf } from "./walking.ts";
import type { Identity } from "./walking.ts";

export function resolveLine(args: LineArgs): LineResolution {
  const { line } = args;
  const bound = bindings.find(line.role, line.name, line.nameCut, line.ordinal);
  if (bound.state === "held") {
    if (answers(bound.element, bound.identity)) {
      return { state: "bound", element: factsOf(bound.element) };
    }
    return again(line, bound.identity.name, `is now ${lineOf(bound.element)}`);
  }
  if (bound.state === "gone") return again(line, line.name ?? "", "was removed from the page");
  const found = answering(line);
  if (bound.state === "several") return unprinted(found, bound.count);
  // A number that was never printed names nothing, however many answer to role and name.
  return line.ordinal === null || (line.ordinal === 0 && found.length === 1)
    ? unprinted(found, found.length)
    : { state: "none" };
}

/** The element of a line, when there is one for certain. */
export function unprinted(found: readonly Element[], count: number): LineResolution {
  const [only] = found;
  if (only === undefined) return { state: "none" };
  return found.length === 1
    ? { state: "unique", element: factsOf(only) }
    : { state: "several", count: Math.max(count, found.length) };
}

function answers(element: Element, identity: Identity): boolean {
  return roleOf(element) === identity.role && nameOf(element) === identity.name;
}

/** The line's element is gone or renamed: another one only where that is certain. */
function again(line: LineTarget, name: string, what: string): LineResolution {
  const found = answering({ ...line, name: line.nameCut ? line.name : name });
  const [only] = found;
  if (line.ordinal === null && only !== undefined && found.length === 1) {
    return { state: "rebound", element: factsOf(only) };
  }
  const shown = name === "" ? line.role : `${line.role} ${quote(name)}`;
  const number = line.ordinal === null ? "" : ` #${line.ordinal}`;
  const rest = found.length === 0
    ? "no element answers to it now"
    : found.length === 1
    ? `one element now answers to ${shown}, perhaps another one`
    : `rebuilt: ${found.length} elements now answer to ${shown}`;
  return { state: "gone", message: `${shown}${number} ${what}; ${rest}` };
}

/** Exposed elements of that role and name, whole tree. Cost: a role an element, a name a match. */
function answering(line: LineTarget): Element[] {
  const name = line.name ?? "";
  const found: Element[] = [];
  for (const scope of scopesIn(document)) {
    for (const element of queryAll(scope, "*")) {
      if (roleOf(element) !== line.role) continue;
      const own = nameOf(element);
      if (line.nameCut ? !own.startsWith(name) : own !== name) continue;
      if (isExposed(element)) found.push(element);
    }
  }
  return found;
}
