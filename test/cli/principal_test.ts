import assert from "node:assert/strict";
import { test } from "node:test";
import { BootstrapError, bootstrapPrincipal } from "../../src/cli/principal.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const ID = "0d9c0a6e-5f0f-4d6e-9c64-0b2f5a3f9c11";
const ports = { clock: { now: () => NOW }, ids: { uuid: () => ID } };

const full = {
  AUTOMATION_RUNTIME_BOOTSTRAP_TOKEN: "k".repeat(32),
  AUTOMATION_RUNTIME_BOOTSTRAP_PRINCIPAL: "7A9F0D8E-1111-4222-8333-444455556666",
  AUTOMATION_RUNTIME_BOOTSTRAP_CAPABILITIES: "session:read, browser:mutate",
  AUTOMATION_RUNTIME_BOOTSTRAP_EXPIRES_AT: "2026-01-02T00:00:00+01:00",
};

test("with none of the four set the process has an agent principal of its own", () => {
  const principal = bootstrapPrincipal({}, ports);
  assert.equal(principal.id, ID);
  assert.equal(principal.expiresAt, null);
  assert.ok(principal.capabilities.has("browser:mutate"));
  assert.ok(!principal.capabilities.has("authority:admin"));
});

test("the client's alias alone counts as none", () => {
  const principal = bootstrapPrincipal({ AUTOMATION_RUNTIME_TOKEN: "x" }, ports);
  assert.equal(principal.expiresAt, null);
});

test("all four set make the principal they name", () => {
  assert.deepEqual(bootstrapPrincipal(full, ports), {
    id: "7a9f0d8e-1111-4222-8333-444455556666",
    capabilities: new Set(["session:read", "browser:mutate"]),
    expiresAt: Date.parse("2026-01-01T23:00:00Z"),
  });
});

for (const name of Object.keys(full)) {
  test(`${name} missing beside the others refuses the start`, () => {
    assert.throws(
      () => bootstrapPrincipal({ ...full, [name]: undefined }, ports),
      (error: unknown) => error instanceof BootstrapError && error.message.startsWith(name),
    );
  });
}

const wrong: Readonly<Record<string, readonly string[]>> = {
  TOKEN: ["", "k".repeat(31), "k".repeat(506), `${"k".repeat(32)} `, `${"k".repeat(32)}é`],
  PRINCIPAL: ["", "me", `${ID}0`],
  CAPABILITIES: ["", ",", "session:read,", "session:read,rule:all"],
  EXPIRES_AT: [
    "",
    "tomorrow",
    "2026-01-02",
    "2026-01-02T00:00:00",
    "2026-13-02T00:00:00Z",
    "2026-02-31T00:00:00Z",
    "2026-01-01T00:00:00Z",
    "2025-12-31T23:59:59Z",
  ],
};

for (const [name, values] of Object.entries(wrong)) {
  for (const value of values) {
    test(`${name} of ${value.length} characters "${value.slice(0, 20)}" is refused`, () => {
      const variable = `AUTOMATION_RUNTIME_BOOTSTRAP_${name}`;
      assert.throws(
        () => bootstrapPrincipal({ ...full, [variable]: value }, ports),
        (error: unknown) =>
          error instanceof BootstrapError && error.message.startsWith(`${variable} must `) &&
          (value.length < 4 || !error.message.includes(value)),
      );
    });
  }
}
