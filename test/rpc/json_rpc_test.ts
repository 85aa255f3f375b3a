import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { MAX_FRAME_DEPTH } from "../../src/model/limits.ts";
import {
  asId,
  encodeNotification,
  encodeResponse,
  frameTooLarge,
  parseMessage,
  resultTooLarge,
} from "../../src/rpc/json_rpc.ts";
import type { InvalidMessage, Message, RpcResponse } from "../../src/rpc/json_rpc.ts";

function parse(frame: unknown): Message {
  return parseMessage(
    new TextEncoder().encode(typeof frame === "string" ? frame : JSON.stringify(frame)),
  );
}

function rejected(message: Message): InvalidMessage {
  if (message.kind !== "invalid") assert.fail(`Accepted as ${message.kind}`);
  return message;
}

function reason(message: Message): unknown {
  return rejected(message).error.data?.reason;
}

describe("parseMessage", () => {
  test("tells a request from a notification by its id", () => {
    assert.deepEqual(parse({ jsonrpc: "2.0", id: 0, method: "ping" }), {
      kind: "request",
      id: 0,
      method: "ping",
      params: undefined,
    });
    assert.deepEqual(parse({ jsonrpc: "2.0", method: "n", params: { a: [1] } }), {
      kind: "notification",
      method: "n",
      params: { a: [1] },
    });
  });

  test("tells an answer to us from a request", () => {
    assert.deepEqual(parse({ jsonrpc: "2.0", id: "x", result: {} }), { kind: "reply", id: "x" });
    assert.deepEqual(parse({ jsonrpc: "2.0", error: { code: 1, message: "" } }), {
      kind: "reply",
      id: null,
    });
  });

  test("keeps the type of an id", () => {
    for (const id of [1, "1", "", 0, -7, Number.MAX_SAFE_INTEGER, "ä€😀"]) {
      const message = parse({ jsonrpc: "2.0", id, method: "m" });
      assert.equal(message.kind === "request" && message.id, id);
    }
  });

  test("answers what is not JSON with -32700 and no id", () => {
    for (
      const frame of ["{", "nope", '{"id":1,}', "\u0000", '{"a":"\u0000"}', '{"id":1}{"id":2}']
    ) {
      const { id, error } = rejected(parse(frame));
      assert.deepEqual([id, error.code], [null, -32700], frame);
    }
  });

  test("answers invalid UTF-8 with -32700", () => {
    const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"m?"}');
    bytes[bytes.indexOf(0x3f)] = 0xff;
    assert.equal(rejected(parseMessage(bytes)).error.code, -32700);
  });

  test("takes a byte order mark for nothing", () => {
    assert.equal(parse('\ufeff{"jsonrpc":"2.0","id":1,"method":"m"}').kind, "request");
  });

  test("refuses a batch, an empty one too", () => {
    assert.equal(reason(parse([{ jsonrpc: "2.0", id: 1, method: "ping" }])), "batch");
    assert.equal(reason(parse("[]")), "batch");
  });

  test("refuses JSON that is no object", () => {
    for (const frame of ["1", '"x"', "null", "true"]) {
      assert.equal(reason(parse(frame)), "notAnObject");
    }
  });

  const wrong: readonly (readonly [string, unknown, unknown, string])[] = [
    ["no jsonrpc", { id: 1, method: "m" }, 1, "version"],
    ["another jsonrpc", { jsonrpc: "1.0", id: "a", method: "m" }, "a", "version"],
    ["no method", { jsonrpc: "2.0", id: 1 }, 1, "method"],
    ["a method that is no string", { jsonrpc: "2.0", id: 1, method: 5 }, 1, "method"],
    ["params in an array", { jsonrpc: "2.0", id: 1, method: "m", params: [] }, 1, "params"],
    ["null params", { jsonrpc: "2.0", id: 1, method: "m", params: null }, 1, "params"],
    ["an unknown member", { jsonrpc: "2.0", id: 1, method: "m", extra: 1 }, 1, "unknownMember"],
    ["method and result", { jsonrpc: "2.0", id: 1, method: "m", result: {} }, 1, "unknownMember"],
    ["a null id", { jsonrpc: "2.0", id: null, method: "m" }, null, "id"],
    ["a boolean id", { jsonrpc: "2.0", id: true, method: "m" }, null, "id"],
    ["a fractional id", { jsonrpc: "2.0", id: 1.5, method: "m" }, null, "id"],
    ["an id that a number cannot hold", '{"jsonrpc":"2.0","id":1e400,"method":"m"}', null, "id"],
    ["a long id", { jsonrpc: "2.0", id: "x".repeat(255), method: "m" }, null, "id"],
  ];
  for (const [title, frame, id, why] of wrong) {
    test(`refuses ${title} with -32600`, () => {
      const message = rejected(parse(frame));
      assert.deepEqual([message.error.code, message.id, reason(message)], [-32600, id, why]);
    });
  }

  test("takes an unknown member named like the prototype for unknown", () => {
    assert.equal(
      reason(parse('{"jsonrpc":"2.0","id":1,"method":"m","__proto__":{}}')),
      "unknownMember",
    );
  });

  test("never repeats a value of the frame in an error", () => {
    const secret = "s3cr3t";
    const frames = [
      secret,
      { jsonrpc: secret, id: 1, method: "m" },
      { jsonrpc: "2.0", id: 1, method: { secret } },
      { jsonrpc: "2.0", id: 1, method: "m", [secret]: secret },
      { jsonrpc: "2.0", id: 1, method: "m", params: [secret] },
    ];
    for (const frame of frames) {
      assert.ok(!JSON.stringify(rejected(parse(frame)).error).includes(secret));
    }
  });
});

describe("depth", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

  test("takes a message of 256 levels and refuses one of 257, with its id", () => {
    const frame = (levels: number): string =>
      `{"jsonrpc":"2.0","method":"m","params":{"a":${nested(levels - 2)}},"id":"late"}`;
    assert.equal(parse(frame(MAX_FRAME_DEPTH)).kind, "request");
    const { id, error } = rejected(parse(frame(MAX_FRAME_DEPTH + 1)));
    assert.deepEqual([id, error.code, error.data?.reason], ["late", -32600, "tooDeep"]);
  });

  test("survives 100,000 brackets, closed or not", () => {
    assert.equal(reason(parse(nested(100_000))), "tooDeep");
    assert.equal(reason(parse("[".repeat(100_000))), "tooDeep");
    assert.equal(reason(parse(`${'{"a":'.repeat(100_000)}1`)), "tooDeep");
  });

  test("does not count brackets in strings", () => {
    const text = `${"[{".repeat(500)}\\"${"[".repeat(500)}`;
    const frame = `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"${text}"}}`;
    assert.equal(parse(frame).kind, "request");
  });

  test("finds the id of the outermost object only", () => {
    const deep = nested(300);
    const cases: readonly (readonly [string, unknown])[] = [
      [`{"id":7,"params":{"id":8,"a":${deep}}}`, 7],
      [`{"params":{"id":8,"a":${deep}}}`, null],
      [`{"a":"\\"id\\":3","b":"id","params":${deep},"id" : "x,}" }`, "x,}"],
      [`{"id":{"id":1},"p":${deep}}`, null],
      [`[{"id":1},${deep}]`, null],
    ];
    for (const [frame, id] of cases) assert.equal(rejected(parse(frame)).id, id, frame);
  });
});

describe("any bytes", () => {
  const fragment = fc.constantFrom(
    '{"jsonrpc":"2.0",',
    '"id":1,',
    '"id":"a"',
    '"method":"ping"',
    '"params":{}',
    "}",
    "[",
    "]",
    "{",
    ",",
    "null",
    '"result":{}',
    "\ufeff",
    " ",
    "\u0000",
    "\\",
    '"',
  );
  const junk = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.array(fragment, { maxLength: 12 }).map((parts) => new TextEncoder().encode(parts.join(""))),
    fc.json().map((text) => new TextEncoder().encode(text)),
  );

  test("never throw, and what is no message carries exactly one valid error", () => {
    fc.assert(
      fc.property(junk, (bytes) => {
        const message = parseMessage(bytes);
        if (message.kind !== "invalid") return;
        const answer: unknown = JSON.parse(
          encodeResponse({ id: message.id, error: message.error }, "null"),
        );
        assert.deepEqual(answer, { jsonrpc: "2.0", id: message.id, error: message.error });
        assert.ok(message.error.code === -32700 || message.error.code === -32600);
      }),
      { numRuns: 3_000 },
    );
  });

  test("give the id that JSON.parse gives wherever the message is too deep", () => {
    const id = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.double());
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        id,
        fc.boolean(),
        (rest, value, first) => {
          const members = Object.entries(rest).filter(([key]) => key !== "id" && key !== "deep");
          members.splice(first ? 0 : members.length, 0, ["id", value ?? null]);
          const body = members.map(([key, member]) =>
            `${JSON.stringify(key)}:${JSON.stringify(member) ?? "null"}`
          );
          const frame = `{${body.join(",")},"deep":${"[".repeat(300)}${"]".repeat(300)}}`;
          const parsed: unknown = JSON.parse(JSON.stringify(value) ?? "null");
          assert.deepEqual(rejected(parse(frame)).id, asId(parsed));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("encodeResponse", () => {
  test("writes an unreadable id as null or leaves it out", () => {
    const { error } = frameTooLarge(10);
    assert.match(encodeResponse({ id: null, error }, "null"), /^\{"jsonrpc":"2.0","id":null,/);
    assert.match(encodeResponse({ id: null, error }, "omit"), /^\{"jsonrpc":"2.0","error":/);
  });

  test("takes result text as it stands", () => {
    assert.equal(
      encodeResponse({ id: "1", resultText: '{"tools":[]}' }, "omit"),
      '{"jsonrpc":"2.0","id":"1","result":{"tools":[]}}',
    );
  });

  test("says the bound of a result that is too large", () => {
    const response: RpcResponse = resultTooLarge(3, 77);
    const text = encodeResponse(response, "omit");
    assert.match(text, /"code":-32603/);
    assert.match(text, /"reason":"resultTooLarge","maxBytes":77/);
  });

  test("replaces half a surrogate pair and keeps everything else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, half) => {
        const value = half ? `${text}\ud800\\ud800\\\udfff` : text;
        const encoded = encodeResponse({ id: 1, result: { value } }, "omit");
        assert.deepEqual(JSON.parse(encoded), {
          jsonrpc: "2.0",
          id: 1,
          result: { value: value.toWellFormed() },
        });
        assert.ok(encoded.isWellFormed());
        assert.doesNotMatch(encoded.replaceAll("\\\\", ""), /\\ud[89a-f]/);
      }),
    );
  });

  test("replaces half a surrogate pair in a notification", () => {
    assert.equal(
      encodeNotification({ method: "n", params: { a: "\udc00" } }),
      '{"jsonrpc":"2.0","method":"n","params":{"a":"\ufffd"}}',
    );
  });
});
