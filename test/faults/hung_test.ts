/** A page that hangs keeps nobody waiting, and nobody else hears of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { BRIEF, SOAK } from "../support/soak.ts";
import * as v from "valibot";
import { answered } from "./deadlines.ts";
import { type Hang, HANGS } from "./hangs.ts";
import { FaultStand } from "./stand.ts";

/** From the question to the answer, on and beside a hung page, milliseconds. */
const ANSWER_MS = 5_000;

/** Every tool that asks a page. */
const ASKING = {
  click: { target: 'button "Other"' },
  a11y_snapshot: {},
  workflow_observe: {},
  type_text: { target: 'textbox "Name"', value: "x" },
  inspect: {},
  screenshot: {},
  wait_for: {
    condition: { kind: "element", target: 'button "Never"', state: "visible" },
    timeoutMs: 60_000,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const CONTROLS = `<button id=other>Other</button><label>Name <input id=name></label>`;

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
  stand.site.page("/never", () => {});
});
after(() => stand.close());

const Outcome = v.looseObject({ error: v.looseObject({ code: v.string() }) });
const Refusal = v.looseObject({
  ...v.partial(Outcome).entries,
  observationOutcome: v.optional(Outcome),
});

function codeOf(reply: AgentReply): string {
  assert.ok(reply.isError, `a refusal was expected, not: ${reply.text.slice(0, 200)}`);
  const { error, observationOutcome } = v.parse(Refusal, reply.structured);
  return (error ?? observationOutcome?.error)?.code ?? assert.fail(reply.text);
}

function hangPage(path: string, { script }: Hang): string {
  return stand.page(
    path,
    `<title>Hangs</title><body>${CONTROLS}<script>
      held("hang", () => { setTimeout(() => { ${script} }, 20); });
    </script>`,
  );
}

/** Lets the page hang, and returns when it surely does. */
async function hang(path: string): Promise<void> {
  await stand.letGo("hang");
  await stand.hangs(path);
}

async function refusedAsHung(page: OpenPage, tool: keyof typeof ASKING): Promise<void> {
  const { value } = await answered(tool, ANSWER_MS, page.attempt(tool, ASKING[tool]));
  assert.equal(codeOf(value), "pageUnresponsive", `${tool}: ${value.text}`);
}

/** Reads and clicks a page, judged by what it recorded. */
async function works(page: OpenPage, at: string): Promise<void> {
  const lines = (await answered("a snapshot beside", ANSWER_MS, page.outline())).value;
  assert.ok(lines.includes('button "Other"'), lines.join("\n"));
  const before = stand.recorded.length;
  await answered("a click beside", ANSWER_MS, page.call("click", ASKING.click));
  await stand.told(
    "the click",
    (one) => stand.recorded.indexOf(one) >= before && one.type === "click" && one.at === at,
  );
}

async function listed(page: OpenPage): Promise<string> {
  const reply = stand.agent.call("page_list", { sessionId: page.sessionId });
  return (await answered("page_list", ANSWER_MS, reply)).value.text;
}

/** Another page in the session of `page`. */
async function openBeside(page: OpenPage, url: string): Promise<OpenPage> {
  const opened = stand.agent.call("page_open", { sessionId: page.sessionId, url });
  const { structured, isError, text } = (await answered("page_open", ANSWER_MS, opened)).value;
  assert.equal(isError, false, text);
  return page.sibling(v.parse(v.looseObject({ id: v.string() }), structured).id);
}

async function navigatesAway(page: OpenPage, path: string): Promise<void> {
  const url = stand.page(path, CONTROLS);
  await answered("navigate", ANSWER_MS, page.call("navigate", { url }));
  await works(page, path);
}

async function closesAndReopens(page: OpenPage, path: string): Promise<void> {
  const closing = page.call("page_close");
  await answered("page_close", ANSWER_MS, closing);
  const again = await openBeside(page, stand.page(path, CONTROLS));
  await works(again, path);
}

test("a click that hangs its page is answered, and so is every later call", async () => {
  const page = await stand.open(
    "/handler",
    `<body>${CONTROLS}<button id=hang onclick="for (;;) {}">Hang</button>`,
  );
  await page.outline();
  const click = page.attempt("click", { target: 'button "Hang"' });
  const { value } = await answered("the click", ANSWER_MS, click);
  assert.equal(codeOf(value), "pageUnresponsive");
  assert.match(value.text, /may have happened/);
  assert.ok(
    stand.recorded.some(({ at, type, key }) =>
      at === "/handler" && type === "mousedown" && key === "hang"
    ),
  );
  await refusedAsHung(page, "a11y_snapshot");
  await navigatesAway(page, "/handler-left");
  await page.close();
});

test("all tools at once on a hung page are answered, and nobody else notices", async () => {
  const other = await stand.open("/other", CONTROLS);
  const page = await stand.agent.open(hangPage("/all", HANGS[0] ?? assert.fail()));
  const beside = await openBeside(page, stand.page("/beside", CONTROLS));
  await page.outline();
  await hang("/all");
  const tools = Object.keys(ASKING).filter((one): one is keyof typeof ASKING =>
    Object.hasOwn(ASKING, one)
  );
  const refused = Promise.all(tools.map((tool) => refusedAsHung(page, tool)));
  await works(other, "/other");
  await works(beside, "/beside");
  assert.match(await listed(page), /\/all/);
  await works(await openBeside(page, stand.page("/beside-later", CONTROLS)), "/beside-later");
  await refused;
  const refusedToo = refusedAsHung(page, "inspect");
  await navigatesAway(page, "/all-left");
  await refusedToo;
  await page.close();
  await other.close();
});

/** The first of them, which "all tools at once" has too, is left out where the suite is brief. */
const HERE = HANGS.filter(({ long }, index) => SOAK || (long !== true && !(BRIEF && index === 0)));

for (const one of HERE) {
  const path = `/${one.name.replaceAll(" ", "-")}`;
  test(`${one.name} keeps nobody waiting`, async () => {
    const page = await stand.agent.open(hangPage(path, one));
    await page.outline();
    await hang(path);
    await Promise.all([
      refusedAsHung(page, "click"),
      refusedAsHung(page, "a11y_snapshot"),
      listed(page),
    ]);
    await navigatesAway(page, `${path}-left`);
    await answered("navigate", ANSWER_MS, page.call("navigate", { url: stand.site.url(path) }));
    await hang(path);
    await closesAndReopens(page, `${path}-again`);
    await answered("session_close", ANSWER_MS, page.close());
  });
}
