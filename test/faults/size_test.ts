/**
 * Pages of great size and pages without end (issue 3, line 8): every call is answered in time and
 * inside its budget, and the gateway stays small. A page is asked once the browser has drawn it:
 * while Chromium itself is at work on the layout nobody gets an answer from it.
 */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { BROWSER } from "../support/tested_browser.ts";
import { peakMib } from "../support/process_memory.ts";
import { SOAK } from "../support/soak.ts";
import { Cores } from "../support/starved.ts";
import {
  BIG_LONG,
  BIG_SHORT,
  ENDLESS_LONG,
  ENDLESS_SHORT,
  PARAGRAPH_LINES,
  PARAGRAPHS,
  ROWS,
  ROWS_DEEP,
} from "./big_pages.ts";
import { answered } from "./deadlines.ts";
import { FaultStand } from "./stand.ts";

const ANSWER_MS = 5_000;
/** Chromium's own time for the layout of a great page on a busy machine, milliseconds. */
const DRAWN_MS = 120_000;
const MAX_GATEWAY_MIB = 200;
const MAX_OUTLINE_BYTES = 400 * 1024;
/** Calls refused in time because the machine gave the page no core are made again. */
const MAX_STARVED = 20;
const CUT = /^… (?:(\d+) )?more \(after: "([^"]+)"\)$/;

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

const Taken = v.object({
  evidence: v.array(v.looseObject({
    kind: v.string(),
    outline: v.optional(v.string()),
    after: v.optional(v.string()),
  })),
});

interface Part {
  readonly lines: readonly string[];
  /** Told by the cut line; null: there is none. */
  readonly more: number | null;
  readonly after: string | undefined;
}

/** The outline of an answer; it has kept to its budget and its last line is true to the answer. */
function partOf(reply: AgentReply, maxNodes: number): Part {
  const taken = v.parse(Taken, reply.structured).evidence
    .find((item) => item.kind === "accessibilitySnapshot");
  assert.ok(taken?.outline !== undefined, reply.text.slice(0, 300));
  assert.ok(Buffer.byteLength(taken.outline) <= MAX_OUTLINE_BYTES, "the outline is too large");
  const lines = taken.outline.split("\n");
  const cut = CUT.exec(lines.at(-1) ?? "");
  assert.equal(cut?.[2], taken.after, "the cut line and `after` tell the same");
  if (cut !== null) lines.pop();
  assert.ok(lines.length <= maxNodes, `${lines.length} lines for a budget of ${maxNodes}`);
  return { lines, more: cut === null ? null : Number(cut[1]), after: taken.after };
}

async function filled(path: string, html: string): Promise<OpenPage> {
  stand.forget();
  const page = await stand.open(path, html);
  await stand.letGo("fill");
  await stand.told("the page is filled", ({ key }) => key === "filled", DRAWN_MS);
  return page;
}

async function drawn(path: string, html: string): Promise<OpenPage> {
  const page = await filled(path, html);
  await told();
  return page;
}

async function told(): Promise<void> {
  await stand.told("the page is drawn", ({ key }) => key === "drawn", DRAWN_MS);
}

async function asked(
  page: OpenPage,
  tool: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<AgentReply> {
  for (let tries = 1;; tries++) {
    const cores = new Cores(stand.agent.pid);
    const { value } = await answered(tool, ANSWER_MS, page.attempt(tool, args));
    assert.ok(peakMib(stand.agent.pid) < MAX_GATEWAY_MIB, "the gateway has grown too large");
    if (!value.isError) return value;
    const slow = value.text.includes('"status":"retryableFailure"') && cores.starved;
    if (!slow || tries === MAX_STARVED) assert.fail(`${tool}: ${value.text.slice(0, 400)}`);
  }
}

/** Everything an agent does on a page; each answered in time. */
async function everyCall(page: OpenPage): Promise<void> {
  partOf(await asked(page, "a11y_snapshot"), 256);
  partOf(await asked(page, "a11y_snapshot", { maxNodes: 2048 }), 2048);
  await asked(page, "click", { target: 'button "Go"' });
  const text = "typed";
  await asked(page, "type_text", { target: 'textbox "Field"', value: text });
  await asked(page, "workflow_observe", { goal: "read" });
  await asked(page, "wait_for", {
    condition: { kind: "element", target: 'button "Go"', state: "visible" },
    timeoutMs: 4_000,
  });
  await asked(page, "wait_for", {
    condition: { kind: "text", target: "body", matcher: { kind: "contains", value: "Go" } },
    timeoutMs: 4_000,
  });
  const seen = await asked(page, "inspect", { includeHtml: true });
  assert.ok(Buffer.byteLength(seen.text) < 2 * MAX_OUTLINE_BYTES, "inspect tells too much");
  await asked(page, "inspect", { target: 'button "Go"' });
  await asked(page, "screenshot");
  const one = partOf(await asked(page, "a11y_snapshot", { target: 'button "Go"' }), 256);
  assert.deepEqual(one.lines, ['button "Go"']);
  const happened = await stand.happened();
  assert.ok(happened.some(({ type, key }) => type === "click" && key === "go"), "it was clicked");
  assert.ok(
    happened.some(({ type, key, value }) => type === "input" && key === "field" && value === text),
    "it was typed into",
  );
}

const inSoak = (title: string, run: () => Promise<void>): void => {
  if (SOAK) test(title, run);
};

inSoak("100,000 paragraphs: every call in time, and the parts are the whole page", async () => {
  const page = await drawn("/paragraphs", PARAGRAPHS);
  try {
    await everyCall(page);
    let next: Part | null = null;
    let read = 0;
    for (let parts = 0; parts < 100; parts++) {
      const args = next === null ? {} : { after: next.after };
      next = partOf(await asked(page, "a11y_snapshot", { maxNodes: 2048, ...args }), 2048);
      for (const line of next.lines) {
        const told = read < 2 ? /^(button "Go"|textbox "Field".*)$/ : `"Item ${read - 2}"`;
        if (typeof told === "string") assert.equal(line, told);
        else assert.match(line, told);
        read++;
      }
      assert.equal(read + (next.more ?? 0), PARAGRAPH_LINES, "the cut line tells how many follow");
      if (next.after === undefined) break;
    }
    assert.equal(read, PARAGRAPH_LINES);
  } finally {
    await page.close();
  }
});

test("100,000 elements: refused in time at most while the browser draws them, then read", async () => {
  const page = await filled("/rows", ROWS);
  try {
    const { value } = await answered("a11y_snapshot", ANSWER_MS, page.attempt("a11y_snapshot"));
    if (value.isError) assert.match(value.text, /"code":"pageUnresponsive"/);
    else partOf(value, 256);
    await told();
    await everyCall(page);
    await asked(page, "click", { target: ROWS_DEEP.line });
    await asked(page, "inspect", { target: ROWS_DEEP.line });
    const clicked = (await stand.happened()).filter(({ type }) => type === "click");
    assert.equal(clicked.at(-1)?.key, ROWS_DEEP.id);
  } finally {
    await page.close();
  }
});

/** A page that fell apart: dead on Chromium; Firefox draws no more than it can, and the page lives on. */
const FALLEN = { chromium: /"code":"pageCrashed"/, firefox: /^completed page/ };

test("levels that crash Chromium's own layout are told as what they are", async () => {
  const path = stand.page(
    "/abyss",
    `<div id=rest></div><script>held("fall", () => {
      let at = rest;
      for (let i = 0; i < 30_000; i++) at = at.appendChild(document.createElement("div"));
    })</script>`,
  );
  const page = await stand.agent.open(path);
  try {
    await page.call("a11y_snapshot");
    await stand.letGo("fall");
    // Dead at once, or still falling: the first answer may be any, but not late and not a lie.
    for (let tries = 0;; tries++) {
      const { value } = await answered("a11y_snapshot", ANSWER_MS, page.attempt("a11y_snapshot"));
      if (value.isError) {
        assert.match(value.text, /"code":"(pageCrashed|pageUnresponsive)"/);
      }
      if (FALLEN[BROWSER].test(value.text)) break;
      assert.ok(tries < 100, `never ${FALLEN[BROWSER]}`);
    }
    const home = stand.page("/above", "<button>Back</button>");
    await page.call("navigate", { url: home });
    assert.ok((await page.outline()).includes('button "Back"'));
  } finally {
    await page.close();
  }
});

for (const [name, html] of Object.entries({ ...BIG_SHORT, ...(SOAK ? BIG_LONG : {}) })) {
  test(`${name}: every call in time, the gateway small`, async () => {
    const page = await drawn("/big", html);
    try {
      await everyCall(page);
    } finally {
      await page.close();
    }
  });
}

for (const [name, html] of Object.entries({ ...ENDLESS_SHORT, ...(SOAK ? ENDLESS_LONG : {}) })) {
  test(`a page that ${name}: every call in time, the gateway small`, async () => {
    const page = await drawn("/endless", html);
    try {
      await everyCall(page);
    } finally {
      await answered("session_close", ANSWER_MS, page.close());
    }
  });
}
