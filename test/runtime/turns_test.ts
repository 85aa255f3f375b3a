import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Failure } from "../../src/model/error.ts";
import { Turns } from "../../src/runtime/turns.ts";
import { TestClock } from "./test_clock.ts";

test("turns never overlap and keep their order, whoever fails, times out or is cancelled", async () => {
  const kinds = fc.constantFrom("done", "fails", "late", "cancelled");
  await fc.assert(
    fc.asyncProperty(fc.array(kinds, { maxLength: 12 }), async (plan) => {
      const clock = new TestClock();
      const turns = new Turns();
      const ran: number[] = [];
      let inside = 0;
      await Promise.all(plan.map(async (kind, index) => {
        const client = new AbortController();
        const deadline = kind === "late" ? 1 : 1_000_000;
        const work = turns.take(clock, { deadline, signal: client.signal }, async () => {
          inside += 1;
          assert.equal(inside, 1);
          await clock.sleep(10);
          inside -= 1;
          ran.push(index);
          if (kind === "fails") throw new Failure("internal", "As planned");
        });
        if (kind === "cancelled") client.abort();
        await work.catch((error: unknown) => assert.ok(error instanceof Failure));
      }));
      assert.deepEqual(ran, [...ran].sort((a, b) => a - b));
      for (const [index, kind] of plan.entries()) {
        if (kind === "done" || kind === "fails") assert.ok(ran.includes(index));
      }
    }),
    { numRuns: 50 },
  );
});
