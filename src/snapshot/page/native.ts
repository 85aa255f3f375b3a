/**
 * What acting needs of the platform beyond `dom.ts`, by the same rule: read from the prototypes,
 * so that a form's field or an image named like a property cannot stand in front of it.
 */
import { allIn, isElement, namespaceOf, rootOf, tagOf, textContentOf } from "./dom.ts";

/** The accessor `key` of a prototype, as a function of the object. */
function getter<T extends object, K extends keyof T & string>(
  prototype: T,
  key: K,
): (of: T) => T[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  if (get === undefined) throw new TypeError(`No getter ${key}`);
  return (of) => get.call(of);
}

export const bodyOf = getter(Document.prototype, "body");
export const scrollerOf = getter(Document.prototype, "scrollingElement");
export const titleOf = getter(Document.prototype, "title");
export const readyStateOf = getter(Document.prototype, "readyState");
export const scrollWidthOf = getter(Element.prototype, "scrollWidth");
export const scrollHeightOf = getter(Element.prototype, "scrollHeight");
export const scrollLeftOf = getter(Element.prototype, "scrollLeft");
export const scrollTopOf = getter(Element.prototype, "scrollTop");
export const clientWidthOf = getter(Element.prototype, "clientWidth");
export const clientHeightOf = getter(Element.prototype, "clientHeight");
export const attributesOf = getter(Element.prototype, "attributes");
export const offsetWidthOf = getter(HTMLElement.prototype, "offsetWidth");
export const offsetHeightOf = getter(HTMLElement.prototype, "offsetHeight");
const innerText = getter(HTMLElement.prototype, "innerText");
const contentEditable = getter(HTMLElement.prototype, "isContentEditable");
const documentActive = getter(Document.prototype, "activeElement");
const rootActive = getter(ShadowRoot.prototype, "activeElement");

const boundingRect = Element.prototype.getBoundingClientRect;
const scrollIntoView = Element.prototype.scrollIntoView;
const focus = HTMLElement.prototype.focus;
const compare = Node.prototype.compareDocumentPosition;
const dispatch = EventTarget.prototype.dispatchEvent;
const documentHit = Document.prototype.elementFromPoint;
const rootHit = ShadowRoot.prototype.elementFromPoint;

const makeWalker = Document.prototype.createTreeWalker;
const elementQuery = Element.prototype.querySelector;

const HTML = "http://www.w3.org/1999/xhtml";

/** Where selectors, hits and focus are scoped. */
export type Scope = Document | ShadowRoot;

export function scopeOf(node: Node): Scope {
  const root = rootOf(node);
  return root instanceof ShadowRoot ? root : document;
}

const animations = Element.prototype.getAnimations;
/** Running and filling animations and transitions of the element. */
export const animationsOf = (element: Element): Animation[] => animations.call(element);
/** The border box in the viewport. */
export const rectOf = (element: Element): DOMRect => boundingRect.call(element);
export const scrollTo = (element: Element, options: ScrollIntoViewOptions): void =>
  scrollIntoView.call(element, options);
export const focusOn = (element: HTMLElement): void => focus.call(element);
export const fire = (target: EventTarget, event: Event): boolean => dispatch.call(target, event);

/** Whether `a` comes before `b` in one tree. */
export function precedes(a: Node, b: Node): boolean {
  return (compare.call(a, b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Throws a SyntaxError (DOMException) for an invalid selector. */
export function queryAll(scope: Scope, selector: string): Element[] {
  return [...allIn(scope, selector)];
}

/** Whether something inside the element matches. */
export const holds = (element: Element, selector: string): boolean =>
  elementQuery.call(element, selector) !== null;

/** Elements below `root`, in order, as `filter` lets them pass. */
export function elementWalker(
  root: Node,
  filter: ((node: Node) => number) | null = null,
): TreeWalker {
  return makeWalker.call(document, root, NodeFilter.SHOW_ELEMENT, filter);
}

export function hitIn(scope: Scope, x: number, y: number): Element | null {
  return scope instanceof Document ? documentHit.call(scope, x, y) : rootHit.call(scope, x, y);
}

export function activeIn(scope: Scope): Element | null {
  return scope instanceof Document ? documentActive(scope) : rootActive(scope);
}

/** Rendered text; the text content for elements that are not HTML. */
export function renderedText(element: Element): string {
  return element instanceof HTMLElement ? innerText(element) : textContentOf(element);
}

export function isEditable(element: Element): element is HTMLElement {
  return element instanceof HTMLElement && contentEditable(element);
}

/** An HTML element of one of the given local names. */
export function isHtml(node: Node, ...names: readonly string[]): boolean {
  return isElement(node) && namespaceOf(node) === HTML && names.includes(tagOf(node));
}
