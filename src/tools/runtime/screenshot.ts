import * as v from "valibot";
import { DEFAULT_SCREENSHOT_SIDE_PX, MAX_SCREENSHOT_SIDE_PX } from "../../model/limits.ts";
import { defineTool } from "../../registry/define.ts";
import { imageFormat, integer, outcome, screenshotMode } from "../../registry/words.ts";

export default defineTool({
  name: "screenshot",
  title: "Screenshot",
  description:
    "Returns a picture of the viewport, the full page, an element or a clip. To find what to act on, a11y_snapshot is cheaper and exact.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "verify"],
  annotations: { readOnly: true },
  input: {
    mode: v.optional(screenshotMode, { kind: "viewport" }),
    imageFormat: v.optional(imageFormat, "png"),
    quality: v.exactOptional(integer(1, 100)),
    maxSide: v.optional(integer(1, MAX_SCREENSHOT_SIDE_PX), DEFAULT_SCREENSHOT_SIDE_PX),
  },
  output: outcome,
  examples: [{}, {
    mode: { kind: "element", target: 'img "Logo"' },
    imageFormat: "jpeg",
    quality: 70,
  }],
  handle: (input, context) => context.execute({ kind: "captureScreenshot", input }),
});
