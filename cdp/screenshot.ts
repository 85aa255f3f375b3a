/** Screenshots by the browser itself. */
import { Buffer } from "node:buffer";
import type { ScreenshotOptions } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { MAX_SCREENSHOT_SIDE_PX } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import { asUnresponsive } from "../src/engine/failures.ts";
import type { ClipRegion } from "./protocol.ts";
import type { Session } from "./session.ts";

/** Errors: screenshotCaptureFailed; pageUnresponsive when the page does not paint. */
export async function captureScreenshot(
  session: Session,
  options: ScreenshotOptions,
  call: Call,
): Promise<Uint8Array> {
  try {
    return await capture(session, options, call);
  } catch (cause) {
    if (cause instanceof Failure && cause.code === "browserCommandFailed") {
      throw new Failure("screenshotCaptureFailed", "The browser gave no image", { cause });
    }
    throw asUnresponsive(cause);
  }
}

async function capture(
  session: Session,
  options: ScreenshotOptions,
  call: Call,
): Promise<Uint8Array> {
  const clip = await regionOf(session, options, call);
  const { data } = await session.send("Page.captureScreenshot", {
    format: options.format,
    ...(options.quality === undefined || options.format === "png"
      ? {}
      : { quality: options.quality }),
    ...(clip === null ? {} : { clip }),
    captureBeyondViewport: options.fullPage,
    // Of lossless images the quick form is far larger, and they travel to a model.
    optimizeForSpeed: options.format === "jpeg",
  }, call);
  return Buffer.from(data, "base64");
}

/** The region in document coordinates, as CDP takes it; null: the viewport as it is. */
async function regionOf(
  session: Session,
  options: ScreenshotOptions,
  call: Call,
): Promise<ClipRegion | null> {
  const { clip, fullPage, scale } = options;
  if (clip === undefined && !fullPage && scale === 1) return null;
  if (clip !== undefined && fullPage) return { ...clip, scale };
  const { cssVisualViewport: view, cssContentSize: content } = await session.send(
    "Page.getLayoutMetrics",
    {},
    call,
  );
  if (clip !== undefined) {
    return { ...clip, x: clip.x + view.pageX, y: clip.y + view.pageY, scale };
  }
  if (!fullPage) {
    return {
      x: view.pageX,
      y: view.pageY,
      width: view.clientWidth,
      height: view.clientHeight,
      scale,
    };
  }
  const side = MAX_SCREENSHOT_SIDE_PX / scale;
  return {
    x: 0,
    y: 0,
    width: Math.min(content.width, side),
    height: Math.min(content.height, side),
    scale,
  };
}
