/** Text and HTML of an element or of the document, and facts about the document. */
import type { PageFunctions } from "../../model/page_functions.ts";
import { MAX_TITLE_CHARS } from "../../model/limits.ts";
import { cutBytes, cutUnits } from "./cut.ts";
import { rootElementOf, textContentOf } from "./dom.ts";
import { htmlOf } from "./html.ts";
import { bodyOf, readyStateOf, titleOf } from "./native.ts";
import { shownTextIn, shownTextOf } from "./values.ts";
import { elementOf } from "./walking.ts";

export function inspect(
  args: PageFunctions["inspect"]["args"],
): PageFunctions["inspect"]["result"] {
  const target = args.ref === null ? null : elementOf(args.ref);
  const gone = args.ref !== null && target === null;
  const text = cutBytes(
    gone ? "" : target === null ? bodyText() : shownTextOf(target),
    args.textBytes,
  );
  const root = gone ? null : target ?? rootElementOf(document);
  const html = args.html && root !== null ? htmlOf(root, args.htmlBytes) : null;
  return {
    text: text.text,
    textTruncated: text.truncated,
    html: html?.text ?? null,
    htmlTruncated: html?.truncated ?? false,
  };
}

/** Rendered text of the whole document. */
export function bodyText(): string {
  const body = bodyOf(document);
  if (body !== null) return shownTextIn(body);
  const root = rootElementOf(document);
  return root === null ? "" : textContentOf(root);
}

export function facts(): PageFunctions["facts"]["result"] {
  return {
    url: location.href,
    title: cutUnits(titleOf(document), MAX_TITLE_CHARS),
    readyState: readyStateOf(document),
    width: innerWidth,
    height: innerHeight,
    devicePixelRatio,
  };
}
