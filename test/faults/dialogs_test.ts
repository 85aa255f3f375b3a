/** Dialogs: no call waits, each answer tells kind and words, the page gets exactly the answer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answered } from "./deadlines.ts";
import {
  answer,
  type Caller,
  DIALOG_MS,
  outcomeOf,
  refused,
  type Told,
  toldDialogs,
} from "./dialogs.ts";
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

/** Opens a page of its own for the test. */
async function on(
  path: string,
  html: string,
  work: (page: Caller & { readonly sessionId: string; readonly pageId: string }) => Promise<void>,
): Promise<void> {
  const page = await stand.open(path, html);
  try {
    await work(page);
  } finally {
    await answered("session_close", DIALOG_MS, page.close());
    stand.forget();
  }
}

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

test("a call that is under way when a dialog opens ends with it", async () => {
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
    await on(`/outer-${what}`, html, async (page) => {
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
    await on("/after", "<h1>Still here</h1>", async (page) => {
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

test("two pages of a session have their dialogs at once, each its own", async () => {
  const html =
    `<button onclick="tell('got' + location.search, confirm('Q' + location.search))">Go</button>`;
  await on("/two", html, async (page) => {
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
