/** Where else a script can be busy: in a frame, a worker, while the page loads or is left. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { SOAK } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { codeOf } from "./refusal.ts";
import { FaultStand } from "./stand.ts";

const ANSWER_MS = 5_000;
const CONTROLS = "<button id=other>Other</button>";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

async function answers(page: OpenPage, tool: string, args = {}): Promise<AgentReply> {
  return (await answered(tool, ANSWER_MS, page.attempt(tool, args))).value;
}

async function leaves(page: OpenPage, path: string): Promise<void> {
  const url = stand.page(path, "<button>Left</button>");
  const reply = await answers(page, "navigate", { url });
  assert.equal(reply.isError, false, reply.text);
  assert.match((await answers(page, "a11y_snapshot")).text, /button "Left"/);
}

const Pages = v.looseObject({
  evidence: v.array(v.looseObject({
    pages: v.optional(
      v.array(v.looseObject({ pageId: v.string(), openerPageId: v.optional(v.string()) })),
    ),
  })),
});

/** The page that `page` has opened, as soon as it is listed. */
async function popupOf(page: OpenPage): Promise<string> {
  const end = performance.now() + 2 * ANSWER_MS;
  while (performance.now() < end) {
    const reply = await stand.agent.call("page_list", { sessionId: page.sessionId });
    const listed = v.parse(Pages, reply.structured).evidence.flatMap(({ pages }) => pages ?? []);
    const found = listed.find(({ openerPageId }) => openerPageId === page.pageId);
    if (found !== undefined) return found.pageId;
  }
  return assert.fail("No popup is listed");
}

test("a busy worker does not matter", async () => {
  const page = await stand.open(
    "/worker",
    `${CONTROLS}<script>
      new Worker(URL.createObjectURL(new Blob(["for (;;) {}"])));
    </script>`,
  );
  assert.match((await answers(page, "a11y_snapshot")).text, /button "Other"/);
  const click = await answers(page, "click", { target: 'button "Other"' });
  assert.equal(click.isError, false, click.text);
  const clicks = (await stand.happened()).filter(({ at, type }) =>
    at === "/worker" && type === "click"
  );
  assert.deepEqual(clicks.map(({ key }) => key), ["other"]);
  await page.close();
});

test("a busy frame of another site is left out, and its page is usable", async () => {
  const inner = stand.page(
    "/busy-inner",
    `<button id=inner>Inner</button><script>
      held("hang", () => { setTimeout(() => { for (;;) {} }, 20); });
    </script>`,
    "localhost",
  );
  const page = await stand.open("/busy-outer", `${CONTROLS}<iframe src="${inner}"></iframe>`);
  assert.match((await answers(page, "a11y_snapshot")).text, /button "Inner"/);
  await stand.letGo("hang");
  await stand.hangs("/busy-inner");
  const [seen, inside] = await Promise.all([
    answers(page, "a11y_snapshot"),
    answers(page, "click", { target: 'button "Inner"' }),
  ]);
  assert.match(seen.text, /button "Other"/);
  assert.match(seen.text, /unavailable/);
  assert.equal(inside.isError, true, inside.text);
  await answers(page, "click", { target: 'button "Other"' });
  await stand.told("the click", ({ at, type }) => at === "/busy-outer" && type === "click");
  await leaves(page, "/busy-outer-left");
  await page.close();
});

test("a page that hangs while it loads is told and can be left", async () => {
  const page = await stand.open("/before-load", CONTROLS);
  const url = stand.page("/hangs-loading", `${CONTROLS}<script>for (;;) {}</script>`);
  await answers(page, "navigate", { url, waitUntil: "commit" });
  assert.equal(codeOf(await answers(page, "a11y_snapshot")), "pageUnresponsive");
  await leaves(page, "/loading-left");
  await page.close();
});

const LEAVING = ["beforeunload", "pagehide", "unload"] as const;
for (const event of SOAK ? LEAVING : LEAVING.slice(0, 2)) {
  test(`a page that is busy at its ${event} can be left and closed`, async () => {
    const path = `/busy-${event}`;
    const html = `${CONTROLS}<script>addEventListener("${event}", () => { for (;;) {} });</script>`;
    const page = await stand.open(path, html);
    await leaves(page, `${path}-left`);
    await answers(page, "navigate", { url: stand.site.url(path) });
    const closed = await answers(page, "page_close");
    assert.equal(closed.isError, false, closed.text);
    await answered("session_close", ANSWER_MS, page.close());
  });
}

test("a page that stops being busy is usable again, and nothing is done twice", async () => {
  const page = await stand.open(
    "/for-a-while",
    `<body>${CONTROLS}<button id=work onclick="
      const end = performance.now() + 7000; while (performance.now() < end); tell('done');
    ">Work</button>`,
  );
  await page.outline();
  const click = await answers(page, "click", { target: 'button "Work"' });
  assert.equal(codeOf(click), "pageUnresponsive");
  await stand.told("the work is done", ({ at, key }) => at === "/for-a-while" && key === "done");
  const other = await answers(page, "click", { target: 'button "Other"' });
  assert.equal(other.isError, false, other.text);
  const clicks = (await stand.happened())
    .filter(({ at, type }) => at === "/for-a-while" && type === "click")
    .map(({ key }) => key);
  assert.deepEqual(clicks, ["work", "other"]);
  await page.close();
});

test("a field that takes its time for each key gets a long text whole", async () => {
  const page = await stand.open(
    "/slow-keys",
    `<input aria-label=Name onkeydown="
      const end = performance.now() + 7; while (performance.now() < end);
    ">`,
  );
  const text = "0123456789".repeat(65);
  const typed = await page.attempt("type_text", { target: 'textbox "Name"', value: text });
  assert.equal(typed.isError, false, typed.text);
  assert.ok((await page.outline()).some((line) => line.includes(text.slice(0, 400))));
  await page.close();
});

test("a popup that shares the process of a hung page is told so too, and can be closed", async () => {
  const popup = stand.page("/popup", "<button>Popup</button>");
  const page = await stand.open(
    "/opener",
    `<body>${CONTROLS}<button onclick="window.open('${popup}')">Open</button><script>
      held("hang", () => { setTimeout(() => { for (;;) {} }, 20); });
    </script>`,
  );
  await page.call("click", { target: 'button "Open"' });
  const opened = page.sibling(await popupOf(page));
  assert.match((await answers(opened, "a11y_snapshot")).text, /button "Popup"/);
  await stand.letGo("hang");
  await stand.hangs("/opener");
  const told = await answers(opened, "a11y_snapshot");
  if (told.isError) assert.equal(codeOf(told), "pageUnresponsive");
  assert.equal((await answers(opened, "page_close")).isError, false);
  await leaves(page, "/opener-left");
  await page.close();
});
