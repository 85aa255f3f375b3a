/** Which child frame a step of a framePath means. */
import type { PageFunctions, PageRefusal } from "../../model/page_functions.ts";
import type { TargetSpec } from "../../model/target.ts";
import { lineOf, refuse } from "./describe.ts";
import { isHtml, queryAll } from "./native.ts";
import { findSpec } from "./resolve_spec.ts";
import { scopesIn } from "./shadow.ts";
import { frameIdOf, nameOf } from "./walking.ts";

const FRAMES = "iframe,frame,object,embed";
const FRAME_ROLES = new Set(["iframe", "frame"]);

export function resolveFrame(
  args: PageFunctions["resolveFrame"]["args"],
): PageFunctions["resolveFrame"]["result"] {
  const element = frameOf(args.spec);
  if (!(element instanceof Element)) return element;
  const frameId = frameIdOf(element);
  if (frameId !== null) return { ok: true, frameId };
  return refuse("frameNotFound", `${lineOf(element)} holds no frame that is known`);
}

function frameOf(spec: TargetSpec): Element | PageRefusal {
  const found = findSpec(asFrame(spec), false);
  if (found.ok) {
    return isHtml(found.element, ...FRAMES.split(","))
      ? found.element
      : refuse("frameNotFound", `${lineOf(found.element)} is not a frame`);
  }
  if (found.code === "targetNotFound" && spec.accessibleName === "") {
    const one = unnamed()[spec.ordinal ?? 0];
    if (one !== undefined) return one;
  }
  if (found.code !== "targetNotFound" && found.code !== "targetDetached") return found;
  return refuse("frameNotFound", found.message.replace("element answers", "frame answers"));
}

/** A step that says nothing about the kind of element means a frame. */
function asFrame(spec: TargetSpec): TargetSpec {
  const { framePath: _outer, ...own } = spec;
  if (own.role !== undefined && FRAME_ROLES.has(own.role.toLowerCase())) {
    return { ...own, role: "iframe" };
  }
  return own.role === undefined && own.css === undefined && own.testId === undefined
    ? { ...own, role: "iframe" }
    : own;
}

/** Frames without a name, as `iframe #n` counts them where no outline has numbered them. */
function unnamed(): Element[] {
  return scopesIn(document).flatMap((scope) => queryAll(scope, FRAMES))
    .filter((element) => nameOf(element) === "");
}
