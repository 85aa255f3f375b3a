/** What died is told once by the next call, the one after works, and its ids stay dead. */
import assert from "node:assert/strict";
import process from "node:process";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { BROWSER } from "../support/tested_browser.ts";
import {
  busiest,
  type Process,
  processesFor,
  type ProcessKind,
  treeOf,
  within,
} from "../support/process_tree.ts";
import { amount, BRIEF } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { codeOf } from "./refusal.ts";
import { FaultStand } from "./stand.ts";

/** From the question after a death to the answer that tells it, milliseconds. */
const TOLD_MS = 2_000;
/** Any other answer, milliseconds. */
const ANSWER_MS = 5_000;
/** The renderer of a page is found by what it works in this time, milliseconds. */
const BURN_MS = 400;

const BURNING = `<button id=here>Here</button><script>
  const burn = (ms) => { const end = performance.now() + ms; while (performance.now() < end); };
  held("burn", () => burn(${BURN_MS}));
</script>`;

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

async function refused(what: string, ms: number, call: Promise<AgentReply>): Promise<string> {
  return codeOf((await answered(what, ms, call)).value);
}

/** The process of the page that holds `burn`, which no other page may hold. */
function rendererOf(): Promise<Process> {
  return busiest(processesFor(treeOf(stand.agent.pid), "pages"), stand.release("burn"));
}

function browser(): Process {
  const [found] = processesFor(treeOf(stand.agent.pid), "browser");
  return found ?? assert.fail("There is no browser");
}

/** Goes to a page of its own and reads it. */
async function recovers(page: OpenPage, path: string): Promise<void> {
  const url = stand.page(path, "<button id=back>Back</button>");
  await answered("navigate", ANSWER_MS, page.call("navigate", { url }));
  await reads(page, 'button "Back"');
}

async function reads(page: OpenPage, line: string): Promise<void> {
  const lines = (await answered("a snapshot", ANSWER_MS, page.outline())).value;
  assert.ok(lines.includes(line), lines.join("\n"));
}

test("a renderer killed at rest is told by the next call, never shown as an empty page", async () => {
  const other = await stand.open("/other", "<button>Other</button>");
  const page = await stand.open("/idle", BURNING);
  await page.outline();
  const { pid } = await rendererOf();
  process.kill(pid, "SIGKILL");
  assert.equal(await refused("a snapshot", TOLD_MS, page.attempt("a11y_snapshot")), "pageCrashed");
  const click = page.attempt("click", { target: 'button "Here"' });
  assert.equal(await refused("a click", TOLD_MS, click), "pageCrashed");
  await reads(other, 'button "Other"');
  await recovers(page, "/idle-again");
  await page.close();
  await other.close();
});

test("a renderer killed during a click is told by that click", async () => {
  const page = await stand.open(
    "/clicking",
    `${BURNING}<button id=long onclick="tell('clicked'); burn(60000)">Long</button>`,
  );
  await page.outline();
  const { pid } = await rendererOf();
  const click = page.attempt("click", { target: 'button "Long"' });
  await stand.told("the press", ({ at, type }) => at === "/clicking" && type === "mousedown");
  process.kill(pid, "SIGKILL");
  const { value } = await answered("the click", TOLD_MS, click);
  assert.equal(codeOf(value), "pageCrashed");
  await recovers(page, "/clicking-again");
  await page.close();
});

test("a renderer killed during a snapshot or a wait is told by it", async () => {
  const page = await stand.open("/reading", BURNING);
  await page.outline();
  const { pid } = await rendererOf();
  const wait = page.attempt("wait_for", {
    condition: { kind: "element", target: 'button "Never"', state: "visible" },
    timeoutMs: 60_000,
  });
  const snapshot = page.attempt("a11y_snapshot");
  process.kill(pid, "SIGKILL");
  assert.equal(await refused("the wait", TOLD_MS, wait), "pageCrashed");
  assert.equal(await refused("the snapshot", TOLD_MS, snapshot), "pageCrashed");
  await recovers(page, "/reading-again");
  await page.close();
});

test("a renderer killed while a navigation waits for its server leaves a page that works", async () => {
  const page = await stand.open("/leaving", BURNING);
  const { pid } = await rendererOf();
  let answer = (): void => {};
  const asked = Promise.withResolvers<void>();
  const slow = stand.site.page("/slow", (_request, response) => {
    answer = () => response.end("<button>Slow</button>");
    asked.resolve();
  });
  const navigation = page.attempt("navigate", { url: slow });
  await asked.promise;
  process.kill(pid, "SIGKILL");
  answer();
  const { value } = await answered("the navigation", ANSWER_MS, navigation);
  if (value.isError) assert.equal(codeOf(value), "pageCrashed");
  else await reads(page, 'button "Slow"');
  await recovers(page, "/leaving-again");
  await page.close();
});

test("a killed frame of another site leaves its page usable", async () => {
  const frame = stand.page("/inner", BURNING, "localhost");
  const page = await stand.open("/outer", `<button>Outer</button><iframe src="${frame}"></iframe>`);
  await reads(page, 'button "Here"');
  const { pid } = await rendererOf();
  process.kill(pid, "SIGKILL");
  const click = page.attempt("click", { target: 'button "Here"' });
  const code = await refused("a click in the frame", TOLD_MS, click);
  assert.ok(["pageCrashed", "targetDetached", "targetNotFound"].includes(code), code);
  const lines = (await answered("a snapshot", ANSWER_MS, page.outline())).value;
  assert.ok(lines.includes('button "Outer"'), lines.join("\n"));
  assert.ok(!lines.includes('button "Here"'), lines.join("\n"));
  await recovers(page, "/outer-again");
  await page.close();
});

/** Processes beside those of pages; `anew`: the browser starts another at once, not when it needs one. */
const HELPERS: readonly { readonly kind: ProcessKind; readonly anew: boolean }[] =
  BROWSER === "firefox"
    ? [
      { kind: "network", anew: false },
      { kind: "media", anew: false },
      { kind: "launcher", anew: true },
    ]
    : [{ kind: "graphics", anew: true }, { kind: "network", anew: true }];

for (const { kind, anew } of BRIEF ? [] : HELPERS) {
  test(`pages outlive the browser's process for ${kind}`, async () => {
    const page = await stand.open(`/${kind}`, "<button>Stays</button>");
    const dead = processesFor(treeOf(stand.agent.pid), kind).map(({ pid }) => pid);
    assert.ok(dead.length > 0, "it runs");
    for (const pid of dead) process.kill(pid, "SIGKILL");
    await reads(page, 'button "Stays"');
    // What is asked of the network in the moment of its death is lost; the browser starts it anew.
    const another = (): boolean =>
      processesFor(treeOf(stand.agent.pid), kind).some(({ pid }) => !dead.includes(pid));
    if (anew) assert.ok(await within(ANSWER_MS, another), "the browser starts it anew");
    await recovers(page, `/${kind}-again`);
    const shot = await answered("a screenshot", ANSWER_MS, page.call("screenshot"));
    assert.notEqual(shot.value.image, null);
    await page.close();
  });
}

test("a killed browser is told once a page; its sessions go on, its ids do not", async () => {
  const one = await stand.open("/one", "<button>One</button>");
  const two = await stand.open("/two", "<button>Two</button>");
  process.kill(browser().pid, "SIGKILL");
  assert.equal(await refused("a snapshot", TOLD_MS, one.attempt("a11y_snapshot")), "pageCrashed");
  const ids = { sessionId: two.sessionId, pageId: two.pageId };
  const click = stand.agent.call("click", { ...ids, target: 'button "Two"' });
  assert.equal(await refused("a click", TOLD_MS, click), "pageCrashed");
  for (const page of [one, two]) {
    const url = stand.page("/reopened", "<button>Again</button>");
    const opened = stand.agent.call("page_open", { sessionId: page.sessionId, url });
    const { structured } = (await answered("page_open", ANSWER_MS, opened)).value;
    const { id } = v.parse(v.looseObject({ id: v.string() }), structured);
    assert.notEqual(id, page.pageId);
    await reads(page.sibling(id), 'button "Again"');
    for (let times = 0; times < 2; times++) {
      const again = stand.agent.call("a11y_snapshot", {
        sessionId: page.sessionId,
        pageId: page.pageId,
      });
      assert.equal(await refused("a dead page", TOLD_MS, again), "notFound");
    }
  }
  await one.close();
  await two.close();
});

test("a session that starts while the browser is killed starts, or says why", async () => {
  const page = await stand.open("/before", "<button>Before</button>");
  for (let times = 0; times < amount(1, 3); times++) {
    const url = stand.page("/starting", "<button>Started</button>");
    const starting = stand.agent.call("workflow_start", { profile: "test", url });
    process.kill(browser().pid, "SIGKILL");
    const { value } = await answered("workflow_start", 2 * ANSWER_MS, starting);
    if (value.isError) assert.match(value.text, /browser/i);
    const next = await answered("the next session", ANSWER_MS, stand.agent.open(url));
    await reads(next.value, 'button "Started"');
    await next.value.close();
    if (!value.isError) {
      const { sessionId } = v.parse(v.looseObject({ sessionId: v.string() }), value.structured);
      await stand.agent.call("session_close", { sessionId });
    }
  }
  await page.close();
});

test("ids of what was closed are refused for ever, by page and session and handle", async () => {
  const page = await stand.open("/closed", "<button>Gone</button>");
  const { sessionId, pageId } = page;
  await page.call("page_close");
  const listing = () => stand.agent.call("page_list", { sessionId });
  const reading = () => stand.agent.call("a11y_snapshot", { sessionId, pageId });
  assert.equal((await reading()).isError, true);
  await assert.rejects(page.attempt("a11y_snapshot"), /unknownWorkflowHandle/);
  await page.close();
  for (let times = 0; times < 2; times++) {
    for (const call of [listing, reading]) {
      const told = await call().then(
        ({ isError, text }) => ({ isError, text }),
        (error: unknown) => ({ isError: true, text: String(error) }),
      );
      assert.equal(told.isError, true);
      assert.match(told.text, /notFound/);
    }
    await assert.rejects(page.attempt("a11y_snapshot"), /unknownWorkflowHandle/);
  }
});
