/**
 * The rows of all frames of a page as one sequence: a child frame's rows stand right below its
 * `iframe` row. The outline and the nodes are both made from this sequence.
 */
import { RowReader } from "./decode.ts";
import type { FrameRef } from "./line.ts";

/** Where a frame stands: its parent, and how the parent's outline names it. */
export interface FramePlace extends FrameRef {
  readonly parentId: string;
}

/** A frame being read: `row` is the next row to read, `depth` what its own depths are added to. */
export interface FramePosition {
  readonly frameId: string;
  readonly row: number;
  readonly depth: number;
}

/** Where the next part of a page begins. */
export interface Position {
  /** Frames being read, outermost first. */
  readonly stack: readonly FramePosition[];
  /** Places of the child frames entered so far, wholly read or not, and of those around the first frame. */
  readonly frames: ReadonlyMap<string, FramePlace>;
  /** Rows shown in the parts before. */
  readonly shown: number;
  /** Rows of all frames entered so far, shown or not. */
  readonly total: number;
  /** Frames entered so far, the first one too. */
  readonly entered: ReadonlySet<string>;
  /** Frames that were given and whose `iframe` row has not come yet. */
  readonly waiting: ReadonlySet<string>;
}

/** The encoded answers of one frame's walk, in rising order of their first row. */
export type FrameRows = ReadonlyMap<string, readonly string[]>;

interface Reading {
  readonly frameId: string;
  readonly reader: RowReader;
  readonly depth: number;
}

/** Moves over the joined rows; see `RowReader` for the fields of the current row (`reader`). */
export class JoinedRows {
  reader: RowReader;
  /** Depth of the current row in the page, not yet bounded. */
  depth = 0;
  /** Frame of the current row. */
  frameId: string;
  /** Rows moved over here. */
  count = 0;
  /** Set when `advance` ended because rows of the walk were not given. */
  missing: { readonly frameId: string; readonly row: number } | null = null;
  readonly frames: Map<string, FramePlace>;
  readonly #rows: FrameRows;
  readonly #stack: Reading[] = [];
  readonly #shownBefore: number;
  readonly #entered: Set<string>;
  readonly #waiting: Set<string>;
  #total: number;
  #base = 0;

  /**
   * `start`: the frame to begin with, or where the part before ended. `around`: places of the
   * frame to begin with and of those around it. Throws Failure `internal` when rows of a frame
   * being read are not given.
   */
  constructor(
    rows: FrameRows,
    start: string | Position,
    around: ReadonlyMap<string, FramePlace> = new Map(),
  ) {
    this.#rows = rows;
    const position = typeof start === "string"
      ? {
        stack: [{ frameId: start, row: 0, depth: 0 }],
        frames: around,
        shown: 0,
        total: new RowReader(rows.get(start) ?? []).total,
        entered: new Set([start]),
        waiting: new Set<string>(),
      }
      : start;
    this.frames = new Map(position.frames);
    this.#shownBefore = position.shown;
    this.#total = position.total;
    this.#entered = new Set(position.entered);
    this.#waiting = new Set(position.waiting);
    for (const [frameId, parts] of rows) {
      if (!this.#entered.has(frameId) && new RowReader(parts).total > 0) {
        this.#waiting.add(frameId);
      }
    }
    for (const { frameId, row, depth } of position.stack) {
      const reader = new RowReader(rows.get(frameId) ?? [], row);
      this.#stack.push({ frameId, reader, depth });
    }
    const top = this.#stack.at(-1);
    this.reader = top?.reader ?? new RowReader([]);
    this.frameId = top?.frameId ?? "";
    this.#base = top?.depth ?? 0;
  }

  /** Moves to the next row. False at the end, or where rows are missing. */
  advance(): boolean {
    while (!this.reader.next()) {
      if (this.reader.row < this.reader.total) {
        this.missing = { frameId: this.frameId, row: this.reader.row };
        return false;
      }
      this.#stack.pop();
      const outer = this.#stack.at(-1);
      if (outer === undefined) return false;
      this.#use(outer);
    }
    this.depth = this.#base + this.reader.depth;
    return true;
  }

  /** Counts the current row as shown and, on an `iframe` row, goes into its frame when its rows are here. */
  accept(): void {
    this.count++;
    const { reader } = this;
    if (
      reader.roleEnd - reader.roleStart === 6 && reader.text.startsWith("iframe", reader.roleStart)
    ) this.#enter();
  }

  /** Where the rows after the accepted ones begin. `pending`: the current row was not accepted. Null at the end. */
  position(pending: boolean): Position | null {
    const stack = this.#stack.map(({ frameId, reader, depth }, index) => ({
      frameId,
      row: pending && index === this.#stack.length - 1 ? reader.row - 1 : reader.row,
      depth,
    }));
    if (stack.length === 0) return null;
    return {
      stack,
      frames: this.frames,
      shown: this.#shownBefore + this.count,
      total: this.#total,
      entered: this.#entered,
      waiting: this.#waiting,
    };
  }

  /** Rows after the accepted ones; null when it cannot be told, because the place of a frame that was given has not been reached. */
  left(): number | null {
    return this.#waiting.size > 0 ? null : this.#total - this.#shownBefore - this.count;
  }

  /** The frames around the current row, innermost first; empty in the page itself. */
  path(frameId: string): readonly FramePlace[] {
    return framePath(this.frames, frameId);
  }

  #enter(): void {
    const { reader } = this;
    const frameId = reader.value("frame");
    if (frameId === null || this.#entered.has(frameId)) return;
    const parts = this.#rows.get(frameId);
    if (parts === undefined || parts.length === 0) return;
    const ordinal = reader.ordinal();
    this.frames.set(frameId, {
      parentId: this.frameId,
      name: reader.name(),
      ordinal: ordinal === "" ? null : Number(ordinal),
    });
    const inner = { frameId, reader: new RowReader(parts), depth: this.depth + 1 };
    this.#entered.add(frameId);
    this.#waiting.delete(frameId);
    this.#total += inner.reader.total;
    this.#stack.push(inner);
    this.#use(inner);
  }

  #use(reading: Reading): void {
    this.reader = reading.reader;
    this.frameId = reading.frameId;
    this.#base = reading.depth;
  }
}

/** The places of a frame and of those around it, innermost first. */
export function framePath(
  frames: ReadonlyMap<string, FramePlace>,
  frameId: string,
): readonly FramePlace[] {
  const path: FramePlace[] = [];
  let place = frames.get(frameId);
  while (place !== undefined && path.length < frames.size) {
    path.push(place);
    place = frames.get(place.parentId);
  }
  return path;
}
