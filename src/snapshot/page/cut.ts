/** Cutting text at byte bounds. Pure. */

export interface Cut {
  readonly text: string;
  readonly truncated: boolean;
}

/** The longest prefix of at most `bytes` UTF-8 bytes that ends on a character border. */
export function cutBytes(text: string, bytes: number): Cut {
  // A UTF-16 unit is at most three bytes, so most texts need no counting.
  if (text.length * 3 <= bytes) return { text, truncated: false };
  let used = 0;
  let at = 0;
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0;
    used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (used > bytes) return { text: text.slice(0, at), truncated: true };
    at += point > 0xffff ? 2 : 1;
  }
  return { text, truncated: false };
}

/** The longest prefix of at most `units` UTF-16 units that does not split a character. */
export function cutUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const before = text.charCodeAt(units - 1);
  return text.slice(0, before >= 0xd800 && before <= 0xdbff ? units - 1 : units);
}

/** UTF-8 bytes of a text. */
export function byteLength(text: string): number {
  let used = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    used += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return used;
}
