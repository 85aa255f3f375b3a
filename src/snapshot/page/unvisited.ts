/** Rows of what the pass does not visit: it has no box of its own, and is shown by something else. */
import { attributeOf, hasAttributeOf, isRendered, matchesIn } from "./dom.ts";
import { nameOf } from "./names.ts";
import { ROLES } from "./role_data.ts";
import { computeRole } from "./roles.ts";
import { NO_ROW, type RowStore } from "./row_store.ts";
import { statesOf } from "./states.ts";
import { areaImage } from "./visibility.ts";

/** The row of a map's area that is a link, under the row given; NO_ROW where it is none. */
export function addArea(rows: RowStore, area: Element, parent: number): number {
  if (!hasAttributeOf(area, "href")) return NO_ROW;
  const image = areaImage(area);
  if (image === null || !isRendered(image, { visibilityProperty: true })) return NO_ROW;
  return add(rows, area, "area", "link", parent);
}

/**
 * The choices of a closed select are told by their number. Those that ARIA gives another name than
 * their text have rows; answers with how many.
 */
export function addNamedOptions(rows: RowStore, select: Element, parent: number): number {
  let count = 0;
  for (const option of matchesIn(select, "option[aria-label],option[aria-labelledby]")) {
    add(rows, option, "option", "option", parent);
    count++;
  }
  return count;
}

function add(rows: RowStore, element: Element, tag: string, usual: string, parent: number): number {
  const role = computeRole(element, tag, attributeOf(element, "role")) ?? usual;
  const name = nameOf(element, role);
  const row = rows.add(role, name, parent, element);
  rows.states[row] = statesOf(element, tag, role, ROLES.get(role) ?? 0, name, true);
  return row;
}
