/** `walk` and `part`: rows of the whole frame, bound to their elements, given out in parts. */
import type { WalkArgs } from "../../model/page_functions.ts";
import { bindings, elementOf, type Identity } from "./bindings.ts";
import { rootElementOf } from "./dom.ts";
import { isNumbered } from "./role_data.ts";
import { offerHosts } from "./roots.ts";
import { noteRowsSoon } from "./row_words.ts";
import { FrozenRows, NO_ROW, type RowStore } from "./row_store.ts";
import { Walker } from "./walker.ts";

export interface ExposedElement {
  readonly element: Element;
  readonly role: string;
  /** The full name. */
  readonly name: string;
}

/** Walks kept for `part`. */
const HELD_WALKS = 4;
const held = new Map<string, FrozenRows>();

/** Walks the document; the first part of its rows (encoding: `snapshot/rows.ts`). */
export function walk(args: WalkArgs): string {
  const root = args.root === undefined ? null : elementOf(args.root);
  const walker = pass(root);
  const frozen = freeze(walker, args.unseen === true);
  noteRowsSoon();
  held.delete(args.walk);
  held.set(args.walk, frozen);
  for (const oldest of held.keys()) {
    if (held.size <= HELD_WALKS) break;
    held.delete(oldest);
  }
  return frozen.encode(0, args.rows, args.chars, offerHosts(walker.hosts));
}

/** A later part; "" when the walk is no longer held. */
export function part(
  args: {
    readonly walk: string;
    readonly from: number;
    readonly rows: number;
    readonly chars: number;
  },
): string {
  return held.get(args.walk)?.encode(args.from, args.rows, args.chars, []) ?? "";
}

/** Every row with a role, in order, with its element: what a line without binding is looked up in. */
export function exposed(): ExposedElement[] {
  const { rows } = pass(null);
  const found: ExposedElement[] = [];
  for (let i = 0; i < rows.length; i++) {
    const element = rows.element[i];
    const role = rows.role[i];
    if (element && role && !rows.dropped[i]) {
      found.push({ element, role, name: rows.name[i] ?? "" });
    }
  }
  return found;
}

function pass(root: Element | null): Walker {
  const walker = new Walker(root);
  const start = rootElementOf(document);
  if (start !== null) walker.walk(start);
  return walker;
}

/**
 * Binds every target line of the whole tree, then keeps the wanted rows. `unseen`: those that a
 * person cannot see too, marked.
 */
function freeze(walker: Walker, unseen: boolean): FrozenRows {
  const { rows, from, to } = walker;
  const identities = bindAll(rows);
  const frozen = new FrozenRows();
  // Depth of each kept row, and of what stands under each dropped one.
  const depths = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const parent = rows.parent[i] ?? NO_ROW;
    const above = parent < from ? -1 : depths[parent] ?? -1;
    if (rows.dropped[i] || (rows.unseen[i] && !unseen)) {
      depths[i] = above;
      continue;
    }
    depths[i] = above + 1;
    if (i < from || i >= to) continue;
    frozen.add(
      above + 1,
      rows.role[i] ?? "",
      rows.name[i] ?? "",
      `${rows.states[i] ?? ""}${rows.unseen[i] ? "\tunseen" : ""}`,
      identities[i] ?? null,
    );
  }
  return frozen;
}

function bindAll(rows: RowStore): (Identity | null)[] {
  const identities: (Identity | null)[] = [];
  for (let i = 0; i < rows.length; i++) {
    const role = rows.role[i] ?? "";
    const element = rows.element[i];
    identities.push(
      element && !rows.dropped[i] && isBound(role, rows.states[i] ?? "")
        ? bindings.bind(element, role, rows.name[i] ?? "")
        : null,
    );
  }
  bindings.settle();
  return identities;
}

function isBound(role: string, states: string): boolean {
  return isNumbered(role) || (role === "gridcell" && states.includes("\ttarget"));
}
