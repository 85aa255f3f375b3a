/**
 * The platform's own accessors, called on any node. In an isolated realm prototypes are ours, but
 * named form controls and images still shadow properties of their form and document
 * (`<input name="firstChild">`), so nothing here reads a property of a page node by its name.
 */

/** The getter of `key` itself, so that no named property of the node can stand in front of it. */
function getter<T, V>(prototype: T, key: string): (this: T) => V {
  const get = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  if (get === undefined) throw new TypeError(`No getter ${key}`);
  return get;
}

const firstChild = getter<Node, ChildNode | null>(Node.prototype, "firstChild");
const nextSibling = getter<Node, ChildNode | null>(Node.prototype, "nextSibling");
const parentNode = getter<Node, ParentNode | null>(Node.prototype, "parentNode");
const parentElement = getter<Node, Element | null>(Node.prototype, "parentElement");
const nodeType = getter<Node, number>(Node.prototype, "nodeType");
const isConnected = getter<Node, boolean>(Node.prototype, "isConnected");
const ownerDocument = getter<Node, Document | null>(Node.prototype, "ownerDocument");
const textContent = getter<Node, string | null>(Node.prototype, "textContent");
const localName = getter<Element, string>(Element.prototype, "localName");
const namespaceURI = getter<Element, string | null>(Element.prototype, "namespaceURI");
const shadowRoot = getter<Element, ShadowRoot | null>(Element.prototype, "shadowRoot");
const assignedSlot = getter<Element, HTMLSlotElement | null>(Element.prototype, "assignedSlot");
const firstElementChild = getter<Element, Element | null>(Element.prototype, "firstElementChild");
const nextElementSibling = getter<Element, Element | null>(Element.prototype, "nextElementSibling");
const data = getter<CharacterData, string>(CharacterData.prototype, "data");
const baseURI = getter<Node, string>(Node.prototype, "baseURI");
const documentElement = getter<Document, Element | null>(Document.prototype, "documentElement");
const tabIndex = getter<HTMLElement, number>(HTMLElement.prototype, "tabIndex");

const getAttribute = Element.prototype.getAttribute;
const hasAttribute = Element.prototype.hasAttribute;
const hasAttributes = Element.prototype.hasAttributes;
const getAttributeNames = Element.prototype.getAttributeNames;
const checkVisibility = Element.prototype.checkVisibility;
const matches = Element.prototype.matches;
const closest = Element.prototype.closest;
const getRootNode = Node.prototype.getRootNode;
const contains = Node.prototype.contains;
const getClientRects = Element.prototype.getClientRects;

export const ELEMENT = 1;
export const TEXT = 3;

export const firstChildOf = (node: Node): ChildNode | null => firstChild.call(node);
export const nextSiblingOf = (node: Node): ChildNode | null => nextSibling.call(node);
export const parentOf = (node: Node): ParentNode | null => parentNode.call(node);
export const parentElementOf = (node: Node): Element | null => parentElement.call(node);
export const typeOf = (node: Node): number => nodeType.call(node);
export const connected = (node: Node): boolean => isConnected.call(node);
export const documentOf = (node: Node): Document => ownerDocument.call(node) ?? document;
export const textContentOf = (node: Node): string => textContent.call(node) ?? "";
export const dataOf = (node: CharacterData): string => data.call(node);
export const baseOf = (node: Node): string => baseURI.call(node);
/** Lower-case for HTML elements. */
export const tagOf = (element: Element): string => localName.call(element);
export const namespaceOf = (element: Element): string | null => namespaceURI.call(element);
export const openRootOf = (element: Element): ShadowRoot | null => shadowRoot.call(element);
export const assignedSlotOf = (element: Element): HTMLSlotElement | null =>
  assignedSlot.call(element);
export const firstElementOf = (element: Element): Element | null => firstElementChild.call(element);
export const nextElementOf = (element: Element): Element | null => nextElementSibling.call(element);
export const rootElementOf = (owner: Document): Element | null => documentElement.call(owner);
export const attributeOf = (element: Element, name: string): string | null =>
  getAttribute.call(element, name);
export const hasAttributeOf = (element: Element, name: string): boolean =>
  hasAttribute.call(element, name);
export const hasAnyAttribute = (element: Element): boolean => hasAttributes.call(element);
export const attributeNamesOf = (element: Element): string[] => getAttributeNames.call(element);
export const isRendered = (element: Element, options?: CheckVisibilityOptions): boolean =>
  checkVisibility.call(element, options);
export const matchesOf = (element: Element, selector: string): boolean =>
  matches.call(element, selector);
export const closestOf = (element: Element, selector: string): Element | null =>
  closest.call(element, selector);
export const rootOf = (node: Node): Node => getRootNode.call(node);
export const containsOf = (node: Node, other: Node): boolean => contains.call(node, other);
export const rectsOf = (element: Element): DOMRectList => getClientRects.call(element);
export const tabIndexOf = (element: Element): number =>
  element instanceof HTMLElement ? tabIndex.call(element) : -1;

export const isElement = (node: Node): node is Element => nodeType.call(node) === ELEMENT;
export const isText = (node: Node): node is Text => nodeType.call(node) === TEXT;

const getElementById = Document.prototype.getElementById;
const fragmentElementById = DocumentFragment.prototype.getElementById;

/** The element of that id in the tree (document or shadow root) that `node` stands in. */
export function byIdNear(node: Node, id: string): Element | null {
  const root = rootOf(node);
  if (root instanceof Document) return getElementById.call(root, id);
  if (root instanceof DocumentFragment) return fragmentElementById.call(root, id);
  return null;
}

const documentQuery = Document.prototype.querySelectorAll;
const fragmentQuery = DocumentFragment.prototype.querySelectorAll;

/** All matches in one tree (document or shadow root). */
export function allIn(root: Document | ShadowRoot, selector: string): NodeListOf<Element> {
  return root instanceof Document
    ? documentQuery.call(root, selector)
    : fragmentQuery.call(root, selector);
}

const elementQuery = Element.prototype.querySelectorAll;

/** All matches inside an element. */
export function matchesIn(element: Element, selector: string): NodeListOf<Element> {
  return elementQuery.call(element, selector);
}

const styleSheets = getter<Document, StyleSheetList>(Document.prototype, "styleSheets");
const adoptedStyleSheets = getter<Document, readonly CSSStyleSheet[]>(
  Document.prototype,
  "adoptedStyleSheets",
);

/** The style sheets of a document or shadow root, its own and those that scripts adopted. */
export function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  return root instanceof Document
    ? [...styleSheets.call(root), ...adoptedStyleSheets.call(root)]
    : [...root.styleSheets, ...root.adoptedStyleSheets];
}
