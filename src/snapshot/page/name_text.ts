/**
 * The text that elements give to a name: of what a name refers to, and of the content of what is
 * named by it (step 2 of accname's algorithm).
 */
import {
  attributeOf,
  byIdNear,
  dataOf,
  isElement,
  isRendered,
  isText,
  tagOf,
  textContentOf,
} from "./dom.ts";
import { embeddedValue } from "./embedded.ts";
import { isOpaque } from "./flat_tree.ts";
import { tooltipName } from "./names.ts";
import { nativeName } from "./native_names.ts";
import { ownedBy } from "./owned.ts";
import { generated, type PseudoName } from "./pseudo.ts";
import { APART, SILENT } from "./role_data.ts";
import { roleOf } from "./roles.ts";
import { children, flatParent } from "./roots.ts";
import { collapse } from "./text.ts";
import { isClosedDetailsContent, isShut, UNRENDERED } from "./visibility.ts";

const NONE: readonly Node[] = [];

/** Side computations go down this deep; below, plain text content stands in. */
const MAX_NAME_DEPTH = 300;

/** One descent into content. */
export interface Traversal {
  readonly visited: Set<Element>;
  /** Inside a labelledby reference: no second hop. */
  readonly referenced: boolean;
  /** The reference itself is hidden: its content counts although nothing of it is shown. */
  readonly hidden: boolean;
  readonly depth: number;
}

/**
 * Text of the elements that `aria-labelledby` or `aria-describedby` names. `again`: the element has
 * given its own text already, by a reference to it.
 */
export function referencedText(
  element: Element,
  ids: string,
  visited: Set<Element> = new Set(),
  again = false,
): string {
  let out = "";
  for (const id of ids.split(/\s+/)) {
    if (id === "") continue;
    const target = byIdNear(element, id);
    if (target === null || (visited.has(target) && (again || target !== element))) continue;
    visited.add(target);
    const text = alternative(target, {
      visited,
      referenced: true,
      hidden: !isShown(target),
      depth: 0,
    }, target === element ? "self" : "root");
    out = out === "" ? text : `${out} ${text}`;
  }
  return collapse(out);
}

/** Whether the element counts in names of visible things. */
export function isShown(element: Element): boolean {
  if (attributeOf(element, "aria-hidden") === "true") return false;
  return isRendered(element, { visibilityProperty: true }) ||
    (getComputedStyle(element).display === "contents" && isContentsShown(element));
}

/** `display: contents` has no box of its own: its nearest ancestor with one decides. */
function isContentsShown(element: Element): boolean {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    if (isRendered(up)) return true;
    if (getComputedStyle(up).display !== "contents") return false;
  }
  return false;
}

/** Step 2 of the algorithm for one node of a traversal: its whole contribution, spaces kept. */
export function alternative(
  element: Element,
  traversal: Traversal,
  place: "root" | "self" | "inner",
): string {
  const tag = tagOf(element);
  if (UNRENDERED.has(tag)) return "";
  if (tag === "slot") return contentOf(element, traversal);
  const inner = place === "inner";
  if (inner && !traversal.referenced) {
    const references = attributeOf(element, "aria-labelledby");
    if (references !== null) {
      const name = referencedText(element, references, traversal.visited);
      if (name !== "") return ` ${name} `;
    }
  }
  const role = roleOf(element);
  if (inner) {
    const value = embeddedValue(element, tag, role);
    if (value !== null) return ` ${value} `;
  }
  const label = collapse(attributeOf(element, "aria-label") ?? "");
  if (label !== "") return ` ${label} `;
  if (place === "self") {
    const native = nativeName(element, tag, role);
    if (native !== null) return native.name === "" ? tooltipName(element, tag, role) : native.name;
  } else {
    const native = nativeName(element, tag, role, traversal);
    if (native !== null) return ` ${native.name} `;
    if (!inner) {
      const value = embeddedValue(element, tag, role);
      if (value !== null) return value;
    }
  }
  const gap = isApart(role) ? " " : "";
  if (inner && isSilent(role, tag)) return gap + tooltipInside(element, tag, role);
  const content = contentOf(element, traversal);
  if (collapse(content) !== "") return gap + content + gap;
  return content + (inner ? tooltipInside(element, tag, role) : tooltipName(element, tag, role));
}

/** Tooltips of elements without a role are not names in Chromium's tree. */
export function tooltipInside(element: Element, tag: string, role: string | null): string {
  if (role === null) return "";
  const tooltip = tooltipName(element, tag, role);
  return tooltip === "" ? "" : ` ${tooltip} `;
}

/** Controls are set off by spaces from the text around them. */
export function isApart(role: string | null): boolean {
  return role !== null && APART.has(role);
}

/** Inside another name, content of this role does not count. */
export function isSilent(role: string | null, tag: string): boolean {
  return role !== null && SILENT.has(role) && tag !== "details";
}

/** Text of everything inside, before collapsing. */
export function contentOf(element: Element, traversal: Traversal): string {
  if (traversal.depth >= MAX_NAME_DEPTH) return textContentOf(element);
  let out = pseudoText(element, "::before");
  const deeper = { ...traversal, depth: traversal.depth + 1 };
  for (const child of isOpaque(element, tagOf(element)) ? NONE : children(element)) {
    if (isText(child)) {
      // The text of a closed `details` is not shown.
      if (!isShut(element) || traversal.hidden) out += dataOf(child);
      continue;
    }
    if (isElement(child)) out += childText(element, child, deeper);
  }
  for (const owned of ownedBy(element)) {
    if (traversal.visited.has(owned) || !(traversal.hidden || isRendered(owned))) continue;
    out += ` ${childText(null, owned, deeper)} `;
  }
  return out + pseudoText(element, "::after");
}

function childText(parent: Element | null, child: Element, traversal: Traversal): string {
  const tag = tagOf(child);
  if (tag === "br") return " ";
  if (tag === "wbr") return " ";
  if (UNRENDERED.has(tag) || tag === "rt") return "";
  if (traversal.visited.has(child)) return visitedText(child, tag, traversal);
  if (parent !== null && isClosedDetailsContent(parent, child) && !traversal.hidden) return "";
  const style = getComputedStyle(child);
  const display = displayOf(child, tag, style);
  if (display === "") return "";
  if (!traversal.hidden) {
    if (display === "none" || attributeOf(child, "aria-hidden") === "true") return "";
    if (!isInline(display) && style.contentVisibility === "hidden") return " ";
    if (style.visibility !== "visible") {
      // A visible child of a hidden parent still counts.
      traversal.visited.add(child);
      return visibleInside(child, traversal);
    }
  }
  traversal.visited.add(child);
  const text = alternative(child, traversal, "inner");
  return isInline(display) || (display === "none" && isInlineTag(tag)) ? text : ` ${text} `;
}

/**
 * Once in a name: also an embedded control that the name is for, of which a gap remains. What was
 * met by a reference may still refer to something new.
 */
function visitedText(child: Element, tag: string, traversal: Traversal): string {
  if (OPAQUE_CONTROLS.has(tag)) return " ";
  const references = attributeOf(child, "aria-labelledby");
  if (references === null || traversal.referenced || !isShown(child)) return "";
  return ` ${referencedText(child, references, traversal.visited, true)} `;
}

function visibleInside(element: Element, traversal: Traversal): string {
  let out = "";
  if (traversal.depth >= MAX_NAME_DEPTH) return out;
  const deeper = { ...traversal, depth: traversal.depth + 1 };
  for (const child of children(element)) {
    if (isElement(child)) out += childText(element, child, deeper);
  }
  return out;
}

/** Boxes of this display stand in the line of the text around them. */
/** Parts of formulas, which some browsers compute as inline and others as boxes of their own kind. */
const FORMULA = new Set(
  ("math maction merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mroot mrow ms mspace msqrt mstyle " +
    "msub msubsup msup mtable mtd mtext mtr munder munderover").split(" "),
);
const M = "m".charCodeAt(0);

/** The computed display; that of a shown formula and its parts is `block math` on every browser. */
export function displayOf(element: Element, tag: string, style: CSSStyleDeclaration): string {
  const { display } = style;
  if (tag.charCodeAt(0) !== M || !FORMULA.has(tag) || !(element instanceof MathMLElement)) {
    return display;
  }
  return display === "" || display === "none" ? display : "block math";
}

export function isInline(display: string): boolean {
  return display === "inline" || display === "contents" || display.startsWith("ruby");
}

const OPAQUE_CONTROLS = new Set(["input", "select", "textarea", "button", "meter", "progress"]);

const BLOCK_TAGS = new Set(
  ("address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 " +
    "h4 h5 h6 header hgroup hr li main nav ol p pre section table tbody td tfoot th thead tr ul")
    .split(" "),
);

function isInlineTag(tag: string): boolean {
  return !BLOCK_TAGS.has(tag);
}

/** Generated content before or after, set off where it is no inline box. */
export function pseudoText(element: Element, which: PseudoName): string {
  const found = generated(element, which);
  if (found === null) return "";
  return isInline(found.display) ? found.text : ` ${found.text} `;
}
