import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { compact } from "../../src/snapshot/compact.ts";
import type { CompactResult } from "../../src/snapshot/compact.ts";
import type { Position } from "../../src/snapshot/joined.ts";
import { ShownLines } from "../../src/snapshot/shown_lines.ts";
import { Failure } from "../../src/model/error.ts";
import { oracle } from "./oracle.ts";
import { deepPage, encode, randomPage } from "./random_rows.ts";
import type { RandomPage } from "./random_rows.ts";

const budget = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(2048));
const bytes = fc.oneof(fc.integer({ min: 100, max: 700 }), fc.constant(undefined));

function one(page: RandomPage, start: string | Position, options: {
  maxNodes?: number;
  maxBytes?: number | undefined;
  shown?: ShownLines;
} = {}): CompactResult {
  return compact({
    frames: page.frames,
    top: page.top,
    start,
    maxNodes: options.maxNodes ?? 2048,
    cursor: "c1",
    shown: options.shown ?? new ShownLines(),
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
  });
}

function page(...frames: [string, string[]][]): RandomPage {
  return { top: "M", frames: new Map(frames.map(([id, rows]) => [id, encode(rows, [])])) };
}

function linesOf(outline: string): string[] {
  return outline === "" ? [] : outline.split("\n");
}

test("compact() prints what its oracle prints, for any page and budget", () => {
  fc.assert(
    fc.property(randomPage, budget, bytes, (random, maxNodes, maxBytes) => {
      const got = one(random, random.top, { maxNodes, maxBytes });
      const want = oracle({
        ...random,
        skip: 0,
        maxNodes,
        cursor: "c1",
        ...(maxBytes === undefined ? {} : { maxBytes }),
      });
      assert.equal(got.outline, want.outline);
      assert.deepEqual(
        { lines: got.lines, left: got.left, truncated: got.truncated, bare: [...got.bare] },
        { lines: want.lines, left: want.left, truncated: want.truncated, bare: [...want.bare] },
      );
    }),
    { numRuns: 2000 },
  );
});

test("parts walked to the end are the whole page, each line once", () => {
  fc.assert(
    fc.property(randomPage, budget, bytes, (random, maxNodes, maxBytes) => {
      const whole = oracle({ ...random, skip: 0, maxNodes: 2048, cursor: "c1" });
      let start: string | Position = random.top;
      let walked = 0;
      const bare: string[] = [];
      while (true) {
        const part: CompactResult = one(random, start, { maxNodes, maxBytes });
        const want = oracle({
          ...random,
          skip: walked,
          maxNodes,
          cursor: "c1",
          ...(maxBytes === undefined ? {} : { maxBytes }),
        });
        assert.equal(part.outline, want.outline);
        assert.ok(part.lines > 0 || whole.lines === 0);
        walked += part.lines;
        bare.push(...linesOf(part.outline).slice(0, part.lines));
        if (part.next === null) break;
        start = part.next;
      }
      assert.equal(walked, whole.lines);
      const unmarked = (line: string): string =>
        line.replace(/( in frame( "(?:[^"\\]|\\.)*")?( #\d+)?)+$/, "");
      assert.deepEqual(
        bare.map(unmarked),
        linesOf(whole.outline).map(unmarked),
      );
    }),
    { numRuns: 1000 },
  );
});

test("a later answer never prints bare what an earlier one printed bare for another frame", () => {
  fc.assert(
    fc.property(fc.array(randomPage, { minLength: 2, maxLength: 3 }), budget, (pages, maxNodes) => {
      const shown = new ShownLines();
      const bareBefore = new Map<string, string>();
      for (const random of pages) {
        const got = one(random, random.top, { maxNodes, shown });
        const want = oracle({ ...random, skip: 0, maxNodes, cursor: "c1", bareBefore });
        assert.equal(got.outline, want.outline);
        for (const [key, frameId] of got.bare) {
          assert.equal(bareBefore.get(key) ?? frameId, frameId);
          bareBefore.set(key, frameId);
        }
        shown.add(got);
      }
    }),
    { numRuns: 1000 },
  );
});

test("rows that were not given are asked for, and giving them prints the same part", () => {
  fc.assert(
    fc.property(randomPage, budget, (random, maxNodes) => {
      const given = new Map<string, string[]>();
      for (const [id, parts] of random.frames) given.set(id, parts.slice(0, 1));
      for (let tries = 0;; tries++) {
        assert.ok(tries < 30);
        const got = one({ top: random.top, frames: given }, random.top, { maxNodes });
        if (got.missing === null) {
          assert.equal(got.outline, one(random, random.top, { maxNodes }).outline);
          return;
        }
        // Going on from here instead repeats nothing and leaves nothing out.
        assert.ok(got.next !== null);
        const rest = one(random, got.next);
        assert.equal(got.lines + rest.lines, one(random, random.top).lines);
        const { frameId, row } = got.missing;
        const parts = random.frames.get(frameId) ?? [];
        const next = parts.find((part) => Number(part.split("\t")[1]) === row);
        assert.ok(next !== undefined);
        given.get(frameId)?.push(next);
      }
    }),
    { numRuns: 500 },
  );
});

test("the frame is named only where a line of another frame is equal", () => {
  const got = one(
    page(
      ["M", ["0\tbutton\t\tPay\ttarget", "0\tiframe\t\tShop\tframe=A"]],
      ["A", ["0\tbutton\t\tPay\ttarget", "0\tbutton\t\tBuy\ttarget"]],
    ),
    "M",
  );
  assert.deepEqual(linesOf(got.outline), [
    'button "Pay"',
    'iframe "Shop"',
    '  button "Pay" in frame "Shop"',
    '  button "Buy"',
  ]);
  assert.deepEqual([...got.bare], [['button "Buy"', "A"]]);
});

test("in a part of a page every target of a child frame names its frame", () => {
  const frames = page(
    ["M", ["0\tiframe\t\t\tframe=A", "0\tlink\t\tHome\ttarget"]],
    ["A", ["0\tiframe\t\tInner\tframe=B", "0\tbutton\t\tBuy\ttarget"]],
    ["B", ["0\tbutton\t\tPay\ttarget", "0\theading\t\tIn B"]],
  );
  const first = one(frames, "M", { maxNodes: 3 });
  assert.deepEqual(linesOf(first.outline), [
    "iframe",
    '  iframe "Inner"',
    '    button "Pay" in frame "Inner" in frame #0',
    '… 3 more (after: "c1")',
  ]);
  assert.ok(first.next !== null);
  assert.deepEqual(linesOf(one(frames, first.next).outline), [
    '    heading "In B"',
    '  button "Buy" in frame #0',
    'link "Home"',
  ]);
});

test("a main-frame line equal to one printed bare for a child frame says that it is on top", () => {
  const shown = new ShownLines();
  const before = page(
    ["M", ["0\tiframe\t\tShop\tframe=A"]],
    ["A", ["0\tbutton\t\tPay\ttarget"]],
  );
  shown.add(one(before, "M", { shown }));
  const after = page(
    ["M", ["0\tbutton\t\tPay\ttarget", "0\tiframe\t\tShop\tframe=A"]],
    ["A", ["0\tbutton\t\tPay\ttarget"]],
  );
  assert.deepEqual(linesOf(one(after, "M", { shown }).outline), [
    'button "Pay" in frame "(top)"',
    'iframe "Shop"',
    '  button "Pay" in frame "Shop"',
  ]);
});

test("deeper rows stand at the deepest level", () => {
  const lines = linesOf(one(deepPage(80), "M").outline);
  assert.equal(lines[64], `${"  ".repeat(64)}list "Level 64"`);
  assert.equal(lines[79], `${"  ".repeat(64)}list "Level 79"`);
});

test("an answer stays under its bound of bytes with its cut line", () => {
  const rows = Array.from({ length: 500 }, (_, i) => `0\tlink\t\t${"語".repeat(300)}${i}\ttarget`);
  const got = one(page(["M", rows]), "M");
  assert.ok(got.truncated);
  const size = new TextEncoder().encode(got.outline).length;
  assert.ok(size <= 400 * 1024 && size > 398 * 1024, `${size}`);
});

test("a line larger than the bound is given alone, so that every part moves on", () => {
  const got = one(page(["M", [`0\t\t\t${"x".repeat(2000)}`, "0\t\t\ty"]]), "M", { maxBytes: 100 });
  assert.equal(got.lines, 1);
  assert.equal(got.left, 1);
});

test("an empty page is an empty outline", () => {
  const got = one(page(["M", []]), "M");
  assert.deepEqual([got.outline, got.lines, got.next, got.left], ["", 0, null, 0]);
});

for (
  const [what, encoded] of [
    ["no header", "0\tbutton\t\tPay\n"],
    ["a row without its fields", "1\t0\t\n0\tbutton\n"],
    ["a row without a depth", "1\t0\t\nx\tbutton\t\tPay\n"],
    ["an unfinished row", "1\t0\t\n0\tbutton\t\tPay"],
    ["nothing", ""],
  ] as const
) {
  test(`${what} is refused as malformed`, () => {
    assert.throws(
      () => one({ top: "M", frames: new Map([["M", [encoded]]]) }, "M"),
      (error) => error instanceof Failure && error.code === "internal",
    );
  });
}
