/** Hard targets: clicked rightly, or a typed error that names the cause, within a second. */
import { testClicks } from "./clicks.ts";
import { COVERED } from "./hard_covered.ts";
import { KINDS } from "./hard_kinds.ts";
import { MOVING } from "./hard_moving.ts";
import { SCROLLED } from "./hard_scrolled.ts";
import { STATES } from "./hard_states.ts";

testClicks([...COVERED, ...SCROLLED, ...MOVING, ...STATES, ...KINDS]);
