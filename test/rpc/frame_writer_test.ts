import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FrameWriter } from "../../src/rpc/frame_writer.ts";
import type { ByteSink } from "../../src/rpc/frame_writer.ts";

/** A sink that takes bytes only when the test lets it. */
class HeldSink implements ByteSink {
  readonly written: Uint8Array[] = [];
  #held: { readonly bytes: Uint8Array; readonly done: PromiseWithResolvers<void> } | null = null;

  write(bytes: Uint8Array): Promise<void> {
    assert.equal(this.#held, null, "Two writes at once");
    const done = Promise.withResolvers<void>();
    this.#held = { bytes, done };
    return done.promise;
  }

  get holds(): boolean {
    return this.#held !== null;
  }

  take(): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    this.written.push(held.bytes);
    held.done.resolve();
  }

  fail(): void {
    const held = this.#held;
    this.#held = null;
    held?.done.reject(new Error("EPIPE"));
  }

  get text(): string {
    return this.written.map((bytes) => new TextDecoder().decode(bytes)).join("");
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function takeAll(sink: HeldSink): Promise<void> {
  for (await turn(); sink.holds; await turn()) sink.take();
}

function writerOn(sink: ByteSink, maxBytes = 100, onClosed = () => {}): FrameWriter {
  return new FrameWriter({ sink, maxBytes, onClosed });
}

function brief(text: string): string {
  return `${text.slice(0, 8)} (${text.length})`;
}

describe("FrameWriter", () => {
  test("ends every frame with a newline and keeps the order", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink);
    for (const text of ["a", "b", "ü"]) void writer.send(text);
    await takeAll(sink);
    assert.equal(sink.text, "a\nb\nü\n");
  });

  test("writes small frames of one turn together", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink);
    for (const text of ["a", "b", "c"]) void writer.send(text);
    await takeAll(sink);
    assert.equal(sink.written.length, 1);
  });

  test("counts the bound in bytes without the newline", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink, 6);
    await writer.send("äöü", () => "over");
    await writer.send("äöü!", () => "over");
    await takeAll(sink);
    assert.equal(sink.text, "äöü\nover\n");
  });

  test("drops a frame over the bound that has no substitute", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink, 3);
    await writer.send("1234");
    await writer.send("123");
    await takeAll(sink);
    assert.equal(sink.text, "123\n");
  });

  test("holds a producer up while a mebibyte waits", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink, 2_000_000);
    await writer.send("x".repeat(1_100_000));
    let accepted = false;
    const second = writer.send("y").then(() => accepted = true);
    await turn();
    assert.equal(accepted, false);
    assert.equal(writer.congested, true);
    sink.take();
    await second;
    await takeAll(sink);
    assert.equal(sink.text.endsWith("x\ny\n"), true);
  });

  test("lets waiting producers in one at a time, first come first served", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink, 2_000_000);
    const frames = ["a", "b", "c", "d"].map((letter) => letter.repeat(1_100_000));
    const order: string[] = [];
    for (const frame of frames) {
      void writer.send(frame).then(() => order.push(frame.charAt(0)));
    }
    await turn();
    assert.deepEqual(order, ["a"]);
    sink.take();
    await turn();
    assert.deepEqual(order, ["a", "b"]);
    await takeAll(sink);
    assert.deepEqual(order, ["a", "b", "c", "d"]);
  });

  test("room() waits like a producer and takes no place", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink, 2_000_000);
    await writer.send("x".repeat(1_100_000));
    const room = writer.room();
    const later = writer.send("y");
    await takeAll(sink);
    await room;
    await later;
    assert.equal(sink.text.endsWith("x\ny\n"), true);
  });

  test("tells once that the sink has failed and lets every producer go", async () => {
    const sink = new HeldSink();
    let closed = 0;
    const writer = writerOn(sink, 2_000_000, () => closed++);
    await writer.send("x".repeat(1_100_000));
    const waiting = [writer.send("a"), writer.send("b"), writer.room()];
    await turn();
    sink.fail();
    await Promise.all(waiting);
    await writer.send("late");
    await writer.drained();
    assert.equal(closed, 1);
    assert.deepEqual(sink.written, []);
  });

  test("drained() resolves after the last byte", async () => {
    const sink = new HeldSink();
    const writer = writerOn(sink);
    let drained = false;
    void writer.send("a");
    const done = writer.drained().then(() => drained = true);
    await turn();
    assert.equal(drained, false);
    sink.take();
    await done;
    assert.equal(sink.text, "a\n");
  });

  test("any frames at any speed come out once and in order", async () => {
    const size = fc.oneof(fc.nat(20), fc.nat(700_000));
    const step = fc.record({ size, yields: fc.nat(2), take: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const sink = new HeldSink();
        const writer = writerOn(sink, 2_000_000);
        const sent: string[] = [];
        for (const { size, yields, take } of steps) {
          const text = `${sent.length}:${"x".repeat(size)}`;
          sent.push(text);
          void writer.send(text);
          for (let index = 0; index < yields; index++) await Promise.resolve();
          if (take) sink.take();
        }
        await takeAll(sink);
        // Lengths and digests, so that a failure does not print megabytes.
        assert.deepEqual(sink.text.split("\n").map(brief), [...sent, ""].map(brief));
      }),
      { numRuns: 50 },
    );
  });
});
