/** Screenshots by the browser itself. */
import { Buffer } from "node:buffer";
import type { ScreenshotOptions } from "../src/engine/engine.ts";
import { asUnresponsive } from "../src/engine/failures.ts";
import { Failure } from "../src/model/error.ts";
import { MAX_SCREENSHOT_SIDE_PX } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import { SANDBOX } from "./frames.ts";
import { valueOf } from "./realm.ts";
import type { Session } from "./session.ts";

/** Where none is asked for: as the other engine has it. The browser's own default is the best, and the largest. */
const QUALITY = 80;

/** Longest side of a picture that the browser can draw, pixels. */
const MAX_CANVAS_SIDE_PX = 32_000;

/**
 * Scales a picture down on a canvas of its own, which the page does not see: BiDi takes pictures at
 * the size of the screen only.
 */
const SCALE = `async (text) => {
  const { data, scale, type, quality } = JSON.parse(text);
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  const blob = await canvas.convertToBlob({ type, quality });
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.onload = resolve;
    reader.onerror = reject;
    reader.readAsDataURL(blob);
  });
  return reader.result.slice(reader.result.indexOf(",") + 1);
}`;

/** Errors: screenshotCaptureFailed; pageUnresponsive when the page does not paint. */
export async function captureScreenshot(
  session: Session,
  context: string,
  options: ScreenshotOptions,
  call: Call,
): Promise<Uint8Array> {
  try {
    return Buffer.from(await capture(session, context, options, call), "base64");
  } catch (cause) {
    if (cause instanceof Failure && cause.code === "browserCommandFailed") {
      throw new Failure("screenshotCaptureFailed", "The browser gave no image", { cause });
    }
    throw asUnresponsive(cause);
  }
}

async function capture(
  session: Session,
  context: string,
  options: ScreenshotOptions,
  call: Call,
): Promise<string> {
  const { clip, format, fullPage, scale } = options;
  const quality = format === "png" ? undefined : (options.quality ?? QUALITY) / 100;
  const type = `image/${format}`;
  // What of it is outside of the document, the browser leaves out.
  const side = Math.min(MAX_SCREENSHOT_SIDE_PX / scale, MAX_CANVAS_SIDE_PX);
  const box = clip ?? (fullPage ? { x: 0, y: 0, width: side, height: side } : null);
  const { data } = await session.send("browsingContext.captureScreenshot", {
    context,
    origin: fullPage ? "document" : "viewport",
    ...(box === null ? {} : { clip: { type: "box", ...box } }),
    format: scale === 1
      ? { type, ...(quality === undefined ? {} : { quality }) }
      : { type: "image/png" },
  }, call);
  if (scale === 1) return data;
  const scaled = valueOf(
    await session.send("script.callFunction", {
      functionDeclaration: SCALE,
      arguments: [{ type: "string", value: JSON.stringify({ data, scale, type, quality }) }],
      target: { context, sandbox: SANDBOX },
      awaitPromise: true,
    }, call),
    "its picture",
  );
  if (typeof scaled.value === "string") return scaled.value;
  throw new Failure("screenshotCaptureFailed", "The browser gave no image");
}
