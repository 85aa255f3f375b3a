/** TextMatch as a function. Pure. Source: `contract/mcp-tools.md` 2.4. */
import { MAX_MATCHED_CHARS, MAX_REGEX_BYTES } from "../../model/limits.ts";
import type { PageRefusal } from "../../model/page_functions.ts";
import type { TextMatch } from "../../model/target.ts";
import { byteLength } from "./cut.ts";
import { compileLinear, PatternRefused } from "./linear_regex.ts";

export type Matcher = (text: string) => boolean;

/** Case-sensitive; the text is cut at {@link MAX_MATCHED_CHARS} for patterns. */
export function matcherOf(match: TextMatch): Matcher | PageRefusal {
  const { kind, value } = match;
  if (kind === "exact") return (text) => text === value;
  if (kind === "contains") return (text) => text.includes(value);
  if (byteLength(value) > MAX_REGEX_BYTES) {
    return refused(`it is longer than ${MAX_REGEX_BYTES} bytes`);
  }
  try {
    const search = compileLinear(value);
    return (text) =>
      search(text.length > MAX_MATCHED_CHARS ? text.slice(0, MAX_MATCHED_CHARS) : text);
  } catch (error) {
    if (error instanceof PatternRefused) return refused(error.message);
    throw error;
  }
}

function refused(why: string): PageRefusal {
  return { ok: false, code: "invalidRequest", message: `Regular expression refused: ${why}` };
}
