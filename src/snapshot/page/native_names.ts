/** HTML's own ways to name an element: labels, `alt`, captions, values of buttons (HTML-AAM). */
import {
  attributeOf,
  firstElementOf,
  hasAttributeOf,
  namespaceOf,
  nextElementOf,
  tagOf,
  textContentOf,
} from "./dom.ts";
import { labelsOf } from "./labels.ts";
import { alternative, isShown, type Traversal } from "./name_text.ts";
import type { AuthorName } from "./names.ts";
import { collapse } from "./text.ts";

/** Null: the element's own kind says no name. `traversal`: as part of another name. */
export function nativeName(
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
      return role === null ? NOTHING : attribute(element, "alt") ?? nothingToSay(element);
    case "area":
      return attribute(element, "alt") ?? nothingToSay(element);
    case "iframe":
    case "frame":
    case "object":
    case "embed":
      return null;
    case "svg":
    case "g":
    case "circle":
    case "ellipse":
    case "image":
    case "line":
    case "path":
    case "polygon":
    case "polyline":
    case "rect":
    case "use":
      return firstOf(element, "title");
    case "figure":
      // Chromium does not count a caption into the names around the figure.
      return role === "figure" && traversal === undefined ? firstOf(element, "figcaption") : null;
    case "table":
      return role === null ? null : firstOf(element, "caption");
    case "fieldset":
      return role === null ? null : firstOf(element, "legend");
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

/** A name that says nothing: content and tooltip do not stand in for it. */
const NOTHING: AuthorName = { name: "", from: "attribute" };

/** An empty `alt` is a name too, but for a tooltip. */
function nothingToSay(element: Element): AuthorName | null {
  const said = hasAttributeOf(element, "alt") && attribute(element, "title") === null;
  return said ? NOTHING : null;
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
    if (tag !== "title" && !isShown(child)) return null;
    const name = tag === "title" ? collapse(textContentOf(child)) : collapse(alternative(child, {
      visited: new Set([element, child]),
      referenced: false,
      hidden: false,
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
    // A label that nobody is shown labels nothing (HTML-AAM); a reference to it still may.
    if (traversal?.visited.has(label) === true || !isShown(label)) continue;
    const text = alternative(label, {
      visited: new Set([element, label]),
      referenced: false,
      hidden: false,
      depth: traversal?.depth ?? 0,
    }, "root");
    out = out === "" ? text : `${out} ${text}`;
  }
  const name = collapse(out);
  return name === "" ? null : { name, from: "label" };
}
