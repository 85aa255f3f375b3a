/** Popups: told by the answer that opened them, listed, usable, and never silently current. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import { BROWSER } from "../support/tested_browser.ts";
import { amount, few } from "../support/soak.ts";
import { answer, DIALOG_MS, onPage, outcomeOf, toldDialogs } from "./dialogs.ts";
import { downloads, listed, lists, nextTold, popups } from "./popups.ts";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
  stand.page(
    "/popup",
    `<title>Popup</title>${STAY}<button id=pop onclick="tell('pressed')">Press</button>`,
  );
  stand.site.page("/file", (_request, response) => {
    response.writeHead(200, FILE);
    response.end("content");
  });
});
after(() => stand.close());

const on = (path: string, html: string, work: (page: OpenPage) => Promise<void>) =>
  onPage(stand, path, html, work);

const GO = { target: 'button "Go"' };
const CLICK = ["click", GO] as const;
const typed = (value: string) => ["type_text", { target: 'textbox "F"', value }] as const;
/** Stands in the opener and in the popup: who is current is told by who gets the click. */
const STAY = `<button onclick="tell('stay')">Stay</button>`;
const FILE = {
  "content-type": "application/octet-stream",
  "content-disposition": "attachment; filename=a.bin",
};

/** The same in a frame of another origin. */
function far(html: string, sandbox = ""): string {
  return `<iframe ${sandbox} src="${stand.page("/far", html, "localhost")}"></iframe>`;
}
const opens = (address: string, more = "") =>
  `<button onclick="window.open('${address}'${more})">Go</button>`;
const link = (address: string, more = "") =>
  `<a role=button href="${address}" target=_blank ${more}>Go</a>`;

/** Firefox takes several times as long for a popup and its tab. */
const SHORT = {
  chromium: { openings: 9, downloads: 4 },
  firefox: { openings: 4, downloads: 2 },
}[BROWSER];

const OPENINGS = [
  ["window.open", () => opens("/popup"), CLICK],
  ["noopener", () => opens("/popup", ", '', 'noopener'"), CLICK],
  ["a window of its own", () => opens("/popup", ", '', 'width=300,height=200'"), CLICK],
  ["_blank", () => link("/popup"), CLICK],
  ["a form", () => `<form action="/popup" target=_blank><button>Go</button></form>`, CLICK],
  ["a far frame", () => far(opens("/popup")), CLICK],
  ["a far frame, _blank", () => far(link("/popup")), CLICK],
  ["Enter on a link", () => `<input aria-label=F>${link("/popup")}`, typed("\t\n")],
  ["Space on a button", () => `<input aria-label=F>${opens("/popup")}`, typed("\t ")],
  ["_blank with opener", () => link("/popup", "rel=opener"), CLICK],
  ["another origin", () => opens(stand.site.url("/popup", "localhost")), CLICK],
  ["a far frame, noopener", () => far(opens("/popup", ", '', 'noopener'")), CLICK],
  [
    "a far sandboxed frame",
    () => far(opens("/popup"), `sandbox="allow-scripts allow-popups"`),
    CLICK,
  ],
  [
    "Enter in a form",
    () => `<form action="/popup" target=_blank><input aria-label=F></form>`,
    typed("a\n"),
  ],
  [
    "a key's handler",
    () => `<input aria-label=F onkeydown="if (event.key === 'Enter') window.open('/popup')">`,
    typed("a\n"),
  ],
] as const;

test("a popup is told by the act that opens it, listed, readable and clickable", async () => {
  for (const [what, html, [name, args]] of few(OPENINGS, SHORT.openings)) {
    await on("/opens", `${html()}${STAY}`, async (page) => {
      await page.outline();
      const opened = await outcomeOf(page, name, args);
      const [popup, ...more] = popups(opened);
      assert.ok(popup !== undefined && more.length === 0, `${what}: ${JSON.stringify(opened)}`);
      assert.equal(popup.openerPageId, page.pageId, what);
      const ids = [page.pageId, popup.pageId].sort();
      assert.deepEqual([...await listed(stand, page)].sort(), ids, what);
      // The page of the handle stays what it was.
      await page.call("click", { target: 'button "Stay"' });
      assert.equal((await stand.told(`the click (${what})`, isTold("stay"))).at, "/opens", what);
      const other = page.sibling(popup.pageId);
      assert.ok((await other.outline()).includes('button "Press"'), what);
      const pressed = await outcomeOf(other, "click", { target: 'button "Press"' });
      assert.equal(pressed.status, "completed", `${what}: ${JSON.stringify(pressed)}`);
      await stand.told(`the press (${what})`, isTold("pressed"));
      // Closing the opener leaves the popup usable.
      assert.equal((await outcomeOf(page, "page_close")).status, "completed", what);
      for (const call of ["page_activate", "a11y_snapshot", "page_close"]) {
        assert.equal((await outcomeOf(other, call)).status, "completed", `${what}: ${call}`);
      }
      assert.deepEqual(await listed(stand, page), [], what);
    });
  }
});

const isTold = (key: string) => (one: { readonly type: string; readonly key: string }) =>
  one.type === "told" && one.key === key;

/** What opens the popup after the answer is out, and what is called next. */
const LATER = [
  ["noopener", () => later("window.open('/popup', '', 'noopener')"), "a11y_snapshot", {}],
  ["a far frame", () => far(later("window.open('/popup')")), "screenshot", {}],
  ["window.open", () => later("window.open('/popup')"), "inspect", {}],
  [
    "a link",
    () => `${later("document.querySelector('a').click()")}<a href="/popup" target=_blank>x</a>`,
    "click",
    { target: 'button "Stay"' },
  ],
] as const;
const later = (script: string) =>
  `<button onclick="held('later', () => { ${script} })">Go</button>`;

test("a popup opened after the answer is told by the next one, once, and listed", async () => {
  for (const [what, html, name, args] of few(LATER, 2)) {
    await on("/later", `${html()}${STAY}`, async (page) => {
      await page.outline();
      assert.deepEqual(popups(await outcomeOf(page, ...CLICK)), [], what);
      await stand.release("later");
      const told = popups(await outcomeOf(page, name, args));
      assert.deepEqual(told.map((one) => one.openerPageId), [page.pageId], what);
      assert.deepEqual(popups(await outcomeOf(page, "a11y_snapshot")), [], what);
      assert.equal((await listed(stand, page)).length, 2, what);
      const other = page.sibling(told[0]?.pageId ?? "");
      assert.ok((await other.outline()).includes('button "Press"'), what);
      await outcomeOf(page, "click", { target: 'button "Stay"' });
      assert.equal((await stand.told(`the click (${what})`, isTold("stay"))).at, "/later", what);
    });
  }
});

test("a popup that closes its opener is told by the click, and stays", async () => {
  stand.page("/closes-opener", `<script>opener.close()</script><h1>Alone</h1>`);
  const outer = `<button onclick="window.open('/middle')">Go</button>`;
  stand.page("/middle", `<button onclick="window.open('/closes-opener')">Go</button>`);
  await on("/outer", outer, async (page) => {
    const [middle] = popups(await outcomeOf(page, "click", GO));
    assert.ok(middle);
    const [last] = popups(
      await outcomeOf(page.sibling(middle.pageId), "click", GO),
    );
    assert.equal(last?.openerPageId, middle.pageId);
    assert.equal(
      (await outcomeOf(page.sibling(last?.pageId ?? ""), "a11y_snapshot")).status,
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
        await answer(page.sibling(popup.pageId), { action: "accept" }),
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
            (await outcomeOf(page.sibling(pageId), "page_close")).status,
            "completed",
            what,
          );
        }
        assert.deepEqual(await listed(stand, page), [page.pageId], what);
      },
    );
  }
});

const BRIEF = [
  ["as it is read", "close()", ""],
  ["when it is loaded, noopener", "addEventListener('load', () => close())", ", '', 'noopener'"],
  ["when it is loaded", "addEventListener('load', () => close())", ""],
] as const;

test("a popup that closes itself at once is told, and leaves nothing behind", async () => {
  for (const [what, script, more] of few(BRIEF, 2)) {
    stand.page("/brief", `<script>${script}</script>Brief`);
    await on("/opens-brief", opens("/brief", more), async (page) => {
      const [popup] = popups(await outcomeOf(page, ...CLICK));
      assert.equal(popup?.openerPageId, page.pageId, what);
      assert.ok(await lists(stand, page, 1), what);
      assert.ok(stand.site.hits.includes("/brief"), what);
      const gone = await outcomeOf(page.sibling(popup?.pageId ?? ""), "a11y_snapshot");
      assert.equal(gone.error?.code, "notFound", what);
      assert.equal((await outcomeOf(page, "a11y_snapshot")).status, "completed", what);
    });
  }
});

test("a popup that closes itself later is usable until then, and refused after", async () => {
  stand.page("/closes", `<h1>Open</h1><script>held("close", () => { close() })</script>`);
  await on("/opens-closing", `${opens("/closes")}${STAY}`, async (page) => {
    const [popup] = popups(await outcomeOf(page, ...CLICK));
    const other = page.sibling(popup?.pageId ?? "");
    assert.ok((await other.outline()).includes('heading "Open" level=1'));
    await stand.letGo("close");
    assert.ok(await lists(stand, page, 1));
    assert.equal((await outcomeOf(other, "a11y_snapshot")).error?.code, "notFound");
    await page.call("click", { target: 'button "Stay"' });
    assert.equal((await stand.told("the click", isTold("stay"))).at, "/opens-closing");
  });
});

/** What begins a download, and the popups that come and go with it. */
const DOWNLOADS = [
  ["window.open", () => opens("/file"), CLICK, 1],
  ["a far frame", () => far(link("/file")), CLICK, 1],
  ["Enter on a link", () => `<input aria-label=F>${link("/file")}`, typed("\t\n"), 1],
  ["a download link", () => `<a role=button href="/file" download>Go</a>`, CLICK, 0],
  ["noopener", () => opens("/file", ", '', 'noopener'"), CLICK, 1],
  ["_blank", () => link("/file"), CLICK, 1],
  ["the page itself", () => `<a role=button href="/file">Go</a>`, CLICK, 0],
] as const;

test("a popup that is a download is told as one, is gone again, and holds no call up", async () => {
  for (const [what, html, [name, args], count] of few(DOWNLOADS, SHORT.downloads)) {
    await on("/downloads", `${html()}${STAY}`, async (page) => {
      await page.outline();
      const asked = stand.site.hits.filter((path) => path === "/file").length;
      const opened = await outcomeOf(page, name, args);
      assert.equal(popups(opened).length, count, `${what}: ${JSON.stringify(opened)}`);
      const told = downloads(opened);
      const found = told.length > 0 ? told : await nextTold(page, downloads);
      assert.deepEqual(found.map((url) => new URL(url).pathname), ["/file"], what);
      assert.ok(await lists(stand, page, 1), what);
      assert.ok(stand.site.hits.filter((path) => path === "/file").length > asked, what);
      await page.call("click", { target: 'button "Stay"' });
      assert.equal((await stand.told(`the click (${what})`, isTold("stay"))).at, "/downloads");
      for (const { pageId } of popups(opened)) {
        const gone = await outcomeOf(page.sibling(pageId), "a11y_snapshot");
        assert.equal(gone.error?.code, "notFound", what);
      }
    });
  }
});

test("a popup whose server says late that it is a download is told then", async () => {
  const asked = Promise.withResolvers<() => void>();
  stand.site.page("/late-file", (_request, response) => {
    asked.resolve(() => {
      response.writeHead(200, FILE);
      response.end("content");
    });
  });
  await on("/opens-late", opens("/late-file"), async (page) => {
    const [popup] = popups(await outcomeOf(page, "click", GO, 2 * DIALOG_MS));
    assert.ok(popup);
    const send = await asked.promise;
    await outcomeOf(page.sibling(popup.pageId), "a11y_snapshot");
    send();
    assert.ok(await lists(stand, page, 1));
    assert.deepEqual(await nextTold(page, downloads), [stand.site.url("/late-file")]);
  });
});

test("more popups than a session holds are closed again, and nothing hangs", async () => {
  const count = amount(70, 100);
  const script = `for (let i = 0; i < ${count}; i++) window.open('about:blank')`;
  await on("/many", `<button onclick="${script}">Go</button>`, async (page) => {
    // The page is busy all the while; on a slow machine longer than a call waits for it.
    const opened = await outcomeOf(page, "click", GO, 6 * DIALOG_MS);
    if (opened.status !== "completed") assert.equal(opened.error?.code, "pageUnresponsive");
    assert.ok((await listed(stand, page)).length <= 64);
  });
});
