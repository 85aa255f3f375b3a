import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { keyOf, strokesOf } from "../../src/engine/keyboard.ts";

function typed(text: string): string {
  return strokesOf(text).map((stroke) => {
    if ("insert" in stroke) return stroke.insert;
    if (stroke.key.key === "Enter") return "\n";
    return stroke.key.key === "Tab" ? "\t" : stroke.key.text;
  }).join("");
}

test("the strokes of any text type that text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    assert.equal(typed(text), text.replace(/\r\n?/g, "\n"));
  }));
});

test("every printable ASCII character has its own key", () => {
  for (let code = 32; code < 127; code++) {
    const character = String.fromCharCode(code);
    assert.equal(keyOf(character)?.text, character);
  }
});

test("surrogate pairs and joined emoji are inserted whole", () => {
  assert.deepEqual(strokesOf("a👩‍👩‍👧é"), [{ key: keyOf("a") }, { insert: "👩‍👩‍👧é" }]);
});

test("named keys type nothing, but for Enter", () => {
  assert.equal(keyOf("Enter")?.text, "\r");
  for (const name of ["Tab", "Escape", "ArrowDown", "F5", "Shift"]) {
    assert.equal(keyOf(name)?.text, "");
  }
  assert.equal(keyOf("NoSuchKey"), undefined);
});
