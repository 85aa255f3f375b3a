import assert from "node:assert/strict";
import { test } from "node:test";
import { keyValue, strokesOf } from "../../firefox/keys.ts";

test("characters are typed as they are, with Shift where a US keyboard has it", () => {
  assert.deepEqual(strokesOf("aB?é😀"), [
    { value: "a", shifted: false },
    { value: "B", shifted: true },
    { value: "?", shifted: true },
    { value: "é", shifted: false },
    { value: "😀", shifted: false },
  ]);
});

test("a new line is one Enter, however it is written, and a tab is the key", () => {
  const values = strokesOf("\n\r\n\r\t").map(({ value }) => value);
  assert.deepEqual(values, ["\uE006", "\uE006", "\uE006", "\uE004"]);
});

test("keys with a name have WebDriver's code points, and unknown ones none", () => {
  assert.equal(keyValue("Enter"), "\uE006");
  assert.equal(keyValue("Shift"), "\uE008");
  assert.equal(keyValue("a"), "a");
  assert.equal(keyValue(" "), " ");
  assert.equal(keyValue("Nonsense"), undefined);
  assert.equal(keyValue("CapsLock"), undefined);
});
