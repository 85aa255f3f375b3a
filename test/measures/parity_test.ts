import assert from "node:assert/strict";
import { test } from "node:test";
import { parity, shareOf } from "./parity.ts";

const PAGE = ['heading "Shop" level=1', '"Welcome"', 'button "Pay" #0', 'button "Pay" #1'];
const page = (...lines: readonly string[]): string => lines.join("\n");

test("equal outlines agree wholly", () => {
  const { actionables, texts, lines, printed, differences } = parity(page(...PAGE), page(...PAGE));
  assert.deepEqual(actionables, { all: 2, agreed: 2 });
  assert.deepEqual(texts, { all: 1, agreed: 1 });
  assert.deepEqual(lines, { all: 4, agreed: 4 });
  assert.deepEqual(printed, { all: 4, agreed: 4 });
  assert.deepEqual(differences, []);
});

test("a line that one side lacks is a difference of that side and lowers the share", () => {
  const { actionables, differences } = parity(page(...PAGE), page(...PAGE.slice(0, 3)));
  assert.deepEqual(actionables, { all: 2, agreed: 1 });
  assert.deepEqual(differences, [{ only: "chromium", role: "button", name: "Pay" }]);
});

test("another role or name at a place is a difference of both sides", () => {
  const { lines, differences } = parity('link "A"\nlink "B"', 'link "A"\nbutton "B"\nlink "C"');
  assert.deepEqual(lines, { all: 3, agreed: 1 });
  assert.deepEqual(differences, [
    { only: "chromium", role: "link", name: "B" },
    { only: "firefox", role: "button", name: "B" },
    { only: "firefox", role: "link", name: "C" },
  ]);
});

test("another order does not agree", () => {
  const { actionables } = parity('link "A"\nlink "B"', 'link "B"\nlink "A"');
  assert.deepEqual(actionables, { all: 2, agreed: 1 });
});

test("states do not count for role and name, and count for what is printed", () => {
  const { lines, printed } = parity('checkbox "A" checked', 'checkbox "A"');
  assert.deepEqual(lines, { all: 1, agreed: 1 });
  assert.deepEqual(printed, { all: 1, agreed: 0 });
});

test("an empty page agrees with an empty page", () => {
  assert.equal(shareOf(parity("", "").actionables), 1);
});
