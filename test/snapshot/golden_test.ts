/**
 * The outlines of recorded pages, byte for byte. A difference is a change of what agents see:
 * look at it, then write the files afresh with `GOLDEN=write`.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { recordings } from "../../bench/recordings.ts";
import type { Recording } from "../../bench/recordings.ts";
import { compact } from "../../src/snapshot/compact.ts";
import type { CompactResult } from "../../src/snapshot/compact.ts";
import type { Position } from "../../src/snapshot/joined.ts";
import { ShownLines } from "../../src/snapshot/shown_lines.ts";
import { oracle } from "./oracle.ts";

const FOLDER = fileURLToPath(new URL("../golden/", import.meta.url));
const WRITE = process.env["GOLDEN"] === "write";
/** Small ones whose every line is kept: layout tables, a data table, right-to-left names, forms and frames. */
const KEPT_WHOLE = ["hukumusume", "mozilla-1", "keep-tabular-data", "spiceworks", "1k"];

function parts(recording: Recording, maxNodes: number): CompactResult[] {
  const all: CompactResult[] = [];
  let start: string | Position | null = recording.top;
  while (start !== null) {
    const part: CompactResult = compact({
      frames: recording.frames,
      top: recording.top,
      start,
      maxNodes,
      cursor: `part-${all.length + 1}`,
      shown: new ShownLines(),
    });
    all.push(part);
    start = part.next;
  }
  return all;
}

for (const recording of recordings()) {
  const { page } = recording;

  test(`parts of ${page} are what the oracle prints, and together its every row`, () => {
    let shown = 0;
    for (const [i, part] of parts(recording, 500).entries()) {
      const want = oracle({
        ...recording,
        skip: shown,
        maxNodes: 500,
        cursor: `part-${i + 1}`,
      });
      assert.equal(part.outline, want.outline);
      shown += part.lines;
      // The oracle decodes the whole page for every part; the first ones of a huge page do.
      if (i >= 4) break;
    }
    const rows = [...recording.frames.values()].flat()
      .reduce((sum, encoded) => sum + encoded.split("\n").length - 2, 0);
    const printed = parts(recording, 2048).reduce((sum, part) => sum + part.lines, 0);
    assert.ok(printed <= rows);
    // Rows of frames without an exposed element are the only ones that are not printed.
    const entered = parts(recording, 2048).at(-1)?.frames ?? new Map();
    if (entered.size === recording.frames.size - 1) assert.equal(printed, rows);
  });

  if (!KEPT_WHOLE.includes(page)) continue;
  test(`the outline of ${page} is as it was`, () => {
    const file = `${FOLDER}${page}.outline`;
    const outline = parts(recording, 256).map((part) => part.outline + "\n").join("---\n");
    if (WRITE) writeFileSync(file, outline);
    assert.ok(existsSync(file), `${file} is missing; write it with GOLDEN=write`);
    assert.equal(outline, readFileSync(file, "utf8"));
  });
}
