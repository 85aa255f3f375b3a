/**
 * Accessible names (accname 1.2, HTML-AAM), the one name function of the product. The walker adds
 * up names from content in its own pass with the pieces exported here; references (labelledby,
 * label) and single elements are computed on the side. Both give the same name (a test says so).
 */
import {
  attributeOf,
  byIdNear,
  dataOf,
  firstElementOf,
  hasAttributeOf,
  isElement,
  isRendered,
  isText,
  namespaceOf,
  nextElementOf,
  tagOf,
  textContentOf,
} from "./dom.ts";
import { labelsOf } from "./labels.ts";
import { generated, type PseudoName } from "./pseudo.ts";
import { APART, FROM_CONTENT, ROLES, SILENT, VALUE } from "./role_data.ts";
import { roleOf } from "./roles.ts";
import { children, flatParent } from "./roots.ts";
import { collapse } from "./text.ts";
import { isClosedDetailsContent, isShut, UNRENDERED } from "./visibility.ts";

/** Where the author's name came from; content and tooltip follow when there is none. */
export interface AuthorName {
  readonly name: string;
  /** `label`: text of elements that stand elsewhere on the page. */
  readonly from: "aria" | "labelledby" | "label" | "attribute" | "inside";
}

/** Side computations go down this deep; below, plain text content stands in. */
const MAX_NAME_DEPTH = 300;

interface Traversal {
  readonly visited: Set<Element>;
  /** Inside a labelledby reference: no second hop. */
  readonly referenced: boolean;
  /** The reference itself is hidden: its content counts although nothing of it is shown. */
  readonly hidden: boolean;
  readonly depth: number;
}

/**
 * The accessible name, white space collapsed; "" where there is none. `role`: the printed role
 * where it is not the computed one (`clickable`).
 */
export function nameOf(element: Element, role: string | null = roleOf(element)): string {
  const tag = tagOf(element);
  const author = authorName(element, tag, role);
  if (author !== null) return author.name;
  if (role !== null && isNamedByContent(role) && isShown(element)) {
    const content = collapse(contentOf(element, {
      visited: new Set([element]),
      referenced: false,
      hidden: false,
      depth: 0,
    }));
    if (content !== "") return content;
  }
  return tooltipName(element, tag, role);
}

export function isNamedByContent(role: string): boolean {
  return ((ROLES.get(role) ?? 0) & FROM_CONTENT) !== 0;
}

/** Name by `aria-labelledby`, `aria-label` or the element's own kind; null where none of them says one. */
export function authorName(element: Element, tag: string, role: string | null): AuthorName | null {
  const references = attributeOf(element, "aria-labelledby");
  if (references !== null) {
    const name = referencedText(element, references);
    if (name !== "") return { name, from: "labelledby" };
  }
  const label = attributeOf(element, "aria-label");
  if (label !== null) {
    const name = collapse(label);
    if (name !== "") return { name, from: "aria" };
  }
  return nativeName(element, tag, role);
}

/** Cheap answer to "does the author name it": for roles that hang on it. */
export function isNamedByAuthor(element: Element): boolean {
  if (collapse(attributeOf(element, "aria-label") ?? "") !== "") return true;
  const references = attributeOf(element, "aria-labelledby");
  if (references !== null) {
    // Whether the text there is empty is not asked: a name may hang on this very role.
    for (const id of references.split(/\s+/)) {
      if (id !== "" && byIdNear(element, id) !== null) return true;
    }
  }
  return collapse(attributeOf(element, "title") ?? "") !== "";
}

/** The tooltip, and for text fields the placeholder. */
export function tooltipName(element: Element, tag: string, role: string | null): string {
  const title = collapse(attributeOf(element, "title") ?? "");
  if (title !== "" && !(tag === "input" && attributeOf(element, "type") === "file")) return title;
  if (tag === "input" || tag === "textarea") {
    const placeholder = collapse(attributeOf(element, "placeholder") ?? "");
    if (placeholder !== "") return placeholder;
  }
  if (role === "textbox" || role === "searchbox" || role === "combobox") {
    return collapse(attributeOf(element, "aria-placeholder") ?? "");
  }
  return "";
}

/** Text of the elements that `aria-labelledby` or `aria-describedby` names. */
export function referencedText(
  element: Element,
  ids: string,
  visited: Set<Element> = new Set(),
): string {
  let out = "";
  for (const id of ids.split(/\s+/)) {
    if (id === "") continue;
    const target = byIdNear(element, id);
    if (target === null || (visited.has(target) && target !== element)) continue;
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
function isShown(element: Element): boolean {
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
function alternative(
  element: Element,
  traversal: Traversal,
  place: "root" | "self" | "inner",
): string {
  const tag = tagOf(element);
  if (UNRENDERED.has(tag)) return "";
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
  return content + tooltipInside(element, tag, role);
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
function contentOf(element: Element, traversal: Traversal): string {
  if (traversal.depth >= MAX_NAME_DEPTH) return textContentOf(element);
  let out = pseudoText(element, "::before");
  const deeper = { ...traversal, depth: traversal.depth + 1 };
  for (const child of children(element)) {
    if (isText(child)) {
      // The text of a closed `details` is not shown.
      if (!isShut(element) || traversal.hidden) out += dataOf(child);
      continue;
    }
    if (isElement(child)) out += childText(element, child, deeper);
  }
  for (const owned of ownedBy(element)) {
    if (!traversal.visited.has(owned)) out += ` ${childText(null, owned, deeper)} `;
  }
  return out + pseudoText(element, "::after");
}

function childText(parent: Element | null, child: Element, traversal: Traversal): string {
  const tag = tagOf(child);
  if (tag === "br") return " ";
  if (tag === "wbr") return " ";
  if (UNRENDERED.has(tag) || tag === "rt") return "";
  // Once in a name: also an embedded control that the name is for, of which a gap remains.
  if (traversal.visited.has(child)) return OPAQUE_CONTROLS.has(tag) ? " " : "";
  if (parent !== null && isClosedDetailsContent(parent, child) && !traversal.hidden) return "";
  const style = getComputedStyle(child);
  const { display } = style;
  if (display === "") return "";
  if (!traversal.hidden) {
    if (display === "none" || attributeOf(child, "aria-hidden") === "true") return "";
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

/** What a control adds to another name: its value. Null: no such control. */
export function embeddedValue(element: Element, tag: string, role: string | null): string | null {
  if (role === null || ((ROLES.get(role) ?? 0) & VALUE) === 0) return null;
  switch (role) {
    case "textbox":
    case "searchbox":
      return textValue(element);
    case "combobox":
      if (element instanceof HTMLSelectElement) return chosen(element);
      if (tag === "input") return textValue(element);
      return customChoice(element);
    case "listbox":
      if (element instanceof HTMLSelectElement) return chosen(element);
      return customChoice(element);
    default:
      return rangeText(element, role);
  }
}

function textValue(element: Element): string {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    return element.type === "password" ? "" : element.value;
  }
  return textContentOf(element);
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
    for (const option of owner.querySelectorAll("[role=option][aria-selected=true]")) {
      out.push(nameOf(option));
    }
  }
  return out.length === 0 ? null : out.join(" ");
}

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

/** Elements that `aria-owns` puts at the end of this one's children. */
export function ownedBy(element: Element): Element[] {
  const ids = attributeOf(element, "aria-owns");
  if (ids === null) return [];
  const out: Element[] = [];
  for (const id of ids.split(/\s+/)) {
    const owned = id === "" ? null : byIdNear(element, id);
    if (owned !== null && owned !== element && !out.includes(owned)) out.push(owned);
  }
  return out;
}

/** HTML-AAM's own ways to name an element. `traversal`: as part of another name. */
function nativeName(
  element: Element,
  tag: string,
  role: string | null,
  traversal?: Traversal,
): AuthorName | null {
  switch (tag) {
    case "input":
      return inputName(element, traversal);
    case "select":
    case "textarea":
    case "meter":
    case "progress":
    case "output":
      return labelled(element, traversal);
    case "button":
      return traversal === undefined ? labelled(element, traversal) : null;
    case "img":
    case "area":
      // An empty `alt` is a name too: there is nothing to say.
      return hasAttributeOf(element, "alt") && attribute(element, "alt") === null
        ? { name: "", from: "attribute" }
        : attribute(element, "alt");
    case "iframe":
    case "frame":
      return null;
    case "svg":
      return firstOf(element, "title");
    case "figure":
      // Chromium does not count a caption into the names around the figure.
      return role === "figure" && traversal === undefined ? firstOf(element, "figcaption") : null;
    case "table":
      return firstOf(element, "caption");
    case "fieldset":
      return firstOf(element, "legend");
    case "optgroup":
      return attribute(element, "label");
    case "option": {
      const label = attribute(element, "label");
      return label;
    }
    default:
      return hasAttributeOf(element, "label") && tag === "track"
        ? attribute(element, "label")
        : custom(element, tag, traversal);
  }
}

/** Form-associated custom elements may have labels. */
function custom(element: Element, tag: string, traversal?: Traversal): AuthorName | null {
  if (traversal !== undefined || !tag.includes("-")) {
    return namespaceOf(element) === SVG && tag === "a" ? attribute(element, "xlink:title") : null;
  }
  return null;
}

const SVG = "http://www.w3.org/2000/svg";

function attribute(element: Element, name: string): AuthorName | null {
  const value = attributeOf(element, name);
  if (value === null) return null;
  const text = collapse(value);
  return text === "" ? null : { name: text, from: "attribute" };
}

/** The text of the first child of that tag. */
function firstOf(element: Element, tag: string): AuthorName | null {
  for (let child = firstElementOf(element); child !== null; child = nextElementOf(child)) {
    if (tagOf(child) !== tag) continue;
    const name = tag === "title" ? collapse(textContentOf(child)) : collapse(alternative(child, {
      visited: new Set([element, child]),
      referenced: false,
      hidden: !isShown(child),
      depth: 0,
    }, "root"));
    return name === "" ? null : { name, from: "inside" };
  }
  return null;
}

function inputName(element: Element, traversal?: Traversal): AuthorName | null {
  if (!(element instanceof HTMLInputElement)) return null;
  const label = labelled(element, traversal);
  if (label !== null) return label;
  switch (element.type) {
    case "submit":
    case "button":
    case "reset": {
      const value = attributeOf(element, "value");
      if (value !== null) {
        const text = collapse(value);
        return text === "" ? null : { name: text, from: "attribute" };
      }
      if (element.type === "button") return null;
      if (hasAttributeOf(element, "title")) return null;
      return { name: element.type === "submit" ? "Submit" : "Reset", from: "attribute" };
    }
    case "image": {
      const named = attribute(element, "alt") ?? attribute(element, "value") ??
        attribute(element, "title");
      return named ?? { name: "Submit", from: "attribute" };
    }
    case "file":
      return {
        name: element.files !== null && element.files.length > 0 ? "" : "Choose File",
        from: "attribute",
      };
    default:
      return null;
  }
}

/** The text of the element's labels. */
function labelled(element: Element, traversal?: Traversal): AuthorName | null {
  const labels = labelsOf(element);
  if (labels.length === 0) return null;
  let out = "";
  for (const label of labels) {
    if (traversal?.visited.has(label) === true) continue;
    const text = alternative(label, {
      visited: new Set([element, label]),
      referenced: false,
      hidden: !isShown(label),
      depth: traversal?.depth ?? 0,
    }, "root");
    out = out === "" ? text : `${out} ${text}`;
  }
  const name = collapse(out);
  return name === "" ? null : { name, from: "label" };
}

/** The description: `aria-describedby`, `aria-description`, or the tooltip when it is not the name. */
export function descriptionOf(element: Element, name: string): string {
  const references = attributeOf(element, "aria-describedby");
  if (references !== null) {
    const text = referencedText(element, references);
    if (text !== "") return text;
  }
  const own = collapse(attributeOf(element, "aria-description") ?? "");
  if (own !== "") return own;
  const title = collapse(attributeOf(element, "title") ?? "");
  return title !== "" && title !== name ? title : "";
}
