/** What may put an element out of sight, read off declarations and off computed style, as bits. */

/** Opacity, or anything animated. */
export const FADE = 1;
/** `clip`, `clip-path`, `filter`. */
export const CLIP = 2;
/** `overflow` other than visible. */
export const OVERFLOW = 4;
/** Moved off its place: negative, relative or computed offsets, transforms. */
export const MOVE = 8;
/** Out of the flow: it may stand outside of what clips its ancestors. */
export const PLACE = 16;
/** A font size that may be near nothing. */
export const TYPE = 32;
/** Has a rule with a text colour, or a background. */
export const INK = 64;
export const PAPER = 128;
/** That colour may be the one of the background. */
export const FAINT = 256;
/** Text may be shifted out of its box. */
export const INDENT = 512;
/** All of them. */
export const ALL = 1_023;
/** Doubts that an element is looked at for; of the others `ink.ts` asks where it must. */
export const LOOKED_AT = ALL & ~(INK | PAPER);

/** As computed style tells it. */
export const WHITE = "rgb(255, 255, 255)";

const NOTHING = String.raw`0*\.?0*(?![\d.])`;
const FADES = new RegExp(
  String.raw`\bopacity: ?(?:${NOTHING}|[a-z])|\banimation(?:-name)?: ?(?!none)`,
);
const CLIPS =
  /\bclip(?:-path)?: ?(?!auto|none|initial|unset)|\bfilter: ?[^;]*(?:opacity|url|var)\(/;
const OVERFLOWS =
  /\boverflow(?:-\w+)?: ?(?!visible;)|\bcontain: ?[^;]*(?:paint|strict|content|var)/;
const MOVES =
  /(?:^|[ ;])(?:-webkit-)?(?:margin|inset|left|right|top|bottom|translate|transform(?!-)|rotate|scale|offset)[-a-z]*: ?[^;]*(?:-[\d.]|%|\()|\bscale: ?|\bzoom: ?(?:0|\.|[a-z])/;
const PLACES = /\bposition: ?(?:abs|fix|sti|var)/;
/** Under a pixel: a small length or share, or one that only the browser can tell. */
const TYPES =
  /\bfont(?:-size)?: ?(?:[^;]*\(|(?:[^;]* )?(?:0?\.[01]\d*(?:r?em)|0?\.\d+(?:px|pt)|0(?:[a-z%]|[ ;/]|$)|1?\d(?:\.\d+)?%))/;
const INDENTS = /\btext-indent: ?(?!0)/;
/** Declarations of a text colour, and of a background; the first group is the value. */
export const INKS = /(?:^|[ ;])(?:color|-webkit-text-fill-color): ?([^;]+)/g;
export const PAPERS = /\bbackground(?:-color)?: ?([^;]+)/g;

/** The doubts that a declaration block raises. */
export function bitsOf(text: string): number {
  let bits = 0;
  if (FADES.test(text)) bits |= FADE;
  if (CLIPS.test(text)) bits |= CLIP;
  if (OVERFLOWS.test(text)) bits |= OVERFLOW;
  if (MOVES.test(text)) bits |= MOVE;
  if (PLACES.test(text)) bits |= PLACE;
  if (text.includes("font") && TYPES.test(text)) bits |= TYPE;
  if (INDENTS.test(text)) bits |= INDENT;
  if (text.includes("background")) bits |= PAPER;
  if (/(?:^|[ ;])(?:color|-webkit-text-fill-color): ?/.test(text)) bits |= INK;
  // `all: unset` and variables of whole blocks may be anything.
  return /(?:^|[ ;])all: /.test(text) ? ALL : bits;
}

/** The colours a block sets; "" for one that only the browser can tell, or that shows nothing. */
export function coloursIn(text: string, pattern: RegExp): string[] {
  const found: string[] = [];
  for (const [, value = ""] of text.matchAll(pattern)) {
    const plain = value.replace(/ ?!important$/, "").trim();
    const rgb = /^rgb\(\d+, \d+, \d+\)/.exec(plain)?.[0];
    if (rgb !== undefined) found.push(rgb);
    // Half-transparent colours are never certain (`ink.ts`); clear ones show nothing.
    else if (/^rgba\(\d+, \d+, \d+, 0?\.\d*[1-9]\d*\)$/.test(plain)) continue;
    // What is inherited has a rule where it comes from.
    else if (/^(?:inherit|currentcolor)$/i.test(plain)) continue;
    else if (plain.startsWith("white")) found.push(WHITE);
    else if (plain.startsWith("black")) found.push("rgb(0, 0, 0)");
    else if (pattern === INKS || !/^(?:none|transparent|initial|unset|0px|url)/.test(plain)) {
      found.push("");
    }
  }
  return found;
}

/** The doubts that an element's own looks raise. `around`: the style of its parent. */
export function looksOf(style: CSSStyleDeclaration, around: CSSStyleDeclaration | null): number {
  let bits = 0;
  if (style.webkitTextFillColor !== around?.webkitTextFillColor) bits |= INK;
  if (!/^rgba\(.*, 0\)$/.test(style.backgroundColor)) bits |= PAPER;
  if (style.opacity !== "1") bits |= FADE;
  if (style.overflowX !== "visible") bits |= OVERFLOW;
  const { position } = style;
  if (position === "relative") {
    if (isOffset(style)) bits |= MOVE;
  } else if (position !== "static") {
    bits |= PLACE | MOVE;
    if (style.clip !== "auto") bits |= CLIP;
  }
  if (style.transform !== "none" || style.marginLeft.startsWith("-")) bits |= MOVE;
  if (style.clipPath !== "none" || style.filter !== "none") bits |= CLIP;
  if (Number.parseFloat(style.fontSize) < 1) bits |= TYPE;
  if (style.textIndent.startsWith("-")) bits |= INDENT;
  return bits;
}

function isOffset({ left, top, right, bottom }: CSSStyleDeclaration): boolean {
  return [left, top, right, bottom].some((side) => side !== "auto" && side !== "0px");
}
