/** The journal of one process's life: the latest records, oldest leaving first. */
import { MAX_JOURNAL_RECORDS } from "../model/limits.ts";
import type { Clock } from "../model/ports.ts";
import type { Journal, JournalEntry, JournalRecord } from "./journal.ts";

export class MemoryJournal implements Journal {
  readonly #clock: Clock;
  readonly #bound: number;
  readonly #records: JournalRecord[] = [];
  #sequence = 0;

  /** `bound`: records kept. */
  constructor(clock: Clock, bound: number = MAX_JOURNAL_RECORDS) {
    this.#clock = clock;
    this.#bound = bound;
  }

  append(entry: JournalEntry): Promise<void> {
    this.#sequence += 1;
    this.#records.push({ ...entry, sequence: this.#sequence, recordedAt: this.#clock.now() });
    // Dropped in halves, so that a full journal costs no copy for each record.
    if (this.#records.length >= this.#bound * 2) {
      this.#records.splice(0, this.#records.length - this.#bound);
    }
    return Promise.resolve();
  }

  /** The records kept, oldest first. */
  records(): readonly JournalRecord[] {
    return this.#records.slice(-this.#bound);
  }
}
