/** White space and cutting of everything printed. */

/** White space other than one plain space: most gaps between words are left alone. */
const UNTIDY =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff][\s\u0000-\u001f\u007f-\u009f]*| [\s\u0000-\u001f\u007f-\u009f]+/g;

/** White space collapsed to single spaces and trimmed, control characters dropped. */
export function collapse(text: string): string {
  return text.replace(UNTIDY, " ").trim();
}

/** Whether there is anything but white space and control characters. */
export function hasWords(text: string): boolean {
  // deno-lint-ignore no-control-regex
  return /[^\s\u0000-\u001f\u007f-\u009f]/.test(text);
}

/** At most `limit` UTF-16 units, the last one `…` when something is missing; never half a character. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const unit = text.charCodeAt(end - 1);
  if (unit >= 0xd800 && unit <= 0xdbff) end--;
  return text.slice(0, end) + "…";
}

/** Pieces of at most `limit` UTF-16 units, broken at spaces where there are any. */
export function pieces(text: string, limit: number): string[] {
  const out: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    let end = rest.lastIndexOf(" ", limit);
    if (end <= 0) {
      end = limit;
      const unit = rest.charCodeAt(end - 1);
      if (unit >= 0xd800 && unit <= 0xdbff) end--;
    }
    out.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") out.push(rest);
  return out;
}
