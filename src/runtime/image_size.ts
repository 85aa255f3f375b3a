/** Width and height of a picture, read from its bytes. */
import { Failure } from "../model/error.ts";

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** PNG, JPEG or WebP. Errors: screenshotCaptureFailed for other or broken bytes. */
export function imageSize(bytes: Uint8Array): ImageSize {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = pngSize(view) ?? jpegSize(view) ?? webpSize(view);
  if (size === null || size.width === 0 || size.height === 0) {
    throw new Failure("screenshotCaptureFailed", "The browser answered with a broken picture");
  }
  return size;
}

const PNG_HEAD = 0x89504e47;
const PNG_IHDR = 0x49484452;

function pngSize(view: DataView): ImageSize | null {
  if (view.byteLength < 24 || view.getUint32(0) !== PNG_HEAD) return null;
  if (view.getUint32(12) !== PNG_IHDR) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** The first start-of-frame segment. */
function jpegSize(view: DataView): ImageSize | null {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // Fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): ImageSize | null {
  if (view.byteLength < 30 || view.getUint32(0) !== 0x52494646) return null;
  if (view.getUint32(8) !== 0x57454250) return null;
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 ": lossy; 14 bits each after the start code
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: { // "VP8L": lossless; 14 bits each, less one
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X": extended; 24 bits each, less one
      return {
        width: (view.getUint16(24, true) | (view.getUint8(26) << 16)) + 1,
        height: (view.getUint16(27, true) | (view.getUint8(29) << 16)) + 1,
      };
    default:
      return null;
  }
}
