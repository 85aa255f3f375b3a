import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { chromiumFlags } from "../../cdp/flags.ts";
import { type SandboxPort, sandboxState } from "../../cdp/sandbox.ts";
import { treeOf } from "../support/process_tree.ts";
import { launcher, within } from "./browser.ts";

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

test("a window costs no renderer for the browser's own interface", async () => {
  const engine = await launcher().launch(within(30_000));
  try {
    const context = await engine.createContext({}, within());
    const page = await context.openPage(within());
    await page.navigate("data:text/html,<title>Here</title>", "complete", within());
    const renderers = treeOf(process.pid).filter(({ command }) =>
      command.includes("--type=renderer")
    );
    assert.ok(renderers.length > 0);
    const own = renderers.filter(({ command }) => command.includes("--top-chrome-webui"));
    assert.deepEqual(own.map(({ pid }) => pid), []);
  } finally {
    await engine.close();
  }
});

test("extra arguments come last, and disabled features are joined into one list", () => {
  const flags = chromiumFlags({ ...PLAIN, extra: ["--lang=de", "--disable-features=A,B"] });
  assert.equal(flags.at(-1), "--lang=de");
  const lists = flags.filter((flag) => flag.startsWith("--disable-features="));
  assert.equal(lists.length, 1);
  assert.match(lists[0] ?? "", /Translate.*,A,B$/);
});
