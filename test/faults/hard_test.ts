/**
 * Hard targets: clicked rightly, or a typed error that names the cause, within a second. The suite
 * goes through every cause, `make soak` through all the shapes that it comes in.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Click } from "./clicks.ts";
import { testClicks } from "./clicks.ts";
import { brief, SOAK } from "../support/soak.ts";
import { COVERED } from "./hard_covered.ts";
import { KINDS } from "./hard_kinds.ts";
import { MOVING } from "./hard_moving.ts";
import { SCROLLED } from "./hard_scrolled.ts";
import { STATES } from "./hard_states.ts";

/** Titles of those that only the long run judges: each is near another one that is left. */
const LONG: ReadonlySet<string> = new Set([
  "a button under a dialog names the dialog",
  "a button under the backdrop of a small modal dialog names the dialog",
  "a button under a transparent overlay names it",
  "a button covered on its left half is clicked on the right",
  "a button under an image names it",
  "a button under the shadow tree of a named host names the host",
  "a button covered by its own child is clicked through it",
  "a checkbox covered by a label that stands apart is checked through it",
  "a text field covered by its floating label is clicked",
  "a cover that goes away while the click waits lets it through",
  "right of the fold",
  "off-screen for good, fixed below the viewport",
  "off-screen for good, moved by a transform",
  "inside overflow: hidden, where only scripts scroll",
  "clipped partly by its container",
  "between a tall header and a tall footer",
  "sticky itself inside a scroller",
  "in a scroller that scrolls smoothly",
  "in a slide of a scroller that snaps",
  "on a page that snaps to its sections",
  "in a fixed panel that scrolls",
  "below the fold of a frame of another site below the fold",
  "in a frame that is turned and scaled",
  "in a frame too small to show it, which scrolls",
  "a button in a transition is clicked where it stops",
  "a button in an endless linear animation is clicked or said to move",
  "a button that runs under a cover now and then is said to move",
  "a link in an endless marquee is clicked or said to move",
  "a button that pulses for ever is clicked",
  "a button whose colour is animated for ever is clicked",
  "a button that lifts a little on hover is clicked",
  "disabled by its fieldset",
  "inside something aria-disabled",
  "a disabled text field",
  "a disabled checkbox with a label",
  "pointer-events: none by inheritance, over something else",
  "opacity: 0 around it",
  "display: none around it",
  "the hidden attribute",
  "content-visibility: hidden around it",
  "clipped the old way",
  "scaled to nothing",
  "hidden after the snapshot",
  "rotated upright, long and thin",
  "scaled down",
  "mirrored",
  "turned in space about its edge",
  "skewed",
  "turned by the rotate property",
  "inside a zoomed page",
  "inside a magnified page",
  "with a round clip",
  "on a path",
  "floating",
  "fixed",
  "in vertical writing",
  "a link wrapped over many lines around others",
  "a link around a block",
  "a link around a floating picture",
  "a circle of an image map",
  "a triangle of an image map",
  "the rest of an image map",
  "a thin line in an SVG",
  "a link in an SVG",
  "a canvas that takes clicks",
  "a text area",
  ...["search", "email", "url", "tel", "password", "number", "range", "radio", "time", "month"]
    .map((type) => `an input of type ${type}`),
  ...["datetime-local", "week", "reset", "button", "image"].map((type) =>
    `an input of type ${type}`
  ),
]);

const ALL: readonly Click[] = [...COVERED, ...SCROLLED, ...MOVING, ...STATES, ...KINDS];

const SHORT = brief(ALL.filter(({ title }) => !LONG.has(title)), 3);

testClicks(SOAK ? ALL : SHORT);

test("the long run has all that the suite leaves to it", () => {
  const titles = new Set(ALL.map(({ title }) => title));
  assert.deepEqual([...LONG].filter((title) => !titles.has(title)), []);
});
