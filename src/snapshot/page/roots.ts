/**
 * The flat tree of a frame: shadow roots (open ones, and closed ones the engine has linked),
 * slots with their assigned nodes, and which child frame stands in which frame element.
 */
import {
  assignedSlotOf,
  firstChildOf,
  isElement,
  nextSiblingOf,
  openRootOf,
  parentOf,
} from "./dom.ts";
import { hitIn, rectOf } from "./native.ts";

const closedRoots = new WeakMap<Element, ShadowRoot>();
const frameIds = new WeakMap<Element, string>();
const frameElements = new Map<string, WeakRef<Element>>();
const offered = new WeakSet<Element>();
let hosts: WeakRef<Element>[] = [];
let anyClosed = false;

/** The engine found this root, which the page keeps closed: it becomes part of the flat tree. */
export function linkRoot(root: ShadowRoot): void {
  if (openRootOf(root.host) !== null) return;
  closedRoots.set(root.host, root);
  anyClosed = true;
}

/** The element's shadow root, open or linked. */
export function rootOfHost(host: Element): ShadowRoot | null {
  const open = openRootOf(host);
  return open !== null || !anyClosed ? open : closedRoots.get(host) ?? null;
}

/** The frame element holds the child frame of that id. */
export function linkChild(element: Element, frameId: string): void {
  frameIds.set(element, frameId);
  frameElements.set(frameId, new WeakRef(element));
}

/** The id of the child frame that the element holds; null when not told. */
export function frameIdOf(element: Element): string | null {
  return frameIds.get(element) ?? null;
}

/** The element that holds the child frame now; null when unknown or when it holds another. */
export function frameElementOf(frameId: string): Element | null {
  const element = frameElements.get(frameId)?.deref();
  return element !== undefined && frameIds.get(element) === frameId ? element : null;
}

/** A candidate host by its number in the last walk's header; null when gone. */
export function hostByNumber(number: number): Element | null {
  return hosts[number]?.deref() ?? null;
}

/** Hosts offered by one walk at most: each costs a question to the browser. */
const MAX_OFFERED = 256;

/**
 * Numbers for the candidates of one walk; a host is offered once in its life. An empty element is
 * offered once it takes or shows some room.
 */
export function offerHosts(candidates: readonly Element[]): number[] {
  hosts = [];
  const numbers: number[] = [];
  let front: Element | null | undefined;
  for (const host of candidates) {
    if (hosts.length >= MAX_OFFERED) break;
    if (offered.has(host)) continue;
    if (!takesRoom(host)) {
      // A dialog in the top layer takes no room of its host, and is what the pointer hits.
      front ??= hitIn(document, innerWidth / 2, innerHeight / 2);
      if (front !== host) continue;
    }
    offered.add(host);
    numbers.push(hosts.push(new WeakRef(host)) - 1);
  }
  return numbers;
}

function takesRoom(host: Element): boolean {
  if (firstChildOf(host) !== null || host.localName.includes("-")) return true;
  const { width, height } = rectOf(host);
  const room = width * height > 0 ||
    (host.scrollWidth > width && host.scrollHeight > height);
  return room && (host.localName !== "span" || !isDrawn(host));
}

/** An empty span that is an icon or a gap, as there are hundreds on some pages: its style gives it its room. */
function isDrawn(span: Element): boolean {
  const { display, backgroundImage, maskImage } = getComputedStyle(span);
  if (display !== "inline" || backgroundImage !== "none" || maskImage !== "none") return true;
  return ["::before", "::after"].some((part) => getComputedStyle(span, part).content !== "none");
}

const assignedNodes = HTMLSlotElement.prototype.assignedNodes;
const NONE: readonly Node[] = [];

/** The nodes assigned to a slot; empty for other elements and for a slot that shows its own content. */
export function assignedOf(element: Element): readonly Node[] {
  return element instanceof HTMLSlotElement ? assignedNodes.call(element) : NONE;
}

/** Children in the flat tree, elements and others: of the known root, of a slot its assigned nodes, else its own. */
export function* children(node: Node): Generator<Node> {
  let from = node;
  if (isElement(node)) {
    const assigned = assignedOf(node);
    if (assigned.length > 0) {
      yield* assigned;
      return;
    }
    from = rootOfHost(node) ?? node;
  }
  for (let child = firstChildOf(from); child !== null; child = nextSiblingOf(child)) yield child;
}

/** The parent element in the flat tree; null for the root, and for a light child that no slot shows. */
export function flatParent(node: Node): Element | null {
  const parent = parentOf(node);
  if (parent === null) return null;
  if (parent instanceof ShadowRoot) return parent.host;
  if (!isElement(parent)) return null;
  if (rootOfHost(parent) === null) return parent;
  const slot = isElement(node)
    ? assignedSlotOf(node)
    : node instanceof Text
    ? node.assignedSlot
    : null;
  return slot ?? (anyClosed ? slotIn(parent, node) : null);
}

/** `assignedSlot` keeps slots of closed roots to itself: look for the slot that lists the node. */
function slotIn(host: Element, node: Node): Element | null {
  const root = closedRoots.get(host);
  if (root === undefined) return null;
  for (const slot of root.querySelectorAll("slot")) {
    if (assignedOf(slot).includes(node)) return slot;
  }
  return null;
}
