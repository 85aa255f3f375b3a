import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseBrowser } from "../../cdp/discovery.ts";
import { exceptDialog } from "../../src/engine/failures.ts";
import { ChromiumEngine } from "../../cdp/engine.ts";
import { LaunchedBrowser } from "../../cdp/launch.ts";
import type { EnginePage } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/platform/system.ts";
import { type Carrier, Connection } from "../../src/rpc/connection.ts";
import { evaluate, Lab, mainFrame, refusedWith, STAND_IN, until, within } from "./browser.ts";

const lab = new Lab();

/** A page whose script never ends, from the click on. */
async function hang(page: EnginePage, script = "for(;;){}"): Promise<void> {
  await page.navigate(
    lab.site.page("/hang", `<body onclick='setTimeout(()=>{${script}})' style="height:500px">x`),
    "complete",
    within(),
  );
  await page.click({ x: 20, y: 20 }, [], within());
  // The timer comes after the answer to the click: until then the page still answers.
  const end = within();
  while (!await page.silent(within(200))) {
    assert.ok(systemClock.monotonic() < end.deadline, "The page hangs");
  }
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

test("a page is silent while its script is busy, and no longer", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/busy-once", "<p>x"), "complete", within());
    assert.equal(await page.silent(within()), false);
    const busy = "const end = performance.now() + 3000; while (performance.now() < end);";
    await evaluate(page, `void setTimeout(() => { ${busy} })`);
    const end = within();
    while (!await page.silent(within(100))) {
      assert.ok(systemClock.monotonic() < end.deadline, "The page is busy");
    }
    assert.equal(await page.silent(within()), false, "it answers again");
    // The dialog may be told before the answer of the call that leads to it.
    await exceptDialog(evaluate(page, "void setTimeout(() => alert(1))").then(() => {}));
    await page.nextDialog(within());
    assert.equal(await page.silent(within(300)), false, "a dialog is no hang");
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

test("where nothing frees the page, a new target takes its place under the same page", async () => {
  const host = await LaunchedBrowser.start({
    path: chooseBrowser().path,
    headed: false,
    extraArguments: [],
    clock: systemClock,
  });
  // A browser that hears neither of the two ways to free a page.
  const deaf: Carrier = {
    open: (events) => host.carrier.open(events),
    close: () => host.carrier.close(),
    send: (text) => {
      if (!/"method":"(Runtime\.terminateExecution|Page\.crash)"/.test(text)) {
        host.carrier.send(text);
      }
    },
  };
  const connection = new Connection(deaf, systemClock);
  const engine = await ChromiumEngine.start({
    connection,
    host,
    clock: systemClock,
    pageScript: STAND_IN,
  }, within(30_000));
  try {
    const context = await engine.createContext({}, within());
    const page = await context.openPage(within());
    const { id } = page;
    await hang(page);
    const url = lab.site.page("/freed4", "<title>Freed</title>");
    const result = await page.navigate(url, "complete", within(20_000));
    assert.equal(result.status, 200);
    assert.equal(page.id, id);
    assert.equal(await evaluate(page, "document.title"), "Freed");
    assert.equal(page.frames().length, 1);
    await page.click({ x: 20, y: 20 }, [], within());
    await page.close(within());
    assert.deepEqual(await page.gone, { reason: "closed" });
  } finally {
    await engine.close();
  }
});
