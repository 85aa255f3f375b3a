import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_CLASS } from "../../src/model/command.ts";
import {
  COMMAND_CAPABILITIES,
  firstMissing,
  requireCapabilities,
} from "../../src/policy/capability.ts";

test("every command needs browser:mutate", () => {
  assert.deepEqual(Object.keys(COMMAND_CAPABILITIES).sort(), Object.keys(COMMAND_CLASS).sort());
  for (const needed of Object.values(COMMAND_CAPABILITIES)) {
    assert.ok(needed.includes("browser:mutate"));
  }
});

test("firstMissing() names the first capability that is not held", () => {
  const held = new Set(["page:read"] as const);
  assert.equal(firstMissing(["page:read", "page:write", "job:read"], held), "page:write");
  assert.equal(firstMissing(["page:read"], held), null);
  assert.equal(firstMissing([], new Set()), null);
});

test("requireCapabilities() tells which one to grant", () => {
  assert.throws(() => requireCapabilities(["job:read"], new Set()), {
    code: "missingCapability",
    detail: { requiredCapability: "job:read" },
  });
  assert.doesNotThrow(() => requireCapabilities(["job:read"], new Set(["job:read"])));
});
