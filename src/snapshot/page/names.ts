/**
 * Accessible names (accname 1.2, HTML-AAM), the one name function of the product. The walker adds
 * up names from content in its own pass, from the same pieces (`name_text.ts`, `native_names.ts`,
 * `embedded.ts`); references (labelledby, label) and single elements are computed on the side.
 * Both give the same name (a test says so).
 */
import { attributeOf, byIdNear, tagOf } from "./dom.ts";
import { contentOf, isShown, referencedText } from "./name_text.ts";
import { nativeName } from "./native_names.ts";
import { FROM_CONTENT, ROLES } from "./role_data.ts";
import { roleOf } from "./roles.ts";
import { collapse } from "./text.ts";

/** Where the author's name came from; content and tooltip follow when there is none. */
export interface AuthorName {
  readonly name: string;
  /** `label`: text of elements that stand elsewhere on the page. */
  readonly from: "aria" | "labelledby" | "label" | "attribute" | "inside";
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

function isNamedByContent(role: string): boolean {
  return ((ROLES.get(role) ?? 0) & FROM_CONTENT) !== 0;
}

/** Name by `aria-labelledby`, `aria-label` or the element's own kind; null where none of them says one. */
export function authorName(element: Element, tag: string, role: string | null): AuthorName | null {
  // A slot is nothing of its own: names on it are not heard.
  if (tag === "slot") return null;
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
