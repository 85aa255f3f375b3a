import assert from "node:assert/strict";
import test from "node:test";
import { MAX_BARE_FRAME_LINES } from "../../src/model/limits.ts";
import { compact } from "../../src/snapshot/compact.ts";
import type { FramePlace } from "../../src/snapshot/joined.ts";
import { parseLine } from "../../src/snapshot/line.ts";
import type { ParsedLine } from "../../src/snapshot/line.ts";
import { ShownLines } from "../../src/snapshot/shown_lines.ts";
import { encode } from "./random_rows.ts";

function line(text: string): ParsedLine {
  const parsed = parseLine(text);
  assert.ok(parsed !== null);
  return parsed;
}

function shownFrames(): ShownLines {
  const shown = new ShownLines();
  const frames = new Map<string, FramePlace>([
    ["A", { parentId: "M", name: "", ordinal: 0 }],
    ["B", { parentId: "M", name: "", ordinal: 1 }],
    ["C", { parentId: "B", name: "", ordinal: null }],
    ["D", { parentId: "M", name: "(top)", ordinal: null }],
    ["E", { parentId: "B", name: "Shop", ordinal: null }],
  ]);
  shown.add({ bare: new Map([['button "Buy" #0', "C"]]), frames });
  return shown;
}

for (
  const [text, want] of [
    ['button "Pay"', { state: "top" }],
    ['button "Buy" #0', { state: "frame", frameId: "C" }],
    ['button "Buy" #1', { state: "top" }],
    ['button "Buy" #0 in frame "(top)"', { state: "top" }],
    ['button "Buy" in frame "(top)" #0', { state: "frame", frameId: "D" }],
    ['button "Buy" in frame #0', { state: "frame", frameId: "A" }],
    ['button "Buy" in frame #0 in frame #1', { state: "frame", frameId: "C" }],
    ['button "Buy" in frame "Shop"', { state: "frame", frameId: "E" }],
    ['button "Buy" in frame "Shop" in frame #1', { state: "frame", frameId: "E" }],
    ['button "Buy" in frame "Shop" in frame #0', { state: "unknown" }],
    ['button "Buy" in frame #7', { state: "unknown" }],
  ] as const
) {
  test(`${text} is placed`, () => {
    assert.deepEqual(shownFrames().locate(line(text)), want);
  });
}

test("a frame named without those around it is taken only where one fits", () => {
  const shown = shownFrames();
  shown.add({
    bare: new Map(),
    frames: new Map([["F", { parentId: "A", name: "Shop", ordinal: null }]]),
  });
  assert.deepEqual(shown.locate(line('button "Buy" in frame "Shop"')), {
    state: "several",
    count: 2,
  });
});

test("nothing of an old document is known after clear()", () => {
  const shown = shownFrames();
  shown.clear();
  assert.deepEqual(shown.locate(line('button "Buy" #0')), { state: "top" });
  assert.deepEqual(shown.locate(line('button "Buy" in frame #0')), { state: "unknown" });
});

test("a full memory makes every line of a child frame name its frame", () => {
  const shown = new ShownLines();
  const keys = Array.from(
    { length: MAX_BARE_FRAME_LINES },
    (_, i) => [`link "${i}"`, "A"] as const,
  );
  shown.add({ bare: new Map(keys), frames: new Map() });
  const got = compact({
    frames: new Map([
      ["M", encode(["0\tiframe\t\tShop\tframe=A"], [])],
      ["A", encode(["0\tbutton\t\tBuy\ttarget"], [])],
    ]),
    top: "M",
    start: "M",
    maxNodes: 10,
    cursor: "c1",
    shown,
  });
  assert.equal(got.outline, 'iframe "Shop"\n  button "Buy" in frame "Shop"');
  assert.equal(got.bare.size, 0);
});
