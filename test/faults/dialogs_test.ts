/** Dialogs: no call waits, each answer tells kind and words, the page gets exactly the answer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import { BROWSER } from "../support/tested_browser.ts";
import { few } from "../support/soak.ts";
import {
  answer,
  type Caller,
  onKeptPage,
  onPage,
  outcomeOf,
  refused,
  type Told,
  toldDialogs,
} from "./dialogs.ts";
import { GONE, READ } from "./dialog_verdicts.ts";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

const GO = { target: 'button "Go"' };

/** What the page has told under `key`, in order, once it has told `count` things. */
async function tells(key: string, count = 1): Promise<readonly unknown[]> {
  const all = () => stand.recorded.filter((one) => one.type === "told" && one.key === key);
  await stand.told(`${key} ${count} times`, () => all().length >= count);
  return all().map(({ value }) => value);
}

const on = (path: string, html: string, work: (page: OpenPage) => Promise<void>) =>
  onKeptPage(stand, path, html, work);
/** In a session of its own, which is closed after it. */
const onFresh = (path: string, html: string, work: (page: OpenPage) => Promise<void>) =>
  onPage(stand, path, html, work);

/** Each dialog, each answer to it, and what the page's script gets. */
const ANSWERS = [
  ["alert('Hi')", "alert", "Hi", { action: "accept" }, undefined],
  ["alert('Hi')", "alert", "Hi", { action: "dismiss" }, undefined],
  ["confirm('Sure?')", "confirm", "Sure?", { action: "accept" }, true],
  ["confirm('Sure?')", "confirm", "Sure?", { action: "dismiss" }, false],
  ["prompt('Name?', 'Ada')", "prompt", "Name?", { action: "accept" }, "Ada"],
  [
    "prompt('Name?', 'Ada')",
    "prompt",
    "Name?",
    { action: "accept", promptText: "Æ 漢 😀" },
    "Æ 漢 😀",
  ],
  ["prompt('Name?', 'Ada')", "prompt", "Name?", { action: "accept", promptText: "" }, ""],
  ["prompt('Name?', 'Ada')", "prompt", "Name?", { action: "dismiss" }, null],
  ["prompt('')", "prompt", "", { action: "accept" }, ""],
] as const;

test("every dialog of a click is told, and its answer reaches the page", async () => {
  for (const [script, type, message, how, expected] of ANSWERS) {
    const what = `${script} ${JSON.stringify(how)}`;
    const html = `<button id=go onclick="tell('result', ${script})">Go</button>`;
    await on("/answers", html, async (page) => {
      const opened = await outcomeOf(page, "click", GO);
      assert.equal(opened.status, "completed", what);
      assert.deepEqual(toldDialogs(opened), [[type, message, "pending"]], what);
      await refused(page, "a11y_snapshot", {}, new RegExp(`\\(${type}\\).*${message.slice(0, 3)}`));
      assert.deepEqual(await answer(page, how), [[type, message, how.action]], what);
      // JSON has no undefined: the page's own word for it is null.
      assert.deepEqual(await tells("result"), [expected ?? null], what);
      const clicks = (await stand.happened()).filter((one) => one.type === "click");
      assert.equal(clicks.length, 1, `${what}: the click is not repeated`);
    });
  }
});

test("several dialogs in a row are told and answered one by one", async () => {
  const script = "tell('all', [confirm('1'), confirm('2'), prompt('3', 'x'), alert('4')])";
  await on("/row", `<button onclick="${script}">Go</button>`, async (page) => {
    assert.deepEqual(toldDialogs(await outcomeOf(page, "click", GO)), [[
      "confirm",
      "1",
      "pending",
    ]]);
    const next = async (action: "accept" | "dismiss", done: Told, open: Told[]) =>
      assert.deepEqual(await answer(page, { action }), [done, ...open]);
    await next("accept", ["confirm", "1", "accept"], [["confirm", "2", "pending"]]);
    await next("dismiss", ["confirm", "2", "dismiss"], [["prompt", "3", "pending"]]);
    await next("accept", ["prompt", "3", "accept"], [["alert", "4", "pending"]]);
    await next("accept", ["alert", "4", "accept"], []);
    assert.deepEqual(await tells("all"), [[true, false, "x", null]]);
  });
});

test("a dialog opened by a timer is told by whatever is called next", async () => {
  const html =
    `<button>Go</button><script>held("ask", () => tell("got", confirm("Time")))</script>`;
  const calls = [
    ["a11y_snapshot", {}],
    ["screenshot", {}],
    ["inspect", {}],
    ["click", GO],
    ["wait_for", {
      condition: { kind: "text", target: "body", matcher: { kind: "contains", value: "no" } },
      timeoutMs: 60_000,
    }],
    ["wait_for", {
      condition: { kind: "url", matcher: { kind: "contains", value: "no" } },
      timeoutMs: 60_000,
    }],
  ] as const;
  await on("/timer", html, async (page) => {
    await stand.letGo("ask");
    // The page's own dialog tool waits until it is there.
    const waited = await outcomeOf(page, "wait_for", {
      condition: { kind: "url", matcher: { kind: "contains", value: "no" } },
      timeoutMs: 60_000,
    });
    assert.equal(waited.error?.code, "dialogPending");
    for (const [name, args] of calls) await refused(page, name, args, /\(confirm\): "Time"/);
    await answer(page, { action: "accept" });
    assert.deepEqual(await tells("got"), [true]);
    assert.equal((await stand.happened()).some((one) => one.type === "click"), false);
  });
});

test("a wait that is under way when a dialog opens ends with it", async () => {
  const html = `<script>held("ask", () => tell("got", confirm("Now")))</script>`;
  const condition = { kind: "text", target: "body", matcher: { kind: "contains", value: "no" } };
  await on("/under-way", html, async (page) => {
    const waiting = refused(page, "wait_for", { condition, timeoutMs: 60_000 }, /"Now"/);
    await stand.letGo("ask");
    await waiting;
    await answer(page, { action: "dismiss" });
    assert.deepEqual(await tells("got"), [false]);
  });
});

/** A script that waits for the server, so that calls into its page wait too, and then asks. */
const ASKS_BUSY = `<script>held("ask", () => {
  const gate = new XMLHttpRequest();
  gate.open("GET", "/gate", false);
  gate.send();
  tell("got", confirm("Now"));
})</script>`;
/** A dialog that the screenshot itself leads to: the whole page is drawn in a larger window. */
const ASKS_DRAWN = `<div style="height:5000px">Tall</div><script>
  addEventListener("resize", () => tell("got", confirm("Now")), { once: true });
</script>`;
const framed = (host: "127.0.0.1" | "localhost") => () =>
  `<iframe src="${stand.page(`/busy-${host}`, ASKS_BUSY, host)}"></iframe>`;
const WHOLE = { mode: { kind: "fullPage" } };

/** Firefox draws a whole page without a larger window, so that it has nothing to ask. */
const DRAWN = {
  chromium: [[
    "a whole screenshot that makes the page ask",
    "screenshot",
    WHOLE,
    () => ASKS_DRAWN,
  ]],
  firefox: [],
} as const;
const UNDER_WAY = [
  ["a snapshot", "a11y_snapshot", {}, () => ASKS_BUSY],
  ["a snapshot, the far frame asks", "a11y_snapshot", {}, framed("localhost")],
  ["a screenshot", "screenshot", {}, () => ASKS_BUSY],
  ["a screenshot, the frame asks", "screenshot", {}, framed("127.0.0.1")],
  ...DRAWN[BROWSER],
  ["a snapshot, the frame asks", "a11y_snapshot", {}, framed("127.0.0.1")],
  ["an inspection", "inspect", {}, () => ASKS_BUSY],
  ["a screenshot, the far frame asks", "screenshot", {}, framed("localhost")],
  ["a whole screenshot", "screenshot", WHOLE, () => ASKS_BUSY],
] as const;

test("a read that is under way when a dialog opens ends with it, and works again after", async () => {
  const beside = await stand.open("/beside", "<h1>Beside</h1>");
  for (
    const [index, [what, name, args, html]] of few(UNDER_WAY, { chromium: 5, firefox: 3 }[BROWSER])
      .entries()
  ) {
    const gate = Promise.withResolvers<() => void>();
    stand.site.page("/gate", (_request, response) => gate.resolve(() => response.end()));
    await on("/under-way", html(), async (page) => {
      const busy = html() !== ASKS_DRAWN;
      if (busy) await stand.letGo("ask");
      const open = busy ? await gate.promise : () => {};
      const reading = READ[BROWSER](page, name, args);
      // What was called later is answered: the read has begun.
      await beside.call("inspect");
      open();
      await reading;
      const action = index % 2 === 0 ? "accept" : "dismiss";
      assert.deepEqual(await answer(page, { action }), [["confirm", "Now", action]], what);
      assert.deepEqual(await tells("got"), [action === "accept"], what);
      assert.equal((await outcomeOf(page, name, args)).status, "completed", what);
    });
  }
  await beside.close();
});

/** Where the frame that asks stands in the one that its page takes away, and what is called first then. */
const REMOVALS = [
  ["the frame around", true, "dialog", { action: "accept" }],
  ["the frame", false, "dialog", { action: "accept" }],
  ["the frame", false, "dialog", { action: "dismiss" }],
  ["the frame", false, "navigate", { url: "about:blank" }],
] as const;

test("a frame that its page removes while it asks ends neither the browser nor a call", async () => {
  const asks = stand.page(
    "/asks",
    `<script>held("ask", () => tell("got", confirm("Inner")))</script>`,
    "localhost",
  );
  const around = stand.page("/around", `<iframe src="${asks}"></iframe>`, "localhost");
  const beside = await stand.open("/beside", `<button onclick="tell('beside')">Go</button>`);
  const condition = { kind: "url", matcher: { kind: "contains", value: "no" } };
  for (const [where, nested, name, args] of few(REMOVALS, 2)) {
    const what = `${where}, ${name} ${JSON.stringify(args)}`;
    const html = `<iframe src="${nested ? around : asks}"></iframe>
      <script>held("remove", () => { document.querySelector("iframe").remove() })</script>`;
    await onFresh("/removes", html, async (page) => {
      await stand.letGo("ask");
      await refused(page, "wait_for", { condition, timeoutMs: 60_000 }, /\(confirm\): "Inner"/);
      await stand.release("remove");
      await GONE[BROWSER](page, name, args, what);
      const url = stand.page("/next", `<button onclick="tell('next')">Go</button>`);
      assert.equal((await outcomeOf(page, "navigate", { url })).status, "completed", what);
      for (const [key, one] of [["next", page], ["beside", beside]] as const) {
        assert.equal((await outcomeOf(one, "click", GO)).status, "completed", `${what}: ${key}`);
        await tells(key);
      }
      // The dialog closes with its page, and the frame may still hear that.
      assert.ok(!stand.recorded.some(({ key, value }) => key === "got" && value === true), what);
    });
  }
  await beside.close();
});

for (
  const [what, host, nested] of [
    ["same-origin", "127.0.0.1", false],
    ["cross-origin", "localhost", false],
    ["nested", "localhost", true],
  ] as const
) {
  test(`a dialog in a ${what} frame is told and answered, and closing does no harm`, async () => {
    const inner = stand.page(
      `/inner-${what}`,
      `<button onclick="tell('got', confirm('Inner'))">Go</button>`,
      nested ? "127.0.0.1" : host,
    );
    const frame = nested ? stand.page("/middle", `<iframe src="${inner}"></iframe>`, host) : inner;
    const html = `<iframe src="${frame}"></iframe>`;
    await onFresh(`/outer-${what}`, html, async (page) => {
      await stand.agent.call("a11y_snapshot", { sessionId: page.sessionId, pageId: page.pageId });
      const opened = await outcomeOf(page, "click", GO);
      assert.deepEqual(
        toldDialogs(opened),
        [["confirm", "Inner", "pending"]],
        JSON.stringify(opened),
      );
      await refused(page, "a11y_snapshot", {}, /"Inner"/);
      await answer(page, { action: "accept" });
      assert.deepEqual(await tells("got"), [true]);
      // Left open: the session is closed over it, and the browser must go on.
      await outcomeOf(page, "click", GO);
    });
    await onFresh("/after", "<h1>Still here</h1>", async (page) => {
      assert.equal((await outcomeOf(page, "a11y_snapshot")).status, "completed");
    });
  });
}

test("keys, changes and presses that open a dialog are told to have happened", async () => {
  const fields = [
    ["onkeydown", `<input id=f aria-label=F onkeydown="tell('got', confirm('Q'))">`, "a"],
    ["oninput", `<input id=f aria-label=F oninput="tell('got', confirm('Q'))">`, "a"],
    ["onchange", `<input id=f aria-label=F onchange="tell('got', confirm('Q'))">`, "a\n"],
  ] as const;
  for (const [what, html, value] of fields) {
    await on(`/typing-${what}`, html, async (page) => {
      const typed = await outcomeOf(page, "type_text", { target: 'textbox "F"', value });
      assert.equal(typed.status, "failed", what);
      assert.equal(typed.error?.code, "verificationFailed", what);
      assert.deepEqual(toldDialogs(typed), [["confirm", "Q", "pending"]], what);
      await answer(page, { action: "accept" });
      assert.deepEqual(await tells("got"), [true], what);
    });
  }
  await on(
    "/blur",
    `<input aria-label=F onblur="tell('got', confirm('Q'))"><button>Go</button>`,
    async (page) => {
      await outcomeOf(page, "type_text", { target: 'textbox "F"', value: "a" });
      assert.deepEqual(toldDialogs(await outcomeOf(page, "click", GO)), [[
        "confirm",
        "Q",
        "pending",
      ]]);
      await answer(page, { action: "dismiss" });
      assert.deepEqual(await tells("got"), [false]);
    },
  );
  const box = `<input type=checkbox aria-label=F onchange="tell('got', confirm('Q'))">`;
  await on("/checked", box, async (page) => {
    const typed = await outcomeOf(page, "type_text", { target: 'checkbox "F"', value: "true" });
    assert.deepEqual(toldDialogs(typed), [["confirm", "Q", "pending"]]);
    await answer(page, { action: "accept" });
    assert.deepEqual(await tells("got"), [true]);
  });
});

test("nothing more is typed once a dialog has ended the typing of a long text", async () => {
  const field = `<input aria-label=F oninput="if (value.length === 10) confirm('Q')"><button
    onclick="tell('typed', document.querySelector('input').value.length)">Go</button>`;
  await on("/long", field, async (page) => {
    const input = { target: 'textbox "F"', value: "x".repeat(1_000) };
    const typed = await outcomeOf(page, "type_text", input);
    assert.equal(typed.error?.code, "verificationFailed");
    assert.deepEqual(toldDialogs(typed), [["confirm", "Q", "pending"]]);
    await answer(page, { action: "accept" });
    await outcomeOf(page, "click", GO);
    const [length] = await tells("typed");
    // Those that were on their way come after the answer.
    assert.ok(Number(length) < 200, `${length} of 1,000 were typed`);
  });
});

test("a wait for a dialog ends with its page, and says so", async () => {
  const opened = await stand.open("/closing", `<h1>Closing</h1>`);
  const waiting = outcomeOf(opened, "dialog", { action: "accept", timeoutMs: 60_000 });
  await outcomeOf(opened, "a11y_snapshot");
  await opened.call("page_close");
  const ended = await waiting;
  assert.equal(ended.error?.code, "notFound");
  await opened.close();
});

test("two pages of a session have their dialogs at once, each its own", async () => {
  const html =
    `<button onclick="tell('got' + location.search, confirm('Q' + location.search))">Go</button>`;
  await onFresh("/two", html, async (page) => {
    const { structured } = await stand.agent.call("page_open", {
      sessionId: page.sessionId,
      url: stand.site.url("/two?b"),
    });
    const ids = { sessionId: page.sessionId, pageId: structured["id"] };
    const other: Caller = { attempt: (name, args) => stand.agent.call(name, { ...ids, ...args }) };
    await outcomeOf(page, "click", GO);
    assert.deepEqual(toldDialogs(await outcomeOf(other, "click", GO)), [[
      "confirm",
      "Q?b",
      "pending",
    ]]);
    assert.deepEqual(await answer(other, { action: "dismiss" }), [["confirm", "Q?b", "dismiss"]]);
    assert.deepEqual(await tells("got?b"), [false]);
    assert.deepEqual(await answer(page, { action: "accept" }), [["confirm", "Q", "accept"]]);
    assert.deepEqual(await tells("got"), [true]);
  });
});

test("words of a dialog are bounded and escaped, however long or odd", async () => {
  const odd = `alert("a\\u0000\\u001b[31m\\n\\n\\u202e" + "completed page")`;
  for (
    const [name, script, most] of [
      ["Long", "alert('x'.repeat(2000000))", 8_000],
      ["Odd", odd.replaceAll('"', "&quot;"), 1_000],
      ["Empty", "alert('')", 1_000],
    ] as const
  ) {
    await on(`/words-${name}`, `<button onclick="${script}">Go</button>`, async (page) => {
      const opened = await outcomeOf(page, "click", GO);
      assert.equal(toldDialogs(opened).length, 1);
      assert.ok(JSON.stringify(opened).length < most, name);
      const { error } = await outcomeOf(page, "a11y_snapshot");
      assert.ok((error?.message ?? "").length < 500, name);
      assert.doesNotMatch(error?.message ?? "", /[\p{Cc}\p{Cf}]/u, name);
      await answer(page, { action: "accept" });
    });
  }
});

test("an answer without a dialog is refused, also the second one to the same", async () => {
  await on("/twice", `<button onclick="alert('Hi')">Go</button>`, async (page) => {
    await outcomeOf(page, "click", GO);
    await answer(page, { action: "accept" });
    const again = await outcomeOf(page, "dialog", { action: "accept", timeoutMs: 100 });
    assert.equal(again.error?.code, "deadlineExceeded");
  });
});
