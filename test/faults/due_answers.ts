/**
 * The slow, obvious twin of the gateway's parser: which answers a run of bytes must bring. And the
 * books over them: each request with an id is answered once, each message without one by an error
 * without id.
 */
import {
  MAX_FRAME_DEPTH,
  MAX_FRAME_IN_BYTES,
  MAX_REQUEST_ID_BYTES,
} from "../../src/model/limits.ts";
import { isJson, type Json } from "./raw_gateway.ts";

/** `null`: one error without id; `undefined`: no answer at all. */
type Due = { readonly id: string | number } | null | undefined;

/** What one line (without newline) must bring. */
function dueOf(line: Uint8Array): Due {
  const bytes = line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  if (bytes.length === 0) return undefined;
  if (bytes.length > MAX_FRAME_IN_BYTES) return null;
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
  if (!isJson(value)) return null;
  const id = readable(value.id) ? { id: value.id } : null;
  if (depthOf(value) > MAX_FRAME_DEPTH || value.jsonrpc !== "2.0") return id;
  if (!Object.hasOwn(value, "method")) {
    return Object.hasOwn(value, "result") || Object.hasOwn(value, "error") ? undefined : id;
  }
  if (Object.hasOwn(value, "id")) return id;
  const wellMade = typeof value.method === "string" &&
    Object.keys(value).every((key) => ["jsonrpc", "method", "params"].includes(key)) &&
    (value.params === undefined || isJson(value.params));
  return wellMade ? undefined : null;
}

function readable(id: unknown): id is string | number {
  if (typeof id === "number") return Number.isSafeInteger(id);
  return typeof id === "string" &&
    new TextEncoder().encode(JSON.stringify(id)).length <= MAX_REQUEST_ID_BYTES;
}

function depthOf(value: unknown): number {
  let level: unknown[] = [value];
  let depth = 0;
  for (;;) {
    const inner = level.filter((one) => typeof one === "object" && one !== null);
    if (inner.length === 0) return depth;
    depth++;
    level = inner.flatMap((one): unknown[] => Object.values(one ?? {}));
  }
}

export class DueAnswers {
  readonly #due = new Map<string | number, number>();
  #withoutId = 0;
  /** Answers that were never due. */
  readonly unasked: string[] = [];

  /** Whole lines that are about to be sent. Returns how many frames they are. */
  sent(bytes: Uint8Array): number {
    let frames = 0;
    for (let start = 0; start < bytes.length;) {
      const end = bytes.indexOf(0x0a, start);
      const due = dueOf(bytes.subarray(start, end));
      frames++;
      start = end + 1;
      if (due === null) this.#withoutId++;
      else if (due !== undefined) {
        const id = due.id === 0 ? 0 : due.id;
        this.#due.set(id, (this.#due.get(id) ?? 0) + 1);
      }
    }
    return frames;
  }

  received(message: Json): void {
    if ("method" in message) return;
    const { id } = message;
    if (typeof id !== "string" && typeof id !== "number") {
      if (this.#withoutId === 0) this.unasked.push(JSON.stringify(message).slice(0, 300));
      else this.#withoutId--;
      return;
    }
    const due = this.#due.get(id) ?? 0;
    if (due === 0) this.unasked.push(JSON.stringify(message).slice(0, 300));
    else if (due === 1) this.#due.delete(id);
    else this.#due.set(id, due - 1);
  }

  /** Ids of requests without answer. */
  get open(): readonly (string | number)[] {
    return [...this.#due.keys()];
  }

  /** Errors without id that are still due. */
  get openWithoutId(): number {
    return this.#withoutId;
  }

  get settled(): boolean {
    return this.#due.size === 0 && this.#withoutId === 0;
  }
}
