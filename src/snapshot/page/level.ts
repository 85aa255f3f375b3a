/** One open element of the pass. Levels are reused: the pass allocates by depth, not by element. */
import type { AuthorName } from "./names.ts";
import { NO_ROW } from "./row_store.ts";
import type { Clip } from "./clips.ts";

export class Level {
  element: Element;
  tag = "";
  role: string | null = null;
  /** The element's own row, and the `clickable` row inside it where a role of its own stands before. */
  row = NO_ROW;
  clickRow = NO_ROW;
  /** Rows of children stand under this one. */
  parentRow = NO_ROW;
  rowsAt = 0;
  targetsAt = 0;
  /** Children still to come: siblings from `next`, or the nodes of `list` from `at`. */
  next: Node | null = null;
  list: readonly Node[] | null = null;
  at = 0;
  owned: readonly Element[] | null = null;
  style: CSSStyleDeclaration | null = null;
  visible: boolean | null = null;
  inline = true;
  /** Stands in the line of text, set off from it (`inline-block`). */
  apart = false;
  /** Stands in the tree given to assistive technology. */
  exposed = true;
  /** Inside something one can act on. */
  acting = false;
  /** Under a pointer cursor. */
  pointer = false;
  /** Named by its content in this pass. */
  naming = false;
  /** Where its text begins in the text being gathered; -1 outside any naming. */
  textAt = -1;
  author: AuthorName | null = null;
  /** What it adds to the names around it instead of its content. */
  substitute: string | null = null;
  /** Its name comes in a row after the line of text that it stands in. */
  aside = false;
  titled = false;
  stateful = false;
  /** Nothing in it can be seen. */
  unseen = false;
  /** What must be asked of everything in it (`sight.ts`), and of the element itself (`doubts.ts`). */
  zone = 0;
  doubts = 0;
  clip: Clip | null = null;
  scroller: Element | null = null;
  /** Colour of its text and of what it stands on; null: not known for certain. */
  ink: string | null | undefined = undefined;
  paper: string | null | undefined = undefined;
  parent: Level | null = null;
  /** How much was seen, and not seen, before it. */
  seenAt = 0;
  unseenAt = 0;

  constructor(element: Element) {
    this.element = element;
  }

  /** Starts anew for another element. */
  begin(
    element: Element,
    tag: string,
    parent: Level | null,
    rowsAt: number,
    targetsAt: number,
  ): void {
    this.element = element;
    this.tag = tag;
    this.role = null;
    this.row = NO_ROW;
    this.clickRow = NO_ROW;
    this.parentRow = parent === null ? NO_ROW : parent.parentRow;
    this.rowsAt = rowsAt;
    this.targetsAt = targetsAt;
    this.next = null;
    this.list = null;
    this.owned = null;
    this.at = 0;
    this.visible = null;
    this.acting = parent !== null && parent.acting;
    this.pointer = parent !== null && parent.pointer;
    this.naming = false;
    this.textAt = -1;
    this.author = null;
    this.aside = false;
    this.substitute = null;
    this.parent = parent;
    this.doubts = 0;
    this.ink = undefined;
    this.paper = undefined;
    if (parent === null) {
      this.unseen = false;
      this.zone = 0;
      this.clip = null;
      this.scroller = null;
      return;
    }
    this.unseen = parent.unseen;
    this.zone = parent.zone;
    this.clip = parent.clip;
    this.scroller = parent.scroller;
  }

  /** Not hidden by style; asked of the style once. */
  isVisible(): boolean {
    return this.visible ??= this.style === null || this.style.visibility === "visible";
  }
}
