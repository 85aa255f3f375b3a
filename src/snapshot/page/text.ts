/** White space and cutting of everything printed. */

// deno-lint-ignore no-control-regex
const SPACES = /[\s\u0000-\u001f\u007f-\u009f]+/g;
// deno-lint-ignore no-control-regex
const UNTIDY = /^\s|\s$|\s\s|[^\S ]|[\u0000-\u001f\u007f-\u009f]/;

/** White space collapsed to single spaces and trimmed, control characters dropped. */
export function collapse(text: string): string {
  return UNTIDY.test(text) ? text.replace(SPACES, " ").trim() : text;
}

/** White space collapsed, with one space kept at either end where there was some. */
export function squeeze(text: string): string {
  return text.replace(SPACES, " ");
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
