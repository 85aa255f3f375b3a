/** The compactor on the recorded rows of every page: rows and bytes a second, memory a row. */
import { compact } from "../src/snapshot/compact.ts";
import type { CompactResult } from "../src/snapshot/compact.ts";
import type { Position } from "../src/snapshot/joined.ts";
import { toNodes } from "../src/snapshot/nodes.ts";
import { ShownLines } from "../src/snapshot/shown_lines.ts";
import { utf8Bytes } from "../src/snapshot/line.ts";
import { allocated } from "./allocated.ts";
import { recordings } from "./recordings.ts";
import type { Recording } from "./recordings.ts";
import { figure, geometricMean, table } from "./stats.ts";
import type { Section } from "./stats.ts";
import { timings } from "./timing.ts";

function part(recording: Recording, start: string | Position, maxNodes: number): CompactResult {
  return compact({
    frames: recording.frames,
    top: recording.top,
    start,
    maxNodes,
    cursor: "0123456789abcdef",
    shown: new ShownLines(),
  });
}

/** All parts of a page; rows shown and bytes printed. */
function whole(recording: Recording): { rows: number; bytes: number; parts: string[] } {
  const parts: string[] = [];
  let rows = 0;
  let start: string | Position | null = recording.top;
  while (start !== null) {
    const result: CompactResult = part(recording, start, 2_048);
    rows += result.lines;
    parts.push(result.outline);
    start = result.next;
  }
  return { rows, parts, bytes: parts.reduce((sum, outline) => sum + utf8Bytes(outline), 0) };
}

function allNodes(recording: Recording): void {
  let start: string | Position | null = recording.top;
  while (start !== null) {
    start = toNodes({ frames: recording.frames, start, maxNodes: 2_048 }).next;
  }
}

export async function measureCompactor(taskMs: number): Promise<Section> {
  const rows: string[][] = [];
  const figures: Record<string, unknown>[] = [];
  for (const recording of recordings()) {
    const size = whole(recording);
    const ms = await timings(taskMs, {
      // Read to the end, as an answer is: the outline is made flat.
      whole: () => whole(recording).parts.forEach(utf8Bytes),
      first: () => utf8Bytes(part(recording, recording.top, 256).outline),
      nodes: () => allNodes(recording),
    });
    const bytesARow = allocated(() => whole(recording)) / Math.max(1, size.rows);
    const measured = {
      page: recording.page,
      rows: size.rows,
      parts: size.parts.length,
      bytes: size.bytes,
      wholeMs: ms("whole"),
      firstMs: ms("first"),
      nodesMs: ms("nodes"),
      bytesARow,
    };
    figures.push(measured);
    rows.push([
      recording.page,
      figure(size.rows),
      figure(size.bytes / 1024),
      figure(measured.wholeMs),
      figure(size.rows / measured.wholeMs * 1_000),
      figure(size.bytes / 1024 / 1024 / measured.wholeMs * 1_000),
      figure(bytesARow),
      figure(measured.firstMs),
      figure(measured.nodesMs),
    ]);
  }
  const speeds = figures.map(({ rows, wholeMs }) => Number(rows) / Number(wholeMs) * 1_000);
  const head = [
    "page",
    "rows",
    "KiB",
    "whole ms",
    "rows/s",
    "MiB/s",
    "heap B/row",
    "first 256 ms",
    "nodes ms",
  ];
  return {
    title: "Compactor, on recorded rows",
    text: `${table(head, rows)}\n\nGeometric mean: ${
      figure(geometricMean(speeds))
    } rows a second. Heap is what one whole page allocates, outline included.`,
    figures,
  };
}
