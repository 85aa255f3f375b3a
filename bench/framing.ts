/** Framing: bytes to frames, whatever the chunks, and frames to messages. */
import { FrameReader, NEWLINE, NUL } from "../src/rpc/frame_reader.ts";
import { allocated } from "./allocated.ts";
import { figure, table } from "./stats.ts";
import type { Section } from "./stats.ts";
import { timings } from "./timing.ts";

interface Stream {
  readonly name: string;
  readonly frames: number;
  readonly bytes: number;
  readonly chunks: readonly Uint8Array[];
  readonly delimiter: typeof NEWLINE | typeof NUL;
}

/** `count` messages of about `size` bytes, cut into chunks of `chunk` bytes. */
function stream(
  name: string,
  count: number,
  size: number,
  chunk: number,
  delimiter: Stream["delimiter"] = NEWLINE,
): Stream {
  const text = "a word, Ünïcode and 語 ".repeat(Math.ceil(size / 26)).slice(0, size);
  const end = delimiter === NEWLINE ? "\n" : "\0";
  const all = new TextEncoder().encode(
    Array.from(
      { length: count },
      (_, id) =>
        JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { text } }) + end,
    ).join(""),
  );
  const chunks: Uint8Array[] = [];
  for (let i = 0; i < all.length; i += chunk) chunks.push(all.subarray(i, i + chunk));
  return { name, frames: count, bytes: all.length, chunks, delimiter };
}

function read(stream: Stream, onFrame: (bytes: Uint8Array) => void): void {
  const reader = new FrameReader({
    delimiter: stream.delimiter,
    maxBytes: 256 * 1024 * 1024,
    onFrame,
    onTooLarge: () => {
      throw new Error("No frame here is too large");
    },
  });
  for (const chunk of stream.chunks) reader.push(chunk);
}

export async function measureFraming(taskMs: number): Promise<Section> {
  const streams = [
    stream("200 B, 64 KiB chunks", 20_000, 150, 64 * 1024),
    stream("200 B, 100 B chunks", 20_000, 150, 100),
    stream("4 KiB, 64 KiB chunks", 2_000, 4_000, 64 * 1024),
    stream("1 MiB, 64 KiB chunks", 8, 1_000_000, 64 * 1024),
    stream("1 MiB, 100 B chunks", 2, 1_000_000, 100),
    stream("4 MiB, 64 KiB chunks, NUL", 4, 4_000_000, 64 * 1024, NUL),
  ];
  const decoder = new TextDecoder();
  const rows: string[][] = [];
  const figures: Record<string, unknown>[] = [];
  for (const each of streams) {
    const ms = await timings(taskMs, {
      frames: () => read(each, () => undefined),
      messages: () => read(each, (bytes) => JSON.parse(decoder.decode(bytes))),
    });
    const heapBytesAFrame = allocated(() => read(each, () => undefined)) / each.frames;
    const measured = {
      stream: each.name,
      frames: each.frames,
      bytes: each.bytes,
      framesMs: ms("frames"),
      messagesMs: ms("messages"),
      heapBytesAFrame,
    };
    figures.push(measured);
    const rate = (time: number): string => figure(each.bytes / 1024 / 1024 / time * 1_000);
    rows.push([
      each.name,
      figure(each.frames / measured.framesMs * 1_000),
      rate(measured.framesMs),
      figure(each.frames / measured.messagesMs * 1_000),
      rate(measured.messagesMs),
      figure(heapBytesAFrame),
    ]);
  }
  const head = ["stream", "frames/s", "MiB/s", "parsed frames/s", "parsed MiB/s", "heap B/frame"];
  return { title: "Framing", text: table(head, rows), figures };
}
