/** One open element of the pass. Levels are reused: the pass allocates by depth, not by element. */
import type { AuthorName } from "./names.ts";
import { NO_ROW } from "./row_store.ts";

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
  titled = false;
  stateful = false;
  editing = false;

  constructor(element: Element) {
    this.element = element;
  }
}
