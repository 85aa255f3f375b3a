/**
 * Stale targets of documents and frames: the page goes elsewhere by itself, loads again, comes back,
 * writes itself anew; its frames go, come, are renamed and change places.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import type { SiteHost } from "../support/site.ts";
import { answered } from "./deadlines.ts";
import { failureWords, type Form, targetOf } from "./stale_cell.ts";
import { FaultStand } from "./stand.ts";

const SAVE = { target: "Save" };

let stand: FaultStand;
let page: OpenPage;
let number = 0;
before(async () => {
  stand = await FaultStand.start();
  page = await stand.agent.open(stand.page("/empty", "<title>Empty</title>"));
});
after(() => stand.close());

/** Clicks, and gives what was refused and which buttons got events. */
async function click(target: unknown): Promise<{ words: string; keys: readonly string[] }> {
  const { value: reply } = await answered("click", 1_000, page.attempt("click", { target }));
  const happened = await stand.happened();
  stand.forget();
  const clicked = happened.filter(({ type }) => type === "click");
  return {
    words: reply.isError ? failureWords(reply) : "done",
    keys: clicked.map(({ at, key }) => `${at} ${key}`),
  };
}

/** A page of its own address, with `change` held under that address. */
function made(html: string, change: string, host?: SiteHost): { path: string; url: string } {
  const path = `/documents/${++number}`;
  const script = `<script>held("${path}", () => { ${change} });</script>`;
  return { path, url: stand.page(path, `<title>Old</title><body>${html}${script}`, host) };
}

async function shown(url: string, path: string): Promise<void> {
  await page.call("navigate", { url });
  await stand.holding(path);
}

const BUTTON = "<button id=a>Save</button>";

for (const form of ["line", "object"] as const satisfies readonly Form[]) {
  test(`a ${form} of a page that went elsewhere by itself is refused with the new address`, async () => {
    const next = stand.page("/next", `<body>${BUTTON}<script>tell("arrived")</script>`);
    const { path, url } = made(BUTTON, `location.href = ${JSON.stringify(next)};`);
    await shown(url, path);
    const target = await targetOf(page, SAVE, form);
    await stand.letGo(path);
    await stand.told("the next page is there", ({ key }) => key === "arrived");
    const { words, keys } = await click(target);
    assert.match(words, /^targetDetached .*gone to http:\/\/127\.0\.0\.1:\d+\/next/s);
    assert.deepEqual(keys, []);
  });

  test(`a ${form} of a page that loaded itself again is refused`, async () => {
    const { path, url } = made(
      `${BUTTON}<script>if (performance.getEntriesByType("navigation")[0].type === "reload") tell("arrived")</script>`,
      "location.reload();",
    );
    await shown(url, path);
    const target = await targetOf(page, SAVE, form);
    await stand.letGo(path);
    await stand.told("the page is there again", ({ key }) => key === "arrived");
    const { words, keys } = await click(target);
    assert.match(words, /^targetDetached .*gone to http/s);
    assert.deepEqual(keys, []);
  });

  test(`a ${form} of a page that wrote itself anew is the button of that name`, async () => {
    // The new text brings the recorder again: writing takes all listeners away.
    const { path, url } = made(
      BUTTON,
      `const scripts = document.querySelector("script").outerHTML;
       document.open();
       document.write("<!doctype html>" + scripts + "<button id=b>Save</button><script>held('again', () => {})</" + "script>");
       document.close();`,
    );
    await shown(url, path);
    const target = await targetOf(page, SAVE, form);
    await stand.letGo(path);
    await stand.holding("again");
    const { words, keys } = await click(target);
    assert.deepEqual([words, keys], ["done", [`${path} b`]]);
  });

  test(`a ${form} of a page that went away and came back is refused or right`, async () => {
    const next = stand.page(
      "/between",
      `<body><button>Save</button><script>onpageshow = () => setTimeout(() => history.back())</script>`,
    );
    // Without sockets the page may come back from the browser's cache, with all its elements.
    const path = `/documents/${++number}`;
    const url = stand.site.page(
      path,
      `<!doctype html><title>Back</title><button id=a onclick="fetch('/clicked')">Save</button>
       <button onclick="onpageshow = () => fetch('/back'); location.href = ${
        JSON.stringify(next).replaceAll('"', "'")
      }">Leave</button>
       <script>if (performance.getEntriesByType("navigation")[0].type === "back_forward") fetch("/back")</script>`,
    );
    stand.site.hits.length = 0;
    await page.call("navigate", { url });
    const target = await targetOf(page, SAVE, form);
    await page.call("click", { target: 'button "Leave"' });
    await page.call("wait_for", {
      condition: { kind: "url", matcher: { kind: "contains", value: path } },
      timeoutMs: 10_000,
    });
    const { words } = await click(target);
    if (words !== "done") assert.match(words, /^targetDetached .*gone to http/s);
    else assert.ok(stand.site.hits.includes("/clicked"));
  });

  for (const host of ["127.0.0.1", "localhost"] as const) {
    const inner = (): { path: string; url: string } =>
      made(BUTTON, `location.href = "/inner-next";`, host);
    const around = (url: string, change: string, title = "Inner") =>
      made(`<h1>Around</h1><iframe id=f title=${title} src="${url}"></iframe>`, change);

    test(`a ${form} in a frame of ${host} that went elsewhere is refused`, async () => {
      stand.page("/inner-next", `<body>${BUTTON}<script>held("next ${number}", () => {})</script>`);
      const name = `next ${number}`;
      const frame = inner();
      const outer = around(frame.url, "");
      await shown(outer.url, frame.path);
      const target = await targetOf(page, SAVE, form);
      await stand.letGo(frame.path);
      await stand.holding(name);
      const { words, keys } = await click(target);
      assert.match(words, /^targetDetached .*its frame has loaded http.*inner-next/s);
      assert.deepEqual(keys, []);
    });

    test(`a ${form} in a frame of ${host} that was removed is refused`, async () => {
      const frame = inner();
      const outer = around(frame.url, "f.remove();");
      await shown(outer.url, frame.path);
      const target = await targetOf(page, SAVE, form);
      await stand.release(outer.path);
      const { words, keys } = await click(target);
      assert.match(words, /^(targetDetached|frameNotFound) .*(gone with its frame|removed)/s);
      assert.deepEqual(keys, []);
    });

    test(`a ${form} in a frame of ${host} that got another name is that of the frame`, async () => {
      const frame = inner();
      const outer = around(frame.url, "f.title = 'Other';");
      await shown(outer.url, frame.path);
      const target = await targetOf(page, SAVE, form);
      await stand.release(outer.path);
      const { words, keys } = await click(target);
      assert.deepEqual([words, keys], ["done", [`${frame.path} a`]]);
    });

    test(`a ${form} in a frame of ${host} stays there when another comes before it`, async () => {
      const [frame, other] = [inner(), inner()];
      const outer = around(
        frame.url,
        `const made = document.createElement("iframe");
         made.title = "Inner"; made.src = ${JSON.stringify(other.url)}; f.before(made);`,
      );
      await shown(outer.url, frame.path);
      const target = await targetOf(page, SAVE, form);
      await stand.release(outer.path);
      await stand.holding(other.path);
      const { words, keys } = await click(target);
      assert.deepEqual([words, keys], ["done", [`${frame.path} a`]]);
    });

    test(`a ${form} in one of two frames of ${host} stays there when they change names`, async () => {
      const [frame, other] = [inner(), inner()];
      const outer = made(
        `<iframe id=f title=One src="${frame.url}"></iframe><iframe id=g title=Two src="${other.url}"></iframe>`,
        "f.title = 'Two'; g.title = 'One';",
      );
      await shown(outer.url, frame.path);
      await stand.holding(other.path);
      const target = await targetOf(page, SAVE, form);
      await stand.release(outer.path);
      const { words, keys } = await click(target);
      assert.deepEqual([words, keys], ["done", [`${frame.path} a`]]);
    });
  }
}
