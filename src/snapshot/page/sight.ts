/**
 * What a person cannot see: opacity 0, clipped away, off-screen for good, font size 0, the colour
 * of its background (`docs/outline.md`, "Out of sight"). Runs along with the pass; elements without
 * a doubt (`doubts.ts`) and outside of every zone cost one look-up.
 */
import { holdsPositioned, isInside, isInViewport, isReachable, isWithin } from "./clips.ts";
import { rectsOf } from "./dom.ts";
import { type Doubts, doubtsNow } from "./doubts.ts";
import { CLIP, FADE, FAINT, INDENT, LOOKED_AT, MOVE, OVERFLOW, PLACE, TYPE } from "./looks.ts";
import { fadesIn } from "./fading.ts";
import { isInked } from "./ink.ts";
import type { Level } from "./level.ts";
import {
  clientHeightOf,
  clientWidthOf,
  offsetHeightOf,
  offsetWidthOf,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
} from "./native.ts";
import { isClippedAway } from "./shapes.ts";

/** Zones: what is asked of everything inside. Boxes against clips and the scrollable page. */
const BOXES = 1;
/** The size of the font. */
const SMALL = 2;
/** Its colour against the background. */
const TINTED = 4;
/** Fixed in the viewport. */
const FIXED = 8;

/** Overflow below this holds no line of text, pixels. */
const OVERFLOW_PX = 4;

/** Pictures: what they show is seen although it has no text. */
const GRAPHICS = new Set("img svg canvas video object embed".split(" "));

export class Sight {
  /** Texts and boxes seen, and not seen, so far. */
  seen = 0;
  unseen = 0;
  readonly #doubts: Doubts = doubtsNow();
  readonly #range = document.createRange();

  /** Looks at an element that opens. */
  enter(level: Level, bits: number): void {
    level.seenAt = this.seen;
    level.unseenAt = this.unseen;
    if (!level.unseen && level.style !== null) {
      const doubts = level.doubts = this.#doubts.about(level, bits);
      if ((doubts & LOOKED_AT) !== 0) this.#look(level, level.style, doubts);
    }
    if (GRAPHICS.has(level.tag) || (level.tag === "input" && isPicture(level.element))) {
      const out = level.unseen || ((level.zone & BOXES) !== 0 && this.isBoxUnseen(level));
      this.count(out);
    }
  }

  /** Something was met that a person sees, or does not. */
  count(unseen: boolean): void {
    if (unseen) this.unseen++;
    else this.seen++;
  }

  /** The sheets of a shadow root count from now on, also for its host. */
  noteRoot(root: ShadowRoot, level: Level, bits: number): void {
    this.#doubts.note(root);
    this.enter(level, bits);
  }

  /** Whether the text of an element cannot be seen; counts it. */
  isTextUnseen(level: Level, text: Text): boolean {
    const unseen = level.unseen || (level.zone !== 0 && this.#isTextOut(level, text));
    this.count(unseen);
    return unseen;
  }

  /** Whether the element's own box cannot be seen. Costs layout. */
  isBoxUnseen(level: Level): boolean {
    if (level.unseen) return true;
    // What may stand outside of a clip is in a zone.
    if ((level.zone & (BOXES | FIXED)) === 0 && hasSize(level.element)) return false;
    const boxes = rectsOf(level.element);
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i];
      if (box !== undefined && box.width > 1 && box.height > 1 && this.#isBoxIn(level, box)) {
        return false;
      }
    }
    return true;
  }

  #isTextOut(level: Level, text: Text): boolean {
    const { zone, style } = level;
    if (style === null) return false;
    if ((zone & SMALL) !== 0 && Number.parseFloat(style.fontSize) < 1) return true;
    if ((zone & BOXES) !== 0) {
      this.#range.selectNodeContents(text);
      if (!this.#isAnyIn(level, this.#range)) return true;
    }
    return (zone & TINTED) !== 0 && !isInked(level);
  }

  /** The one box around all of them says it first: a list of boxes costs twice as much. */
  #isAnyIn(level: Level, range: Range): boolean {
    const around = range.getBoundingClientRect();
    if (!this.#isBoxIn(level, around)) return false;
    if ((level.zone & FIXED) === 0 && isWithin(around, level.clip)) return true;
    const boxes = range.getClientRects();
    for (let i = 0; i < boxes.length; i++) {
      const box = boxes[i];
      if (box !== undefined && this.#isBoxIn(level, box)) return true;
    }
    return false;
  }

  #isBoxIn(level: Level, box: DOMRect): boolean {
    const { clip, scroller, zone } = level;
    if (zone === 0 && clip === null) return true;
    const reachable = (zone & FIXED) !== 0 ? isInViewport(box) : isReachable(box, scroller);
    return reachable && isInside(box, clip);
  }

  #look(level: Level, style: CSSStyleDeclaration, doubts: number): void {
    const { element } = level;
    if ((doubts & FADE) !== 0 && Number(style.opacity) === 0 && !fadesIn(element)) {
      level.unseen = true;
      return;
    }
    if ((doubts & CLIP) !== 0 && isClippedAway(style)) {
      level.unseen = true;
      return;
    }
    if ((doubts & PLACE) !== 0) place(level, style);
    if ((doubts & OVERFLOW) !== 0 && level.parent !== null && level.tag !== "body") {
      this.#overflow(level, style);
      if (level.unseen) return;
    }
    if ((doubts & INDENT) !== 0 && Number.parseFloat(style.textIndent) < 0) level.zone |= BOXES;
    const moved = (doubts & MOVE) !== 0 || ((doubts & PLACE) !== 0 && (level.zone & FIXED) !== 0);
    if (moved && (level.zone & BOXES) === 0 && mayBeOut(level)) {
      level.zone |= BOXES;
    }
    if ((doubts & TYPE) !== 0) {
      if (Number.parseFloat(style.fontSize) < 1) level.zone |= SMALL;
      else level.zone &= ~SMALL;
    }
    if ((doubts & FAINT) !== 0) level.zone |= TINTED;
  }

  #overflow(level: Level, style: CSSStyleDeclaration): void {
    const { element } = level;
    const { overflowX } = style;
    if (overflowX === "visible") return;
    const { overflowY } = style;
    const across = overflowX === "hidden" || overflowX === "clip";
    const down = overflowY === "hidden" || overflowY === "clip";
    const wide = scrollWidthOf(element) - clientWidthOf(element);
    const high = scrollHeightOf(element) - clientHeightOf(element);
    const scrolls = (wide > 0 && (overflowX === "auto" || overflowX === "scroll")) ||
      (high > 0 && (overflowY === "auto" || overflowY === "scroll"));
    if (scrolls) {
      // What is inside can be brought into its box, if that is seen.
      if (level.clip !== null && !isInside(rectOf(element), level.clip)) {
        level.unseen = true;
        return;
      }
      level.scroller = element;
      level.clip = null;
      level.zone &= ~(BOXES | FIXED);
    }
    if (!across && !down) return;
    level.clip = { element, style, across, down, rect: null, outer: level.clip };
    if ((across && wide > OVERFLOW_PX) || (down && high > OVERFLOW_PX)) level.zone |= BOXES;
  }
}

/** A button that is a picture. */
function isPicture(input: Element): boolean {
  return input instanceof HTMLInputElement && input.type === "image";
}

/** Certainly more than a sliver; the offsets cost a third of the rects. */
function hasSize(element: Element): boolean {
  return element instanceof HTMLElement && offsetWidthOf(element) > 1 &&
    offsetHeightOf(element) > 1;
}

/** Moved to where it, or something in it, may be out of reach. */
function mayBeOut(level: Level): boolean {
  const box = rectOf(level.element);
  if (level.clip !== null && !isWithin(box, level.clip)) return true;
  return (level.zone & FIXED) !== 0 ? !isInViewport(box) : !isReachable(box, level.scroller);
}

/** An element out of the flow stands outside of the clips of what it is not placed by. */
function place(level: Level, style: CSSStyleDeclaration): void {
  const { position } = style;
  if (position === "fixed") {
    level.zone |= FIXED;
    level.scroller = null;
    level.clip = null;
  } else if (position === "absolute") {
    while (level.clip !== null && !holdsPositioned(level.clip)) level.clip = level.clip.outer;
  }
}
