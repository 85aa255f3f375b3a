import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { GENERIC_MESSAGES } from "../../src/mcp/error_messages.ts";
import { encodeFailure, encodeUnexpected } from "../../src/mcp/errors.ts";
import { ARGUMENT_REASONS, ERRORS, Failure } from "../../src/model/error.ts";
import type { ErrorCode } from "../../src/model/error.ts";
import { member } from "../support/mcp_client.ts";

const codes = Object.keys(ERRORS).filter((code): code is ErrorCode => Object.hasOwn(ERRORS, code));
const reasons: readonly string[] = ARGUMENT_REASONS;

describe("encodeFailure", () => {
  test("rejected arguments are -32602 with reason, pointer, constraint and repair", () => {
    const failure = new Failure("schemaViolation", "Whatever", {
      pointer: "/url",
      constraint: "maxLength",
    });
    assert.deepEqual(encodeFailure(failure, "id"), {
      code: -32602,
      message: "Invalid arguments: schemaViolation at /url (maxLength); repair: " +
        ERRORS.schemaViolation.repair,
      data: {
        reason: "schemaViolation",
        pointer: "/url",
        constraint: "maxLength",
        repair: { action: ERRORS.schemaViolation.repair, doc: "drover://failure-taxonomy" },
      },
    });
  });

  test("every other failure is -32000 with the whole interface error", () => {
    const failure = new Failure("missingCapability", "Whatever", {
      requiredCapability: "page:read",
      retryAfterMs: 7,
    });
    assert.deepEqual(encodeFailure(failure, "c-1"), {
      code: -32000,
      message: "Runtime interface error: missingCapability (requires page:read); repair: " +
        ERRORS.missingCapability.repair,
      data: {
        interfaceError: {
          code: "missingCapability",
          layer: "interface",
          message: GENERIC_MESSAGES.missingCapability,
          correlationId: "c-1",
          commandId: null,
          retryable: false,
          retryAfterMs: 7,
          reconciliationRequired: false,
          requiredCapability: "page:read",
        },
        repair: { action: ERRORS.missingCapability.repair, doc: "drover://failure-taxonomy" },
      },
    });
  });

  test("a cancelled call is -32800", () => {
    assert.equal(encodeFailure(new Failure("cancelled", "x"), "id").code, -32800);
  });

  test("what a browser's start says crosses, and the message keeps its repair", () => {
    const failure = new Failure("browserLaunchFailed", "No usable sandbox ä".repeat(200));
    const { message, data } = encodeFailure(failure, "id");
    assert.ok(new TextEncoder().encode(message).length <= 1024);
    assert.match(message, /^Runtime interface error: browserLaunchFailed: No usable sandbox/);
    assert.ok(message.endsWith(`…; repair: ${ERRORS.browserLaunchFailed.repair}`));
    assert.match(String(data?.diagnostic), /^No usable sandbox/);
  });

  for (const code of codes) {
    test(`${code} says its repair and nothing of its own message unless that may cross`, () => {
      const secret = "s3cr3t";
      const error = encodeFailure(new Failure(code, secret), "id");
      assert.equal(member(error.data, "repair").action, ERRORS[code].repair);
      const crosses = [
        "browserLaunchFailed",
        "engineUnreachable",
        "resourceExhausted",
        "malformedArguments",
      ];
      assert.equal(JSON.stringify(error).includes(secret), crosses.includes(code));
      const expected = reasons.includes(code) ? -32602 : code === "cancelled" ? -32800 : -32000;
      assert.equal(error.code, expected);
    });
  }

  test("no message is ever longer than 1024 bytes or cut inside a character", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...codes),
        fc.string({ unit: "binary", maxLength: 1500 }),
        fc.string({ unit: "grapheme", maxLength: 1500 }),
        (code, text, repair) => {
          if (reasons.includes(code) || code === "cancelled") return;
          const { message } = encodeFailure(
            new Failure(code, text.toWellFormed(), { repair: repair.toWellFormed() }),
            "id",
          );
          assert.ok(new TextEncoder().encode(message).length <= 1024);
          assert.ok(message.isWellFormed());
        },
      ),
    );
  });
});

test("encodeUnexpected() says nothing but how to find the case in the log", () => {
  assert.deepEqual(encodeUnexpected("c-9"), {
    code: -32603,
    message: "Internal error",
    data: {
      correlationId: "c-9",
      repair: { action: ERRORS.internal.repair, doc: "drover://failure-taxonomy" },
    },
  });
});
