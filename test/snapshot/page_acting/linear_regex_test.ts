import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { compileLinear, PatternRefused } from "../../../src/snapshot/page/linear_regex.ts";

const ATOMS = ["a", "b", "ab", ".", "\\w", "\\d", "\\s", "[a-c]", "[^a]", "[\\]\\-x]", "\\.", "é"];
const EDGES = ["^", "$", "\\b", "\\B"];
const QUANTIFIERS = ["", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "+?"];

/** Patterns of our subset, as trees. */
const pattern: fc.Arbitrary<string> = fc.letrec<{ whole: string; piece: string }>((tie) => ({
  whole: fc.array(tie("piece"), { maxLength: 3 }).map((parts) => parts.join("")),
  piece: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom(...ATOMS, ...EDGES),
    fc.tuple(fc.constantFrom(...ATOMS), fc.constantFrom(...QUANTIFIERS)).map(([atom, mark]) =>
      `(?:${atom})${mark}`
    ),
    fc.tuple(tie("whole"), tie("whole"), fc.constantFrom(...QUANTIFIERS)).map(
      ([one, other, mark]) => `(${one}|${other})${mark}`,
    ),
  ),
})).whole;
const text = fc.string({
  unit: fc.constantFrom("a", "b", "c", " ", "\n", "1", "-", ".", "é"),
  maxLength: 8,
});

test("compileLinear() finds what the platform's own engine finds", () => {
  fc.assert(
    fc.property(pattern, text, (source, input) => {
      assert.equal(compileLinear(source)(input), new RegExp(source).test(input));
    }),
    { numRuns: 3000 },
  );
});

for (
  const [source, input] of [
    ["^(a+)+$", "a".repeat(5000) + "!"],
    ["(a|a)*b", "a".repeat(5000)],
    ["(.*)(.*)(.*)(.*)(.*)x$", "y".repeat(5000)],
  ] as const
) {
  test(`compileLinear() answers ${source} on a long text that a backtracking engine cannot`, () => {
    assert.equal(compileLinear(source)(input), false);
  });
}

for (
  const source of ["(?=a)", "(?!a)", "(?<=a)b", "(?<!a)b", "(a)\\1", "(?<n>a)\\k<n>", "(", "[z-a]"]
) {
  test(`compileLinear() refuses ${source}`, () => {
    assert.throws(() => compileLinear(source), PatternRefused);
  });
}

for (const source of ["(?:a{100}){100}", "(?:){999999999}", "a{5000}"]) {
  test(`compileLinear() refuses ${source} as too large`, () => {
    assert.throws(() => compileLinear(source), PatternRefused);
  });
}

test("compileLinear() takes named groups, literal braces and escapes", () => {
  assert.equal(compileLinear("^(?<year>\\d{4})-\\u0031\\x32$")("2026-12"), true);
  assert.equal(compileLinear("^{x}]$")("{x}]"), true);
});
