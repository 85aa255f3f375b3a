import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate, Lab, mainFrame, refusedWith, until, within } from "./browser.ts";
import type { EnginePage } from "../../src/engine/engine.ts";

const lab = new Lab();

/** A page whose script never ends, from the click on. */
async function hang(page: EnginePage, script = "for(;;){}"): Promise<void> {
  await page.navigate(
    lab.site.page("/hang", `<body onclick='setTimeout(()=>{${script}})' style="height:500px">x`),
    "complete",
    within(),
  );
  await page.click({ x: 20, y: 20 }, [], within());
}

test("calls into a busy page end as pageUnresponsive by their deadline", async () => {
  await lab.withPage(async (page) => {
    await hang(page);
    await refusedWith(
      "pageUnresponsive",
      page.frame(mainFrame(page)).call("facts", {}, within(300)),
    );
    await refusedWith(
      "pageUnresponsive",
      page.screenshot({ format: "png", fullPage: false, scale: 1 }, within(300)),
    );
    await refusedWith("pageUnresponsive", page.click({ x: 20, y: 20 }, [], within(300)));
    assert.equal(page.url, lab.site.url("/hang"), "it can be listed");
  });
});

test("a hung page can be closed", async () => {
  await lab.withPage(async (page) => {
    await hang(page);
    await page.close(within());
    assert.deepEqual(await page.gone, { reason: "closed" });
  });
});

test("navigate frees a hung page, to the same site and to another", async () => {
  await lab.withPage(async (page) => {
    for (const host of ["127.0.0.1", "localhost"] as const) {
      await hang(page);
      const url = lab.site.page("/freed", "<title>Freed</title>", host);
      const { id } = page;
      const result = await page.navigate(url, "complete", within());
      assert.equal(result.url, url);
      assert.equal(page.id, id);
      assert.equal(await evaluate(page, "document.title"), "Freed");
    }
  });
});

test("navigate frees a page that hangs again and again", async () => {
  await lab.withPage(async (page) => {
    await hang(page, "setInterval(()=>{for(;;){}},1);for(;;){}");
    const url = lab.site.page("/freed2", "<title>Freed</title>");
    await page.navigate(url, "complete", within());
    assert.equal(await evaluate(page, "document.title"), "Freed");
    await page.click({ x: 20, y: 20 }, [], within());
  });
});

test("a page that hangs while it loads can be navigated away", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page("/hangs", "<p>x<script>for(;;){}</script>"),
      "commit",
      within(),
    );
    const url = lab.site.page("/freed3", "<title>Freed</title>");
    await page.navigate(url, "complete", within());
    assert.equal(await evaluate(page, "document.title"), "Freed");
  });
});

test("a hung frame of another site does not keep its page from being called", async () => {
  await lab.withPage(async (page) => {
    const frame = lab.site.page("/frame-hangs", "<p>x", "localhost");
    await page.navigate(lab.site.page("/around", `<iframe src="${frame}">`), "complete", within());
    await until(page, () => page.frames()[1]?.url === frame, "the frame");
    const id = page.frames()[1]?.id;
    await evaluate(page, "void setTimeout(()=>{for(;;){}})", within(), id);
    await refusedWith("pageUnresponsive", evaluate(page, "1", within(300), id));
    assert.equal(await evaluate(page, "1"), "1");
  });
});

test("a crashed renderer is told, ends calls under way, and navigate brings the page back", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/alive", "<p>x"), "complete", within());
    const frame = page.frame(mainFrame(page));
    const underWay = refusedWith("pageCrashed", evaluate(page, "new Promise(()=>{})"));
    // chrome://crash answers by ending the renderer.
    page.navigate("chrome://crash", "complete", within(2_000)).catch(() => {});
    await underWay;
    assert.notEqual(page.crashed, null);
    await refusedWith("pageCrashed", frame.call("facts", {}, within()));
    await refusedWith("pageCrashed", page.click({ x: 1, y: 1 }, [], within()));
    const url = lab.site.page("/again", "<title>Again</title>");
    const result = await page.navigate(url, "complete", within());
    assert.equal(result.status, 200);
    assert.equal(page.crashed, null);
    assert.equal(await evaluate(page, "document.title + __drover.starts"), "Again1");
    assert.equal(page.activity().loadState, "complete");
  });
});

test("a crashed page can be closed", async () => {
  await lab.withPage(async (page) => {
    page.navigate("chrome://crash", "complete", within(2_000)).catch(() => {});
    await until(page, () => page.crashed !== null, "the crash");
    await page.close(within());
    assert.deepEqual(await page.gone, { reason: "closed" });
  });
});
