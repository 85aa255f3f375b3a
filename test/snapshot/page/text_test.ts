/** White space of everything printed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { collapse } from "../../../src/snapshot/page/text.ts";

test("white space and control characters collapse to single spaces, none at the ends", () => {
  const pieces = fc.constantFrom(
    ..."ab \t\n\r\0\u0085\u00a0\u180e\u2003\u2028\u3000\ufeff\u00fc",
    "  ",
    "word",
  );
  fc.assert(fc.property(fc.array(pieces).map((parts) => parts.join("")), (text) => {
    // deno-lint-ignore no-control-regex
    const words = text.split(/[\s\u0000-\u001f\u007f-\u009f]+/);
    assert.equal(collapse(text), words.filter((word) => word !== "").join(" "));
  }));
});
