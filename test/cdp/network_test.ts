import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { evaluate, Lab, until, within } from "./browser.ts";

const lab = new Lab();

/** Serves `path`, which answers only once told. */
function held(path: string, host?: "localhost"): { url: string; finish: () => void } {
  const waiting: ServerResponse[] = [];
  let finished = false;
  const url = lab.site.page(path, (_request, response) => {
    if (finished) response.end("x");
    else waiting.push(response);
  }, host);
  const finish = () => {
    finished = true;
    waiting.forEach((response) => response.end("x"));
  };
  return { url, finish };
}

test("a request is in flight from its start to its end", async () => {
  await lab.withPage(async (page) => {
    const { url, finish } = held("/held");
    await page.navigate(lab.site.page("/fetches", "<p>x"), "complete", within());
    // The browser also asks for an icon.
    await until(page, () => lab.site.hits.includes("/favicon.ico"), "the icon is asked for");
    await until(page, () => page.requests().length === 0, "the page is quiet");
    const before = page.activity();
    await evaluate(page, `void fetch("${url}")`);
    await until(page, () => page.requests().length === 1, "the request");
    const [request] = page.requests();
    assert.equal(request?.url, url);
    assert.equal(request.resourceType, "Fetch");
    assert.equal(request.longLived, false);
    assert.equal(page.activity().requestsStarted, before.requestsStarted + 1);
    assert.equal(page.activity().requestsFinished, before.requestsFinished);
    finish();
    await until(page, () => page.requests().length === 0, "its end");
    assert.equal(page.activity().requestsFinished, before.requestsFinished + 1);
  });
});

test("requests from the very start of a document are seen, also of a frame of another site", async () => {
  await lab.withPage(async (page) => {
    const early = held("/early.js");
    const inFrame = held("/frame.png", "localhost");
    const frame = lab.site.page("/asks", `<img src="${inFrame.url}">`, "localhost");
    const top = lab.site.page(
      "/asks-early",
      `<iframe src="${frame}"></iframe><script async src="${early.url}"></script>`,
    );
    await page.navigate(top, "commit", within());
    const urls = () => page.requests().map((request) => request.url).toSorted();
    const expected = [early.url, inFrame.url].toSorted();
    await until(page, () => urls().join() === expected.join(), "both requests");
    early.finish();
    inFrame.finish();
    await page.waitForLoad("complete", within());
    await until(page, () => page.requests().length === 0, "their ends");
  });
});

test("what a document had under way is dropped with it", async () => {
  await lab.withPage(async (page) => {
    const { url } = held("/never");
    const frame = lab.site.page("/frame-never", `<script>fetch("${url}")</script>`, "localhost");
    await page.navigate(
      lab.site.page("/leaves", `<script>fetch("${url}")</script><iframe src="${frame}">`),
      "complete",
      within(),
    );
    await until(page, () => page.requests().length === 2, "the requests");
    await page.navigate(lab.site.page("/quiet", "<p>x"), "complete", within());
    await until(page, () => page.requests().length === 0, "none is left");
    const { requestsStarted, requestsFinished } = page.activity();
    assert.equal(requestsStarted, requestsFinished);
  });
});

test("event streams and WebSockets are long-lived until they close", async () => {
  await lab.withPage(async (page) => {
    const stream = lab.site.page("/stream", (_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: x\n\n");
    });
    lab.site.onUpgrade((request, socket) => {
      const accept = createHash("sha1")
        .update(`${request.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      // What comes is the closing frame.
      socket.on("data", () => socket.end());
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
    });
    await page.navigate(lab.site.page("/streams", "<p>x"), "complete", within());
    await evaluate(
      page,
      `globalThis.a = new EventSource("${stream}"), globalThis.b = new WebSocket(location.href.replace("http","ws")), 0`,
    );
    const kinds = () =>
      page.requests().map(({ resourceType, longLived }) => `${resourceType} ${longLived}`)
        .toSorted().join();
    await until(page, () => kinds() === "EventSource true,WebSocket true", "both streams");
    await evaluate(page, "a.close(), b.close()");
    await until(page, () => page.requests().length === 0, "their ends");
  });
});

test("nextActivity resolves at the next change, or at its deadline", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/activity", "<p>x"), "complete", within());
    const { requestsStarted } = page.activity();
    await evaluate(page, `void fetch("/activity")`);
    while (page.activity().requestsStarted === requestsStarted) await page.nextActivity(within());
    await page.nextActivity(within(20));
  });
});
