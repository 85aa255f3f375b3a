/**
 * The pass: document order over the flat tree, iterative, one visit an element. Text is merged
 * over inline markup, names from content are gathered on the way, rows are made and dropped as
 * elements close. The hot path of the product: no layout, no recursion, computed style once an
 * element.
 */
import {
  allIn,
  attributeNamesOf,
  attributeOf,
  containsOf,
  dataOf,
  ELEMENT,
  firstChildOf,
  hasAnyAttribute,
  hasAttributeOf,
  isRendered,
  nextSiblingOf,
  rectsOf,
  tagOf,
  TEXT,
  typeOf,
} from "./dom.ts";
import { noteSheets } from "./generating.ts";
import { Level } from "./level.ts";
import {
  authorName,
  embeddedValue,
  isApart,
  isInline,
  isSilent,
  nameOf,
  ownedBy,
  pseudoText,
  tooltipInside,
  tooltipName,
} from "./names.ts";
import { ALWAYS, FROM_CONTENT, NAMED, ROLES, TARGET, VALUE } from "./role_data.ts";
import { computeRole, isFocusable } from "./roles.ts";
import { assignedOf, rootOfHost } from "./roots.ts";
import { NO_ROW, RowStore } from "./row_store.ts";
import { statesOf } from "./states.ts";
import { collapse, hasWords } from "./text.ts";
import { areaImage, isClosedDetailsContent, isShut, modalOf, UNRENDERED } from "./visibility.ts";

const ROLE = 1, ARIA_NAME = 2, ARIA_HIDDEN = 4, INERT = 8, TITLE = 16, TABINDEX = 32;
const ONCLICK = 64, EDITABLE = 128, STATE = 256;

/** The attributes that matter to the pass. */
const ATTRIBUTES: ReadonlyMap<string, number> = new Map([
  ["role", ROLE],
  ["aria-label", ARIA_NAME],
  ["aria-labelledby", ARIA_NAME],
  ["aria-hidden", ARIA_HIDDEN],
  ["inert", INERT],
  ["title", TITLE | STATE],
  ["tabindex", TABINDEX],
  ["onclick", ONCLICK],
  ["onmousedown", ONCLICK],
  ["onmouseup", ONCLICK],
  ["contenteditable", EDITABLE],
  ...("aria-checked aria-required aria-disabled aria-readonly aria-invalid aria-expanded aria-pressed aria-selected " +
    "aria-current aria-describedby aria-description").split(" ").map((name) =>
      [name, STATE] as const
    ),
]);

/** Content that is not shown as such: values, pictures, documents of their own. */
const OPAQUE = new Set(
  "input textarea canvas video audio iframe frame embed meter progress".split(" "),
);
/** Named by something other than ARIA or content, so worth asking. */
const NATIVE_NAMES = new Set(
  "input button select textarea img svg option optgroup figure table fieldset output meter progress area"
    .split(" "),
);
/** Elements that themselves are never `clickable`. */
const NOT_CLICKABLE = new Set(["html", "body", "label", "option", "optgroup", "iframe", "frame"]);
/** Roles that `clickable` stands in for; others keep their row with the clickable inside. */
const REPLACEABLE = new Set(
  ("listitem img paragraph term definition caption code deletion emphasis insertion mark strong subscript superscript " +
    "time group rowgroup").split(" "),
);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader", "row"]);
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

export class Walker {
  readonly rows = new RowStore();
  /** Elements that may have a closed shadow root. */
  readonly hosts: Element[] = [];
  /** Rows of the wanted subtree, when one was given. */
  from = 0;
  to = -1;

  readonly #levels: Level[] = [];
  #depth = -1;
  #root: Element | null;
  #modal: Element | null = null;
  #owners = new Map<Element, Element>();
  /** Text of the naming elements now open. */
  #text = "";
  #naming = 0;
  /** An `aria-labelledby` was met inside them. */
  #referring = false;
  #targets = 0;
  /** Text not yet given a row. */
  #run = "";
  #runRow = NO_ROW;
  #runExposed = true;

  constructor(root: Element | null) {
    this.#root = root;
  }

  walk(start: Element): void {
    this.#modal = modalOf();
    this.#noteOwners(document);
    this.#enter(start, null);
    while (this.#depth >= 0) {
      const level = this.#levels[this.#depth];
      if (level === undefined) return;
      const child = this.#nextChild(level);
      if (child === null) {
        this.#exit(level);
        continue;
      }
      const type = typeOf(child);
      if (type === TEXT) {
        if (child instanceof Text) this.#addText(dataOf(child), level);
      } else if (type === ELEMENT && child instanceof Element) this.#enter(child, level);
    }
    this.#flush();
    if (this.to < 0) this.to = this.#root === null ? this.rows.length : 0;
  }

  #nextChild(level: Level): Node | null {
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
      return this.#nextChild(level);
    }
    return null;
  }

  #noteOwners(root: Document | ShadowRoot): void {
    for (const owner of allIn(root, "[aria-owns]")) {
      for (const owned of ownedBy(owner)) {
        if (!this.#owners.has(owned) && !containsOf(owned, owner)) this.#owners.set(owned, owner);
      }
    }
  }

  #addText(data: string, level: Level): void {
    if (!hasWords(data)) {
      if (this.#run !== "") this.#run += " ";
      if (this.#naming > 0) this.#text += " ";
      return;
    }
    if (!this.#isVisible(level) || (level.tag === "details" && isShut(level.element))) return;
    if (this.#run !== "" && this.#runExposed !== level.exposed) this.#flush();
    if (this.#run === "") {
      this.#runRow = level.parentRow;
      this.#runExposed = level.exposed;
    }
    this.#run += data;
    if (this.#naming > 0 && level.exposed) this.#text += data;
  }

  #isVisible(level: Level): boolean {
    return level.visible ??= level.style === null || level.style.visibility === "visible";
  }

  /** A box that ends the line of text, or only stands apart in it. */
  #part(display: string): void {
    if (!display.startsWith("inline")) this.#flush();
    else if (this.#run !== "") this.#run += " ";
  }

  /** Gives the gathered text its row. */
  #flush(): void {
    if (this.#run === "") return;
    const text = collapse(this.#run);
    this.#run = "";
    if (text !== "") this.rows.addText(text, this.#runRow);
  }

  #enter(element: Element, parent: Level | null): void {
    const tag = tagOf(element);
    if (UNRENDERED.has(tag)) return;
    if (tag === "br" || tag === "wbr") {
      if (this.#run !== "" && tag === "br") this.#run += " ";
      if (this.#naming > 0) this.#text += " ";
      return;
    }
    if (this.#owners.size > 0 && parent !== null) {
      const owner = this.#owners.get(element);
      if (owner !== undefined && owner !== parent.element) return;
      if (owner !== undefined && parent.list === null) return;
    }
    const style = this.#depth < MAX_STYLED_DEPTH ? getComputedStyle(element) : null;
    const display = style === null ? "inline" : style.display;
    if (display === "none" || display === "") {
      if (display === "" && parent !== null) this.#noteHost(parent.element);
      else if (tag === "area") this.#addArea(element, parent);
      return;
    }
    if (
      parent !== null && parent.tag === "details" && isClosedDetailsContent(parent.element, element)
    ) {
      return;
    }

    let bits = 0;
    const attributed = hasAnyAttribute(element);
    if (attributed) {
      for (const name of attributeNamesOf(element)) {
        const bit = ATTRIBUTES.get(name);
        if (bit !== undefined) bits |= bit;
      }
    }
    const inline = isInline(display);
    const level = this.#open(element, parent);
    level.tag = tag;
    level.style = style;
    level.inline = inline;
    level.titled = (bits & TITLE) !== 0;
    level.stateful = (bits & STATE) !== 0;
    level.editing = (bits & EDITABLE) !== 0;
    level.exposed = this.#isExposed(element, parent, bits);
    if (element === this.#root) {
      this.#flush();
      this.from = this.rows.length;
    }
    if (!inline) {
      this.#part(display);
      if (this.#naming > 0) this.#text += " ";
    }

    if (level.exposed) this.#meet(level, parent, bits);
    this.#openChildren(level, attributed && !inline);
  }

  #open(element: Element, parent: Level | null): Level {
    const depth = ++this.#depth;
    let level = this.#levels[depth];
    if (level === undefined) this.#levels[depth] = level = new Level(element);
    level.element = element;
    level.role = null;
    level.row = NO_ROW;
    level.clickRow = NO_ROW;
    level.parentRow = parent === null ? NO_ROW : parent.parentRow;
    level.rowsAt = this.rows.length;
    level.targetsAt = this.#targets;
    level.next = null;
    level.list = null;
    level.owned = null;
    level.at = 0;
    level.visible = null;
    level.acting = parent !== null && parent.acting;
    level.pointer = parent !== null && parent.pointer;
    level.naming = false;
    level.textAt = -1;
    level.author = null;
    level.substitute = null;
    return level;
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
    let role: string | null;
    if ((bits & (ROLE | EDITABLE)) === 0 && (tag === "div" || tag === "span")) role = null;
    else if (tag === "li" && (bits & ROLE) === 0 && parent !== null && parent.role === "list") {
      role = "listitem";
    } else {role = computeRole(
        element,
        tag,
        (bits & ROLE) !== 0 ? attributeOf(element, "role") : null,
      );}

    if (this.#naming > 0) level.textAt = this.#text.length;
    if (!level.acting && !level.pointer) role = this.#clickable(level, role, bits);
    level.role = role;
    if (role === null) {
      if (this.#naming > 0) this.#substitute(level, bits, null);
      return;
    }
    const kind = ROLES.get(role) ?? 0;
    if (!this.#isVisible(level)) {
      level.role = null;
      return;
    }
    const isCell = CELLS.has(role);
    if ((kind & FROM_CONTENT) !== 0 && (!isCell || this.#isActingCell(level, role, bits))) {
      this.#openNaming(level, role, bits, kind);
      return;
    }
    if (this.#naming > 0) this.#substitute(level, bits, role);
    if ((kind & (ALWAYS | NAMED)) === 0) return;
    const named = (bits & ARIA_NAME) !== 0 || NATIVE_NAMES.has(tag);
    const author = named ? authorName(element, tag, role) : null;
    level.author = author;
    let name = author === null ? "" : author.name;
    if (name === "" && (level.titled || (kind & VALUE) !== 0)) {
      name = tooltipName(element, tag, role);
    }
    if ((kind & ALWAYS) === 0) {
      if (name === "" && level.clickRow === NO_ROW) return;
      if (role === "img" && this.#naming > 0) return;
    }
    if (role === "iframe" && isTiny(element)) return;
    this.#flush();
    level.row = this.rows.add(role, name, level.parentRow, element);
    level.parentRow = level.row;
    if ((kind & TARGET) !== 0) {
      this.#targets++;
      level.acting = level.acting || role !== "listbox";
    }
    const states = statesOf(element, tag, role, kind, name, level.stateful);
    if (states !== "") this.rows.states[level.row] = states;
    if (level.clickRow === 0) this.#openClickable(level);
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
    if (NOT_CLICKABLE.has(tag) && !(tag === "label" && isLoneLabel(element))) return role;
    if (!this.#isVisible(level)) return role;
    if (role === null || REPLACEABLE.has(role)) return "clickable";
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
    if (!level.naming) this.#startNaming(level);
  }

  #isActingCell(level: Level, role: string, bits: number): boolean {
    return role === "gridcell" &&
      ((bits & (TABINDEX | ONCLICK)) !== 0 || level.style?.cursor === "pointer");
  }

  #startNaming(level: Level): void {
    level.naming = true;
    this.#naming++;
    if (level.textAt < 0) level.textAt = this.#text.length;
  }

  #openNaming(level: Level, role: string, bits: number, kind: number): void {
    const { element, tag } = level;
    this.#flush();
    if ((bits & ARIA_NAME) !== 0 || NATIVE_NAMES.has(tag)) {
      level.author = authorName(element, tag, role);
    }
    level.row = this.rows.add(role, "", level.parentRow, element);
    level.parentRow = level.row;
    if ((kind & TARGET) !== 0 || role === "gridcell") {
      this.#targets++;
      level.acting = true;
    }
    this.#startNaming(level);
    this.#text += pseudoText(element, "::before");
    if (level.clickRow === 0) {
      level.clickRow = this.rows.add("clickable", "", level.parentRow, element);
      this.rows.states[level.clickRow] = "\ttarget";
      level.parentRow = level.clickRow;
      this.#targets++;
    }
  }

  /** Inside another name: what stands there instead of the element's content. */
  #substitute(level: Level, bits: number, role: string | null): void {
    const { element, tag } = level;
    const value = embeddedValue(element, tag, role);
    const named = (bits & ARIA_NAME) !== 0 || (NATIVE_NAMES.has(tag) && tag !== "figure");
    if (value !== null) level.substitute = ` ${value} `;
    else {
      const author = named ? authorName(element, tag, role) : null;
      if (author !== null) level.substitute = ` ${author.name} `;
      else if (isSilent(role, tag)) {
        level.substitute = (isApart(role) ? " " : "") + tooltipInside(element, tag, role);
      } else if (tag === "rt") level.substitute = "";
    }
    if (named && hasAttributeOf(element, "aria-labelledby")) this.#referring = true;
    this.#text += pseudoText(element, "::before");
  }

  #openChildren(level: Level, mayBeSkipped: boolean): void {
    const { element, tag } = level;
    if (OPAQUE.has(tag)) return;
    if (tag === "select" && level.role !== "listbox") return;
    if (tag === "object" && !showsFallback(element)) return;
    if (mayBeSkipped && level.style?.contentVisibility === "hidden") return;
    if (level.role === "img" && tag !== "svg") level.exposed = false;
    const root = rootOfHost(element);
    if (root !== null) {
      this.#noteOwners(root);
      noteSheets(root);
      level.next = firstChildOf(root);
    } else {
      if (tag === "slot") {
        const assigned = assignedOf(element);
        if (assigned.length > 0) {
          level.list = assigned;
          return;
        }
      } else if (tag.includes("-")) this.#noteHost(element);
      level.next = firstChildOf(element);
    }
    if (this.#owners.size > 0 && hasAttributeOf(element, "aria-owns")) {
      const owned = ownedBy(element).filter((one) => this.#owners.get(one) === element);
      if (owned.length > 0) level.owned = owned;
    }
  }

  #exit(level: Level): void {
    this.#depth--;
    const { rows } = this;
    const { element, tag, role, row } = level;
    if (level.textAt >= 0) {
      this.#text += level.exposed || level.naming ? pseudoText(element, "::after") : "";
    }
    if (!level.inline || row !== NO_ROW || level.clickRow > 0 || element === this.#root) {
      this.#flush();
    } else if (level.style?.display !== "inline" && this.#run !== "") this.#run += " ";

    if (level.naming) this.#closeNaming(level);
    else if (level.textAt >= 0) this.#closeText(level);
    if (!level.inline && this.#naming > 0) this.#text += " ";

    if (role !== null && row !== NO_ROW && !level.naming) this.#closeRow(level, role, row);
    if (level.exposed && rows.length > level.rowsAt) {
      if (tag === "label") this.#closeLabel(level);
      else if (tag === "legend" || tag === "figcaption" || tag === "caption") {
        const parent = this.#levels[this.#depth];
        if (parent !== undefined && parent.author?.from === "inside") {
          rows.dropSaid(level.rowsAt, parent.author.name);
        }
      }
    }
    if (element === this.#root) this.to = rows.length;
    level.style = null;
    level.list = null;
  }

  /** An element inside another name, closed: its substitute or its tooltip goes into the text. */
  #closeText(level: Level): void {
    if (level.substitute !== null) {
      this.#text = this.#text.slice(0, level.textAt) + level.substitute;
    } else if (level.titled && collapse(this.#text.slice(level.textAt)) === "") {
      this.#text += tooltipInside(level.element, level.tag, level.role);
    }
  }

  #closeNaming(level: Level): void {
    const { rows } = this;
    const { element, tag, author } = level;
    const role = level.role ?? "clickable";
    const content = collapse(this.#text.slice(level.textAt));
    let name = content;
    let given = false;
    if (this.#referring && author === null && level.clickRow === NO_ROW) {
      // References inside may name what was met before: the whole algorithm decides.
      name = nameOf(element);
      given = true;
      if (this.#naming === 1) this.#referring = false;
    } else if (author !== null) {
      name = author.name;
      given = true;
    } else if (content === "") {
      name = tooltipName(element, tag, role);
      given = true;
    }
    if (--this.#naming === 0) this.#text = "";
    else if (level.substitute !== null) {
      this.#text = this.#text.slice(0, level.textAt) + level.substitute;
    } else if (given) this.#text = `${this.#text.slice(0, level.textAt)} ${name} `;
    else if (isApart(role)) {
      this.#text = `${this.#text.slice(0, level.textAt)} ${content} `;
    }

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
    const inside = this.#targets - level.targetsAt -
      (level.clickRow > 0 && level.role !== "clickable" && isTarget(level.role) ? 2 : 1);
    const empty = name === "" && this.rows.length === row + 1 && isTiny(level.element);
    if (inside <= 0 && !empty) return true;
    this.rows.dropped[row] = true;
    this.#targets--;
    return false;
  }

  /** A row that is not named by content in this pass. */
  #closeRow(level: Level, role: string, row: number): void {
    const { rows } = this;
    const first = row + 1;
    switch (role) {
      case "cell":
      case "gridcell":
      case "columnheader":
      case "rowheader":
        this.#closeCell(row);
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
    if (name === "" && rows.length === first && !KEPT_EMPTY.has(role) && !isTarget(role)) {
      rows.truncate(row);
      return;
    }
    if (level.author !== null && level.author.from !== "labelledby") {
      if (level.author.from !== "inside") rows.dropSaid(first, name);
    }
  }

  readonly #items = new Map<number, number>();

  #countItem(level: Level): void {
    const list = this.rows.parent[level.row] ?? NO_ROW;
    if (list !== NO_ROW) this.#items.set(list, (this.#items.get(list) ?? 0) + 1);
  }

  #closeList(row: number): void {
    const items = this.#items.get(row);
    this.#items.delete(row);
    if (items !== undefined) this.rows.states[row] = `${this.rows.states[row]}\titems=${items}`;
  }

  /** A cell that holds only text is one row. */
  #closeCell(row: number): void {
    const { rows } = this;
    const given = rows.name[row] ?? "";
    if (given !== "") {
      rows.dropSaid(row + 1, given);
      return;
    }
    if (!rows.onlyText(row + 1)) return;
    const text = rows.textFrom(row + 1);
    if (text.length > MAX_CELL_CHARS) return;
    rows.truncate(row + 1);
    rows.name[row] = text;
  }

  /** The label's text is said by its control's line. */
  #closeLabel(level: Level): void {
    const label = level.element;
    if (!(label instanceof HTMLLabelElement)) return;
    const control = label.control;
    if (control === null || !isRendered(control, { visibilityProperty: true })) return;
    this.rows.dropSaid(level.rowsAt, nameOf(control));
  }

  #addArea(element: Element, parent: Level | null): void {
    if (parent === null || !parent.exposed || !hasAttributeOf(element, "href")) return;
    const image = areaImage(element);
    if (image === null || !isRendered(image, { visibilityProperty: true })) return;
    this.#flush();
    const role = computeRole(element, "area", attributeOf(element, "role")) ?? "link";
    const name = nameOf(element);
    const row = this.rows.add(role, name, parent.parentRow, element);
    this.rows.states[row] = statesOf(element, "area", role, ROLES.get(role) ?? 0, name, true);
    this.#targets++;
  }

  #noteHost(element: Element): void {
    if (this.hosts[this.hosts.length - 1] !== element) this.hosts.push(element);
  }
}

/**
 * Below this depth (no parser makes it, scripts can) styles are not asked: each question costs the
 * browser a look at every ancestor. What stands there counts as visible inline content.
 */
const MAX_STYLED_DEPTH = 2_000;

/** Longest text of a cell that is shown as its name, UTF-16 units. */
const MAX_CELL_CHARS = 1_000;

function isTarget(role: string | null): boolean {
  return role !== null && ((ROLES.get(role) ?? 0) & TARGET) !== 0;
}

/** No area worth a row. Costs layout: asked only of frames and empty clickables. */
function isTiny(element: Element): boolean {
  for (const { width, height } of rectsOf(element)) if (width > 1 && height > 1) return false;
  return true;
}

/** A label whose control is not shown stands in for it. */
function isLoneLabel(element: Element): boolean {
  return element instanceof HTMLLabelElement && element.control !== null &&
    !isRendered(element.control);
}

function showsFallback(element: Element): boolean {
  const first = element.firstElementChild;
  return first !== null && isRendered(first);
}
