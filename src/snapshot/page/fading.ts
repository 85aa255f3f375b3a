/** Elements that are on their way to being seen. */

import { animationsOf } from "./native.ts";

/** An animation that ends later than this is no fade, milliseconds. */
const FADE_MS = 5_000;

/** Whether an animation or transition runs that ends with the element shown. */
export function fadesIn(element: Element): boolean {
  return animationsOf(element).some(showsSoon);
}

function showsSoon(animation: Animation): boolean {
  const { effect, playState, currentTime } = animation;
  if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
  const end = effect.getComputedTiming().endTime;
  if (typeof end !== "number" || typeof currentTime !== "number") return false;
  if (end - currentTime > FADE_MS) return false;
  const frames = effect.getKeyframes();
  if (!frames.some((frame) => frame["opacity"] !== undefined)) return false;
  const last = frames[frames.length - 1]?.["opacity"];
  return last === undefined || Number(last) > 0;
}
