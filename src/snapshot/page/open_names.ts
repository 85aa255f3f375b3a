/** The names from content of the elements now open: one text, of which each name is the end. */
import { ARIA_NAME } from "./attributes.ts";
import { hasAttributeOf } from "./dom.ts";
import { embeddedValue } from "./embedded.ts";
import type { Level } from "./level.ts";
import { isApart, isSilent, pseudoText, tooltipInside } from "./name_text.ts";
import { authorName, nameOf, tooltipName } from "./names.ts";
import { NO_ROW } from "./row_store.ts";
import { collapse } from "./text.ts";

/** Named by something other than ARIA or content, so worth asking. */
export const NATIVE_NAMES = new Set(
  ("input button select textarea img svg option optgroup figure table fieldset output meter progress area " +
    "g circle ellipse image line path polygon polyline rect use").split(" "),
);

export class OpenNames {
  /** How many elements are being named. */
  open = 0;
  /** What the content said of the element closed last. */
  content = "";
  #text = "";
  /** An `aria-labelledby` was met inside them. */
  #referring = false;

  add(text: string): void {
    if (this.open > 0) this.#text += text;
  }

  gap(): void {
    if (this.open > 0) this.#text += " ";
  }

  /** Remembers where the element's part of the text begins. */
  meet(level: Level): void {
    if (this.open > 0) level.textAt = this.#text.length;
  }

  /** Inside other names, something is named by reference. */
  refer(): void {
    if (this.open > 0) this.#referring = true;
  }

  /** The element is named by its content from here on. */
  start(level: Level): void {
    level.naming = true;
    this.open++;
    if (level.textAt < 0) level.textAt = this.#text.length;
  }

  /** Inside another name: what stands there instead of the element's content. */
  substitute(level: Level, bits: number, role: string | null): void {
    if (this.open === 0) return;
    const { element, tag } = level;
    const value = embeddedValue(element, tag, role);
    const named = (bits & ARIA_NAME) !== 0 || (NATIVE_NAMES.has(tag) && tag !== "figure");
    if (value !== null) level.substitute = ` ${value} `;
    else {
      const author = named ? authorName(element, tag, role) : null;
      if (author !== null) level.substitute = ` ${author.name} `;
      else if (isSilent(role, tag)) {
        level.substitute = (isApart(role) ? " " : "") + tooltipInside(element, tag, role);
      } else if (tag === "rt") level.substitute = "";
    }
    if (named && hasAttributeOf(element, "aria-labelledby")) this.refer();
    this.#text += pseudoText(element, "::before");
  }

  /** An element inside another name, closed: its substitute or its tooltip goes into the text. */
  closeInside(level: Level): void {
    if (level.substitute !== null) {
      this.#text = this.#text.slice(0, level.textAt) + level.substitute;
    } else if (level.titled && collapse(this.#text.slice(level.textAt)) === "") {
      this.#text += tooltipInside(level.element, level.tag, level.role);
    }
  }

  /** The name of a naming element that closes, and what it adds to the names around it. */
  close(level: Level, role: string): string {
    const { element, tag, author } = level;
    const content = this.content = collapse(this.#text.slice(level.textAt));
    let name = content;
    let given = false;
    if (this.#referring && author === null && level.clickRow === NO_ROW) {
      // References inside may name what was met before: the whole algorithm decides.
      name = nameOf(element, role);
      given = true;
    } else if (author !== null) {
      name = author.name;
      given = true;
    } else if (content === "") {
      name = tooltipName(element, tag, role);
      given = true;
    }
    if (--this.open === 0) {
      this.#text = "";
      this.#referring = false;
    } else if (level.substitute !== null) {
      this.#text = this.#text.slice(0, level.textAt) + level.substitute;
    } else if (given) this.#text = `${this.#text.slice(0, level.textAt)} ${name} `;
    else if (isApart(role)) {
      this.#text = `${this.#text.slice(0, level.textAt)} ${content} `;
    }
    return name;
  }
}
