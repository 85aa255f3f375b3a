import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { capabilityFault } from "../../src/mcp/client_capabilities.ts";

function members(count: number, value: unknown = {}): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, value]));
}

function leaves(count: number): unknown[] {
  return Array(count).fill(1);
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { a: nested(levels - 1) };
}

describe("capabilityFault", () => {
  const fine: readonly (readonly [string, unknown])[] = [
    ["nothing", {}],
    ["what clients declare", {
      roots: { listChanged: true },
      sampling: {},
      elicitation: { url: {} },
    }],
    ["32 keys", members(32)],
    ["8 levels", nested(8)],
    ["a string of 4096 bytes", { a: { b: "x".repeat(4096) } }],
    ["64 members", { a: members(64, 1) }],
    ["a key of 128 bytes", { a: { ["k".repeat(128)]: 1 } }],
    ["256 nodes", {
      a: { b: Array(64).fill(1), c: Array(64).fill(1), d: Array(64).fill(1) },
      e: { f: Array(55).fill(1), g: 1 },
    }],
  ];
  for (const [title, value] of fine) {
    test(`takes ${title}`, () => assert.equal(capabilityFault(value), null));
  }

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ["an array", [], "type"],
    ["a value that is no object", { roots: true }, "type"],
    ["a value that is an array", { roots: [] }, "type"],
    ["33 keys", members(33), "maxProperties"],
    ["more than 16 KiB", members(5, { a: "x".repeat(4000) }), "maxLength"],
    ["9 levels", nested(9), "maxDepth"],
    ["a string of 4097 bytes", { a: { b: `${"x".repeat(4095)}ä` } }, "maxLength"],
    ["65 members", { a: members(65, 1) }, "maxProperties"],
    ["an array of 65", { a: { b: Array(65).fill(1) } }, "maxProperties"],
    ["a key of 129 bytes", { a: { ["k".repeat(129)]: 1 } }, "propertyNames"],
    [
      "257 nodes",
      { a: { b: leaves(64), c: leaves(64), d: leaves(64) }, e: { f: leaves(58) } },
      "maxItems",
    ],
  ];
  for (const [title, value, keyword] of wrong) {
    test(`refuses ${title}`, () => assert.equal(capabilityFault(value), keyword));
  }
});
