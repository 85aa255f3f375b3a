/**
 * What an agent was shown of the frames of a page: how each frame is named in lines, and which
 * lines of child frames were printed without their frame. One per page; emptied when the main
 * document changes. By it a line always means the element it was printed for.
 */
import { MAX_BARE_FRAME_LINES, MAX_FRAMES } from "../model/limits.ts";
import { framePath } from "./joined.ts";
import type { FramePlace } from "./joined.ts";
import { keyOf, TOP_FRAME } from "./line.ts";
import type { FrameRef, ParsedLine } from "./line.ts";

/** Which frame a line is about. */
export type LinePlace =
  /** It says so, or it names no frame and no line of a child frame was printed like it. */
  | { readonly state: "top" }
  /** It names the frame, or it was last printed bare for that frame. */
  | { readonly state: "frame"; readonly frameId: string }
  /** It names a frame that was never shown. */
  | { readonly state: "unknown" }
  /** Several frames are named so; the line needs the frames around its own too. */
  | { readonly state: "several"; readonly count: number };

export class ShownLines {
  readonly #bare = new Map<string, string>();
  readonly #frames = new Map<string, FramePlace>();

  /** No more bare lines are remembered: lines of child frames must name their frame. */
  get full(): boolean {
    return this.#bare.size >= MAX_BARE_FRAME_LINES;
  }

  /** The child frame that a line with this key (`lineKey`) was printed bare for. */
  bareFrame(key: string): string | null {
    return this.#bare.get(key) ?? null;
  }

  /** Frames shown, by id. */
  get frames(): ReadonlyMap<string, FramePlace> {
    return this.#frames;
  }

  get anyBare(): boolean {
    return this.#bare.size > 0;
  }

  /** Adds what an answer showed. */
  add(
    answer: {
      readonly bare: ReadonlyMap<string, string>;
      readonly frames: ReadonlyMap<string, FramePlace>;
    },
  ): void {
    for (const [key, frameId] of answer.bare) this.#bare.set(key, frameId);
    for (const [frameId, place] of answer.frames) {
      this.#frames.delete(frameId);
      this.#frames.set(frameId, place);
    }
    for (const frameId of this.#frames.keys()) {
      if (this.#frames.size <= 4 * MAX_FRAMES) break;
      this.#frames.delete(frameId);
    }
  }

  /** The main document changed: nothing of it can be meant any more. */
  clear(): void {
    this.#bare.clear();
    this.#frames.clear();
  }

  locate(line: ParsedLine): LinePlace {
    const named = line.frames;
    const [inner] = named;
    if (inner === undefined) {
      const frameId = this.bareFrame(keyOf(line));
      return frameId === null ? { state: "top" } : { state: "frame", frameId };
    }
    if (named.length === 1 && inner.name === TOP_FRAME && inner.ordinal === null) {
      return { state: "top" };
    }
    const whole: string[] = [];
    const partly: string[] = [];
    for (const frameId of this.#frames.keys()) {
      const path = framePath(this.#frames, frameId);
      if (!named.every((ref, index) => answersTo(path[index], ref))) continue;
      (path.length === named.length ? whole : partly).push(frameId);
    }
    // Printed markers name every frame around; fewer are taken only where one frame fits.
    const fitting = whole.length > 0 ? whole : partly;
    const [only] = fitting;
    if (only === undefined) return { state: "unknown" };
    return fitting.length === 1
      ? { state: "frame", frameId: only }
      : { state: "several", count: fitting.length };
  }

  /** The frames of a page as lines name them, innermost first. */
  path(frameId: string): readonly FrameRef[] {
    return framePath(this.#frames, frameId);
  }
}

function answersTo(place: FramePlace | undefined, ref: FrameRef): boolean {
  if (place === undefined || place.name !== ref.name) return false;
  if (place.ordinal === ref.ordinal) return true;
  // A marker of a frame without an ordinal is printed with #0 where the name alone says too little.
  return place.ordinal === null && ref.ordinal === 0 &&
    (place.name === "" || place.name === TOP_FRAME);
}
