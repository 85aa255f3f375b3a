/** What authors call elements that have no role of their own. */
import { ARIA_NAME, TITLE } from "./attributes.ts";
import { attributeOf, firstElementOf, textContentOf } from "./dom.ts";
import type { Level } from "./level.ts";
import { type AuthorName, authorName } from "./names.ts";
import type { Sight } from "./sight.ts";
import { collapse, hasWords } from "./text.ts";
import type { TextRun } from "./text_run.ts";

/** Text-level elements whose tooltip says what they stand for (HTML-AAM). */
const TITLED = new Set("abbr b bdi bdo cite i kbd q ruby samp small u var".split(" "));

/**
 * The name of an element without a role, by ARIA or by its tooltip: an abbreviation's long form, an
 * icon's meaning. Tooltips of other text only add to what it says. Null: none.
 */
export function calledBy(level: Level, bits: number): AuthorName | null {
  const { element, tag } = level;
  if (tag === "body" || tag === "html") return null;
  const author = (bits & ARIA_NAME) === 0 ? null : authorName(element, tag, null);
  if (author !== null) return author.name === "" ? null : author;
  if ((bits & TITLE) === 0) return null;
  const name = collapse(attributeOf(element, "title") ?? "");
  return name !== "" && (TITLED.has(tag) || !hasWords(textContentOf(element)))
    ? { name, from: "attribute" }
    : null;
}

/** Words in a line of text, which stays one: the name gets its row after the line. */
export function isAside({ style, element }: Level): boolean {
  return (style === null || style.display.startsWith("inline")) && firstElementOf(element) === null;
}

/** The row for the name, unless the words are the name. */
export function addAside(level: Level, run: TextRun, sight: Sight): void {
  const { element, parentRow: row } = level;
  const name = level.author?.name ?? "";
  if (collapse(textContentOf(element)) === name) return;
  const unseen = sight.seen === level.seenAt && sight.isBoxUnseen(level);
  run.addAside({ name, row, element, unseen });
}
