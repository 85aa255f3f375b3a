/** The attributes that matter to the pass, as bits: one look at an element tells which it has. */
import { attributeNamesOf } from "./dom.ts";

export const ROLE = 1;
/** `aria-label`, `aria-labelledby`. */
export const ARIA_NAME = 2;
export const ARIA_HIDDEN = 4;
export const INERT = 8;
export const TITLE = 16;
export const TABINDEX = 32;
/** A handler of mouse events. */
export const ONCLICK = 64;
export const EDITABLE = 128;
/** Anything that a row's states may come from. */
export const STATE = 256;
/** Style of its own: `style`, `hidden`, or an id that rules may name. */
export const OWN_STYLE = 512;
export const CLASS = 1024;
export const ID = 2048;
/** A `style` attribute. */
export const STYLED = 4096;
/** Looks given by other attributes. */
export const LOOKS = 8192;
/** Colours, of those. */
export const TINTS = 16384;

const ATTRIBUTES: ReadonlyMap<string, number> = new Map([
  ["role", ROLE],
  ["aria-label", ARIA_NAME],
  ["aria-labelledby", ARIA_NAME],
  ["aria-hidden", ARIA_HIDDEN],
  ["inert", INERT],
  ["style", OWN_STYLE | STYLED],
  ["hidden", OWN_STYLE],
  ["id", OWN_STYLE | ID],
  ["class", CLASS],
  ["title", TITLE | STATE],
  ["tabindex", TABINDEX],
  ["onclick", ONCLICK],
  ["onmousedown", ONCLICK],
  ["onmouseup", ONCLICK],
  ["contenteditable", EDITABLE],
  ...("opacity filter clip-path transform mask".split(" ").map((name) => [name, LOOKS] as const)),
  ...("color bgcolor background text".split(" ").map((name) => [name, TINTS] as const)),
  ...("aria-checked aria-required aria-disabled aria-readonly aria-invalid aria-expanded aria-pressed aria-selected " +
    "aria-current aria-describedby aria-description").split(" ").map((name) =>
      [name, STATE] as const
    ),
]);

/** The bits of the element's attributes. */
export function attributeBits(element: Element): number {
  let bits = 0;
  for (const name of attributeNamesOf(element)) {
    const bit = ATTRIBUTES.get(name);
    if (bit !== undefined) bits |= bit;
  }
  return bits;
}
