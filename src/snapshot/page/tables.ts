/**
 * Whether a table is data or layout, as Chromium's tree has it (its own heuristic is the oracle).
 */
import { attributeOf, firstElementOf, hasAttributeOf, nextElementOf, tagOf } from "./dom.ts";
import { Momentary } from "./moment.ts";
import { ROLES } from "./role_data.ts";

export type TableKind = "data" | "grid" | "layout";

const current = new Momentary(() => new Map<Element, TableKind>());

export function tableKindOf(table: Element): TableKind {
  const kinds = current.get();
  const known = kinds.get(table);
  if (known !== undefined) return known;
  const kind = judge(table);
  kinds.set(table, kind);
  return kind;
}

function judge(table: Element): TableKind {
  const role = attributeOf(table, "role");
  if (role !== null) {
    for (const token of role.toLowerCase().split(/\s+/)) {
      if (token === "grid" || token === "treegrid") return "grid";
      if (token === "table") return "data";
      // Any other valid role takes the table's meaning away.
      if (ROLES.has(token)) return "layout";
    }
  }
  return isData(table) ? "data" : "layout";
}

function isData(table: Element): boolean {
  if (!(table instanceof HTMLTableElement)) return false;
  if (table.isContentEditable) return true;
  if (hasAttributeOf(table, "summary") || table.caption !== null) return true;
  if (table.tHead !== null || table.tFoot !== null) return true;
  for (let child = firstElementOf(table); child !== null; child = nextElementOf(child)) {
    const tag = tagOf(child);
    if (tag === "col" || tag === "colgroup") return true;
  }
  const rows = table.rows;
  const first = rows[0];
  if (first === undefined) return false;
  // A real data table says so in its cells.
  let cells = 0;
  let bordered = 0;
  let coloured = 0;
  const colours: string[] = [];
  const tableStyle = getComputedStyle(table);
  const ownBorder = attributeOf(table, "border");
  for (const row of rows) {
    for (const cell of row.cells) {
      if (tagOf(cell) === "th") return true;
      if (
        hasAttributeOf(cell, "headers") || hasAttributeOf(cell, "abbr") ||
        hasAttributeOf(cell, "axis") || hasAttributeOf(cell, "scope")
      ) return true;
      cells++;
    }
  }
  const columns = first.cells.length;
  if (rows.length === 1 && columns <= 1) return false;
  if (rows.length === 1 || columns <= 1) return false;
  if (ownBorder !== null && Number(ownBorder) > 0) return true;
  const spaced = tableStyle.borderCollapse !== "collapse" &&
    Number.parseFloat(tableStyle.borderSpacing) > 0;
  const ground = tableStyle.backgroundColor;
  let looked = 0;
  outer: for (const row of rows) {
    if (colours.length < 5) colours.push(getComputedStyle(row).backgroundColor);
    for (const cell of row.cells) {
      if (++looked > 200) break outer;
      const style = getComputedStyle(cell);
      if (
        Number.parseFloat(style.borderTopWidth) > 0 &&
        Number.parseFloat(style.borderBottomWidth) > 0 &&
        Number.parseFloat(style.borderLeftWidth) > 0 &&
        Number.parseFloat(style.borderRightWidth) > 0
      ) bordered++;
      const colour = style.backgroundColor;
      if (spaced && colour !== ground && colour !== "rgba(0, 0, 0, 0)") coloured++;
    }
  }
  if (bordered * 2 >= looked || coloured * 2 >= looked) return true;
  if (rows.length >= 20) return true;
  // Alternating row colours.
  if (colours.length > 2) {
    const [odd, even] = colours;
    if (odd !== even && colours.every((colour, i) => colour === (i % 2 === 0 ? odd : even))) {
      return true;
    }
  }
  return false;
}
