import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createProgress } from "../../src/mcp/progress.ts";
import { PROGRESS_BEAT_MS } from "../../src/model/limits.ts";
import type { Clock } from "../../src/model/ports.ts";
import type { OutgoingNotification, RequestId } from "../../src/rpc/json_rpc.ts";

/** A clock on which the test lets the sleepers go. */
class BeatClock implements Clock {
  readonly asked: number[] = [];
  #wake: (() => void)[] = [];

  now(): number {
    return 0;
  }

  monotonic(): number {
    return 0;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.asked.push(ms);
    return new Promise((resolve) => {
      this.#wake.push(resolve);
      signal?.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  async beat(): Promise<void> {
    for (const wake of this.#wake.splice(0)) wake();
    await nextTurn();
  }
}

function started(token: RequestId | undefined) {
  const sent: OutgoingNotification[] = [];
  const clock = new BeatClock();
  const progress = createProgress(token, (notification) => sent.push(notification), clock);
  return { progress, clock, values: () => sent.map(({ params }) => params?.["progress"]) };
}

test("a call that says nothing of itself is told to be alive every second", async () => {
  const { clock, values } = started("t");
  await clock.beat();
  await clock.beat();
  assert.deepEqual(values(), [1, 2]);
  assert.deepEqual(clock.asked, [PROGRESS_BEAT_MS, PROGRESS_BEAT_MS, PROGRESS_BEAT_MS]);
});

test("steps of the tool between the beats keep the progress rising", async () => {
  const { progress, clock, values } = started(0);
  progress.report(0.5);
  await clock.beat();
  progress.report(1);
  progress.report(1);
  await clock.beat();
  progress.report(0.7);
  progress.report(2);
  assert.deepEqual(values(), [0.5, 1.5, 2, 3, 4]);
});

test("what would not rise is not sent, also below zero", async () => {
  const { progress, clock, values } = started("t");
  await clock.beat();
  progress.report(-5);
  progress.report(-4);
  progress.report(1);
  assert.deepEqual(values(), [1, 2]);
});

test("nothing is sent after the end, and nothing goes on sleeping", async () => {
  const { progress, clock, values } = started("t");
  await clock.beat();
  progress.end();
  await nextTurn();
  progress.report(9);
  await clock.beat();
  assert.deepEqual(values(), [1]);
  assert.equal(clock.asked.length, 2);
});

test("without a token there are no beats", async () => {
  const { progress, clock, values } = started(undefined);
  progress.report(1);
  await clock.beat();
  assert.deepEqual(values(), []);
  assert.deepEqual(clock.asked, []);
});
