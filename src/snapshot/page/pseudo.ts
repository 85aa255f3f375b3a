/** Text that style sheets generate before and after an element's content. */
import { attributeOf, tagOf } from "./dom.ts";
import { mayGenerate, type PseudoName } from "./generating.ts";

export type { PseudoName };

export interface Generated {
  readonly text: string;
  readonly display: string;
}

/** Elements for which the browser generates nothing, or that are named by something else. */
const BARE = new Set(
  "img br svg g path use rect circle ellipse line polygon polyline defs canvas video audio iframe"
    .split(" "),
);

/** Null: nothing generated that has words. */
export function generated(element: Element, which: PseudoName): Generated | null {
  if (BARE.has(tagOf(element)) || !mayGenerate(element, which)) return null;
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (content === "none" || content === "normal" || content === "" || content === '""') return null;
  const { display } = style;
  if (display === "none" || style.visibility !== "visible") return null;
  const text = contentText(element, content);
  return text === "" ? null : { text, display };
}

const TOKEN =
  /"((?:[^"\\]|\\.)*)"|attr\(\s*([^\s,)]+)[^)]*\)|(\/)|\b(open-quote)\b|\b(close-quote)\b/gs;

/** The strings of a computed `content`; alternative text after a slash stands for all of it. */
function contentText(element: Element, content: string): string {
  let out = "";
  for (const [, string, attribute, slash, open, close] of content.matchAll(TOKEN)) {
    if (slash !== undefined) out = "";
    else if (string !== undefined) out += unescape(string);
    else if (attribute !== undefined) out += attributeOf(element, attribute) ?? "";
    else if (open !== undefined) out += "\u201c";
    else if (close !== undefined) out += "\u201d";
  }
  return out;
}

function unescape(text: string): string {
  return text.includes("\\")
    ? text.replace(
      /\\(?:([0-9a-fA-F]{1,6})\s?|(.))/gs,
      (_, hex, plain) => hex === undefined ? plain : String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    : text;
}
