/**
 * Why outlines of one page differ between the browsers, where that is the browsers' own doing. A
 * difference that none of these holds for is ours until its cause is found.
 */
import type { Difference } from "./parity.ts";

export interface Cause {
  readonly title: string;
  readonly why: string;
  holds(page: string, difference: Difference): boolean;
}

export const CAUSES: readonly Cause[] = [
  {
    title: "line height of the standard font",
    why:
      "The list of skip links is pulled up over the top of the page by as many lines as its own text is high; the browsers' standard serif fonts differ in width and height, so that with Firefox's a few pixels of it stay on the page.",
    holds: (page, { role, name }) =>
      page.startsWith("pages/yahoo-2") && role === "" && name.startsWith("Skip to "),
  },
  {
    title: "text that the page's script makes up",
    why: "The page writes the time of its own loading, in milliseconds, into its text.",
    holds: (page, { name }) =>
      page.startsWith("pages/herald-sun-1") && name.includes("utrack.js?cb="),
  },
];

export const UNEXPLAINED = "not explained";

export function causeOf(page: string, difference: Difference): string {
  return CAUSES.find((cause) => cause.holds(page, difference))?.title ?? UNEXPLAINED;
}
