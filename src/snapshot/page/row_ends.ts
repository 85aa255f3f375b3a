/** What becomes of a row when its element closes: kept, dropped, or merged with what it holds. */
import { isRendered } from "./dom.ts";
import { labelsOf } from "./labels.ts";
import type { Level } from "./level.ts";
import { nameOf, tooltipName } from "./names.ts";
import { ROLES } from "./role_data.ts";
import { isTargetRole } from "./roles.ts";
import { NO_ROW, type RowStore } from "./row_store.ts";
import { statesOf } from "./states.ts";

/** Rows without name and content that still say something. */
const KEPT_EMPTY = new Set([
  "cell",
  "gridcell",
  "columnheader",
  "rowheader",
  "iframe",
  "img",
  "meter",
  "progressbar",
  "video",
  "audio",
  "alertdialog",
  "dialog",
]);

/** Longest text of a cell that is shown as its name, UTF-16 units. */
const MAX_CELL_CHARS = 1_000;

/**
 * The control whose line says the label's text. A further label of the same control may stand
 * elsewhere (pages give an id twice): its text stays where it is.
 */
export function controlOfLabel(element: Element): Element | null {
  const control = element instanceof HTMLLabelElement ? element.control : null;
  if (control === null || labelsOf(control)[0] !== element) return null;
  return isRendered(control, { visibilityProperty: true }) ? control : null;
}

export class RowEnds {
  readonly #rows: RowStore;
  /** Items counted by the row of their list. */
  readonly #items = new Map<number, number>();

  constructor(rows: RowStore) {
    this.#rows = rows;
  }

  /** A row that is not named by content in this pass. */
  close(level: Level, role: string, row: number): void {
    const rows = this.#rows;
    const first = row + 1;
    switch (role) {
      case "cell":
      case "gridcell":
      case "columnheader":
      case "rowheader":
        this.#closeCell(level, role, row);
        return;
      case "listitem":
        if (rows.name[row] === "" && rows.keptFrom(first, 2) < 2) rows.dropped[row] = true;
        else if (level.author !== null) rows.dropSaid(first, level.author.name);
        this.#countItem(level);
        return;
      case "list":
        this.#closeList(row);
    }
    const name = rows.name[row] ?? "";
    if (name === "" && rows.length === first && !KEPT_EMPTY.has(role) && !isTargetRole(role)) {
      rows.truncate(row);
      return;
    }
    if (level.author !== null && level.author.from !== "labelledby") {
      if (level.author.from !== "inside") rows.dropSaid(first, name);
    }
  }

  /** A cell that holds only text is one row. */
  #closeCell(level: Level, role: string, row: number): void {
    const rows = this.#rows;
    const given = rows.name[row] ?? "";
    if (given !== "") {
      rows.dropSaid(row + 1, given);
      return;
    }
    if (level.titled && rows.length === row + 1) {
      const { element, tag } = level;
      const name = rows.name[row] = tooltipName(element, tag, role);
      rows.states[row] = statesOf(element, tag, role, ROLES.get(role) ?? 0, name, true);
      return;
    }
    if (!rows.onlyText(row + 1)) return;
    const text = rows.textFrom(row + 1);
    if (text.length > MAX_CELL_CHARS) return;
    rows.truncate(row + 1);
    rows.name[row] = text;
  }

  /** The label's text is said by its control's line. */
  closeLabel(level: Level): void {
    const control = controlOfLabel(level.element);
    if (control !== null) this.#rows.dropSaid(level.rowsAt, nameOf(control));
  }

  #countItem(level: Level): void {
    const list = this.#rows.parent[level.row] ?? NO_ROW;
    if (list !== NO_ROW) this.#items.set(list, (this.#items.get(list) ?? 0) + 1);
  }

  #closeList(row: number): void {
    const items = this.#items.get(row);
    this.#items.delete(row);
    if (items !== undefined) this.#rows.states[row] = `${this.#rows.states[row]}\titems=${items}`;
  }
}
