/** Where an element stands, for a screenshot of it. */
import type { PageFunctions } from "../../model/page_functions.ts";
import { lineOf, refuse } from "./describe.ts";
import { connected } from "./dom.ts";
import { hiddenReason } from "./hidden.ts";
import { rectOf, scrollTo } from "./native.ts";
import { DETACHED } from "./prepare.ts";
import { refuseRenamed } from "./promised.ts";
import { elementOf } from "./walking.ts";

export function box(args: PageFunctions["box"]["args"]): PageFunctions["box"]["result"] {
  const target = elementOf(args.ref);
  if (target === null || !connected(target)) return DETACHED;
  const other = refuseRenamed(target);
  if (other !== null) return other;
  const reason = hiddenReason(target);
  if (reason !== null) {
    return refuse("targetHidden", `Target ${lineOf(target)} is not visible: ${reason}`);
  }
  const at = rectOf(target);
  const inside = at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight;
  if (!inside) {
    const tall = at.height > innerHeight;
    const wide = at.width > innerWidth;
    scrollTo(target, {
      block: tall ? "start" : "center",
      inline: wide ? "start" : "center",
      behavior: "instant",
    });
  }
  const { x, y, width, height } = rectOf(target);
  return { ok: true, x, y, width, height };
}
