import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../src/model/error.ts";
import { HUNG_PROBE_MS } from "../../src/model/limits.ts";
import { evaluate, Lab, mainFrame, refusedWith, until, within } from "./browser.ts";

const lab = new Lab();

test("navigate tells the URL, the document and the HTTP status", async () => {
  await lab.withPage(async (page) => {
    const url = lab.site.page("/ok", "<p>x");
    const result = await page.navigate(url, "complete", within());
    assert.deepEqual(result, { url, documentId: page.frames()[0]?.documentId, status: 200 });
    const missing = await page.navigate(lab.site.url("/missing"), "complete", within());
    assert.equal(missing.status, 404);
    const away = await page.navigate(lab.site.page("/ok", "<p>x", "localhost"), "commit", within());
    assert.equal(away.status, 200, "also into another process");
    const data = await page.navigate("data:text/html,<p>x", "complete", within());
    assert.equal(data.status, null);
  });
});

test("navigate follows HTTP redirects and those of the page's own script", async () => {
  await lab.withPage(async (page) => {
    const end = lab.site.page("/end", "<title>End</title>");
    const hop = lab.site.page("/hop", (_request, response) => {
      response.writeHead(302, { location: end });
      response.end();
    });
    assert.equal((await page.navigate(hop, "complete", within())).url, end);
    const script = lab.site.page("/script", `<script>location.replace("/end")</script>`);
    await page.navigate(script, "complete", within());
    await page.waitForLoad("complete", within());
    await until(page, () => page.url === end, "the page's own redirect");
  });
});

test("navigate to a fragment stays in the document and has no status", async () => {
  await lab.withPage(async (page) => {
    const url = lab.site.page("/fragment", "<p id=a>x");
    const { documentId } = await page.navigate(url, "complete", within());
    const result = await page.navigate(`${url}#a`, "complete", within());
    assert.deepEqual(result, { url: `${url}#a`, documentId, status: null });
    assert.equal(page.url, `${url}#a`);
  });
});

test("commit, interactive and complete come one after the other", async () => {
  await lab.withPage(async (page) => {
    let finishPage = () => {};
    let finishImage = () => {};
    lab.site.page("/slow.png", (_request, response) => {
      finishImage = () => response.writeHead(404).end();
    });
    const url = lab.site.page("/slow", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      response.write(`<title>Slow</title><img src="/slow.png">${" ".repeat(4096)}`);
      finishPage = () => response.end("<p>end");
    });
    await page.navigate(url, "commit", within());
    assert.equal(page.activity().loadState, "loading");
    finishPage();
    await page.waitForLoad("interactive", within());
    await until(
      page,
      () => page.requests().some((request) => /slow\.png$/.test(request.url)),
      "img",
    );
    assert.equal(page.activity().loadState, "interactive");
    await refusedWith("deadlineExceeded", page.waitForLoad("complete", within(100)));
    finishImage();
    await page.waitForLoad("complete", within());
    assert.equal(page.activity().loadState, "complete");
  });
});

test("an address that cannot be loaded is refused with the network's reason", async () => {
  await lab.withPage(async (page) => {
    const failure = await refusedWith(
      "browserCommandFailed",
      page.navigate("http://127.0.0.1:9/", "complete", within()),
    );
    assert.match(failure.message, /net::ERR_/);
    const unknown = await refusedWith(
      "browserCommandFailed",
      page.navigate("http://no-such-host.invalid/", "complete", within()),
    );
    assert.match(unknown.message, /net::ERR_NAME_NOT_RESOLVED/);
    await page.navigate(lab.site.page("/after", "<p>x"), "complete", within());
    assert.equal(await evaluate(page, "location.pathname"), "/after");
  });
});

test("a download and an answer without content leave the page as it was", async () => {
  await lab.withPage(async (page) => {
    const here = lab.site.page("/here", "<p>x");
    await page.navigate(here, "complete", within());
    const download = lab.site.page("/file", (_request, response) => {
      response.writeHead(200, { "content-disposition": "attachment; filename=a.bin" });
      response.end("data");
    });
    const refused = await refusedWith(
      "browserCommandFailed",
      page.navigate(download, "complete", within()),
    );
    assert.match(refused.message, /download/);
    const empty = lab.site.page("/empty", (_request, response) => response.writeHead(204).end());
    await refusedWith("browserCommandFailed", page.navigate(empty, "complete", within()));
    assert.equal(page.url, here);
    assert.equal(page.activity().navigating, false);
    assert.equal(await evaluate(page, "location.pathname"), "/here");
  });
});

test("activity shows a navigation from its start to its commit", async () => {
  await lab.withPage(async (page) => {
    let finish = () => {};
    const url = lab.site.page("/late", (_request, response) => {
      finish = () => response.writeHead(200, { "content-type": "text/html" }).end("<p>late");
    });
    await page.navigate(
      lab.site.page("/link", `<a href="${url}" style="display:block;height:99px">go</a>`),
      "complete",
      within(),
    );
    const before = page.activity();
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => page.activity().navigating, "the navigation has started");
    assert.equal(page.activity().navigationsStarted, before.navigationsStarted + 1);
    assert.equal(page.activity().documentsCommitted, before.documentsCommitted);
    await until(page, () => lab.site.hits.includes("/late"), "the request has come");
    finish();
    await page.waitForLoad("complete", within());
    assert.equal(page.url, url);
    assert.equal(page.activity().navigating, false);
    assert.equal(page.activity().documentsCommitted, before.documentsCommitted + 1);
  });
});

test("a deadline ends a navigation whose server does not answer, and the next one works", async () => {
  await lab.withPage(async (page) => {
    const silent = lab.site.page("/silent", () => {});
    await refusedWith("deadlineExceeded", page.navigate(silent, "complete", within(300)));
    await page.navigate(lab.site.page("/then", "<p>x"), "complete", within());
    assert.equal(await evaluate(page, "location.pathname"), "/then");
  });
});

test("a navigation that came too late leaves the old page usable", async () => {
  await lab.withPage(async (page) => {
    const silent = lab.site.page("/silent-too", () => {});
    await page.navigate(lab.site.page("/stays", "<p>x"), "complete", within());
    await refusedWith("deadlineExceeded", page.navigate(silent, "complete", within(300)));
    assert.equal(await evaluate(page, "location.pathname"), "/stays");
    assert.equal(page.url, lab.site.url("/stays"));
  });
});

test("a slow server is asked once, and the old page keeps its process", async () => {
  await lab.withPage(async (page) => {
    const slow = lab.site.page("/slow-server", (_request, response) => {
      setTimeout(() => response.end("<title>Slow</title>"), 4 * HUNG_PROBE_MS);
    });
    await page.navigate(lab.site.page("/before-slow", "<p>x"), "complete", within());
    await page.navigate(slow, "complete", within());
    assert.equal(await evaluate(page, "document.title"), "Slow");
    assert.deepEqual(lab.site.hits.filter((path) => path === "/slow-server"), ["/slow-server"]);
  });
});

test("a page that waits for another server says so, and can be navigated elsewhere", async () => {
  await lab.withPage(async (page) => {
    lab.site.page("/never", () => {});
    const going = lab.site.page(
      "/going",
      `<body onclick='location="/never"' style="height:500px">`,
    );
    await page.navigate(going, "complete", within());
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => lab.site.hits.includes("/never"), "the request has come");
    const asked = page.frame(mainFrame(page)).call("facts", {}, within(300));
    await assert.rejects(asked, /server has not answered/);
    await page.navigate(lab.site.page("/elsewhere", "<p>x"), "complete", within());
    assert.equal(await evaluate(page, "location.pathname"), "/elsewhere");
  });
});

test("an aborted signal ends a navigation as cancelled", async () => {
  await lab.withPage(async (page) => {
    const silent = lab.site.page("/silent2", () => {});
    const aborter = new AbortController();
    const refused = refusedWith(
      "cancelled",
      page.navigate(silent, "complete", { ...within(), signal: aborter.signal }),
    );
    await until(page, () => lab.site.hits.includes("/silent2"), "the request has come");
    aborter.abort();
    await refused;
  });
});

test("going back shows the earlier document with frames that can be called", async () => {
  await lab.withPage(async (page) => {
    const frame = lab.site.page("/back-frame", "<p>frame");
    const first = lab.site.page("/back", `<iframe src="${frame}"></iframe>`);
    await page.navigate(first, "complete", within());
    await page.navigate(lab.site.page("/forth", "<p>x"), "complete", within());
    // The way back may begin before the answer is there, which then comes from no document.
    await evaluate(page, "void setTimeout(() => history.back())").catch((cause: unknown) => {
      assert.ok(cause instanceof Failure && cause.code === "targetDetached", String(cause));
    });
    await until(page, () => page.url === first && page.frames().length === 2, "the way back");
    await page.waitForLoad("complete", within());
    const [, child] = page.frames();
    assert.equal(await evaluate(page, "location.pathname", within(), child?.id), "/back-frame");
  });
});
