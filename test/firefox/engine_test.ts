import assert from "node:assert/strict";
import { test } from "node:test";
import type { EnginePage } from "../../src/engine/engine.ts";
import { tellsFailedFrames } from "../support/failed_frames.ts";
import { evaluate, refusedWith, until } from "../support/engine_lab.ts";
import { within } from "../support/engine_stand_in.ts";
import { Lab } from "./browser.ts";

const lab = new Lab();

const FIELD = `<input autofocus style="width:200px;height:30px">`;

test("the browser stays when all pages are closed, and opens the next ones", async () => {
  for (let round = 0; round < 3; round++) {
    await lab.withPage(async (page, context) => {
      const other = await context.openPage(within());
      assert.notEqual(other.id, page.id);
      assert.equal(await evaluate(page, "document.hidden"), "false");
      assert.equal(await evaluate(other, "document.hidden"), "false");
      await other.close(within());
    });
  }
});

test("a failed navigation tells the network's reason, and keeps the address that was asked for", async () => {
  await lab.withPage(async (page) => {
    const refused = await refusedWith(
      "browserCommandFailed",
      page.navigate("http://127.0.0.1:9/", "complete", within()),
    );
    assert.match(refused.message, /deniedPortAccess/);
    assert.equal(page.url, "http://127.0.0.1:9/");
    const url = lab.site.page("/after", "<title>After</title>");
    assert.equal((await page.navigate(url, "complete", within())).status, 200);
  });
});

test("a download and an answer without content leave the page as it was", async () => {
  await lab.withPage(async (page) => {
    const here = lab.site.page("/here", "<p>x");
    await page.navigate(here, "complete", within());
    const file = lab.site.page("/file", (_request, response) => {
      response.writeHead(200, { "content-disposition": "attachment; filename=a.bin" });
      response.end("data");
    });
    const download = page.navigate(file, "complete", within());
    assert.match((await refusedWith("browserCommandFailed", download)).message, /download/);
    const empty = lab.site.page("/empty", (_request, response) => response.writeHead(204).end());
    await refusedWith("browserCommandFailed", page.navigate(empty, "complete", within()));
    assert.equal(page.url, here);
    assert.equal(page.activity().navigating, false);
    assert.equal(await evaluate(page, "location.pathname"), "/here");
  });
});

test("a page that another one covers takes clicks and keys", async () => {
  await lab.withPage(async (page, context) => {
    const url = lab.site.page("/field", FIELD);
    await page.navigate(url, "complete", within());
    const other = await context.openPage(within());
    await other.navigate(url, "complete", within());
    for (const one of [page, other, page]) {
      await one.click({ x: 50, y: 20 }, [], within());
      await one.typeText("a", within());
    }
    const value = "document.querySelector('input').value";
    assert.deepEqual([await evaluate(page, value), await evaluate(other, value)], ["aa", "a"]);
  });
});

test("pointer and keys reach a frame of another site", async () => {
  await lab.withPage(async (page) => {
    const far = lab.site.page("/far", `<body style="margin:0">${FIELD}`, "localhost");
    const html = `<body style="margin:0"><iframe src="${far}" style="border:0">`;
    await page.navigate(lab.site.page("/around", html), "complete", within());
    await until(page, () => page.frames().length === 2, "the frame is there");
    await page.click({ x: 50, y: 20 }, [], within());
    await page.typeText("Ærlig 漢字 😀!", within());
    const value = "document.querySelector('input').value";
    const frame = page.frames()[1]?.id ?? "";
    assert.equal(await evaluate(page, value, within(), frame), "Ærlig 漢字 😀!");
  });
});

test("two clicks at a place are two clicks, not a double click", async () => {
  await lab.withPage(async (page) => {
    const html = `<body onclick="document.title+='c'" ondblclick="document.title+='d'">x`;
    await page.navigate(lab.site.page("/clicks", html), "complete", within());
    for (let clicks = 0; clicks < 2; clicks++) await page.click({ x: 20, y: 20 }, [], within());
    assert.equal(await evaluate(page, "document.title"), "cc");
  });
});

test("a pointer that rests tells the next page nothing", async () => {
  await lab.withPage(async (page) => {
    const html = `<body style="height:2000px"><script>window.felt = [];
      for (const type of ["mouseover", "mousemove", "pointerover"])
        addEventListener(type, () => window.felt.push(type), true);</script>`;
    await page.navigate(lab.site.page("/pressed", html), "complete", within());
    await page.click({ x: 40, y: 40 }, [], within());
    const felt = "document.defaultView.wrappedJSObject.felt.join()";
    assert.notEqual(await evaluate(page, felt), "");
    await page.navigate(lab.site.page("/rested", html), "complete", within());
    const drawn = `new Promise((done) => {
      document.body.style.marginTop = "50px";
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100)));
    })`;
    await evaluate(page, drawn);
    assert.equal(await evaluate(page, felt), "");
  });
});

test("a popup of a frame has the page as its opener", async () => {
  await lab.withPage(async (page, context) => {
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    const opens = lab.site.page("/opens", `<body onclick="window.open('/popup')">x`, "localhost");
    lab.site.page("/popup", "<title>Popup</title>");
    const html = `<body style="margin:0"><iframe src="${opens}" style="border:0">`;
    await page.navigate(lab.site.page("/with-frame", html), "complete", within());
    await until(page, () => page.frames().length === 2, "the frame is there");
    await page.click({ x: 50, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup");
    assert.equal(popups[0]?.opener, page);
  });
});

test("a login that a site asks for holds nothing up", async () => {
  await lab.withPage(async (page) => {
    const url = lab.site.page("/login", (_request, response) => {
      response.writeHead(401, { "www-authenticate": "Basic realm=x", "content-type": "text/html" });
      response.end("<h1>No</h1>");
    });
    assert.equal((await page.navigate(url, "complete", within())).status, 401);
    assert.equal(await evaluate(page, "document.body.textContent"), "No");
  });
});

test("a frame tells that its address could not be loaded, until one is", async () => {
  await lab.withPage((page) => tellsFailedFrames(lab, page));
});

test("a page whose script hangs makes way for a navigation, under its own id", async () => {
  await lab.withPage(async (page) => {
    const { id } = page;
    const html = "<script>setTimeout(() => { for (;;); }, 50)</script>";
    await page.navigate(lab.site.page("/hangs", html), "complete", within());
    await until(page, () => page.silent(within(1_000)), "the page hangs");
    const url = lab.site.page("/free", "<title>Free</title>");
    await page.navigate(url, "complete", within());
    assert.equal(await evaluate(page, "document.title"), "Free");
    assert.equal(page.id, id);
  });
});

test("a page whose script hangs holds up no call into another", async () => {
  await lab.withPage(async (hung, context) => {
    const url = lab.site.page("/quiet", "<title>Quiet</title>");
    await hung.navigate(url, "complete", within());
    const beside = await context.openPage(within());
    await beside.navigate(url, "complete", within());
    await evaluate(hung, "setTimeout(() => { for (;;); })");
    const waiting = refusedWith("pageUnresponsive", evaluate(hung, "1", within(8_000)));
    assert.equal(await evaluate(beside, "document.title"), "Quiet");
    await lab.withPage(async (other) => {
      await other.navigate(url, "complete", within());
      assert.equal(await evaluate(other, "document.title"), "Quiet");
    });
    await waiting;
  });
});

test("streams are long-lived, other requests end", async () => {
  lab.site.page("/events", (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
  });
  lab.site.page("/data", (_request, response) => response.end("data"));
  await lab.withPage(async (page) => {
    const html = `<script>
      new EventSource("/events").onmessage = () =>
        fetch("/data").then(() => document.title = "done");</script>`;
    await page.navigate(lab.site.page("/streams", html), "complete", within());
    await until(
      page,
      async () => (await evaluate(page, "document.title")) === "done",
      "the data came",
    );
    await until(page, () => page.requests().length === 1, "one request is left");
    const [stream] = page.requests();
    assert.deepEqual([stream?.resourceType, stream?.longLived], ["EventSource", true]);
    await page.navigate(lab.site.page("/next", "<p>x"), "complete", within());
    await until(page, () => page.requests().length === 0, "it went with its document");
  });
});
