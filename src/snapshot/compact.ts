/**
 * Rows of all frames to one part of the outline: the hot path of every observation. One pass in
 * document order, O(rows printed); rows past the budget are never looked at.
 */
import { MAX_OUTLINE_BYTES, MAX_SNAPSHOT_NODES } from "../model/limits.ts";
import type { FramePlace, FrameRows, Position } from "./joined.ts";
import { JoinedRows } from "./joined.ts";
import { frameMarker, indent, lineKey, quote, rowStates, TOP_MARKER, utf8Bytes } from "./line.ts";
import type { ShownLines } from "./shown_lines.ts";

export interface CompactInput {
  /** Encoded rows by frame id. Frames that are absent are shown as their `iframe` row alone. */
  readonly frames: FrameRows;
  /** Id of the page's main frame: lines of every other frame may need to name their frame. */
  readonly top: string;
  /** The frame to begin with (its rows are the outline's first level), or where the part before ended. */
  readonly start: string | Position;
  /** Lines wanted, 1 to MAX_SNAPSHOT_NODES; lines of text alone count too. */
  readonly maxNodes: number;
  /** Put into the cut line when there is one; the caller then keeps `next` under it. */
  readonly cursor: string;
  /** What was shown of this page before. Read, not changed. */
  readonly shown: ShownLines;
  /** The answer is a part of a page even when nothing is cut (a subtree): lines of child frames name their frame. */
  readonly partial?: boolean;
  /** UTF-8 bytes of the outline with its cut line, at most MAX_OUTLINE_BYTES (default). One line is always given. */
  readonly maxBytes?: number;
}

export interface CompactResult {
  /** Lines joined by newlines, none at the end; the cut line, when there is one, is the last. */
  readonly outline: string;
  /** Lines of the page in `outline`; the cut line does not count. */
  readonly lines: number;
  /** `next` is not null. */
  readonly truncated: boolean;
  readonly next: Position | null;
  /** Lines that stand after these, 0 at the end; null when it cannot be told. */
  readonly left: number | null;
  /** Rows that were wanted and not given; ask the page for them and compact again. Null when the budget or the page ended first. */
  readonly missing: { readonly frameId: string; readonly row: number } | null;
  /** Child frames entered so far, with their names in lines. */
  readonly frames: ReadonlyMap<string, FramePlace>;
  /** Target lines of child frames printed without their frame: key to frame id. For `ShownLines.add`. */
  readonly bare: ReadonlyMap<string, string>;
}

/** Room kept for the cut line, bytes: 35 for its words and number, and its cursor. */
const CUT_LINE_BYTES = 64;

/** Makes one part of the outline. Throws Failure `internal` on malformed rows. */
export function compact(input: CompactInput): CompactResult {
  const { shown } = input;
  const maxNodes = Math.min(input.maxNodes, MAX_SNAPSHOT_NODES);
  const room = Math.min(input.maxBytes ?? MAX_OUTLINE_BYTES, MAX_OUTLINE_BYTES) -
    CUT_LINE_BYTES - 3 * input.cursor.length;
  const later = typeof input.start !== "string";
  const rows = new JoinedRows(input.frames, input.start, shown.frames);
  const watchTop = shown.anyBare;
  const manyFrames = input.frames.size > 1 || later || input.start !== input.top;

  const pieces: string[] = [];
  const slots: { piece: number; key: string; frameId: string; marker: string }[] = [];
  const topKeys = new Set<string>();
  let out = "";
  // `bytes` counts `out` and `pieces` exactly once `exact`; before that three bytes a unit is the bound.
  let exact = false;
  let bytes = 0;
  let chars = 0;
  let pending = false;
  let markerOf = "";
  let markerFrame = "";

  while (true) {
    const more = rows.advance();
    if (!more || rows.count >= maxNodes) {
      pending = more;
      break;
    }
    const row = rows.reader;
    const name = row.nameStart === row.nameEnd ? "" : row.name();
    let line = rows.count === 0 ? indent(rows.depth) : `\n${indent(rows.depth)}`;
    let cost = 0;
    let key = "";
    let inChild = false;
    if (row.roleStart === row.roleEnd) {
      line += quote(name);
      if (row.nameEnd !== row.lineEnd) line += rowStates(row);
    } else {
      const printed = lineKey(row.role(), name, row.ordinal());
      line += printed;
      if (row.nameEnd !== row.lineEnd) {
        line += rowStates(row);
        if ((manyFrames || watchTop) && row.value("target") !== null) {
          key = printed;
          inChild = rows.frameId !== input.top;
          if (inChild) {
            if (markerFrame !== rows.frameId) {
              markerFrame = rows.frameId;
              markerOf = frameMarker(rows.path(markerFrame));
            }
            cost = markerOf.length;
          } else if (watchTop && shown.bareFrame(printed) !== null) line += TOP_MARKER;
        }
      }
    }
    const size = line.length + cost;
    if (!exact && 3 * (chars + size) > room) {
      exact = true;
      bytes = utf8Bytes(out) + pieces.reduce((sum, piece) => sum + utf8Bytes(piece), 0) +
        slots.reduce((sum, slot) => sum + utf8Bytes(slot.marker), 0);
    }
    if (exact) {
      const added = utf8Bytes(line) + (inChild ? utf8Bytes(markerOf) : 0);
      if (bytes + added > room && rows.count > 0) {
        pending = true;
        break;
      }
      bytes += added;
    }
    chars += size;
    out += line;
    if (key !== "") {
      if (inChild) {
        slots.push({ piece: pieces.length, key, frameId: rows.frameId, marker: markerOf });
        pieces.push(out);
        out = "";
      } else topKeys.add(key);
    }
    rows.accept();
  }

  const cut = pending || rows.missing !== null;
  const bare = new Map<string, string>();
  if (slots.length > 0) {
    const always = cut || later || input.partial === true || shown.full;
    markLines(pieces, slots, always, topKeys, shown, bare);
    out = pieces.join("") + out;
  }
  const left = cut ? rows.left() : 0;
  if (cut) {
    const more = left === null ? "more" : `${left} more`;
    out += `${rows.count === 0 ? "" : "\n"}… ${more} (after: ${quote(input.cursor)})`;
  }
  return {
    outline: out,
    lines: rows.count,
    truncated: cut,
    next: cut ? rows.position(pending) : null,
    left,
    missing: rows.count < maxNodes ? rows.missing : null,
    frames: rows.frames,
    bare,
  };
}

/** Puts the frame behind every line of a child frame that could be taken for another frame's. */
function markLines(
  pieces: string[],
  slots: readonly { piece: number; key: string; frameId: string; marker: string }[],
  always: boolean,
  topKeys: ReadonlySet<string>,
  shown: ShownLines,
  bare: Map<string, string>,
): void {
  const owner = new Map<string, string>();
  for (const { key, frameId } of slots) {
    const known = owner.get(key);
    owner.set(key, known === undefined || known === frameId ? frameId : "");
  }
  for (const { piece, key, frameId, marker } of slots) {
    const before = shown.bareFrame(key);
    if (
      always || owner.get(key) === "" || topKeys.has(key) || (before !== null && before !== frameId)
    ) pieces[piece] += marker;
    else bare.set(key, frameId);
  }
}
