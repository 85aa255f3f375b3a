/**
 * Firefox's socket is cut while the browser lives, which loses the session for good: that is told
 * once a page, the browser is ended, and the next call starts another.
 */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { OpenPage } from "../support/agent.ts";
import {
  isBrowser,
  processesFor,
  profilesOf,
  survivors,
  treeOf,
  within,
} from "../support/process_tree.ts";
import { Relay } from "../support/relay.ts";
import { few } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { codeOf } from "./refusal.ts";
import { FaultStand } from "./stand.ts";

/** From the question after a drop to the answer that tells it, milliseconds. */
const TOLD_MS = 2_000;
/** Any other answer, milliseconds. */
const ANSWER_MS = 5_000;
/** A page for which a browser has to start, milliseconds: this only finds a hang. */
const OPEN_MS = 20_000;
const GONE_MS = 5_000;

let relay: Relay;
let stand: FaultStand;
before(async () => {
  relay = await Relay.start();
  stand = await FaultStand.start({
    args: ["--browser-path", relay.browserPath],
    env: { DROVER_BROWSER: "firefox" },
  });
});
after(async () => {
  await stand.close();
  await relay.close();
});

/** What there is of the browser now. */
function browserNow() {
  const tree = treeOf(stand.agent.pid);
  const own = [...tree.filter(isBrowser), ...processesFor(tree, "pages")];
  assert.ok(own.length > 1, "a browser with processes for pages");
  return { own, profiles: profilesOf(own) };
}

/** Nothing is left of that browser; the session goes on in another, and its old page stays dead. */
async function goesOn(page: OpenPage, old: ReturnType<typeof browserNow>): Promise<void> {
  const gone = () =>
    survivors(old.own).length === 0 && old.profiles.every((folder) => !existsSync(folder));
  assert.ok(await within(GONE_MS, gone), "the browser and its profile are gone");
  const url = stand.page("/again", "<button>Again</button>");
  const opened = stand.agent.call("page_open", { sessionId: page.sessionId, url });
  const { structured, text, isError } = (await answered("page_open", OPEN_MS, opened)).value;
  assert.equal(isError, false, text);
  const { id } = v.parse(v.looseObject({ id: v.string() }), structured);
  assert.notEqual(id, page.pageId);
  const lines = (await answered("a snapshot", ANSWER_MS, page.sibling(id).outline())).value;
  assert.ok(lines.includes('button "Again"'), lines.join("\n"));
  const ids = { sessionId: page.sessionId, pageId: page.pageId };
  const dead = stand.agent.call("a11y_snapshot", ids);
  assert.equal(codeOf((await answered("a dead page", TOLD_MS, dead)).value), "notFound");
  await page.close();
}

test("a socket that drops at rest is told by the next call, and the browser is ended", async () => {
  const page = await stand.open("/rest", "<button>Here</button>");
  await page.outline();
  const old = browserNow();
  relay.cut();
  const { value } = await answered("a snapshot", TOLD_MS, page.attempt("a11y_snapshot"));
  assert.equal(codeOf(value), "pageCrashed");
  assert.match(value.text, /connection/);
  await goesOn(page, old);
});

/** What is under way when the socket drops. */
const UNDER_WAY = {
  click: { target: 'button "Long"' },
  navigate: {},
  wait_for: {
    condition: { kind: "element", target: 'button "Never"', state: "visible" },
    timeoutMs: 60_000,
  },
} as const;

for (const [tool, args] of few(Object.entries(UNDER_WAY), 1)) {
  test(`a socket that drops during ${tool} is told by it, and the session goes on`, async () => {
    const path = `/during-${tool}`;
    const page = await stand.open(
      path,
      `<button onclick="const end = performance.now() + 3000; while (performance.now() < end);">Long</button>`,
    );
    await page.outline();
    const old = browserNow();
    const asked = Promise.withResolvers<void>();
    const slow = stand.site.page("/slow", () => asked.resolve());
    const call = page.attempt(tool, tool === "navigate" ? { url: slow } : args);
    if (tool === "navigate") await asked.promise;
    if (tool === "click") {
      await stand.told("the press", ({ at, type }) => at === path && type === "mousedown");
    }
    relay.cut();
    const { value } = await answered(tool, TOLD_MS, call);
    assert.equal(codeOf(value), "pageCrashed", value.text);
    await goesOn(page, old);
  });
}
