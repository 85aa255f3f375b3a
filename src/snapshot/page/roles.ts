/**
 * Computed roles: explicit ones (first valid token, presentational ones resolved), else what
 * HTML-AAM gives the element where it stands. Null: no role of its own (generic, none).
 */
import { EDITABLE, ROLE } from "./attributes.ts";
import {
  allIn,
  attributeOf,
  closestOf,
  firstElementOf,
  hasAttributeOf,
  matchesOf,
  namespaceOf,
  nextElementOf,
  parentElementOf,
  rootOf,
  tabIndexOf,
  tagOf,
} from "./dom.ts";
import { isNamedByAuthor } from "./names.ts";
import { FIXED, GLOBAL_ARIA, OURS, ROLES, SYNONYMS, TARGET } from "./role_data.ts";
import { flatParent, frameIdOf } from "./roots.ts";
import { tableKindOf } from "./tables.ts";

const SVG = "http://www.w3.org/2000/svg";

/** Whether lines of this role name things one can act on. */
export function isTargetRole(role: string): boolean {
  return ((ROLES.get(role) ?? 0) & TARGET) !== 0;
}

/** The computed role as printed; null for elements without one. */
export function roleOf(element: Element): string | null {
  return computeRole(element, tagOf(element), attributeOf(element, "role"));
}

/** The same, for a caller that has the tag and the `role` attribute at hand. */
export function computeRole(
  element: Element,
  tag: string,
  attribute: string | null,
): string | null {
  if (attribute !== null) {
    const explicit = explicitRole(element, tag, attribute);
    if (explicit !== undefined) return explicit;
  }
  return nativeRole(element, tag);
}

/** The computed role, with short ways for the most frequent elements. */
export function roleAt(
  element: Element,
  tag: string,
  parentRole: string | null,
  bits: number,
): string | null {
  if ((bits & ROLE) !== 0) return computeRole(element, tag, attributeOf(element, "role"));
  if ((bits & EDITABLE) === 0 && (tag === "div" || tag === "span")) return null;
  if (tag === "li" && parentRole === "list") return "listitem";
  return computeRole(element, tag, null);
}

/** Undefined: no valid role given. */
function explicitRole(element: Element, tag: string, attribute: string): string | null | undefined {
  for (const token of attribute.toLowerCase().split(/[\t\n\f\r ]+/)) {
    if (token === "") continue;
    const role = SYNONYMS.get(token) ?? token;
    if (!ROLES.has(role) || OURS.has(role)) continue;
    if (role === "none") {
      if (isFocusable(element, tag) || hasGlobalAria(element)) return undefined;
      return null;
    }
    if (role === "generic") return null;
    if ((role === "region" || role === "form") && !isNamedByAuthor(element)) continue;
    if (!isInContext(element, role)) continue;
    return role;
  }
  return undefined;
}

/** Outside of these the browsers take no notice of the role; other roles they keep anywhere. */
const CONTEXTS: ReadonlyMap<string, string> = new Map([
  ["option", "[role=listbox],[role=combobox],select,datalist"],
  ["treeitem", "[role=tree],[role=treegrid]"],
  ["listitem", "[role=list],[role=directory],[role=feed],ul,ol,menu,dir"],
]);

function isInContext(element: Element, role: string): boolean {
  const context = CONTEXTS.get(role);
  if (context === undefined) return true;
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    if (matchesOf(up, context)) return true;
  }
  const id = attributeOf(element, "id");
  return id !== null && id !== "" && matchesAnyOwner(element, id, context);
}

function matchesAnyOwner(element: Element, id: string, context: string): boolean {
  const root = rootOf(element);
  if (!(root instanceof Document) && !(root instanceof ShadowRoot)) return false;
  for (const owner of allIn(root, `[aria-owns~="${CSS.escape(id)}"]`)) {
    if (matchesOf(owner, context)) return true;
  }
  return false;
}

function hasGlobalAria(element: Element): boolean {
  for (const name of GLOBAL_ARIA) if (hasAttributeOf(element, name)) return true;
  return false;
}

/** Focusable by keyboard or script as far as markup says. */
export function isFocusable(element: Element, tag: string): boolean {
  if (hasAttributeOf(element, "tabindex") || isEditingHost(element)) return true;
  switch (tag) {
    case "a":
    case "area":
      return hasAttributeOf(element, "href");
    case "button":
    case "input":
    case "select":
    case "textarea":
      return !hasAttributeOf(element, "disabled") && attributeOf(element, "type") !== "hidden";
    case "summary":
    case "iframe":
      return tabIndexOf(element) >= 0;
    default:
      return false;
  }
}

/** Carries `contenteditable` itself. */
function isEditingHost(element: Element): boolean {
  const value = attributeOf(element, "contenteditable");
  return value !== null && value.toLowerCase() !== "false";
}

function nativeRole(element: Element, tag: string): string | null {
  const fixed = FIXED.get(tag);
  if (fixed !== undefined) return ofFixed(element, tag, fixed);
  switch (tag) {
    case "div":
    case "span":
      return editable(element);
    case "a":
    case "area":
      return hasAttributeOf(element, "href") ||
          (namespaceOf(element) === SVG && hasAttributeOf(element, "xlink:href"))
        ? "link"
        : hasAttributeOf(element, "onclick") && tag === "a"
        ? "link"
        : editable(element);
    case "li":
      return isListItem(element) ? "listitem" : editable(element);
    case "img":
      return imageRole(element);
    case "svg":
      return "img";
    case "g":
      return isNamedGraphic(element) ? "group" : null;
    case "circle":
    case "ellipse":
    case "image":
    case "line":
    case "path":
    case "polygon":
    case "polyline":
    case "rect":
    case "use":
      return isNamedGraphic(element) ? "img" : null;
    case "input":
      return inputRole(element);
    case "select":
      return hasAttributeOf(element, "multiple") || Number(attributeOf(element, "size")) > 1
        ? "listbox"
        : "combobox";
    case "summary":
      return isSummary(element) ? "disclosure" : editable(element);
    case "header":
      return isScoped(element) ? editable(element) : "banner";
    case "footer":
      return isScoped(element) ? editable(element) : "contentinfo";
    case "section":
      return isNamedByAuthor(element) ? "region" : editable(element);
    case "aside":
      return isScoped(element, SECTIONS) && !isNamedByAuthor(element)
        ? editable(element)
        : "complementary";
    case "table":
    case "thead":
    case "tbody":
    case "tfoot":
    case "tr":
    case "td":
    case "th":
      return tableRole(element, tag);
    // What holds a document is a frame; what holds a picture or a plug-in is not.
    case "object":
    case "embed":
      return frameIdOf(element) === null ? editable(element) : "iframe";
    default:
      return editable(element);
  }
}

function editable(element: Element): string | null {
  return isEditingHost(element) ? "textbox" : null;
}

function ofFixed(element: Element, tag: string, fixed: string): string | null {
  // A list that is no list any more has no items; nothing else depends on the place.
  return tag === "option" && closestOf(element, "select,datalist,[role=listbox]") === null
    ? null
    : fixed;
}

/** An `img`: decorative with an empty `alt`, unless the author names it otherwise. */
function imageRole(element: Element): string | null {
  if (attributeOf(element, "alt") !== "") return "img";
  return isNamedByAuthor(element) || hasAttributeOf(element, "tabindex") ? "img" : null;
}

/** A part of a drawing that has a `title` of its own or is named by ARIA (SVG-AAM). */
function isNamedGraphic(element: Element): boolean {
  for (let child = firstElementOf(element); child !== null; child = nextElementOf(child)) {
    if (tagOf(child) === "title") return true;
  }
  return hasAttributeOf(element, "aria-label") || hasAttributeOf(element, "aria-labelledby");
}

function inputRole(element: Element): string | null {
  switch ((attributeOf(element, "type") ?? "text").toLowerCase()) {
    case "hidden":
      return null;
    case "button":
    case "submit":
    case "reset":
    case "image":
    case "file":
    case "color":
      return "button";
    case "checkbox":
      return "checkbox";
    case "radio":
      return "radio";
    case "range":
      return "slider";
    case "number":
      return "spinbutton";
    case "search":
      return hasAttributeOf(element, "list") ? "combobox" : "searchbox";
    case "password":
    case "date":
    case "datetime-local":
    case "month":
    case "time":
    case "week":
      return "textbox";
    default:
      return hasAttributeOf(element, "list") ? "combobox" : "textbox";
  }
}

/** The first summary of a details element. */
export function isSummary(element: Element): boolean {
  const parent = parentElementOf(element);
  if (parent === null || tagOf(parent) !== "details") return false;
  for (let child = firstElementOf(parent); child !== null; child = nextElementOf(child)) {
    if (tagOf(child) === "summary") return child === element;
  }
  return false;
}

const LISTS = new Set(["ul", "ol", "menu", "dir"]);

/** Stands in a list, with nothing between that has a role of its own, or is owned by one. */
function isListItem(element: Element): boolean {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    const tag = tagOf(up);
    const given = attributeOf(up, "role");
    if (given === null && LISTS.has(tag)) return true;
    const role = computeRole(up, tag, given);
    if (role === "list") return true;
    if (role !== null || LISTS.has(tag)) break;
  }
  const id = attributeOf(element, "id");
  return id !== null && id !== "" && matchesAnyOwner(element, id, "[role=list],ul,ol,menu,dir");
}

const SECTIONS = "article,aside,nav,section,[role=article],[role=complementary]," +
  "[role=navigation],[role=region]";
const SCOPES = `${SECTIONS},main,[role=main]`;

/** `header` and `footer` inside sectioning content are no landmarks. */
function isScoped(element: Element, scopes = SCOPES): boolean {
  const parent = flatParent(element);
  return parent !== null && closestOf(parent, scopes) !== null;
}

function tableRole(element: Element, tag: string): string | null {
  const table = tag === "table" ? element : closestOf(element, "table");
  if (table === null) return editable(element);
  const kind = tableKindOf(table);
  if (kind === "layout") return editable(element);
  switch (tag) {
    case "table":
      return "table";
    case "tr":
      return "row";
    case "td":
      return kind === "grid" ? "gridcell" : "cell";
    case "th":
      return headerRole(element, kind);
    default:
      return "rowgroup";
  }
}

function headerRole(element: Element, kind: "data" | "grid"): string {
  switch ((attributeOf(element, "scope") ?? "").toLowerCase()) {
    case "row":
    case "rowgroup":
      return "rowheader";
    case "col":
    case "colgroup":
      return "columnheader";
  }
  // Without scope: heads its column when the row holds nothing but headers, else its row.
  const row = parentElementOf(element);
  if (row === null) return kind === "grid" ? "gridcell" : "columnheader";
  const group = parentElementOf(row);
  if (group !== null && tagOf(group) === "thead") return "columnheader";
  for (let cell = firstElementOf(row); cell !== null; cell = nextElementOf(cell)) {
    if (tagOf(cell) === "td") return "rowheader";
  }
  return "columnheader";
}

/** Level of a heading, 1 to 9; a heading without one is level 2, as ARIA has it. */
export function headingLevel(element: Element, tag: string): number {
  const given = Number.parseInt(attributeOf(element, "aria-level") ?? "", 10);
  if (given > 0) return given;
  const code = tag.length === 2 && tag.charCodeAt(0) === 104 ? tag.charCodeAt(1) - 48 : 0;
  return code >= 1 && code <= 6 ? code : 2;
}
