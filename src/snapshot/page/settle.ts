/** When a page has come to rest: two animation frames without a mutation. */
import type { PageFunctions } from "../../model/page_functions.ts";
import { nextFrame, now } from "./frame_ticks.ts";
import { scopesIn } from "./shadow.ts";

const QUIET_FRAMES = 2;
const WATCHED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

/** Resolves after two frames without a mutation in the document or a known shadow root, or at the cap. */
export async function settle(
  args: PageFunctions["settle"]["args"],
): Promise<PageFunctions["settle"]["result"]> {
  const end = now() + args.capMs;
  let mutations = 0;
  const observer = new MutationObserver((records) => mutations += records.length);
  for (const scope of scopesIn(document)) observer.observe(scope, WATCHED);
  try {
    let quiet = 0;
    while (quiet < QUIET_FRAMES && now() < end) {
      const before = mutations;
      await nextFrame();
      mutations += observer.takeRecords().length;
      quiet = mutations === before ? quiet + 1 : 0;
    }
  } finally {
    observer.disconnect();
  }
  return { mutations };
}
