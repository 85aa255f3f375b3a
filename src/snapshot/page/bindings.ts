/**
 * Which element each printed line stands for, for the life of the document.
 *
 * A line is role + name + ordinal. The rules, so that a line never comes to name another element
 * while the one it was printed for is still there:
 * - The first time a role and name are printed: one element gets the bare line (no ordinal),
 *   several get #0, #1, … in the order of the exposed tree, over the whole tree.
 * - An element keeps its line as long as its role and name stay, whatever moves around it.
 * - Elements that come later get the next number (#1 when the first has the bare line). Numbers
 *   are never given twice.
 * - The bare line stays with its first element. Only when that element is gone or answers to
 *   another role or name, and exactly one new element answers to the line, does that one take
 *   it over: the same element that the rule "certain re-resolution" would find.
 * - Lines are told apart as they are printed: long names that differ only after the cut share
 *   their numbers.
 * - An element that left and comes back takes its old line if nobody has it, else a new number.
 *
 * Elements are held weakly: an observation keeps no removed part of the page alive.
 */
import { MAX_NAME_CHARS } from "../../model/limits.ts";
import { connected } from "./dom.ts";
import { cut as cutName } from "./text.ts";

/** What a line was printed for. */
export interface Identity {
  readonly role: string;
  /** The full name, also where the printed one was cut. */
  readonly name: string;
  /** null: the bare line. */
  readonly ordinal: number | null;
  /** null: collected; certainly gone. */
  element(): Element | null;
}

export type Lookup =
  /** Printed for this element, which is connected. Whether it still has that role and name is the caller's check. */
  | { readonly state: "held"; readonly element: Element; readonly identity: Identity }
  /** Printed once; its element has left the document. */
  | { readonly state: "gone" }
  /** Given without ordinal (or with a cut name) where several lines fit. */
  | { readonly state: "several"; readonly count: number }
  /** Never printed in this document. */
  | { readonly state: "unknown" };

class Held implements Identity {
  readonly group: Group;
  readonly name: string;
  readonly #weak: WeakRef<Element>;
  ordinal: number | null = null;

  constructor(group: Group, element: Element, name: string) {
    this.group = group;
    this.name = name;
    this.#weak = new WeakRef(element);
  }

  get role(): string {
    return this.group.role;
  }

  element(): Element | null {
    return this.#weak.deref() ?? null;
  }
}

/** The elements whose lines are alike but for the number. */
class Group {
  readonly role: string;
  /** As printed: cut where it is long. */
  readonly printed: string;
  /** The next number; 0 while nothing was printed. */
  next = 0;
  bare: Held | null = null;
  readonly numbered = new Map<number, Held>();
  pending: Held[] = [];
  /** So many are numbered when those of collected elements are next let go. */
  #sweepAt = SWEEP_LINES;

  constructor(role: string, printed: string) {
    this.role = role;
    this.printed = printed;
  }

  /**
   * Lets go of lines whose elements are collected: their numbers are below `next`, which alone
   * says that they are gone. A page that makes its rows anew all the time must not fill the realm.
   */
  sweep(): void {
    if (this.numbered.size < this.#sweepAt) return;
    for (const [ordinal, held] of this.numbered) {
      if (held.element() === null) this.numbered.delete(ordinal);
    }
    this.#sweepAt = Math.max(SWEEP_LINES, 2 * this.numbered.size);
  }
}

/** Lines of one group that are not worth sweeping. */
const SWEEP_LINES = 256;

export class Bindings {
  readonly #roles = new Map<string, Map<string, Group>>();
  readonly #held = new WeakMap<Element, Held>();
  #touched: Group[] = [];

  /**
   * The line of an element that is printed with this role and name. Call in the order of the
   * exposed tree; ordinals of new lines are settled by `settle`, at the end of the walk.
   */
  bind(element: Element, role: string, name: string): Identity {
    const old = this.#held.get(element);
    if (old !== undefined) {
      const { group } = old;
      if (group.role === role && old.name === name && this.#holds(old)) return old;
    }
    const printed = cutName(name, MAX_NAME_CHARS);
    let names = this.#roles.get(role);
    if (names === undefined) this.#roles.set(role, names = new Map());
    let group = names.get(printed);
    if (group === undefined) names.set(printed, group = new Group(role, printed));
    const held = new Held(group, element, name);
    this.#held.set(element, held);
    if (group.pending.push(held) === 1) this.#touched.push(group);
    return held;
  }

  /** Gives the new lines their numbers. */
  settle(): void {
    const touched = this.#touched;
    this.#touched = [];
    for (const group of touched) {
      const { pending } = group;
      group.pending = [];
      const first = pending[0];
      if (first === undefined) continue;
      if (pending.length === 1 && this.#bareIsFree(group)) {
        group.bare = first;
        if (group.next === 0) group.next = 1;
        continue;
      }
      for (const held of pending) {
        held.ordinal = group.next;
        group.numbered.set(group.next++, held);
      }
      group.sweep();
    }
  }

  /** The element's printed line; null when it has none now. */
  identity(element: Element): Identity | null {
    const held = this.#held.get(element);
    return held !== undefined && this.#holds(held) ? held : null;
  }

  /** The elements whose lines are alike but for their numbers, where there are several. */
  *numbered(): Generator<readonly Element[]> {
    for (const names of this.#roles.values()) {
      for (const { bare, numbered } of names.values()) {
        if (numbered.size === 0 || (numbered.size === 1 && bare === null)) continue;
        const alike: Element[] = [];
        for (const held of bare === null ? numbered.values() : [bare, ...numbered.values()]) {
          const element = held.element();
          if (element !== null && this.#held.get(element) === held) alike.push(element);
        }
        if (alike.length > 1) yield alike;
      }
    }
  }

  /**
   * The element a line was printed for. `name` null: a line without name. `cut`: `…` stood behind
   * `name`, because it was cut, or is shortened here, or because the page's own name ends so.
   */
  find(role: string, name: string | null, cut: boolean, ordinal: number | null): Lookup {
    const names = this.#roles.get(role);
    if (names === undefined) return { state: "unknown" };
    const prefix = name ?? "";
    const printed = names.get(cut ? `${prefix}…` : prefix);
    if (printed !== undefined) return this.#in(printed, ordinal);
    if (!cut) return { state: "unknown" };
    const found: Lookup[] = [];
    for (const group of names.values()) {
      if (!group.printed.startsWith(prefix)) continue;
      const one = this.#in(group, ordinal);
      if (one.state !== "unknown") found.push(one);
    }
    const held = found.filter((one) => one.state !== "gone");
    if (held.length > 1) return { state: "several", count: held.length };
    return held[0] ?? found[0] ?? { state: "unknown" };
  }

  #in(group: Group, ordinal: number | null): Lookup {
    // `#0` of a bare line: the object form of a target may say so.
    const held = ordinal === null || (ordinal === 0 && group.bare !== null)
      ? group.bare
      : group.numbered.get(ordinal);
    if (held === null || held === undefined) {
      if (ordinal !== null) {
        return { state: ordinal < group.next ? "gone" : "unknown" };
      }
      let count = 0;
      for (const one of group.numbered.values()) {
        const element = one.element();
        if (element !== null && connected(element) && this.#held.get(element) === one) count++;
      }
      return count === 0
        ? { state: group.next > 0 ? "gone" : "unknown" }
        : { state: "several", count };
    }
    const element = held.element();
    return element !== null && connected(element)
      ? { state: "held", element, identity: held }
      : { state: "gone" };
  }

  #holds(held: Held): boolean {
    const { group, ordinal } = held;
    return ordinal === null
      ? group.bare === held || group.pending.includes(held)
      : group.numbered.get(ordinal) === held;
  }

  /** Nobody answers to the group any more: its bare line may go to the one new element. */
  #bareIsFree(group: Group): boolean {
    if (group.next === 0) return true;
    if (group.bare === null || this.#answers(group.bare)) return false;
    for (const held of group.numbered.values()) if (this.#answers(held)) return false;
    return true;
  }

  #answers(held: Held): boolean {
    const element = held.element();
    return element !== null && connected(element) && this.#held.get(element) === held;
  }
}

/** The one of this realm, that is of this document. */
export const bindings: Bindings = new Bindings();

const refs = new WeakMap<Element, number>();
const byNumber = new Map<number, WeakRef<Element>>();
let lastRef = 0;

/** The element's small number in this realm; never reused. */
export function refOf(element: Element): number {
  const known = refs.get(element);
  if (known !== undefined) return known;
  const ref = ++lastRef;
  refs.set(element, ref);
  byNumber.set(ref, new WeakRef(element));
  return ref;
}

/** Null when the element was collected or the number never given; it may be disconnected. */
export function elementOf(ref: number): Element | null {
  const weak = byNumber.get(ref);
  if (weak === undefined) return null;
  const element = weak.deref();
  if (element === undefined) byNumber.delete(ref);
  return element ?? null;
}
