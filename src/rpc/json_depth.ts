/**
 * Looks at the bytes of a JSON text before anything parses it. Byte values of JSON's own signs
 * never occur inside a UTF-8 sequence, so no decoding is needed.
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const ARRAY_OPEN = 0x5b;
const ARRAY_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;

/**
 * True when containers nest deeper than `max`. Counts brackets outside strings only; the text may
 * be invalid JSON. Cost: one pass without allocation.
 */
export function isDeeperThan(bytes: Uint8Array, max: number): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case QUOTE:
        index = stringEnd(bytes, index);
        break;
      case ARRAY_OPEN:
      case OBJECT_OPEN:
        if (++depth > max) return true;
        break;
      case ARRAY_CLOSE:
      case OBJECT_CLOSE:
        depth--;
    }
  }
  return false;
}

/**
 * The JSON text of the last `id` member of the outermost object, or null. For texts that are too
 * deep to parse whole: the answer can still name the request.
 */
export function shallowId(bytes: Uint8Array): string | null {
  let depth = 0;
  let keyIsId = false;
  let valueStart = -1;
  let found: string | null = null;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, index);
      if (depth === 1 && valueStart === -1) {
        keyIsId = end === index + 3 && bytes[index + 1] === 0x69 && bytes[index + 2] === 0x64;
      }
      index = end;
    } else if (byte === OBJECT_OPEN || byte === ARRAY_OPEN) depth++;
    else if (depth === 1 && byte === COLON) valueStart = index + 1;
    else if (byte === COMMA || byte === OBJECT_CLOSE || byte === ARRAY_CLOSE) {
      if (depth === 1) {
        if (keyIsId && valueStart !== -1) {
          found = new TextDecoder().decode(bytes.subarray(valueStart, index));
        }
        valueStart = -1;
        keyIsId = false;
      }
      if (byte !== COMMA) depth--;
    }
  }
  return found;
}

/** Index of the closing quote of the string that opens at `open`, or the end of the text. */
function stringEnd(bytes: Uint8Array, open: number): number {
  let index = open + 1;
  for (; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === QUOTE) break;
    if (byte === BACKSLASH) index++;
  }
  return index;
}
