import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { compact } from "../../src/snapshot/compact.ts";
import { frameMarker, parseLine, quote } from "../../src/snapshot/line.ts";
import type { FrameRef } from "../../src/snapshot/line.ts";
import { ShownLines } from "../../src/snapshot/shown_lines.ts";
import { anyText, encode, randomPage, row } from "./random_rows.ts";

function outlineOf(rows: readonly string[]): string {
  return compact({
    frames: new Map([["M", encode(rows, [])]]),
    top: "M",
    start: "M",
    maxNodes: 2048,
    cursor: "c1",
    shown: new ShownLines(),
  }).outline;
}

/** Role, printed name and ordinal of an encoded row, by splitting it. */
function fields(encoded: string): { role: string; name: string; ordinal: number | null } {
  const [role = "", ordinal = "", name = ""] = encoded.split("\t");
  return { role, name, ordinal: ordinal === "" ? null : Number(ordinal) };
}

/** The name as it was printed. */
function printedName(line: { name: string | null; nameCut: boolean }): string {
  return (line.name ?? "") + (line.nameCut ? "…" : "");
}

test("a printed line reads back as its own target, for any page text", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const lines = outlineOf(rows.map((text) => `0\t${text}`)).split("\n");
      assert.equal(lines.length, rows.length);
      lines.forEach((line, i) => {
        const want = fields(rows[i] ?? "");
        const got = parseLine(line);
        if (want.role === "") {
          assert.equal(got, null);
          return;
        }
        assert.ok(got !== null, line);
        assert.deepEqual(
          { role: got.role, name: printedName(got), ordinal: got.ordinal, frames: got.frames },
          { ...want, frames: [] },
        );
      });
    }),
    { numRuns: 3000 },
  );
});

test("a line of any frame reads back with the frames around it", () => {
  const ref: fc.Arbitrary<FrameRef> = fc.record({
    name: fc.oneof(fc.constantFrom("", "(top)", "Shop"), anyText),
    ordinal: fc.option(fc.nat({ max: 40 })),
  });
  fc.assert(
    fc.property(row, fc.array(ref, { minLength: 1, maxLength: 4 }), (text, path) => {
      const want = fields(text);
      fc.pre(want.role !== "");
      const got = parseLine(outlineOf([`0\t${text}`]) + frameMarker(path));
      assert.ok(got !== null);
      assert.deepEqual({ role: got.role, name: printedName(got) }, {
        role: want.role,
        name: want.name,
      });
      assert.deepEqual(
        got.frames,
        path.map(({ name, ordinal }) => ({
          name,
          ordinal: ordinal ?? (name === "" || name === "(top)" ? 0 : null),
        })),
      );
      assert.equal(got.frame, path[0]?.name);
    }),
    { numRuns: 2000 },
  );
});

test("an outline has one line a row whatever stands in the page, and no odd line parses", () => {
  fc.assert(
    fc.property(randomPage, fc.integer({ min: 1, max: 20 }), (random, maxNodes) => {
      const got = compact({
        ...random,
        start: random.top,
        maxNodes,
        cursor: "c1",
        shown: new ShownLines(),
      });
      const lines = got.outline === "" ? [] : got.outline.split(/[\n\r\u0085\u2028\u2029]/);
      assert.equal(lines.length, got.lines + (got.truncated ? 1 : 0));
      if (got.truncated) assert.equal(parseLine(lines.at(-1) ?? ""), null);
    }),
    { numRuns: 500 },
  );
});

test("any text is quoted on one line, without control or direction characters, and reads back", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const quoted = quote(text);
      assert.equal(JSON.parse(quoted), text);
      assert.doesNotMatch(
        quoted,
        // deno-lint-ignore no-control-regex
        /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/,
      );
    }),
    { numRuns: 3000 },
  );
});

test("no text makes parseLine throw", () => {
  const piece = fc.oneof(
    anyText,
    fc.constantFrom('button "', '"', " in frame ", "#1", "- ", "\\", "\n", "  "),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      parseLine(pieces.join(""));
    }),
    { numRuns: 3000 },
  );
});

for (
  const [text, want] of [
    ['button "Pay" #1', ["button", "Pay", 1, []]],
    ["button #3", ["button", null, 3, []]],
    ['    + checkbox "Same" checked', ["checkbox", "Same", null, []]],
    ['- link "Home"', ["link", "Home", null, []]],
    ['~ textbox "Mail" value="a in frame \\"b\\""', ["textbox", "Mail", null, []]],
    ['button "Buy" disabled in frame "Shop"', ["button", "Buy", null, [["Shop", null]]]],
    ['textbox required value="a b"', ["textbox", null, null, []]],
    ["button in frame #2", ["button", null, null, [["", 2]]]],
    [
      'button "Buy" #0 in frame "Shop" #1 in frame "Outer"',
      ["button", "Buy", 0, [["Shop", 1], ["Outer", null]]],
    ],
    ['button "Buy" in frame "(top)"', ["button", "Buy", null, [["(top)", null]]]],
    ['heading "A" level=2\n', ["heading", "A", null, []]],
  ] as const
) {
  test(`parseLine() reads ${JSON.stringify(text)}`, () => {
    const got = parseLine(text);
    assert.ok(got !== null);
    assert.deepEqual(
      [got.role, got.name, got.ordinal, got.frames.map(({ name, ordinal }) => [name, ordinal])],
      want,
    );
  });
}

for (
  const [what, text] of [
    ["a line of text alone", '"Pay now"'],
    ["a cut line", '… 3 more (after: "c1")'],
    ["two lines", 'button "A"\nbutton "B"'],
    ["an unclosed name", 'button "Pay'],
    ["an unclosed value", 'textbox "Mail" value="a'],
    ["a wrong escape", 'button "\\x"'],
    ["a frame without a name", "button in frame disabled"],
    ["nothing", "  "],
    ["a word with a colon", "completed: page"],
    ["a CSS selector", "#save.primary"],
    ["a name without quotes", "button Pay now"],
    ["a sentence", "the blue button"],
    ["a line past the bound", `button "${"x".repeat(40_000)}"`],
  ] as const
) {
  test(`parseLine() takes ${what} for no target`, () => {
    assert.equal(parseLine(text), null);
  });
}

test("a cut name gives its prefix, a name that is the mark alone is whole", () => {
  const cut = parseLine('link "Read mor…"');
  assert.deepEqual([cut?.name, cut?.nameCut], ["Read mor", true]);
  const mark = parseLine('link "…"');
  assert.deepEqual([mark?.name, mark?.nameCut], ["…", false]);
});
