/** Calls that a page reaches late, told by clocks that need not agree. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { overdue } from "../../../src/snapshot/page/overdue.ts";

/** A call sent `agoMs` ago by an engine whose clock is `aheadMs` ahead, given up after `boundMs`. */
function reached(agoMs: number, boundMs: number, aheadMs = 0): boolean {
  const sentMs = performance.now() - agoMs + aheadMs;
  return overdue({ sentMs, untilMs: sentMs + boundMs });
}

test("a call is overdue when it stood in line for longer than its caller waits", () => {
  overdue(null);
  assert.equal(reached(0, 4_000), false);
  assert.equal(reached(6_000, 4_000), true);
  assert.equal(reached(3_000, 4_000), false);
});

for (const aheadMs of [-1e9, 1e9]) {
  test(`clocks ${aheadMs} ms apart make no call overdue and hide none that is`, () => {
    overdue(null);
    assert.equal(reached(0, 4_000, aheadMs), false);
    assert.equal(reached(6_000, 4_000, aheadMs), true);
    assert.equal(reached(0, 4_000, aheadMs), false);
  });
}

test("a first call that was long in line is run: nothing is known of the clocks yet", () => {
  overdue(null);
  assert.equal(reached(6_000, 4_000), false);
  assert.equal(reached(0, 4_000), false);
  assert.equal(reached(6_000, 4_000), true);
});

test("a clock that has jumped is learnt anew from a call without a moment", () => {
  overdue(null);
  assert.equal(reached(0, 4_000), false);
  const jumped = -3_600_000;
  assert.equal(reached(0, 4_000, jumped), true);
  assert.equal(overdue(null), false);
  assert.equal(reached(0, 4_000, jumped), false);
});
