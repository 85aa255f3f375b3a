/** What comes next in the flat tree of the pass: shadow roots, slots, and what `aria-owns` moves. */
import { CLASS, OWN_STYLE } from "./attributes.ts";
import {
  allIn,
  attributeOf,
  closestOf,
  containsOf,
  firstChildOf,
  firstElementOf,
  hasAttributeOf,
  isRendered,
  nextSiblingOf,
} from "./dom.ts";
import { noteSheets } from "./generating.ts";
import type { Level } from "./level.ts";
import { ownedBy } from "./owned.ts";
import { assignedOf, rootOfHost } from "./roots.ts";

/** Content that is not shown as such: values, pictures, documents of their own. */
const OPAQUE = new Set(
  "input textarea canvas video audio iframe frame embed meter progress".split(" "),
);

/** Elements of HTML that can be a shadow host (DOM, "valid shadow host name"). */
const HOSTS = new Set(
  "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(
    " ",
  ),
);

export class FlatTree {
  /** Elements that may have a closed shadow root. */
  readonly hosts: Element[] = [];
  /** Classes, and tags of elements without one, whose content is not skipped. */
  readonly #shown = new Set<string>();
  readonly #owners = new Map<Element, Element>();

  /** The child to visit next; null after the last one. */
  next(level: Level): Node | null {
    if (level.list !== null) {
      const node = level.list[level.at++];
      if (node !== undefined) return node;
      level.list = null;
    } else if (level.next !== null) {
      const node = level.next;
      level.next = nextSiblingOf(node);
      return node;
    }
    if (level.owned !== null) {
      level.list = level.owned;
      level.owned = null;
      level.at = 0;
      return this.next(level);
    }
    return null;
  }

  /** Learns what moves in this tree. */
  noteOwners(root: Document | ShadowRoot): void {
    for (const owner of allIn(root, "[aria-owns]")) {
      if (isAway(owner) || closestOf(owner, "[aria-hidden=true]") !== null) continue;
      for (const owned of ownedBy(owner)) {
        if (this.#owners.has(owned) || containsOf(owned, owner) || isAway(owned)) continue;
        this.#owners.set(owned, owner);
      }
    }
  }

  /** Whether the element stands under an owner that is not its parent. */
  isMoved(element: Element): boolean {
    return this.#owners.size > 0 && this.#owners.has(element);
  }

  /** Whether the element is visited elsewhere: under its owner, not here. */
  isElsewhere(element: Element, parent: Level): boolean {
    if (this.#owners.size === 0) return false;
    const owner = this.#owners.get(element);
    return owner !== undefined && (owner !== parent.element || parent.list === null);
  }

  /** Readies the children of an entered element. Answers with its shadow root, if it has one. */
  open(level: Level, bits: number): ShadowRoot | null {
    const { element, tag } = level;
    if (isOpaque(element, tag)) return null;
    if (tag === "select" && level.role !== "listbox") return null;
    if (!level.inline && this.#isSkipped(level, bits)) return null;
    if (level.role === "img" && tag !== "svg") level.exposed = false;
    const root = rootOfHost(element);
    if (root !== null) {
      this.noteOwners(root);
      noteSheets(root);
      level.next = firstChildOf(root);
    } else {
      if (tag === "slot") {
        const assigned = assignedOf(element);
        if (assigned.length > 0) {
          level.list = assigned;
          return null;
        }
      } else if (tag.includes("-")) this.noteHost(element);
      level.next = firstChildOf(element);
      if (level.next === null && HOSTS.has(tag)) this.noteHost(element);
    }
    if (this.#owners.size > 0 && hasAttributeOf(element, "aria-owns")) {
      const owned = ownedBy(element).filter((one) => this.#owners.get(one) === element);
      if (owned.length > 0) level.owned = owned;
    }
    return root;
  }

  /**
   * Content left out by `content-visibility`. It is asked of the first element of each class only,
   * and of those with an id or style of their own: styles that skip content are rare, and the
   * worst a later one of the class can do is to be shown although it is skipped.
   */
  #isSkipped(level: Level, bits: number): boolean {
    if (level.style === null) return false;
    const kind = (bits & OWN_STYLE) !== 0
      ? null
      : (bits & CLASS) !== 0
      ? attributeOf(level.element, "class")
      : level.tag;
    if (kind !== null && this.#shown.has(kind)) return false;
    if (level.style.contentVisibility === "hidden") return true;
    if (kind !== null) this.#shown.add(kind);
    return false;
  }

  noteHost(element: Element): void {
    if (this.hosts[this.hosts.length - 1] !== element) this.hosts.push(element);
  }
}

/** Hidden from everybody: it owns nothing, and is not to be owned. */
function isAway(element: Element): boolean {
  return !isRendered(element) && getComputedStyle(element).display !== "contents";
}

/** Shows nothing of what it holds: it has a value, a picture or a document instead. */
export function isOpaque(element: Element, tag: string): boolean {
  return OPAQUE.has(tag) || (tag === "object" && !showsFallback(element));
}

function showsFallback(element: Element): boolean {
  const first = firstElementOf(element);
  return first !== null && isRendered(first);
}
