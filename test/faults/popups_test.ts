/** Popups: told by the answer that opened them, listed, usable, and never silently current. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { OpenPage } from "../support/agent.ts";
import { amount } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import {
  answer,
  type Caller,
  DIALOG_MS,
  outcomeOf,
  type Structured,
  toldDialogs,
} from "./dialogs.ts";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
  stand.page(
    "/popup",
    `<title>Popup</title><button id=pop onclick="tell('pressed')">Press</button>`,
  );
});
after(() => stand.close());

const GO = { target: 'button "Go"' };
const Popup = v.looseObject({
  kind: v.literal("popup"),
  openerPageId: v.string(),
  pageId: v.string(),
  url: v.string(),
});

function popups(
  { evidence }: Structured,
): readonly v.InferOutput<typeof Popup>[] {
  return evidence.flatMap((item) => {
    const { success, output } = v.safeParse(Popup, item);
    return success ? [output] : [];
  });
}

function at(page: OpenPage, pageId: string): Caller {
  const ids = { sessionId: page.sessionId, pageId };
  return {
    attempt: (name, args) => stand.agent.call(name, { ...ids, ...args }),
  };
}

const Pages = v.looseObject({
  evidence: v.array(v.looseObject({
    pages: v.optional(
      v.array(v.looseObject({ pageId: v.string(), url: v.string() })),
      [],
    ),
  })),
});

async function listed(page: OpenPage): Promise<readonly string[]> {
  const list = stand.agent.call("page_list", { sessionId: page.sessionId });
  const { value } = await answered("page_list", DIALOG_MS, list);
  const { evidence } = v.parse(Pages, value.structured);
  return evidence.flatMap((item) => item.pages.map((one) => one.pageId));
}

async function on(
  path: string,
  html: string,
  work: (page: OpenPage) => Promise<void>,
) {
  const page = await stand.open(path, html);
  try {
    await work(page);
  } finally {
    await answered("session_close", DIALOG_MS, page.close());
    stand.forget();
  }
}

const OPENINGS = [
  ["window.open", `<button onclick="window.open('/popup')">Go</button>`],
  ["noopener", `<button onclick="window.open('/popup', '', 'noopener')">Go</button>`],
  [
    "a window of its own",
    `<button onclick="window.open('/popup', '', 'width=300,height=200')">Go</button>`,
  ],
  ["_blank", `<a role=button href="/popup" target=_blank>Go</a>`],
  [
    "_blank with opener",
    `<a role=button href="/popup" target=_blank rel=opener>Go</a>`,
  ],
  ["a form", `<form action="/popup" target=_blank><button>Go</button></form>`],
] as const;

test("a popup is told by the click that opens it, listed, readable and clickable", async () => {
  for (const [what, html] of OPENINGS) {
    await on("/opens", html, async (page) => {
      const [popup, ...more] = popups(await outcomeOf(page, "click", GO));
      assert.ok(popup !== undefined && more.length === 0, what);
      assert.equal(popup.openerPageId, page.pageId, what);
      assert.deepEqual(
        [...await listed(page)].sort(),
        [page.pageId, popup.pageId].sort(),
        what,
      );
      const other = at(page, popup.pageId);
      const pressed = await outcomeOf(other, "click", {
        target: 'button "Press"',
      });
      assert.equal(
        pressed.status,
        "completed",
        `${what}: ${JSON.stringify(pressed)}`,
      );
      await stand.told(`the press (${what})`, (one) => one.key === "pressed");
      // The page of the handle stays what it was, and closing it leaves the popup usable.
      assert.ok(
        (await page.outline()).some((line) => line.endsWith('"Go"') || line.includes('"Go"')),
        what,
      );
      const ids = { sessionId: page.sessionId, pageId: page.pageId };
      await answered(
        "page_close",
        DIALOG_MS,
        stand.agent.call("page_close", ids),
      );
      assert.equal(
        (await outcomeOf(other, "page_activate")).status,
        "completed",
        what,
      );
      assert.equal(
        (await outcomeOf(other, "a11y_snapshot")).status,
        "completed",
        what,
      );
      assert.equal(
        (await outcomeOf(other, "page_close")).status,
        "completed",
        what,
      );
      assert.deepEqual(await listed(page), [], what);
    });
  }
});

/** Reads of a page until one tells of popups; how many it told. */
async function nextTold(page: OpenPage): Promise<number> {
  for (let looks = 0; looks < 100; looks++) {
    const found = popups(await outcomeOf(page, "inspect"));
    if (found.length > 0) return found.length;
  }
  return 0;
}

test("a popup opened between two calls is told by a later answer, once", async () => {
  const html = `<button>Go</button><script>held("open", () => { open("/popup") })</script>`;
  await on("/by-timer", html, async (page) => {
    await stand.release("open");
    assert.equal(await nextTold(page), 1);
    assert.deepEqual(popups(await outcomeOf(page, "a11y_snapshot")), []);
    assert.equal((await listed(page)).length, 2);
  });
});

test("a popup that closes its opener is told by the click, and stays", async () => {
  stand.page("/closes-opener", `<script>opener.close()</script><h1>Alone</h1>`);
  const outer = `<button onclick="window.open('/middle')">Go</button>`;
  stand.page("/middle", `<button onclick="window.open('/closes-opener')">Go</button>`);
  await on("/outer", outer, async (page) => {
    const [middle] = popups(await outcomeOf(page, "click", GO));
    assert.ok(middle);
    const [last] = popups(
      await outcomeOf(at(page, middle.pageId), "click", GO),
    );
    assert.equal(last?.openerPageId, middle.pageId);
    assert.equal(
      (await outcomeOf(at(page, last?.pageId ?? ""), "a11y_snapshot")).status,
      "completed",
    );
  });
});

test("a popup that asks as it loads is told, and its dialog is its own", async () => {
  stand.page(
    "/asks-at-once",
    `<script>tell("got", confirm("From the popup"))</script>`,
  );
  await on(
    "/opener",
    `<button onclick="window.open('/asks-at-once', '', 'noopener')">Go</button>`,
    async (page) => {
      const opened = await outcomeOf(page, "click", GO);
      const [popup] = popups(opened);
      assert.ok(popup);
      assert.deepEqual(toldDialogs(opened), []);
      assert.deepEqual(
        await answer(at(page, popup.pageId), { action: "accept" }),
        [["confirm", "From the popup", "accept"]],
      );
      const got = await stand.told(
        "the answer",
        (one) => one.type === "told" && one.key === "got",
      );
      assert.equal(got.value, true);
    },
  );
});

const ODD = [
  ["a server that never answers", "window.open('/never')", 1],
  ["an address that cannot be reached", "window.open('http://127.0.0.1:9/')", 1],
  ["no address, written to", "window.open().document.write('<h1>Written</h1>')", 1],
  ["several at once", "for (let i = 0; i < 3; i++) window.open('/popup?' + i)", 3],
] as const;

test("popups to odd places are told and can be closed", async () => {
  stand.site.page("/never", () => {});
  for (const [what, script, count] of ODD) {
    await on(
      "/odd",
      `<button onclick="${script}">Go</button>`,
      async (page) => {
        const found = popups(await outcomeOf(page, "click", GO, 2 * DIALOG_MS));
        assert.equal(found.length, count, what);
        for (const { pageId } of found) {
          assert.equal(
            (await outcomeOf(at(page, pageId), "page_close")).status,
            "completed",
            what,
          );
        }
        assert.deepEqual(await listed(page), [page.pageId], what);
      },
    );
  }
});

test("a popup that closes itself at once leaves nothing behind", async () => {
  stand.page("/brief", "<script>close()</script>");
  await on("/opens-brief", `<button onclick="window.open('/brief')">Go</button>`, async (page) => {
    assert.equal((await outcomeOf(page, "click", GO)).status, "completed");
    const left = async () =>
      stand.site.hits.includes("/brief") && (await listed(page)).length === 1;
    for (let looks = 0; looks < 1_000 && !await left(); looks++);
    assert.ok(await left());
    assert.equal((await outcomeOf(page, "a11y_snapshot")).status, "completed");
  });
});

test("more popups than a session holds are closed again, and nothing hangs", async () => {
  const count = amount(70, 100);
  const script = `for (let i = 0; i < ${count}; i++) window.open('about:blank')`;
  await on("/many", `<button onclick="${script}">Go</button>`, async (page) => {
    // The page is busy all the while; on a slow machine longer than a call waits for it.
    const opened = await outcomeOf(page, "click", GO, 6 * DIALOG_MS);
    if (opened.status !== "completed") assert.equal(opened.error?.code, "pageUnresponsive");
    assert.ok((await listed(page)).length <= 64);
  });
});
