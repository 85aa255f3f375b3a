import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import * as v from "valibot";
import { evaluate, Lab, mainFrame, refusedWith, until, within } from "./browser.ts";
import type { EnginePage } from "../../src/engine/engine.ts";
import { tellsFailedFrames } from "../support/failed_frames.ts";
import { OVERDUE } from "../../src/model/page_functions.ts";

const lab = new Lab();

function inner(path: string, host: "127.0.0.1" | "localhost" = "127.0.0.1"): string {
  return lab.site.page(path, `<title>${path}</title><p>${path}`, host);
}

function frameAt(page: EnginePage, url: string): string | undefined {
  return page.frames().find((frame) => frame.url === url)?.id;
}

async function arrived(page: EnginePage, url: string): Promise<string> {
  await until(page, () => frameAt(page, url) !== undefined, `frame ${url}`);
  return frameAt(page, url) ?? "";
}

test("frames are listed main first and parents before children", async () => {
  await lab.withPage(async (page) => {
    const deep = inner("/deep");
    const mid = lab.site.page("/mid", `<iframe src="${deep}"></iframe>`);
    const side = inner("/side");
    const top = lab.site.page("/top", `<iframe src="${mid}"></iframe><iframe src="${side}">`);
    await page.navigate(top, "complete", within());
    assert.deepEqual(page.frames().map((frame) => frame.url), [top, mid, deep, side]);
    const [main, first, second] = page.frames();
    assert.equal(main?.parentId, null);
    assert.equal(first?.parentId, main?.id);
    assert.equal(second?.parentId, first?.id);
  });
});

test("a frame tells that its address could not be loaded, until one is", async () => {
  await lab.withPage((page) => tellsFailedFrames(lab, page));
});

test("a frame of another site is called in its own process, nested ones too", async () => {
  await lab.withPage(async (page) => {
    const deep = inner("/deep-own", "127.0.0.1");
    const remote = lab.site.page("/remote", `<iframe src="${deep}"></iframe>`, "localhost");
    const top = lab.site.page("/top-remote", `<iframe src="${remote}"></iframe>`);
    await page.navigate(top, "complete", within());
    const id = await arrived(page, remote);
    assert.equal(await evaluate(page, "location.host", within(), id), new URL(remote).host);
    const deepId = await arrived(page, deep);
    assert.equal(await evaluate(page, "location.pathname", within(), deepId), "/deep-own");
    assert.deepEqual(page.frames().map((frame) => frame.url), [top, remote, deep]);
  });
});

test("frames in a frame of another process stay when the page around is too busy to tell of it", async () => {
  await lab.withPage(async (page) => {
    // The page's script waits, and with it its word about its frame, until the frame in the frame is known.
    const held: ServerResponse[] = [];
    let begun = () => {};
    const waits = new Promise<void>((resolve) => begun = resolve);
    lab.site.page("/held", (_request, response) => {
      held.push(response);
      begun();
    });
    const deep = inner("/deep-late", "localhost");
    const mid = lab.site.page("/mid-late", (_request, response) => {
      void waits.then(() => {
        response.writeHead(200, { "content-type": "text/html" });
        response.end(`<iframe src="${deep}"></iframe>`);
      });
    }, "localhost");
    const script = `setTimeout(() => {
      const asked = new XMLHttpRequest();
      asked.open("GET", "/held", false);
      asked.send();
      document.title = "free";
    })`;
    const top = lab.site.page(
      "/top-late",
      `<iframe src="${mid}"></iframe><script>${script}</script>`,
    );
    await page.navigate(top, "commit", within());
    await arrived(page, deep);
    for (const response of held) response.end();
    await until(
      page,
      async () => await evaluate(page, "document.title + document.readyState") === "freecomplete",
      "the page is free",
    );
    assert.deepEqual(page.frames().map((frame) => frame.url), [top, mid, deep]);
  });
});

test("a frame keeps its id when it moves to another process and back", async () => {
  await lab.withPage(async (page) => {
    const local = inner("/local");
    const remote = inner("/away", "localhost");
    const top = lab.site.page("/swap", `<iframe src="${local}"></iframe>`);
    await page.navigate(top, "complete", within());
    const id = await arrived(page, local);
    const go = (url: string) =>
      evaluate(page, `document.querySelector("iframe").src=${JSON.stringify(url)}`);
    await go(remote);
    assert.equal(await arrived(page, remote), id);
    assert.equal(await evaluate(page, "location.hostname", within(), id), "localhost");
    const there = page.frame(id).info.documentId;
    await go(local);
    assert.equal(await arrived(page, local), id);
    assert.equal(await evaluate(page, "location.hostname", within(), id), "127.0.0.1");
    assert.notEqual(page.frame(id).info.documentId, there);
    assert.equal(page.frames().length, 2);
  });
});

test("a removed frame is gone, local or remote, and calls into it say so", async () => {
  await lab.withPage(async (page) => {
    const local = inner("/gone-local");
    const remote = inner("/gone-remote", "localhost");
    const top = lab.site.page("/gone", `<iframe src="${local}"></iframe><iframe src="${remote}">`);
    await page.navigate(top, "complete", within());
    const frames = [await arrived(page, local), await arrived(page, remote)];
    const held = frames.map((id) => page.frame(id));
    await evaluate(page, "document.querySelectorAll('iframe').forEach(f=>f.remove())");
    await until(page, () => page.frames().length === 1, "both frames are gone");
    for (const frame of held) await refusedWith("frameNotFound", frame.call("facts", {}, within()));
    for (const id of frames) assert.throws(() => page.frame(id), { code: "frameNotFound" });
  });
});

test("the page cannot see the realm, and the realm lives as long as its document", async () => {
  await lab.withPage(async (page) => {
    const url = lab.site.page("/realm", "<script>window.seen = typeof __drover</script><p>x");
    await page.navigate(url, "complete", within());
    await evaluate(page, "globalThis.kept = 7");
    assert.equal(await evaluate(page, "kept"), "7");
    assert.equal(await evaluate(page, "typeof seen"), "undefined", "realm and page are apart");
    await evaluate(
      page,
      "document.body.setAttribute('onclick','document.title=typeof __drover+typeof kept')",
    );
    await page.click({ x: 10, y: 10 }, [], within());
    assert.equal(await evaluate(page, "document.title"), "undefinedundefined");
    await page.navigate(url, "complete", within());
    assert.equal(await evaluate(page, "typeof kept"), "undefined");
  });
});

test("the page script starts once in a document", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/once", "<iframe></iframe>"), "complete", within());
    assert.equal(await evaluate(page, "__drover.starts"), "1");
    const [, blank] = page.frames();
    assert.ok(blank, "a frame without src is a frame");
    assert.equal(await evaluate(page, "__drover.starts", within(), blank.id), "1");
    await evaluate(page, "document.body.append(document.createElement('iframe'))");
    await until(page, () => page.frames().length === 3, "the late frame");
    const late = page.frames()[2]?.id;
    assert.equal(await evaluate(page, "__drover.starts", within(), late), "1");
  });
});

test("a call whose document is replaced fails as targetDetached, and never runs in the next one", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(inner("/first"), "complete", within());
    const waiting = evaluate(page, "new Promise(()=>{})");
    const refused = refusedWith("targetDetached", waiting);
    await page.navigate(inner("/second"), "complete", within());
    await refused;
    const away = refusedWith("targetDetached", evaluate(page, "new Promise(()=>{})"));
    await page.navigate(inner("/third", "localhost"), "complete", within());
    await away;
    assert.equal(await evaluate(page, "location.pathname"), "/third");
  });
});

test("a thrown error of the page script is internal and keeps the page's words out", async () => {
  await lab.withPage(async (page) => {
    const failure = await refusedWith("internal", evaluate(page, "null.secret"));
    assert.match(failure.message, /TypeError/);
    assert.doesNotMatch(failure.message, /secret/);
  });
});

test("linkChildren tells each frame element its child once, local and remote", async () => {
  await lab.withPage(async (page) => {
    const local = inner("/link-local");
    const remote = inner("/link-remote", "localhost");
    const top = lab.site.page(
      "/link",
      `<iframe id=a src="${local}"></iframe><iframe id=b src="${remote}"></iframe>`,
    );
    await page.navigate(top, "complete", within());
    const ids = [await arrived(page, local), await arrived(page, remote)];
    const main = page.frame(mainFrame(page));
    await main.linkChildren(within());
    await main.linkChildren(within());
    const told: unknown = JSON.parse(
      await evaluate(page, "JSON.stringify(__drover.linked.children.toSorted())"),
    );
    assert.deepEqual(told, [["a", ids[0]], ["b", ids[1]]]);
    await evaluate(
      page,
      "document.body.append(Object.assign(document.createElement('iframe'),{id:'c'}))",
    );
    await until(page, () => page.frames().length === 4, "the late frame");
    await main.linkChildren(within());
    assert.equal(await evaluate(page, "__drover.linked.children.length"), "3");
  });
});

test("linkClosedRoots hands the closed roots of the hosts over, and counts them", async () => {
  await lab.withPage(async (page) => {
    const top = lab.site.page(
      "/closed",
      `<div data-host id=a></div><div data-host id=b></div><div data-host id=c></div><script>
        a.attachShadow({mode:"closed"}).innerHTML="in a";
        c.attachShadow({mode:"closed"}).innerHTML="in c";</script>`,
    );
    await page.navigate(top, "complete", within());
    const main = page.frame(mainFrame(page));
    assert.equal(await main.linkClosedRoots([0, 1, 2, 9], within()), 2);
    assert.equal(await evaluate(page, "__drover.linked.roots.toSorted().join()"), "a:in a,c:in c");
    assert.equal(await main.linkClosedRoots([], within()), 0);
  });
});

test("a call tells the page until when it is waited for, by the clock it was sent by", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(inner("/moment"), "complete", within());
    const call = within(2_000);
    const told = v.parse(
      v.object({ sentMs: v.number(), untilMs: v.number() }),
      JSON.parse(await evaluate(page, "JSON.stringify(__drover.moment)", call)),
    );
    assert.equal(told.untilMs, call.deadline);
    assert.ok(told.sentMs < told.untilMs && told.sentMs > told.untilMs - 2_000);
  });
});

test("a call taken for overdue while it is waited for is made again without a moment", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(inner("/again"), "complete", within());
    const walk = `__drover.moment === null ? "walked" : ${JSON.stringify(OVERDUE)}`;
    assert.equal(await evaluate(page, walk), "walked");
  });
});
