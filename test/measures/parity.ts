/** How far the outlines of one page on two browsers agree: pure, over the printed lines. */
import { aligned } from "./aligned.ts";
import { type OutlineLine, readOutline } from "./coverage.ts";
import { ACTIONABLE } from "./page_truth.ts";

export type Side = "chromium" | "firefox";

/** A line that only one of the browsers has at its place. */
export interface Difference {
  readonly only: Side;
  /** "" for a line of text alone. */
  readonly role: string;
  readonly name: string;
}

/** `all`: lines of the side that has more of them. */
export interface Agreement {
  readonly all: number;
  readonly agreed: number;
}

export interface Parity {
  /** Lines of the roles that one can act on: as many as stand in the same order, role and name equal. */
  readonly actionables: Agreement;
  /** Lines of text alone. */
  readonly texts: Agreement;
  /** All lines, role and name. */
  readonly lines: Agreement;
  /** Lines that are equal to the last character, states, ordinals and frames too. */
  readonly printed: Agreement;
  /** In the order of the page. */
  readonly differences: readonly Difference[];
}

/** Compares two whole outlines, cut lines left out. */
export function parity(chromium: string, firefox: string): Parity {
  const left = readOutline(chromium);
  const right = readOutline(firefox);
  const pairs = aligned(left.map(keyOf), right.map(keyOf));
  const wanted = (role: (role: string) => boolean): Agreement =>
    agreement(
      left.filter((line) => role(line.role)).map(keyOf),
      right.filter((line) => role(line.role)).map(keyOf),
    );
  return {
    actionables: wanted((role) => ACTIONABLE.has(role)),
    texts: wanted((role) => role === ""),
    lines: { all: Math.max(left.length, right.length), agreed: pairs.length },
    printed: agreement(left.map(({ text }) => text), right.map(({ text }) => text)),
    differences: differencesOf(left, right, pairs),
  };
}

/** Agreed of all, 1 where there is nothing to agree on. */
export function shareOf({ all, agreed }: Agreement): number {
  return all === 0 ? 1 : agreed / all;
}

function keyOf({ role, name }: OutlineLine): string {
  return `${role} ${JSON.stringify(name)}`;
}

function agreement(left: readonly string[], right: readonly string[]): Agreement {
  return { all: Math.max(left.length, right.length), agreed: aligned(left, right).length };
}

function differencesOf(
  left: readonly OutlineLine[],
  right: readonly OutlineLine[],
  pairs: readonly (readonly [number, number])[],
): readonly Difference[] {
  const found: Difference[] = [];
  let at = 0;
  let to = 0;
  const past = (only: Side, lines: readonly OutlineLine[]): void => {
    for (const { role, name } of lines) found.push({ only, role, name });
  };
  for (const [nextAt, nextTo] of [...pairs.toReversed(), [left.length, right.length] as const]) {
    past("chromium", left.slice(at, nextAt));
    past("firefox", right.slice(to, nextTo));
    at = nextAt + 1;
    to = nextTo + 1;
  }
  return found;
}
