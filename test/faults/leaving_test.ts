/** Leaving pages that ask: beforeunload keeps its say, endless dialogs keep nobody. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answered } from "./deadlines.ts";
import { answer, DIALOG_MS, onPage, outcomeOf, refused, toldDialogs } from "./dialogs.ts";
import { FaultStand } from "./stand.ts";
import type { OpenPage } from "../support/agent.ts";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

const on = (path: string, html: string, work: (page: OpenPage) => Promise<void>) =>
  onPage(stand, path, html, work);

async function isAt(page: OpenPage, path: string): Promise<void> {
  const { text } = await page.call("inspect");
  assert.ok(text.includes(`${stand.site.port}${path}"`), text);
}

const UNSAVED =
  `<script>addEventListener("beforeunload", (event) => event.preventDefault())</script>
  <input aria-label=Draft><button onclick="location = '/away'">Go</button>`;

test("beforeunload is told and obeyed, for our navigation and for the page's own", async () => {
  const url = stand.page("/away", "<h1>Away</h1>");
  for (
    const [name, args] of [
      ["navigate", { url }],
      ["click", { target: 'button "Go"' }],
    ] as const
  ) {
    await on("/unsaved", UNSAVED, async (page) => {
      await page.call("type_text", { target: 'textbox "Draft"', value: "x" });
      const ask = async () => {
        const asked = await outcomeOf(page, name, args);
        if (name === "navigate") assert.equal(asked.error?.code, "dialogPending");
        else assert.deepEqual(toldDialogs(asked), [["beforeunload", "", "pending"]]);
      };
      await ask();
      await refused(page, "a11y_snapshot", {}, /\(beforeunload\)/);
      assert.deepEqual(await answer(page, { action: "dismiss" }), [[
        "beforeunload",
        "",
        "dismiss",
      ]]);
      await isAt(page, "/unsaved");
      await ask();
      assert.deepEqual(await answer(page, { action: "accept" }), [["beforeunload", "", "accept"]]);
      await page.call("wait_for", {
        condition: { kind: "url", matcher: { kind: "contains", value: "/away" } },
        timeoutMs: 10_000,
      });
    });
  }
});

const ENDLESS = "for (;;) alert('Again')";
const frame = (host: "127.0.0.1" | "localhost") => {
  const src = stand.page(
    `/endless-${host}`,
    `<script>held("ask", () => { ${ENDLESS} })</script>`,
    host,
  );
  return `<iframe src="${src}"></iframe>`;
};

for (
  const [what, html] of [
    ["a page", () => `<script>held("ask", () => { ${ENDLESS} })</script>`],
    ["a same-origin frame", () => frame("127.0.0.1")],
    ["a cross-origin frame", () => frame("localhost")],
    [
      "a timer",
      () => `<script>held("ask", () => { setInterval(() => alert("Again"), 0) })</script>`,
    ],
  ] as const
) {
  test(`${what} that asks without end can be left and closed`, async () => {
    const url = stand.page("/free", "<h1>Free</h1>");
    await on(`/asks-${what.replaceAll(" ", "-")}`, html(), async (page) => {
      await stand.letGo("ask");
      await answer(page, { action: "accept" });
      const left = await outcomeOf(page, "navigate", { url });
      assert.equal(left.status, "completed", JSON.stringify(left));
      await isAt(page, "/free");
    });
    await on(`/asks-${what.replaceAll(" ", "-")}`, html(), async (page) => {
      await stand.letGo("ask");
      await answer(page, { action: "accept" });
      const ids = { sessionId: page.sessionId, pageId: page.pageId };
      await answered("page_close", DIALOG_MS, stand.agent.call("page_close", ids));
    });
  });
}

test("a dialog of the page that is left is dismissed, told, and the page gets that answer", async () => {
  const url = stand.page("/next", "<h1>Next</h1>");
  const html = `<button onclick="tell('got', confirm('Stay?'))">Go</button>`;
  await on("/confirm-leave", html, async (page) => {
    await outcomeOf(page, "click", { target: 'button "Go"' });
    const left = await outcomeOf(page, "navigate", { url });
    assert.deepEqual(toldDialogs(left), [["confirm", "Stay?", "dismiss"]]);
    const got = await stand.told("the answer", (one) => one.type === "told" && one.key === "got");
    assert.equal(got.value, false);
    await isAt(page, "/next");
  });
});

test("a page that asks while it loads is reached and told", async () => {
  const url = stand.page("/welcome", `<script>tell("got", confirm("Welcome"))</script><h1>In</h1>`);
  await on("/before", "<p>x", async (page) => {
    const reached = await outcomeOf(page, "navigate", { url });
    assert.equal(reached.status, "completed");
    assert.deepEqual(toldDialogs(reached), [["confirm", "Welcome", "pending"]]);
    await answer(page, { action: "accept" });
    const got = await stand.told("the answer", (one) => one.type === "told" && one.key === "got");
    assert.equal(got.value, true);
  });
});

test("a site that asks for a login gets none, and the page goes on", async () => {
  stand.site.page("/login", (_request, response) => {
    response.writeHead(401, { "www-authenticate": 'Basic realm="x"', "content-type": "text/html" });
    response.end("<h1>Denied</h1>");
  });
  const html = `<button onclick="fetch('/login').then((one) => tell('got', one.status))">Go</button>
    <button onclick="tell('still')">Still</button>`;
  await on("/needs-login", html, async (page) => {
    assert.equal((await outcomeOf(page, "click", { target: 'button "Go"' })).status, "completed");
    const got = await stand.told("the status", (one) => one.key === "got" && one.type === "told");
    assert.equal(got.value, 401);
    assert.equal(
      (await outcomeOf(page, "click", { target: 'button "Still"' })).status,
      "completed",
    );
    await stand.told("the later click", (one) => one.key === "still");
    const url = stand.site.url("/login");
    assert.equal((await outcomeOf(page, "navigate", { url })).status, "completed");
    assert.ok((await page.outline()).includes('heading "Denied" level=1'));
  });
});

/** What would open a window of the browser's own; none may take the page's input or hang a call. */
const PROMPTS = [
  ["print", "print()"],
  ["mailto", "location = 'mailto:a@b.example'"],
  ["custom protocol", "location = 'drover-none:x'"],
  ["notifications", "Notification.requestPermission().then((one) => tell('got', one))"],
  ["file chooser", "document.getElementById('file').click()"],
  ["file picker", "showSaveFilePicker().catch(() => {})"],
] as const;

test("prompts of the browser hold no call up", async () => {
  for (const [what, script] of PROMPTS) {
    const html = `<button onclick="${script}">Go</button><input type=file id=file>
      <button onclick="tell('still')">Still</button>`;
    await on("/prompts", html, async (page) => {
      assert.equal(
        (await outcomeOf(page, "click", { target: 'button "Go"' })).status,
        "completed",
        what,
      );
      assert.equal((await outcomeOf(page, "a11y_snapshot")).status, "completed", what);
      const after = await outcomeOf(page, "click", { target: 'button "Still"' });
      assert.equal(after.status, "completed", what);
      await stand.told(`the later click (${what})`, (one) => one.key === "still");
      if (what !== "notifications") return;
      const got = await stand.told("the permission", (one) => one.key === "got");
      assert.equal(got.value, "denied");
    });
  }
});
