import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PageFunctions } from "../../../src/model/page_functions.ts";
import { PageLab } from "../../support/page_lab.ts";

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

describe("check", () => {
  type Args = PageFunctions["check"]["args"];

  async function look(html: string, args: Args) {
    const page = await lab.page(html);
    const answer = await page.call("check", args);
    page.close();
    return answer;
  }
  const IT = { css: "#it" };

  for (
    const [html, met] of [
      [`<button id=it>x</button>`, ["attached", "visible", "enabled"]],
      [`<button id=it disabled>x</button>`, ["attached", "visible", "disabled"]],
      [`<button id=it hidden>x</button>`, ["attached", "hidden", "enabled"]],
      [`<p></p>`, ["detached", "hidden"]],
      [`<button id=it>x</button><button id=it>y</button>`, []],
    ] as const
  ) {
    test(`finds exactly ${met.join(", ") || "no state"} in ${html}`, async () => {
      const page = await lab.page(html);
      const held: string[] = [];
      for (
        const state of ["attached", "detached", "visible", "hidden", "enabled", "disabled"] as const
      ) {
        if ((await page.call("check", { target: IT, state })).met) held.push(state);
      }
      page.close();
      assert.deepEqual(held, met);
    });
  }

  test("takes a line as target", async () => {
    const target = { role: "button", name: "Save", nameCut: false, ordinal: null, frame: null };
    assert.equal((await look(`<button>Save</button>`, { target, state: "visible" })).met, true);
    assert.equal((await look(`<button>Other</button>`, { target, state: "detached" })).met, true);
  });
  test("matches the text of an element and tells what it saw", async () => {
    const text = { kind: "exact", value: "Done" } as const;
    assert.deepEqual(await look(`<p id=it>Working</p>`, { target: IT, text }), {
      met: false,
      observed: "Working",
    });
    assert.equal((await look(`<p id=it> Done </p>`, { target: IT, text })).met, true);
  });
  test("does not find text in a missing target", async () => {
    const answer = await look(`<p></p>`, { target: IT, text: { kind: "exact", value: "" } });
    assert.equal(answer.met, false);
  });
  for (
    const target of [{ role: "main" }, { role: "RootWebArea" }, { css: "body" }, { css: ":root" }]
  ) {
    test(`reads the whole page for ${JSON.stringify(target)}`, async () => {
      const text = { kind: "contains", value: "outside" } as const;
      assert.equal((await look(`<p>outside</p><main>in</main>`, { target, text })).met, true);
    });
  }
  test("matches the value of a control", async () => {
    const value = { kind: "exact", value: "abc" } as const;
    assert.equal((await look(`<input id=it value=abc>`, { target: IT, value })).met, true);
    assert.equal((await look(`<input id=it value=abcd>`, { target: IT, value })).met, false);
  });
  test("neither shows nor compares a value that must not be shown", async () => {
    const value = { kind: "exact", value: "hunter2" } as const;
    assert.deepEqual(
      await look(`<input id=it type=password value=hunter2>`, { target: IT, value }),
      {
        met: false,
        observed: "[redacted]",
      },
    );
  });
  test("shows at most 512 characters", async () => {
    const text = { kind: "exact", value: "y" } as const;
    const { observed } = await look(`<p id=it>${"x".repeat(2000)}</p>`, { target: IT, text });
    assert.equal(observed?.length, 512);
  });
  test("tells a wrong pattern or selector at once", async () => {
    const wrong = await look(`<p id=it>x</p>`, { target: IT, text: { kind: "regex", value: "(" } });
    assert.equal(wrong.refusal?.code, "invalidRequest");
    const bad = await look(`<p>x</p>`, { target: { css: "p[" }, state: "visible" });
    assert.equal(bad.refusal?.code, "invalidRequest");
  });
});

describe("settle", () => {
  test("ends at once on a page at rest", async () => {
    const page = await lab.page(`<p>x</p>`);
    const { mutations } = await page.call("settle", { capMs: 5000 });
    page.close();
    assert.equal(mutations, 0);
  });
  for (
    const [title, html] of [
      ["in the document", `<p id=at></p><script>window.at_ = at</script>`],
      [
        "in a shadow root",
        `<div id=host></div><script>host.attachShadow({mode:"open"}).innerHTML = "<p></p>"; window.at_ = host.shadowRoot.firstChild</script>`,
      ],
    ] as const
  ) {
    test(`waits while the page changes ${title}`, async () => {
      const page = await lab.page(`${html}<script>
        let left = 12;
        const step = () => { at_.textContent = left; if (--left > 0) requestAnimationFrame(step); else document.body.dataset.done = "yes" };
        window.go = () => requestAnimationFrame(step);
      </script>`);
      const settled = page.call("settle", { capMs: 10_000 });
      await page.eval("go()");
      await settled;
      const again = await page.call("settle", { capMs: 10_000 });
      const done = await page.eval("document.body.dataset.done");
      page.close();
      assert.equal(done, "yes");
      assert.equal(again.mutations, 0);
    });
  }
  test("ends at the cap on a page that never rests", async () => {
    const page = await lab.page(
      `<p id=at></p><script>(function step() { at.textContent = Math.random(); requestAnimationFrame(step) })()</script>`,
    );
    const { mutations } = await page.call("settle", { capMs: 200 });
    page.close();
    assert.ok(mutations > 0);
  });
});

describe("inspect", () => {
  const ALL = { html: true, textBytes: 65536, htmlBytes: 65536 };

  test("reads the text of the page as it is rendered", async () => {
    const page = await lab.page(
      `<p>One</p><p hidden>Two</p><p style="text-transform:uppercase">three</p>`,
    );
    const { text, html } = await page.call("inspect", { ref: null, ...ALL, html: false });
    page.close();
    assert.equal(text, "One\n\nTHREE");
    assert.equal(html, null);
  });
  test("reads the value of a control, and of a sensitive one only that there is one", async () => {
    const page = await lab.page(`<input id=a value=abc><input id=b type=password value=hunter2>`);
    const a = await page.call("inspect", { ref: await page.ref("#a"), ...ALL });
    const b = await page.call("inspect", { ref: await page.ref("#b"), ...ALL });
    page.close();
    assert.equal(a.text, "abc");
    assert.equal(b.text, "[redacted]");
    assert.equal(b.html, `<input id="b" type="password">`);
  });
  test("writes HTML that reads back as the same document, without the values of passwords", async () => {
    const body =
      `<p title='a "b" &amp; c'>x &lt; y &amp; z&nbsp;!</p><br><script>if (1 < 2) "<b>";</script><!-- note -->` +
      `<template><i>t</i></template><svg viewBox="0 0 1 1"><path d="M0 0"></path></svg><textarea>t</textarea>`;
    const page = await lab.page(
      `<div id=it>${body}<input type=password value=hunter2 name=p></div>`,
    );
    const { html } = await page.call("inspect", { ref: await page.ref("#it"), ...ALL });
    const same = await page.eval(`(() => {
      const other = new DOMParser().parseFromString(${
      JSON.stringify(html)
    }, "text/html").body.firstChild;
      it.querySelector("[name=p]").removeAttribute("value");
      return it.isEqualNode(other) && it.outerHTML === ${JSON.stringify(html)};
    })()`);
    page.close();
    assert.doesNotMatch(html ?? "", /hunter2/);
    assert.equal(same, true, html ?? "");
  });
  test("cuts text and HTML at their bytes and says so", async () => {
    const page = await lab.page(`<p id=it>${"é".repeat(100)}</p>`);
    const cut = await page.call("inspect", {
      ref: await page.ref("#it"),
      html: true,
      textBytes: 11,
      htmlBytes: 20,
    });
    page.close();
    assert.deepEqual(cut, {
      text: "é".repeat(5),
      textTruncated: true,
      html: `<p id="it">éééé`,
      htmlTruncated: true,
    });
  });
  test("reads a document deeper than any recursion", async () => {
    const page = await lab.page(`<div hidden id=deep></div><script>
      let at = deep;
      for (let i = 0; i < 20000; i++) { const d = document.createElementNS("x", "d"); at.append(d); at = d }
    </script>`);
    const { htmlTruncated } = await page.call("inspect", { ref: null, ...ALL, textBytes: 10 });
    page.close();
    assert.equal(htmlTruncated, true);
  });
});

describe("box and facts", () => {
  test("scrolls the element in and answers with its border box", async () => {
    const page = await lab.page(
      `<style>body{margin:0}</style><div style="height:3000px"></div><div id=it style="margin-left:40px;width:90px;height:50px;border:5px solid"></div><div style="height:3000px"></div>`,
    );
    const answer = await page.call("box", { ref: await page.ref("#it") });
    const real = await page.eval("JSON.stringify(it.getBoundingClientRect())");
    page.close();
    assert.ok(answer.ok);
    const { x, y, width, height } = JSON.parse(String(real));
    assert.deepEqual({ ...answer }, { ok: true, x, y, width, height });
    assert.deepEqual([x, width, height], [40, 100, 60]);
    assert.ok(y >= 0 && y < 600);
  });
  test("refuses the box of a hidden element", async () => {
    const page = await lab.page(`<p id=it hidden>x</p>`);
    const answer = await page.call("box", { ref: await page.ref("#it") });
    page.close();
    assert.equal(answer.ok ? "" : answer.code, "targetHidden");
  });
  test("tells address, title, state and size, whatever the page names its images", async () => {
    const page = await lab.page(`<title>Shop</title><img name=title><img name=readyState>`);
    const facts = await page.call("facts", {});
    const real = await page.eval(
      "[location.href, innerWidth, innerHeight, devicePixelRatio].join()",
    );
    page.close();
    const { url, width, height, devicePixelRatio, title, readyState } = facts;
    assert.equal([url, width, height, devicePixelRatio].join(), real);
    assert.deepEqual([title, readyState], ["Shop", "complete"]);
  });
});
