/** Whatever comes on stdin: an error each, and the session goes on. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Seeded } from "../support/seeded.ts";
import { amount, figures } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { DueAnswers } from "./due_answers.ts";
import { Frames, FUZZED_PAGE } from "./frames.ts";
import { CANARY } from "./junk_values.ts";
import { isJson, type Json, RawGateway, type RawPage, textOf } from "./raw_gateway.ts";

const ANSWER_MS = 5_000;
const PROBE = "data:text/html,<title>Probe</title><h1 id=h>0</h1><label>Field <input></label>" +
  "<button onclick=h.textContent=%2Bh.textContent%2B1>Count</button>";
/** A busy gateway keeps some of what it once needed; growth is more than this, bytes. */
const GROWTH_BYTES = 64 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
/** No page of these tests is on a network. */
const OFFLINE = ["--browser-arg=--host-resolver-rules=MAP * ~NOTFOUND"];

let gateway: RawGateway;
let page: RawPage;
before(async () => {
  gateway = await RawGateway.start({ args: OFFLINE });
  page = await gateway.open(PROBE);
});
after(async () => {
  await gateway.close();
  assert.deepEqual(gateway.faults, [], "every line on stdout is valid");
  assert.equal(gateway.stderr, "");
});

/** The next `count` messages that are no answers to `request`. */
function nextErrors(count: number): Promise<readonly Json[]> {
  const errors: Json[] = [];
  return new Promise((resolve) => {
    gateway.onMessage = (message) => {
      if (!("error" in message)) return;
      errors.push(message);
      if (errors.length === count) resolve(errors);
    };
  });
}

async function sessionGoesOn(): Promise<void> {
  const snapshot = await answered(
    "a snapshot",
    ANSWER_MS,
    gateway.call("a11y_snapshot", { sessionId: page.sessionId, pageId: page.pageId }),
  );
  assert.match(textOf(snapshot.value), /button "Count"/);
}

const lines = (...texts: readonly string[]): Uint8Array =>
  new TextEncoder().encode(texts.map((text) => `${text}\n`).join(""));
const call = (id: unknown, args: string): string =>
  `{"jsonrpc":"2.0","id":${
    JSON.stringify(id)
  },"method":"tools/call","params":{"name":"click","arguments":${args}}}`;

interface Junk {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** Codes of the errors, in order. */
  readonly codes: readonly number[];
  /** Id of the last error; without: none. */
  readonly id?: unknown;
}

const JUNK: readonly Junk[] = [
  { what: "invalid JSON", bytes: lines('{"jsonrpc":"2.0","id":1,'), codes: [-32700] },
  { what: "a line of 2 MiB", bytes: lines(`"${"x".repeat(2 * MEBIBYTE)}"`), codes: [-32600] },
  { what: "100,000 brackets", bytes: lines("[".repeat(100_000)), codes: [-32600] },
  {
    what: "100,000 brackets inside of arguments",
    bytes: lines(call("deep", `{"a":${"[".repeat(1e5)}${"]".repeat(1e5)}}`)),
    codes: [-32600],
    id: "deep",
  },
  {
    what: "a batch",
    bytes: lines(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    ),
    codes: [-32600],
  },
  {
    what: "an unknown method",
    bytes: lines('{"jsonrpc":"2.0","id":7,"method":"no/such"}'),
    codes: [-32601],
    id: 7,
  },
  {
    what: "wrong types",
    bytes: lines(
      '{"jsonrpc":2,"id":null,"method":[],"params":3}',
      '"text"',
      '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":[]}',
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":5,"arguments":"x"}}',
      call(10, '{"sessionId":{},"pageId":[1]}'),
    ),
    codes: [-32600, -32600, -32600, -32602, -32602],
    id: 10,
  },
  {
    what: "invalid UTF-8",
    bytes: new Uint8Array([
      ...lines('{"jsonrpc":"2.0","id":1,"method":"').slice(0, -1),
      0xff,
      0xc0,
      0x22,
      0x7d,
      0x0a,
    ]),
    codes: [-32700],
  },
  {
    what: "NUL bytes",
    bytes: new Uint8Array([0, 0, 0, 0x0a, 0x7b, 0, 0x7d, 0x0a]),
    codes: [-32700, -32700],
  },
];

for (const { what, bytes, codes, id } of JUNK) {
  test(`${what} on stdin is an error, and the session goes on`, async () => {
    const errors = nextErrors(codes.length);
    await gateway.bytes(bytes);
    const { value } = await answered(`${codes.length} errors`, ANSWER_MS, errors);
    assert.deepEqual(value.map(codeOf), codes);
    assert.deepEqual(value.at(-1)?.id, id);
    await sessionGoesOn();
  });
}

test("a line that never ends is refused once while it comes, and costs no memory", async () => {
  const errors: Json[] = [];
  const first = nextErrors(1);
  const before = gateway.memoryBytes;
  const chunk = new Uint8Array(MEBIBYTE).fill(0x78);
  for (let sent = 0; sent < amount(64, 512); sent++) await gateway.bytes(chunk);
  errors.push(...(await answered("the error", ANSWER_MS, first)).value);
  gateway.onMessage = (message) => void ("error" in message && errors.push(message));
  assert.ok(gateway.memoryBytes - before < GROWTH_BYTES, "the line is not kept");
  await gateway.bytes(lines(""));
  await sessionGoesOn();
  assert.deepEqual(errors.map(codeOf), [-32600]);
});

test("generated frames are answered once each, repeat nothing, and leave everything right", async () => {
  const seeded = new Seeded(20);
  const run = new FuzzRun(seeded);
  await run.frames(amount(1_500, 20_000));
  assert.deepEqual(run.due.unasked, [], "no answer without its request");
  assert.deepEqual(run.repeated, [], "no error repeats what was submitted");
  assert.ok(gateway.living);
  for (const kind of ["right", "failed", "-32602", "-32700", "-32600", "-32601", "-32000"]) {
    assert.ok((run.tally.get(kind) ?? 0) > 0, `the frames brought answers of the kind ${kind}`);
  }
  assert.ok(
    run.grownBytes < GROWTH_BYTES,
    `memory grew by ${Math.round(run.grownBytes / MEBIBYTE)} MiB after warm-up`,
  );
  figures(`${JSON.stringify([...run.tally])}, grown by ${run.grownBytes} bytes`);
  await sessionGoesOn();
});

/** Batches of frames, each with a call whose right answer is known. */
class FuzzRun {
  readonly due = new DueAnswers();
  readonly repeated: string[] = [];
  grownBytes = 0;
  /** Answers by kind: results, failed outcomes, and errors by their code. */
  readonly tally = new Map<string, number>();
  readonly #seeded: Seeded;
  readonly #frames: Frames;
  #aim: RawPage | null = null;
  #counted = 0;
  #settled: () => void = () => {};

  constructor(seeded: Seeded) {
    this.#seeded = seeded;
    this.#frames = new Frames(seeded);
    gateway.onMessage = (message) => this.#received(message);
  }

  async frames(count: number): Promise<void> {
    const warm = count / 3;
    let sent = 0;
    let warmBytes = 0;
    for (let batch = 0; sent < count; batch++) {
      if (batch % 20 === 0) await this.#freshAim();
      sent += await this.#batch();
      if (warmBytes === 0 && sent >= warm) warmBytes = gateway.memoryBytes;
    }
    this.grownBytes = gateway.memoryBytes - warmBytes;
  }

  async #batch(): Promise<number> {
    const aim = this.#aim;
    if (aim === null) throw new Error("No page to aim at");
    const frames = Array.from(
      { length: this.#seeded.between(5, 30) },
      () => this.#frames.next(aim),
    );
    const known = this.#seeded.below(frames.length);
    let probe: Promise<void> = Promise.resolve();
    let count = 0;
    for (const [index, bytes] of frames.entries()) {
      count += this.due.sent(bytes);
      await this.#put(bytes);
      // A frame may have begun the handshake anew.
      if (/initialize/.test(new TextDecoder().decode(bytes))) {
        gateway.send({ jsonrpc: "2.0", method: "notifications/initialized" });
      }
      if (index === known) probe = this.#probe();
    }
    await probe;
    await this.#allAnswered();
    return count;
  }

  /** Now and then cut into pieces. */
  async #put(bytes: Uint8Array): Promise<void> {
    if (!this.#seeded.chance(0.1)) return await gateway.bytes(bytes);
    const cut = this.#seeded.below(bytes.length);
    await gateway.bytes(bytes.subarray(0, cut));
    await gateway.bytes(bytes.subarray(cut));
  }

  /** Every tool call that the frames may have left waiting is cancelled when it takes long. */
  async #allAnswered(): Promise<void> {
    if (this.due.settled) return;
    const settled = new Promise<void>((resolve) => this.#settled = resolve);
    const patience = sleep(1_500).then(() => {
      for (const requestId of this.due.open) {
        gateway.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
      }
    });
    await answered("every frame", ANSWER_MS, settled).catch((cause: unknown) => {
      const open = `${JSON.stringify(this.due.open)} and ${this.due.openWithoutId} without id`;
      throw new Error(`No answer to ${open}`, { cause });
    });
    void patience;
  }

  async #probe(): Promise<void> {
    const { sessionId, pageId } = page;
    const where = { sessionId, pageId };
    if (this.#seeded.chance(0.3)) {
      await this.#right("click", { ...where, target: 'button "Count"' }, /completed/);
      this.#counted++;
    }
    const value = `typed ${this.#seeded.below(1000)}`;
    await this.#right("type_text", {
      ...where,
      target: 'textbox "Field"',
      value,
      clearFirst: true,
    });
    await this.#right("a11y_snapshot", where, `heading "${this.#counted}"`);
    await this.#right("inspect", { ...where, selector: "input" }, value);
  }

  async #right(name: string, args: Json, expected: string | RegExp = ""): Promise<void> {
    const { value } = await answered(name, ANSWER_MS * 2, gateway.call(name, args));
    assert.equal(value.error, undefined, JSON.stringify(value).slice(0, 500));
    const text = textOf(value);
    assert.ok(text.match(expected) !== null, `${name} answered ${text.slice(0, 500)}`);
    assert.ok(isJson(value.result) && value.result.isError !== true, text.slice(0, 500));
  }

  /** A new page for the frames: those before may have closed or spoilt theirs. */
  async #freshAim(): Promise<void> {
    const list = await gateway.call("session_list", {});
    const ids = JSON.stringify(list).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
    for (const sessionId of new Set(ids)) {
      // Page ids are among them: closing those is refused.
      if (sessionId !== page.sessionId) await gateway.call("session_close", { sessionId });
    }
    this.#aim = await gateway.open(FUZZED_PAGE);
  }

  #received(message: Json): void {
    const { id } = message;
    if (typeof id === "string" && id.startsWith("own-")) return;
    this.due.received(message);
    const kind = isJson(message.error)
      ? String(message.error.code)
      : isJson(message.result)
      ? message.result.isError === true ? "failed" : "right"
      : "told";
    this.tally.set(kind, (this.tally.get(kind) ?? 0) + 1);
    const text = JSON.stringify(message.error ?? "");
    if (text.includes(CANARY)) this.repeated.push(text.slice(0, 300));
    if (isJson(message.result) && message.result.isError === true) {
      const outcome = JSON.stringify(message.result);
      if (outcome.includes(CANARY)) this.repeated.push(outcome.slice(0, 500));
    }
    if (this.due.settled) this.#settled();
  }
}

function codeOf(message: Json): unknown {
  return isJson(message.error) ? message.error.code : undefined;
}
