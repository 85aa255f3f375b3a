/**
 * Byte-bounded framing of a stream of messages, shared by MCP stdio (one message a line) and the
 * browser pipe (messages ended by NUL). Sources: the MCP stdio transport, Chromium's
 * `--remote-debugging-pipe`, the design (decision 5).
 */

export const NEWLINE = 0x0a;
export const NUL = 0x00;
const CARRIAGE_RETURN = 0x0d;
/** A smaller piece of a split frame is copied together with its neighbours, so that one-byte
 * chunks cannot cost an object each. */
const SMALL_PIECE_BYTES = 4 * 1024;
/** Largest room for small pieces of one frame; the first is small, for frames split once or twice. */
const MAX_BLOCK_BYTES = 64 * 1024;

export interface FrameReaderOptions {
  readonly delimiter: typeof NEWLINE | typeof NUL;
  /** Largest frame, bytes without the delimiter (and without the CR of a CRLF). */
  readonly maxBytes: number;
  /**
   * One whole, non-empty frame, in order. The bytes may be a view into the chunk: decode or copy
   * them before the chunk's memory is used again. Must not throw.
   */
  readonly onFrame: (bytes: Uint8Array) => void;
  /** Once for every frame over the bound, in its place; its bytes are skipped to the delimiter. */
  readonly onTooLarge: () => void;
}

/**
 * Splits chunks into frames; how the bytes are chunked never changes the frames. Bytes are counted
 * before anything is decoded, so a frame over the bound costs no memory past it.
 * Newline mode drops one CR before the newline. Empty frames are ignored in both modes.
 * Cost: nothing is copied of a frame within one chunk; a split one is copied once.
 */
export class FrameReader {
  readonly #delimiter: number;
  readonly #maxBytes: number;
  /** A CR that may turn out to belong to the delimiter is held beyond the bound. */
  readonly #slack: number;
  readonly #onFrame: (bytes: Uint8Array) => void;
  readonly #onTooLarge: () => void;
  /** Pieces of the frame that has begun. */
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  /** Block of the small pieces; the last of `#pieces` is a view of its first `#blockUsed` bytes. */
  #block: Uint8Array | null = null;
  #blockUsed = 0;
  #skipping = false;

  constructor(options: FrameReaderOptions) {
    this.#delimiter = options.delimiter;
    this.#maxBytes = options.maxBytes;
    this.#slack = options.delimiter === NEWLINE ? 1 : 0;
    this.#onFrame = options.onFrame;
    this.#onTooLarge = options.onTooLarge;
  }

  /** Bytes held of a frame that has begun; at most `maxBytes`, and one for a CR. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Takes the next bytes. The chunk belongs to the reader from here on: do not overwrite it. */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(this.#delimiter, start);
      if (end === -1) break;
      if (this.#skipping) this.#skipping = false;
      else if (this.#pendingBytes === 0) this.#deliver(chunk, start, end);
      else this.#complete(chunk, start, end);
      start = end + 1;
    }
    if (start < chunk.length && !this.#skipping) this.#keep(chunk, start);
  }

  /** The stream has ended. Newline mode delivers a last line without newline; NUL mode drops it. */
  end(): void {
    if (this.#pendingBytes > 0) {
      if (this.#delimiter === NEWLINE) this.#complete(EMPTY, 0, 0);
      else this.#drop();
    }
    this.#skipping = false;
  }

  #deliver(bytes: Uint8Array, start: number, end: number): void {
    const last = this.#delimiter === NEWLINE && end > start && bytes[end - 1] === CARRIAGE_RETURN
      ? end - 1
      : end;
    if (last - start > this.#maxBytes) this.#onTooLarge();
    else if (last > start) this.#onFrame(bytes.subarray(start, last));
  }

  /** Ends the frame that has begun with its last piece. */
  #complete(chunk: Uint8Array, start: number, end: number): void {
    const bytes = this.#pendingBytes + end - start;
    const pieces = this.#pieces;
    this.#drop();
    if (bytes > this.#maxBytes + this.#slack) return this.#onTooLarge();
    const frame = new Uint8Array(bytes);
    let offset = 0;
    for (const piece of pieces) {
      frame.set(piece, offset);
      offset += piece.length;
    }
    frame.set(chunk.subarray(start, end), offset);
    this.#deliver(frame, 0, bytes);
  }

  /** Holds the rest of a chunk as a piece of a frame that has not ended. */
  #keep(chunk: Uint8Array, start: number): void {
    const length = chunk.length - start;
    if (this.#pendingBytes + length > this.#maxBytes + this.#slack) {
      this.#drop();
      this.#skipping = true;
      this.#onTooLarge();
      return;
    }
    this.#pendingBytes += length;
    const piece = chunk.subarray(start);
    if (length >= SMALL_PIECE_BYTES || this.#pieces.length === 0) {
      this.#pieces.push(piece);
      this.#block = null;
      return;
    }
    if (this.#block !== null && this.#blockUsed + length <= this.#block.length) this.#pieces.pop();
    else {
      const room = Math.max(SMALL_PIECE_BYTES, this.#pendingBytes);
      this.#block = new Uint8Array(Math.min(MAX_BLOCK_BYTES, room));
      this.#blockUsed = 0;
    }
    this.#block.set(piece, this.#blockUsed);
    this.#blockUsed += length;
    this.#pieces.push(this.#block.subarray(0, this.#blockUsed));
  }

  #drop(): void {
    this.#pieces = [];
    this.#pendingBytes = 0;
    this.#block = null;
    this.#blockUsed = 0;
  }
}

const EMPTY = new Uint8Array(0);
