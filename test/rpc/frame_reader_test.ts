import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { FrameReader, NEWLINE, NUL } from "../../src/rpc/frame_reader.ts";

const TOO_LARGE = "<too large>";

/** What a reader tells of the chunks, in order; frames as hex. */
function read(
  chunks: readonly Uint8Array[],
  options: { readonly delimiter?: typeof NEWLINE | typeof NUL; readonly maxBytes?: number } = {},
): string[] {
  const told: string[] = [];
  const reader = new FrameReader({
    delimiter: options.delimiter ?? NEWLINE,
    maxBytes: options.maxBytes ?? 1024,
    onFrame: (bytes) => told.push(hex(bytes)),
    onTooLarge: () => told.push(TOO_LARGE),
  });
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return told;
}

function hex(bytes: Uint8Array | readonly number[]): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function texts(told: readonly string[]): string[] {
  return told.map((one) =>
    one === TOO_LARGE ? one : new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(one.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    )
  );
}

/** The slow, obvious twin: the whole stream at once. */
function oracle(
  bytes: Uint8Array,
  delimiter: typeof NEWLINE | typeof NUL,
  maxBytes: number,
): string[] {
  const lines: number[][] = [[]];
  for (const byte of bytes) {
    if (byte === delimiter) lines.push([]);
    else lines.at(-1)?.push(byte);
  }
  const tail = lines.pop() ?? [];
  const told = lines.flatMap((line) => one(line));
  if (delimiter === NEWLINE) return [...told, ...one(tail)];
  return tail.length > maxBytes ? [...told, TOO_LARGE] : told;

  function one(line: number[]): string[] {
    const frame = delimiter === NEWLINE && line.at(-1) === 0x0d ? line.slice(0, -1) : line;
    if (frame.length > maxBytes) return [TOO_LARGE];
    return frame.length === 0 ? [] : [hex(frame)];
  }
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  at.sort((left, right) => left - right);
  return at.slice(1).map((end, index) => bytes.slice(at[index], end));
}

describe("FrameReader", () => {
  test("delivers joined frames of one chunk in order", () => {
    assert.deepEqual(texts(read([bytesOf("one\ntwo\nthree\n")])), ["one", "two", "three"]);
  });

  test("joins a character that is split across chunks", () => {
    const bytes = bytesOf("€uro\n");
    assert.deepEqual(texts(read([bytes.slice(0, 1), bytes.slice(1, 2), bytes.slice(2)])), [
      "€uro",
    ]);
  });

  test("drops one CR before the newline and keeps any other", () => {
    assert.deepEqual(texts(read([bytesOf("a\r\nb\r\r\nc\rd\n")])), ["a", "b\r", "c\rd"]);
  });

  test("ignores empty lines", () => {
    assert.deepEqual(texts(read([bytesOf("\n\r\n\na\n\n")])), ["a"]);
  });

  test("delivers a last line without newline", () => {
    assert.deepEqual(texts(read([bytesOf("a\nla"), bytesOf("st")])), ["a", "last"]);
  });

  test("drops a last NUL frame without NUL", () => {
    assert.deepEqual(texts(read([bytesOf("a\0la")], { delimiter: NUL })), ["a"]);
  });

  test("keeps newlines and CRs in NUL mode", () => {
    assert.deepEqual(texts(read([bytesOf("a\r\nb\r\0")], { delimiter: NUL })), ["a\r\nb\r"]);
  });

  test("takes a frame of exactly the bound, with and without CR", () => {
    const chunks = [bytesOf("12345678\n12345678\r\n12345678")];
    assert.deepEqual(texts(read(chunks, { maxBytes: 8 })), ["12345678", "12345678", "12345678"]);
  });

  test("skips a frame over the bound to the next newline and tells it once", () => {
    const chunks = [
      bytesOf("a\n1234"),
      bytesOf("56789"),
      bytesOf("x".repeat(50)),
      bytesOf("\nb\n"),
    ];
    assert.deepEqual(texts(read(chunks, { maxBytes: 8 })), ["a", TOO_LARGE, "b"]);
  });

  test("holds no more than the bound of an endless frame", () => {
    let most = 0;
    const reader = new FrameReader({
      delimiter: NEWLINE,
      maxBytes: 10_000,
      onFrame: () => assert.fail("No frame was ended"),
      onTooLarge: () => {},
    });
    for (let index = 0; index < 1_000; index++) {
      reader.push(new Uint8Array(1_000).fill(0x61));
      most = Math.max(most, reader.pendingBytes);
    }
    assert.ok(most <= 10_001, `held ${most} bytes`);
  });

  test("joins a frame that comes byte by byte over several blocks", () => {
    const text = "0123456789".repeat(20_000);
    const chunks = Array.from(bytesOf(`${text}\n`), (byte) => Uint8Array.of(byte));
    assert.deepEqual(texts(read(chunks, { maxBytes: 1_000_000 })), [text]);
  });

  test("joins small and large pieces in order", () => {
    const parts = ["a".repeat(10), "b".repeat(5_000), "c".repeat(20), "d", "e".repeat(9_000), "f"];
    const chunks = [...parts, "\n"].map(bytesOf);
    assert.deepEqual(texts(read(chunks, { maxBytes: 100_000 })), [parts.join("")]);
  });

  for (const delimiter of [NEWLINE, NUL] as const) {
    test(`any chunking of any bytes gives the frames of the oracle (delimiter ${delimiter})`, () => {
      const byte = fc.oneof(
        fc.constantFrom(delimiter, 0x0d, 0x0a, 0x00, 0xe2, 0x82, 0xac),
        fc.integer({ min: 0, max: 255 }),
      );
      fc.assert(
        fc.property(
          fc.array(byte, { maxLength: 200 }),
          fc.array(fc.nat(), { maxLength: 20 }),
          fc.integer({ min: 1, max: 40 }),
          (array, places, maxBytes) => {
            const bytes = Uint8Array.from(array);
            assert.deepEqual(
              read(cut(bytes, places), { delimiter, maxBytes }),
              oracle(bytes, delimiter, maxBytes),
            );
          },
        ),
        { numRuns: 2_000 },
      );
    });
  }
});
