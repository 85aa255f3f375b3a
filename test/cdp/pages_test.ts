import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate, Lab, mainFrame, refusedWith, until, within } from "./browser.ts";
import type { EnginePage } from "../../src/engine/engine.ts";

const lab = new Lab();

test("a new page is blank, visible, and takes calls at once", async () => {
  await lab.withPage(async (page) => {
    assert.equal(page.url, "about:blank");
    assert.equal(page.opener, null);
    assert.equal(page.crashed, null);
    assert.equal(await evaluate(page, "document.visibilityState"), "visible");
    assert.equal(await evaluate(page, "document.hasFocus()"), "true");
  });
});

test("contexts share no cookies", async () => {
  const url = lab.site.page("/cookie", "<script>document.cookie='a=1'</script>");
  await lab.withPage(async (first) => {
    await first.navigate(url, "complete", within());
    assert.equal(await evaluate(first, "document.cookie"), "a=1");
    await lab.withPage(async (second) => {
      await second.navigate(lab.site.page("/plain", "<p>x"), "complete", within());
      assert.equal(await evaluate(second, "document.cookie"), "");
    });
  });
});

test("title and URL follow the page without asking it", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/t", "<title>One</title>"), "complete", within());
    await until(page, () => page.title === "One", "the title of the document");
    await evaluate(page, "document.title='Two', history.pushState(0,'','/t2#x')");
    await until(page, () => page.title === "Two", "the new title");
    assert.equal(page.url, lab.site.url("/t2#x"));
  });
});

test("a hidden page still runs its timers and frames", async () => {
  await lab.withPage(async (page, context) => {
    await page.navigate(lab.site.page("/h", "<p>x"), "complete", within());
    const front = await context.openPage(within());
    await front.activate(within());
    const frames = await evaluate(
      page,
      "new Promise(r=>{let n=0;const f=()=>++n<5?requestAnimationFrame(f):r(n);f()})",
    );
    assert.equal(frames, "5");
  });
});

test("window.open gives a popup with its opener, callable when it is announced", async () => {
  await lab.withPage(async (page, context) => {
    const url = lab.site.page("/popup", "<title>Popup</title>");
    const announced = new Promise<EnginePage>((resolve) => context.onPopup(resolve));
    await page.navigate(
      lab.site.page("/opener", `<body onclick="window.open('${url}')">x`),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    const popup = await announced;
    assert.equal(popup.opener, page);
    await popup.waitForLoad("complete", within());
    assert.equal(popup.url, url);
    assert.equal(await evaluate(popup, "document.title"), "Popup");
    assert.equal(popup.activity().documentsCommitted > 0, true);
  });
});

test("a link with rel=noopener and one clicked with Ctrl give popups too", async () => {
  await lab.withPage(async (page, context) => {
    const url = lab.site.page("/popup2", "<title>Popup</title>");
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    await page.navigate(
      lab.site.page(
        "/links",
        `<style>a{display:block;height:50px}</style><a href="${url}" target=_blank rel=noopener>a</a>
         <a href="${url}">b</a>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 12, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup of the noopener link");
    await page.click({ x: 12, y: 70 }, ["ctrl"], within());
    await until(page, () => popups.length === 2, "the popup of the click with Ctrl");
    assert.equal(page.url, lab.site.url("/links"));
  });
});

test("a page closed by its own script is gone, and calls into it say so", async () => {
  await lab.withPage(async (page, context) => {
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    await page.navigate(
      lab.site.page("/opens", `<body onclick="window.open('about:blank')">x`),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup");
    const [popup] = popups;
    assert.ok(popup);
    const frame = popup.frame(mainFrame(popup));
    await popup.navigate(
      lab.site.page("/closes", `<body onclick="window.close()">x`),
      "complete",
      within(),
    );
    await popup.click({ x: 20, y: 20 }, [], within());
    assert.deepEqual(await popup.gone, { reason: "closed" });
    await refusedWith("notFound", frame.call("facts", {}, within()));
    await popup.close(within());
  });
});

test("closing a page is idempotent, and closing its context ends the other pages", async () => {
  const context = await lab.engine.createContext({}, within());
  const first = await context.openPage(within());
  const second = await context.openPage(within());
  await first.close(within());
  await first.close(within());
  assert.deepEqual(await first.gone, { reason: "closed" });
  await context.close(within());
  await context.close(within());
  assert.deepEqual(await second.gone, { reason: "closed" });
  await refusedWith("notFound", context.openPage(within()));
});

test("the browser stays when its last page is closed", async () => {
  await lab.withPage(async (page) => {
    await page.close(within());
  });
  await lab.withPage(async (page) => {
    assert.equal(await evaluate(page, "1 + 1"), "2");
  });
});

test("a page behind its popup, and the popup, still run, take clicks and are painted", async () => {
  await lab.withPage(async (page, context) => {
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    const url = lab.site.page("/behind-popup", `<body onclick="document.title='clicked'">x`);
    await page.navigate(
      lab.site.page(
        "/behind",
        `<body style="margin:0;background:red" onclick="document.title='clicked'">
         <a href="${url}" target=_blank style="display:block;height:50px">x</a>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup");
    const [popup] = popups;
    assert.ok(popup);
    await popup.waitForLoad("complete", within());
    for (const one of [page, popup, page]) {
      await evaluate(one, "document.title=''");
      assert.equal(await evaluate(one, "new Promise(r=>requestAnimationFrame(()=>r(1)))"), "1");
      await one.click({ x: 20, y: 100 }, [], within());
      assert.equal(await evaluate(one, "document.title"), "clicked");
      const image = await one.screenshot({ format: "png", fullPage: false, scale: 1 }, within());
      assert.ok(image.length > 100);
    }
  });
});

test("a document without a title has none", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/untitled", "<p>x"), "complete", within());
    await page.click({ x: 20, y: 20 }, [], within());
    await evaluate(page, "new Promise(requestAnimationFrame)");
    assert.equal(page.title, "");
  });
});
