/** Places: what stands in shadow roots, frames and top layers is seen, clicked and typed into. */
import { testClicks } from "./clicks.ts";
import { FRAMES } from "./places_frames.ts";
import { LAYERS } from "./places_layers.ts";
import { SHADOW } from "./places_shadow.ts";
import { brief, SOAK } from "../support/soak.ts";

const ALL = [...SHADOW, ...FRAMES, ...LAYERS];
testClicks(SOAK ? ALL : brief(ALL.filter(({ soak }) => soak !== true), 3));
