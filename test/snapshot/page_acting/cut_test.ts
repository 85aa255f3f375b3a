import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { byteLength, cutBytes, cutUnits } from "../../../src/snapshot/page/cut.ts";

const encoder = new TextEncoder();

test("cutBytes() gives the longest prefix within the bound that ends on a character border", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, bytes) => {
      const { text: kept, truncated } = cutBytes(text, bytes);
      assert.ok(text.startsWith(kept));
      assert.ok(encoder.encode(kept).length <= bytes);
      assert.equal(truncated, kept !== text);
      const next = [...text.slice(kept.length)][0];
      if (next !== undefined) assert.ok(encoder.encode(kept + next).length > bytes);
    }),
  );
});

test("byteLength() counts as UTF-8 does", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      assert.equal(byteLength(text), encoder.encode(text).length);
    }),
  );
});

test("cutUnits() never ends in half a character", () => {
  assert.equal(cutUnits("a😀b", 2), "a");
  assert.equal(cutUnits("a😀b", 3), "a😀");
});
