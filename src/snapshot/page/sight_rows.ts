/** Whether the row of an element that closes can be seen: itself, or anything in it. */
import {
  firstChildOf,
  hasAttributeOf,
  isRendered,
  matchesIn,
  parentElementOf,
  rectsOf,
} from "./dom.ts";
import { isInSight } from "./in_sight.ts";
import { labelsOf } from "./labels.ts";
import type { Level } from "./level.ts";
import { ROLES, TARGET } from "./role_data.ts";
import { NO_ROW, type RowStore } from "./row_store.ts";
import type { Sight } from "./sight.ts";

/** Not targets, but a box of theirs shows something. */
const BOXED = new Set("generic iframe img video audio meter progressbar gridcell".split(" "));

/** Drawn by something else as often as not: pages lay them, transparent, over what they draw. */
const DRAWN_OVER = new Set(["checkbox", "radio", "range", "file", "color"]);
/** Siblings looked at for what an input is laid over. */
const MAX_SIBLINGS = 20;

export function closeSight(sight: Sight, rows: RowStore, level: Level): void {
  if (sight.seen > level.seenAt) return;
  const { role, clickRow } = level;
  const first = level.row === NO_ROW ? clickRow : level.row;
  if (first >= rows.length) return;
  const boxed = clickRow > 0 || (role !== null && (BOXED.has(role) || isTarget(role)));
  let unseen = level.unseen;
  if (boxed) {
    unseen = sight.isBoxUnseen(level) && !isOperable(level.element) &&
      !(rows.name[first] !== "" && isEmptyLink(level));
    sight.count(unseen);
  } else if (!unseen && sight.unseen > level.unseenAt) {
    // A heading whose text a picture stands in for.
    unseen = level.style === null || level.style.backgroundImage === "none" ||
      sight.isBoxUnseen(level);
    if (!unseen) sight.count(false);
  }
  if (unseen) rows.hide(first);
}

function isTarget(role: string): boolean {
  return ((ROLES.get(role) ?? 0) & TARGET) !== 0;
}

/**
 * A link in the line of text that holds nothing at all: the keyboard reaches it, and its name is all
 * there is of it. Nothing hides it, it is only empty.
 */
function isEmptyLink(level: Level): boolean {
  return !level.unseen && level.zone === 0 && level.tag === "a" &&
    level.style?.display === "inline" && level.style.position === "static" &&
    hasAttributeOf(level.element, "href") && firstChildOf(level.element) === null;
}

/** A form control out of sight that a person still operates: by its label, or by what is drawn under it. */
function isOperable(element: Element): boolean {
  const select = element instanceof HTMLSelectElement;
  const input = element instanceof HTMLInputElement;
  if (!select && !input && !(element instanceof HTMLTextAreaElement)) return false;
  if (labelsOf(element).some((label) => isInSight(label))) return true;
  if (!isInSight(element, true)) return false;
  return select || (input && DRAWN_OVER.has(element.type)) || isLaidOver(element);
}

function isLaidOver(element: Element): boolean {
  const parent = parentElementOf(element);
  const [box] = rectsOf(element);
  if (parent === null || box === undefined) return false;
  return [...matchesIn(parent, ":scope > *")].slice(0, MAX_SIBLINGS).some((one) =>
    one !== element && isRendered(one, { visibilityProperty: true, opacityProperty: true }) &&
    [...rectsOf(one)].some((other) =>
      other.left < box.right && other.right > box.left && other.top < box.bottom &&
      other.bottom > box.top
    )
  );
}
