import assert from "node:assert/strict";
import { test } from "node:test";
import { chromiumFlags } from "../../cdp/flags.ts";
import { type SandboxPort, sandboxState } from "../../cdp/sandbox.ts";

const PLAIN = { profileDir: "/p", headed: false, sandboxed: true, extra: [] };

function machine(over: Partial<SandboxPort>): SandboxPort {
  return {
    platform: "linux",
    uid: 1000,
    inContainer: false,
    canMakeUserNamespace: () => false,
    ...over,
  };
}

test("the sandbox is left out for root and in a container without user namespaces only", () => {
  assert.equal(sandboxState(machine({ uid: 0 })).sandboxed, false);
  assert.match(sandboxState(machine({ uid: 0 })).reason, /root/);
  assert.equal(sandboxState(machine({ inContainer: true })).sandboxed, false);
  assert.match(sandboxState(machine({ inContainer: true })).reason, /namespaces/);
  assert.equal(
    sandboxState(machine({ inContainer: true, canMakeUserNamespace: () => true })).sandboxed,
    true,
  );
  assert.equal(sandboxState(machine({})).sandboxed, true);
  assert.equal(sandboxState(machine({ platform: "darwin", uid: 0 })).sandboxed, true);
});

test("--no-sandbox stands only where the sandbox is off", () => {
  assert.equal(chromiumFlags(PLAIN).includes("--no-sandbox"), false);
  assert.equal(chromiumFlags({ ...PLAIN, sandboxed: false }).includes("--no-sandbox"), true);
});

test("headed leaves out what belongs to headless", () => {
  assert.equal(chromiumFlags(PLAIN).includes("--headless=new"), true);
  const headed = chromiumFlags({ ...PLAIN, headed: true });
  assert.equal(headed.some((flag) => /headless|hide-scrollbars|mute-audio/.test(flag)), false);
});

test("extra arguments come last, and disabled features are joined into one list", () => {
  const flags = chromiumFlags({ ...PLAIN, extra: ["--lang=de", "--disable-features=A,B"] });
  assert.equal(flags.at(-1), "--lang=de");
  const lists = flags.filter((flag) => flag.startsWith("--disable-features="));
  assert.equal(lists.length, 1);
  assert.match(lists[0] ?? "", /Translate.*,A,B$/);
});
