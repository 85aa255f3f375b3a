/** Which elements answer to a TargetSpec, with their points. Source: `contract/mcp-tools.md` 2.4. */
import type { PageRefusal } from "../../model/page_functions.ts";
import type { TargetSpec } from "../../model/target.ts";
import { collapse } from "./text.ts";
import { refuse, spoken } from "./describe.ts";
import { attributeOf, isElement, matchesOf, rootOf, textContentOf } from "./dom.ts";
import { now } from "./frame_ticks.ts";
import { boxesOf, hiddenReason } from "./hidden.ts";
import { elementWalker, holds, isHtml, precedes, queryAll } from "./native.ts";
import type { Scope } from "./native.ts";
import { labelsOf } from "./labels.ts";
import { scopesIn } from "./shadow.ts";
import { matcherOf } from "./text_match.ts";
import type { Matcher } from "./text_match.ts";
import { shownTextOf } from "./values.ts";
import { flatParent, isSensitive, isVisible, nameOf } from "./walking.ts";

export interface Candidate {
  readonly element: Element;
  readonly score: number;
  readonly reasons: readonly string[];
}

/** Time for one look through the page, milliseconds; past it the target is too vague for the page. */
const LOOK_MS = 2_000;
const TEST_IDS = ["data-testid", "data-test-id", "data-test"];
const TEXT_POINTS = { exact: 40, contains: 20, regex: 15 } as const;

/** One field of a spec: its points, and whether an element meets it. */
interface Criterion {
  readonly reason: string;
  readonly points: number;
  readonly meets: (element: Element) => boolean;
}

/** Best first, equals in the order of the page. */
export function candidatesOf(
  scope: Scope,
  spec: TargetSpec,
  visible: boolean,
): Candidate[] | PageRefusal {
  const criteria = criteriaOf(spec);
  if (!Array.isArray(criteria)) return criteria;
  const end = now() + LOOK_MS;
  const scopes = scopesIn(scope);
  const found: Element[] = [];
  for (const each of scopes) {
    const elements = preselected(each, spec);
    if (!Array.isArray(elements)) return elements;
    for (const element of elements) {
      if (!criteria.every((criterion) => criterion.meets(element))) continue;
      if (!visible || canBeSeen(element)) found.push(element);
      if (now() > end) {
        return refuse("invalidRequest", "The target is too vague for a page of this size");
      }
    }
  }
  // Every field must be met, so all have the same points and the order of the page decides.
  const score = criteria.reduce((sum, criterion) => sum + criterion.points, 0);
  const reasons = criteria.map((criterion) => criterion.reason);
  const elements = spec.text === undefined ? found : innermost(found);
  if (scopes.length > 1) elements.sort(flatOrder);
  return elements.map((element) => ({ element, score, reasons }));
}

/** Cheap fields first: text and names are asked only of what is left. */
function criteriaOf(spec: TargetSpec): Criterion[] | PageRefusal {
  const criteria: Criterion[] = [];
  if (spec.css !== undefined) criteria.push({ reason: "css", points: 100, meets: () => true });
  if (spec.testId !== undefined) {
    const id = spec.testId;
    criteria.push({
      reason: "testId",
      points: 100,
      meets: (element) => TEST_IDS.some((name) => attributeOf(element, name) === id),
    });
  }
  for (const [name, value] of Object.entries(spec.attributes ?? {})) {
    criteria.push({
      reason: `attribute:${name}`,
      points: 20,
      meets: (element) => attributeOf(element, name) === value && !givesAway(element, name),
    });
  }
  if (spec.role !== undefined) {
    const wanted = spec.role.toLowerCase();
    criteria.push({ reason: "role", points: 30, meets: (element) => hasRole(element, wanted) });
  }
  if (spec.label !== undefined) {
    const label = collapse(spec.label);
    criteria.push({ reason: "label", points: 50, meets: (element) => hasLabel(element, label) });
  }
  if (spec.accessibleName !== undefined) {
    const name = collapse(spec.accessibleName);
    criteria.push({
      reason: "accessibleName",
      points: 50,
      meets: (element) => spoken(element).name === name,
    });
  }
  if (spec.text !== undefined) {
    const matcher = matcherOf(spec.text);
    if (typeof matcher !== "function") return matcher;
    criteria.push({
      reason: `text:${spec.text.kind}`,
      points: TEXT_POINTS[spec.text.kind],
      meets: (element) => hasText(element, matcher),
    });
  }
  return criteria;
}

function preselected(scope: Scope, spec: TargetSpec): Element[] | PageRefusal {
  if (spec.css !== undefined) {
    try {
      return queryAll(scope, spec.css);
    } catch {
      return refuse("invalidRequest", "css is not a valid selector");
    }
  }
  if (spec.testId !== undefined) return queryAll(scope, TEST_IDS.map((id) => `[${id}]`).join());
  if (spec.text === undefined || spec.text.kind === "regex") return queryAll(scope, "*");
  return holding(scope, spec.text.value);
}

/** Elements that may hold the text: what an element does not hold, none inside it does. */
function holding(scope: Scope, text: string): Element[] {
  const bare = squash(text);
  const found: Element[] = [];
  const walker = elementWalker(scope, (node) => {
    if (squash(textContentOf(node)).includes(bare)) return NodeFilter.FILTER_ACCEPT;
    // Fields show their value, not their content.
    if (isElement(node) && matchesOf(node, "input,textarea,select")) {
      return NodeFilter.FILTER_ACCEPT;
    }
    return isElement(node) && holds(node, "input,textarea,select")
      ? NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_REJECT;
  });
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (isElement(node)) found.push(node);
  }
  return found;
}

/** Without white space and case, which rendering may change. */
function squash(text: string): string {
  return text.replace(/\s+/g, "").toLowerCase();
}

function hasRole(element: Element, wanted: string): boolean {
  const { role } = spoken(element);
  if (role === null) return false;
  if (role === wanted) return true;
  if (wanted === "img" || wanted === "image") return role === "img" || role === "image";
  // The contract's roles know no disclosure and no clickable.
  return wanted === "button" && (role === "disclosure" || role === "clickable");
}

function hasLabel(element: Element, wanted: string): boolean {
  if (
    attributeOf(element, "aria-label") !== null || attributeOf(element, "aria-labelledby") !== null
  ) {
    if (nameOf(element) === wanted) return true;
  }
  const labels = labelsOf(element);
  return labels.some((label) => labelText(label) === wanted) ||
    (labels.length > 1 && labels.map(labelText).join(" ") === wanted);
}

function labelText(label: HTMLLabelElement): string {
  return collapse(label.innerText);
}

function hasText(element: Element, matches: Matcher): boolean {
  if (isHtml(element, "script", "style", "head", "title", "template", "noscript")) return false;
  const text = shownTextOf(element);
  return matches(text) || matches(collapse(text));
}

/** The value attribute of a field that must not be shown must not be guessed either. */
function givesAway(element: Element, name: string): boolean {
  return name.toLowerCase() === "value" && isSensitive(element);
}

function canBeSeen(element: Element): boolean {
  if (isVisible(element) && (isHtml(element, "area", "option") || boxesOf(element).length > 0)) {
    return true;
  }
  // A checkbox or radio that is drawn by its label.
  return element instanceof HTMLInputElement &&
    (element.type === "checkbox" || element.type === "radio") &&
    labelsOf(element).some((label) => hiddenReason(label) === null);
}

/** An ancestor holds whatever text its descendants hold: only the innermost are meant. */
function innermost(found: readonly Element[]): Element[] {
  const around = new Set<Element>();
  for (const element of found) {
    for (let at = flatParent(element); at !== null && !around.has(at); at = flatParent(at)) {
      around.add(at);
    }
  }
  return found.filter((element) => !around.has(element));
}

/** Order of the page, a shadow root's content standing at its host. */
function flatOrder(a: Element, b: Element): number {
  const left = hostsOf(a);
  const right = hostsOf(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const one = left[i];
    const other = right[i];
    if (one === undefined || other === undefined || one === other) continue;
    return precedes(one, other) ? -1 : 1;
  }
  return left.length - right.length;
}

/** The element and the hosts around it, outermost first. */
function hostsOf(element: Element): Element[] {
  const chain = [element];
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    chain.unshift(root.host);
  }
  return chain;
}
