import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

const matcher = { kind: "regex", value: "^\\d+ left$" };

for (
  const condition of [
    { kind: "element", target: 'button "Pay" #1', state: "enabled" },
    { kind: "text", target: { css: "#total" }, matcher },
    { kind: "value", target: 'textbox "Amount"', matcher },
    { kind: "url", matcher },
    { kind: "document", ready: "networkIdle" },
    { kind: "networkQuiet", idleMs: 0, maxInFlight: 10_000 },
    {
      kind: "networkQuiet",
      idleMs: 500,
      maxInFlight: 0,
      ignoreUrlSubstrings: ["/poll"],
      ignoreResourceTypes: ["WebSocket", "EventSource"],
      ignoreLongLived: true,
    },
  ]
) {
  test(`wait_for passes on ${JSON.stringify(condition)}`, async () => {
    const input = { condition, timeoutMs: 1 };
    assert.deepEqual(await commandOf("wait_for", input), { kind: "waitFor", input });
  });
}
