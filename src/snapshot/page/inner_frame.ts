/** Which child frame input of this frame is for: an engine that must name the frame asks level by level. */
import type { PageFunctions } from "../../model/page_functions.ts";
import { deepHit } from "./hit.ts";
import { inward } from "./outward.ts";
import { deepActive } from "./typing_guard.ts";
import { frameIdOf } from "./walking.ts";

export function frameAt(
  point: PageFunctions["frameAt"]["args"],
): PageFunctions["frameAt"]["result"] {
  const hit = deepHit(point.x, point.y);
  const frameId = hit === null ? null : frameIdOf(hit);
  return hit === null || frameId === null ? null : { frameId, ...inward(hit, point) };
}

export function focusedFrame(): PageFunctions["focusedFrame"]["result"] {
  const active = deepActive();
  return { frameId: active === null ? null : frameIdOf(active) };
}
