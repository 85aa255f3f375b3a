import type { ScreenshotOptions } from "../../engine/engine.ts";
import type { CommandInputs } from "../../model/command.ts";
import { Failure } from "../../model/error.ts";
import { MAX_SCREENSHOT_SIDE_PX, PAGE_CALL_MS, SCREENSHOT_MS } from "../../model/limits.ts";
import { within } from "../calls.ts";
import type { CommandRunner, PageContext } from "../command_context.ts";
import { imageSize } from "../image_size.ts";
import { askedTarget, resolutionEvidence, resolve } from "../targets.ts";

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Shot {
  readonly fullPage: boolean;
  readonly clip: Area | null;
  /** CSS pixels of the picture at scale 1; null: only the browser knows. */
  readonly width: number;
  readonly height: number;
}

export const captureScreenshot: CommandRunner<"captureScreenshot"> = {
  proves: "screenshot",
  order: "page",
  patience: "total",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports: { clock, artifacts }, principal } = context;
    const limit = within(clock, call, SCREENSHOT_MS);
    const facts = await page.engine.frame(page.mainFrameId).call("facts", {}, limit);
    const shot = await frameShot(input, facts, context);
    const options = (scale: number): ScreenshotOptions => ({
      format: input.imageFormat,
      ...(input.quality === undefined ? {} : { quality: input.quality }),
      fullPage: shot.fullPage,
      ...(shot.clip === null ? {} : { clip: shot.clip }),
      scale,
    });
    // A picture has device pixels: an area is measured before it is taken, a document after.
    const side = Math.max(shot.width, shot.height) * facts.devicePixelRatio;
    let scale = Math.min(1, input.maxSide / side);
    let bytes = await page.engine.screenshot(options(scale), limit);
    let size = imageSize(bytes);
    const longest = Math.max(size.width, size.height);
    if (longest > input.maxSide) {
      // Rounded down, so that the second picture surely fits.
      scale *= (input.maxSide - 1) / longest;
      bytes = await page.engine.screenshot(options(scale), limit);
      size = imageSize(bytes);
    }
    const mediaType = `image/${input.imageFormat}`;
    const artifact = artifacts.put(principal.id, mediaType, bytes);
    context.image = { data: bytes, mediaType };
    evidence.push({
      kind: "screenshot",
      artifactId: artifact.id,
      mediaType,
      width: size.width,
      height: size.height,
      bytes: bytes.byteLength,
      sha256: artifact.sha256,
    });
  },
};

async function frameShot(
  { mode }: CommandInputs["captureScreenshot"],
  viewport: { readonly width: number; readonly height: number },
  context: PageContext,
): Promise<Shot> {
  const { width, height } = viewport;
  switch (mode.kind) {
    case "viewport":
      return { fullPage: false, clip: null, width, height };
    case "fullPage":
      return { fullPage: true, clip: null, width, height };
    case "clip": {
      const { x, y } = mode;
      const sound = [x, y, mode.width, mode.height].every(Number.isFinite) && x >= 0 && y >= 0 &&
        mode.width > 0 && mode.height > 0 && mode.width < MAX_SCREENSHOT_SIDE_PX &&
        mode.height < MAX_SCREENSHOT_SIDE_PX;
      if (!sound) {
        throw new Failure(
          "invalidRequest",
          `A clip begins at 0 or later and is over 0 and under ${MAX_SCREENSHOT_SIDE_PX} wide and high`,
        );
      }
      const clip = { x, y, width: mode.width, height: mode.height };
      return { fullPage: true, clip, width: clip.width, height: clip.height };
    }
    case "element": {
      const clip = await elementArea(mode.target, context);
      return { fullPage: false, clip, width: clip.width, height: clip.height };
    }
  }
}

/** The element's border box in main-frame viewport coordinates. */
async function elementArea(
  target: Parameters<typeof askedTarget>[0],
  { page, call, evidence, ports: { clock } }: PageContext,
): Promise<Area> {
  const found = await resolve(clock, page, askedTarget(target), call, { visible: true });
  evidence.push(resolutionEvidence(page, found));
  const limit = within(clock, call, PAGE_CALL_MS);
  const box = await found.frame.call("box", { ref: found.element.ref }, limit);
  if (!box.ok) throw new Failure(box.code, box.message);
  let { x, y } = box;
  let { info } = found.frame;
  while (info.parentId !== null) {
    const parent = page.engine.frame(info.parentId);
    await parent.linkChildren(limit);
    const at = await parent.call("frameOrigin", { frameId: info.id }, limit);
    if (!at.ok) throw new Failure(at.code, at.message);
    x += at.x;
    y += at.y;
    info = parent.info;
  }
  // Parts out of the viewport's top left cannot be taken.
  const left = Math.max(0, x);
  const top = Math.max(0, y);
  const width = Math.min(box.width - (left - x), MAX_SCREENSHOT_SIDE_PX - 1);
  const height = Math.min(box.height - (top - y), MAX_SCREENSHOT_SIDE_PX - 1);
  if (width < 1 || height < 1) throw new Failure("targetHidden", "The element has no visible box");
  return { x: left, y: top, width, height };
}
