/**
 * The pass: document order over the flat tree, iterative, one visit an element. Text is merged
 * over inline markup, names from content are gathered on the way, rows are made and dropped as
 * elements close. The hot path of the product: no layout, no recursion, computed style once an
 * element.
 */
import {
  ARIA_HIDDEN,
  ARIA_NAME,
  attributeBits,
  EDITABLE,
  INERT,
  ONCLICK,
  ROLE,
  STATE,
  TABINDEX,
  TITLE,
} from "./attributes.ts";
import { addAside, calledBy, isAside } from "./called.ts";
import { isReplaceable, isTiny, mayBeClickable } from "./clickables.ts";
import {
  attributeOf,
  dataOf,
  ELEMENT,
  hasAnyAttribute,
  hasAttributeOf,
  tagOf,
  TEXT,
  typeOf,
} from "./dom.ts";
import { FlatTree } from "./flat_tree.ts";
import { Level } from "./level.ts";
import { displayOf, isInline, pseudoText } from "./name_text.ts";
import { authorName, descriptionOf, tooltipName } from "./names.ts";
import { NATIVE_NAMES, OpenNames } from "./open_names.ts";
import { ALWAYS, FROM_CONTENT, NAMED, ROLES, TARGET, VALUE } from "./role_data.ts";
import { isFocusable, isTargetRole, roleAt } from "./roles.ts";
import { controlOfLabel, RowEnds } from "./row_ends.ts";
import { NO_ROW, RowStore } from "./row_store.ts";
import { isEditRole, isSealed } from "./sensitive.ts";
import { Sight } from "./sight.ts";
import { closeSight } from "./sight_rows.ts";
import { statesOf } from "./states.ts";
import { hasWords } from "./text.ts";
import { TextRun } from "./text_run.ts";
import { addArea, addNamedOptions } from "./unvisited.ts";
import { isClosedDetailsContent, isShut, modalOf, UNRENDERED } from "./visibility.ts";

const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader", "row"]);

export class Walker {
  readonly rows = new RowStore();
  /** Rows of the wanted subtree, when one was given. */
  from = 0;
  to = -1;

  readonly #levels: Level[] = [];
  #depth = -1;
  #root: Element | null;
  #modal: Element | null = null;
  readonly #tree = new FlatTree();
  readonly #names = new OpenNames();
  #targets = 0;
  readonly #ends: RowEnds = new RowEnds(this.rows);
  readonly #run: TextRun = new TextRun(this.rows);
  readonly #sight = new Sight();

  constructor(root: Element | null) {
    this.#root = root;
  }

  /** Elements that may have a closed shadow root. */
  get hosts(): readonly Element[] {
    return this.#tree.hosts;
  }

  walk(start: Element): void {
    this.#modal = modalOf();
    this.#tree.noteOwners(document);
    this.#enter(start, null);
    while (this.#depth >= 0) {
      const level = this.#levels[this.#depth];
      if (level === undefined) return;
      const child = this.#tree.next(level);
      if (child === null) {
        this.#exit(level);
        continue;
      }
      const type = typeOf(child);
      if (type === TEXT) {
        if (child instanceof Text) this.#addText(child, level);
      } else if (type === ELEMENT && child instanceof Element) this.#enter(child, level);
    }
    this.#run.flush();
    if (this.to < 0) this.to = this.#root === null ? this.rows.length : 0;
  }

  #addText(text: Text, level: Level): void {
    const data = dataOf(text);
    if (!hasWords(data)) {
      this.#run.gap();
      this.#names.gap();
      return;
    }
    if (!level.isVisible() || (level.tag === "details" && isShut(level.element))) return;
    const unseen = this.#sight.isTextUnseen(level, text);
    this.#run.add(data, level.parentRow, level.exposed, unseen);
    if (level.exposed) this.#names.add(data);
  }

  /** A box that ends the line of text, or only stands apart in it. */
  #part(display: string): void {
    if (!display.startsWith("inline")) this.#run.flush();
    else this.#run.gap();
  }

  #enter(element: Element, parent: Level | null): void {
    const tag = tagOf(element);
    if (UNRENDERED.has(tag)) return;
    if (tag === "br" || tag === "wbr") {
      if (tag === "br") this.#run.gap();
      this.#names.gap();
      return;
    }
    if (parent !== null && this.#tree.isElsewhere(element, parent)) return;
    const style = this.#depth < MAX_STYLED_DEPTH ? getComputedStyle(element) : null;
    const display = style === null ? "inline" : displayOf(element, tag, style);
    if (display === "none" || display === "") {
      if (display === "" && parent !== null) this.#tree.noteHost(parent.element);
      else if (tag === "area") this.#addArea(element, parent);
      return;
    }
    if (
      parent !== null && parent.tag === "details" && isClosedDetailsContent(parent.element, element)
    ) {
      return;
    }

    const bits = hasAnyAttribute(element) ? attributeBits(element) : 0;
    const inline = isInline(display) && !this.#tree.isMoved(element);
    const level = this.#levels[++this.#depth] ??= new Level(element);
    // The control's line says the label's text, which can only be left out as rows of its own.
    if (tag === "label" && controlOfLabel(element) !== null) this.#run.flush();
    level.begin(element, tag, parent, this.rows.length, this.#targets);
    level.style = style;
    this.#sight.enter(level, bits);
    level.inline = inline;
    level.apart = display !== "inline";
    level.titled = (bits & TITLE) !== 0;
    level.stateful = (bits & STATE) !== 0;
    level.exposed = this.#isExposed(element, parent, bits);
    if (element === this.#root) {
      this.#run.flush();
      this.from = this.rows.length;
    }
    if (!inline) {
      this.#part(display);
      this.#names.gap();
    }

    if (level.exposed) this.#meet(level, parent, bits);
    // What stands in an editable field is its value: not shown where that is a secret.
    if (
      ((bits & EDITABLE) !== 0 || ((bits & ROLE) !== 0 && isEditRole(element))) && isSealed(element)
    ) return;
    const root = this.#tree.open(level, bits);
    if (root !== null) this.#sight.noteRoot(root, level, bits);
  }

  #isExposed(element: Element, parent: Level | null, bits: number): boolean {
    if (element === this.#modal) return true;
    if (parent !== null && !parent.exposed) {
      // The modal dialog is exposed wherever it stands; everything else in an unexposed place is not.
      return false;
    }
    if ((bits & INERT) !== 0) return false;
    if ((bits & ARIA_HIDDEN) !== 0 && attributeOf(element, "aria-hidden") === "true") return false;
    return parent !== null || this.#modal === null;
  }

  /** Role, row and name of an exposed element. */
  #meet(level: Level, parent: Level | null, bits: number): void {
    const { element, tag } = level;
    let role = roleAt(element, tag, parent?.role ?? null, bits);
    this.#names.meet(level);
    if (!level.acting && !level.pointer) role = this.#clickable(level, role, bits);
    level.role = role;
    if (role === null) {
      this.#names.substitute(level, bits, null);
      if ((bits & (ARIA_NAME | TITLE)) !== 0 && this.#names.open === 0) this.#call(level, bits);
      return;
    }
    const kind = ROLES.get(role) ?? 0;
    if (!level.isVisible()) {
      level.role = null;
      return;
    }
    const isCell = CELLS.has(role);
    if ((kind & FROM_CONTENT) !== 0 && (!isCell || this.#isActingCell(level, role, bits))) {
      this.#openNaming(level, role, bits, kind);
      return;
    }
    this.#names.substitute(level, bits, role);
    if ((kind & (ALWAYS | NAMED)) === 0) return;
    const named = (bits & ARIA_NAME) !== 0 || NATIVE_NAMES.has(tag);
    const author = named ? authorName(element, tag, role) : null;
    level.author = author;
    let name = author === null ? "" : author.name;
    // The content of a cell comes before its tooltip.
    if (name === "" && !isCell && (level.titled || (kind & VALUE) !== 0)) {
      name = tooltipName(element, tag, role);
    }
    if ((kind & ALWAYS) === 0) {
      const described = role === "img" && level.stateful && descriptionOf(element, "") !== "";
      if (name === "" && level.clickRow === NO_ROW && !described) return;
      if (role === "img" && this.#names.open > 0) return;
    }
    this.#run.flush();
    level.row = this.rows.add(role, name, level.parentRow, element);
    level.parentRow = level.row;
    if ((kind & TARGET) !== 0) {
      this.#targets++;
      level.acting = level.acting || role !== "listbox";
    }
    const states = statesOf(element, tag, role, kind, name, level.stateful);
    if (states !== "") this.rows.states[level.row] = states;
    if (level.clickRow === 0) this.#openClickable(level);
    if (tag === "select" && role === "combobox") {
      this.#targets += addNamedOptions(this.rows, element, level.row);
    }
  }

  /** An element without a role that has a name all the same. */
  #call(level: Level, bits: number): void {
    const { element } = level;
    const author = calledBy(level, bits);
    if (author === null || !level.isVisible()) return;
    level.author = author;
    if (isAside(level)) {
      level.aside = true;
      return;
    }
    this.#run.flush();
    level.role = "generic";
    level.row = this.rows.add("generic", author.name, level.parentRow, element);
    level.parentRow = level.row;
  }

  /** Marks pointer regions and handlers; the role becomes `clickable` where nothing else says what it is. */
  #clickable(level: Level, role: string | null, bits: number): string | null {
    const { element, tag } = level;
    const kind = role === null ? 0 : ROLES.get(role) ?? 0;
    if ((kind & TARGET) !== 0) return role;
    const points = level.style !== null && level.style.cursor === "pointer";
    if (points) level.pointer = true;
    const handles = (bits & ONCLICK) !== 0 ||
      ((bits & TABINDEX) !== 0 && tag.includes("-") && isFocusable(element, tag));
    if (!points && !handles) return role;
    if (!mayBeClickable(element, tag) || !level.isVisible()) return role;
    if (isReplaceable(role)) return "clickable";
    if (role === "gridcell") return role;
    level.clickRow = 0;
    return role;
  }

  /** A clickable inside an element that keeps its own row (a heading, a table row). */
  #openClickable(level: Level): void {
    level.clickRow = this.rows.add("clickable", "", level.parentRow, level.element);
    this.rows.states[level.clickRow] = "\ttarget";
    level.parentRow = level.clickRow;
    this.#targets++;
    if (!level.naming) this.#names.start(level);
  }

  #isActingCell(level: Level, role: string, bits: number): boolean {
    return role === "gridcell" &&
      ((bits & (TABINDEX | ONCLICK)) !== 0 || level.style?.cursor === "pointer");
  }

  #openNaming(level: Level, role: string, bits: number, kind: number): void {
    const { element, tag } = level;
    this.#run.flush();
    if ((bits & ARIA_NAME) !== 0 || NATIVE_NAMES.has(tag)) {
      level.author = authorName(element, tag, role);
      if (level.author?.from === "labelledby") this.#names.refer();
    }
    level.row = this.rows.add(role, "", level.parentRow, element);
    level.parentRow = level.row;
    if ((kind & TARGET) !== 0 || role === "gridcell") {
      this.#targets++;
      level.acting = true;
    }
    this.#names.start(level);
    this.#names.add(pseudoText(element, "::before"));
    if (level.clickRow === 0) {
      level.clickRow = this.rows.add("clickable", "", level.parentRow, element);
      this.rows.states[level.clickRow] = "\ttarget";
      level.parentRow = level.clickRow;
      this.#targets++;
    }
  }

  #exit(level: Level): void {
    this.#depth--;
    const { rows } = this;
    const { element, tag, role, row } = level;
    if (level.textAt >= 0 && (level.exposed || level.naming)) {
      this.#names.add(pseudoText(element, "::after"));
    }
    if (level.aside) addAside(level, this.#run, this.#sight);
    if (
      !level.inline || row !== NO_ROW || level.clickRow > 0 || element === this.#root ||
      (tag === "label" && controlOfLabel(element) !== null)
    ) {
      this.#run.flush();
    } else if (level.apart) this.#run.gap();

    if (level.naming) this.#closeNaming(level);
    else if (level.textAt >= 0) this.#names.closeInside(level);
    if (!level.inline) this.#names.gap();

    if (role !== null && row !== NO_ROW && !level.naming) this.#ends.close(level, role, row);
    if (level.exposed && rows.length > level.rowsAt) {
      if (tag === "label") this.#ends.closeLabel(level);
      else if (tag === "legend" || tag === "figcaption" || tag === "caption") {
        const parent = this.#levels[this.#depth];
        if (parent !== undefined && parent.author?.from === "inside") {
          rows.dropSaid(level.rowsAt, parent.author.name);
        }
      }
    }
    if (row !== NO_ROW || level.clickRow > 0) closeSight(this.#sight, rows, level);
    if (element === this.#root) this.to = rows.length;
    level.style = null;
    level.list = null;
  }

  #closeNaming(level: Level): void {
    const { rows } = this;
    const { element, tag } = level;
    const role = level.role ?? "clickable";
    const name = this.#names.close(level, role);
    const { content } = this.#names;

    const last = level.clickRow > 0 ? level.clickRow : level.row;
    if (level.clickRow > 0) this.#nameClickable(level, level.clickRow, content || name);
    const { row } = level;
    if (row !== NO_ROW) {
      const kind = ROLES.get(role) ?? 0;
      if (FROM_CONTENT & kind && (!CELLS.has(role) || role === "gridcell")) {
        rows.name[row] = name;
        rows.states[row] = statesOf(element, tag, role, kind, name, level.stateful) +
          (role === "gridcell" ? "\ttarget" : "");
        if (role === "clickable" && !this.#keepClickable(level, row, name)) return;
        if (role === "heading" && name === "" && rows.length === last + 1) {
          rows.truncate(row);
          return;
        }
      }
    }
    rows.dropSaid(last + 1, name);
  }

  #nameClickable(level: Level, row: number, name: string): void {
    this.rows.name[row] = name;
    this.#keepClickable(level, row, name);
  }

  /** A pointer region around real actionables, or around nothing, is no target of its own. */
  #keepClickable(level: Level, row: number, name: string): boolean {
    const { role } = level;
    const two = level.clickRow > 0 && role !== null && role !== "clickable" && isTargetRole(role);
    const inside = this.#targets - level.targetsAt - (two ? 2 : 1);
    const empty = name === "" && this.rows.length === row + 1 && isTiny(level.element);
    if (inside <= 0 && !empty) return true;
    this.rows.dropped[row] = true;
    this.#targets--;
    return false;
  }

  #addArea(element: Element, parent: Level | null): void {
    if (parent === null || !parent.exposed || !hasAttributeOf(element, "href")) return;
    this.#run.flush();
    const row = addArea(this.rows, element, parent.parentRow);
    if (row === NO_ROW) return;
    this.rows.unseen[row] = parent.unseen;
    this.#sight.count(parent.unseen);
    this.#targets++;
  }
}

/**
 * Below this depth (no parser makes it, scripts can) styles are not asked: each question costs the
 * browser a look at every ancestor. What stands there counts as visible inline content.
 */
const MAX_STYLED_DEPTH = 2_000;
