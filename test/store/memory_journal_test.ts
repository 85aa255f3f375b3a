import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryJournal } from "../../src/store/memory_journal.ts";
import { TestClock } from "../runtime/test_clock.ts";

test("records are numbered from 1 without gaps", async () => {
  const journal = new MemoryJournal(new TestClock());
  for (const phase of ["accepted", "prepared", "failed"] as const) {
    await journal.append({ commandId: "c", phase });
  }
  assert.deepEqual(journal.records().map((record) => record.sequence), [1, 2, 3]);
});

test("the latest records are kept up to the bound", async () => {
  const journal = new MemoryJournal(new TestClock(), 3);
  for (let i = 0; i < 20; i++) await journal.append({ commandId: `c${i}`, phase: "accepted" });
  assert.deepEqual(journal.records().map((record) => record.sequence), [18, 19, 20]);
});
