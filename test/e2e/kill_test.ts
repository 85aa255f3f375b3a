/** However a gateway ends, nothing of it is left; and a browser that dies is told once. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import process from "node:process";
import { afterEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type OpenPage } from "../support/agent.ts";
import {
  isBrowser,
  type Process,
  profilesOf,
  survivors,
  treeOf,
  within,
} from "../support/process_tree.ts";
import { brief } from "../support/soak.ts";

/** From the end of the gateway to nothing left, milliseconds. */
const GONE_MS = 5_000;
const PAGE = "data:text/html,<title>Kill</title><button>Here</button>";

let agent: Agent | null = null;
afterEach(async () => {
  await agent?.close().catch(() => {
    // The gateway was killed by the test.
  });
  agent = null;
});

interface Running {
  readonly agent: Agent;
  readonly page: OpenPage;
  readonly tree: readonly Process[];
  readonly profiles: readonly string[];
}

async function running(): Promise<Running> {
  agent = await Agent.start();
  const page = await agent.open(PAGE);
  const tree = treeOf(agent.pid);
  const profiles = profilesOf(tree);
  assert.ok(tree.length > 2, "the gateway has a browser");
  assert.equal(profiles.length, 1, "the browser has one profile");
  assert.ok(profiles.every((folder) => existsSync(folder)));
  return { agent, page, tree, profiles };
}

async function nothingIsLeft(of: Pick<Running, "tree" | "profiles">): Promise<void> {
  const gone = () =>
    survivors(of.tree).length === 0 && of.profiles.every((folder) => !existsSync(folder));
  await within(GONE_MS, gone);
  assert.deepEqual(survivors(of.tree).map(({ command }) => command.slice(0, 120)), []);
  assert.deepEqual(of.profiles.filter((folder) => existsSync(folder)), []);
}

for (const signal of brief(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const, 4)) {
  test(`a gateway ended by ${signal} leaves no process and no profile`, async () => {
    const all = await running();
    process.kill(all.agent.pid, signal);
    await nothingIsLeft(all);
  });
}

for (const how of brief(["SIGKILL", "SIGTERM", "the end of input"] as const, 3)) {
  test(`a gateway ended by ${how} while its browser starts leaves nothing`, async () => {
    for (const delay of [0, 50, 150, 300]) {
      agent = await Agent.start();
      const { pid } = agent;
      const opened = agent.open(PAGE).catch(() => {
        // The gateway is ended under it.
      });
      await sleep(delay);
      const tree = treeOf(pid);
      if (how === "the end of input") await agent.close();
      else process.kill(pid, how);
      await opened;
      await nothingIsLeft({ tree, profiles: profilesOf(tree) });
    }
  });
}

test("a gateway whose input ended leaves no process and no profile", async () => {
  const all = await running();
  await all.agent.close();
  await nothingIsLeft(all);
});

test("a gateway that is hung up on during a call leaves no process and no profile", async () => {
  const all = await running();
  const waiting = all.page.attempt("wait_for", {
    condition: { kind: "element", target: { css: "#never" }, state: "attached" },
    timeoutMs: 60_000,
  }).catch(() => {
    // The client is closed under it.
  });
  await all.agent.close();
  await nothingIsLeft(all);
  await waiting;
});

/** The browser's own process: the parent of its renderers, found by its profile. */
function browserOf(all: Running): Process {
  const found = all.tree.find(isBrowser);
  if (found === undefined) throw new Error("No browser process in the tree");
  return found;
}

test("the call after the browser was killed says so, and the one after that works", async () => {
  const all = await running();
  const browser = browserOf(all);
  process.kill(browser.pid, "SIGKILL");
  const told = await all.page.attempt("a11y_snapshot").then(
    ({ isError, text }) => ({ isError, text }),
    (error: unknown) => ({ isError: true, text: error instanceof Error ? error.message : "" }),
  );
  assert.equal(told.isError, true);
  assert.match(told.text, /browser/i);
  const again = await all.agent.open(PAGE);
  assert.ok((await again.outline()).includes('button "Here"'));
  const left = survivors(all.tree).filter(({ pid }) => pid !== all.agent.pid);
  await within(GONE_MS, () => all.profiles.every((folder) => !existsSync(folder)));
  assert.deepEqual(all.profiles.filter((folder) => existsSync(folder)), []);
  assert.ok(left.every(({ command }) => !command.includes(all.profiles[0] ?? "?")));
});
