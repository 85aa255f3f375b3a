import assert from "node:assert/strict";
import { test } from "node:test";
import { COMMAND_CLASS } from "../../src/model/command.ts";
import { COMMAND_CAPABILITIES, requireCapabilities } from "../../src/policy/capability.ts";

test("every command needs browser:mutate", () => {
  assert.deepEqual(Object.keys(COMMAND_CAPABILITIES).sort(), Object.keys(COMMAND_CLASS).sort());
  for (const needed of Object.values(COMMAND_CAPABILITIES)) {
    assert.ok(needed.includes("browser:mutate"));
  }
});

test("requireCapabilities() tells the first one to grant", () => {
  const held = new Set(["page:read"] as const);
  assert.throws(() => requireCapabilities(["page:read", "job:read", "page:write"], held), {
    code: "missingCapability",
    detail: { requiredCapability: "job:read" },
  });
  assert.doesNotThrow(() => requireCapabilities(["job:read"], new Set(["job:read"])));
});
