import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TargetSpec } from "../../../src/model/target.ts";
import { type LabPage, PageLab } from "../../support/page_lab.ts";

const CAP = 400;
const CHILD =
  `<!doctype html><style>body{margin:0}button{width:100px;height:30px;display:block}</style>
  <div style="height:50px"></div><button id=it onclick="parent.document.documentElement.dataset.hit = 'it'">Save</button>`;

/** More than a pixel apart, which is as near as the way out and back comes. */
const far = (a: number, b: number) => Math.abs(a - b) > 1;

describe("frames", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
    lab.serve(CHILD, "/child");
  });
  after(() => lab.close());

  /** Prepares `#it` in the first child frame and clicks where the main frame says. */
  async function clickInside(html: string): Promise<{ hit: unknown; said: string }> {
    const page = await lab.page(html);
    try {
      const [frame = ""] = await page.childFrames();
      await page.link("iframe", frame);
      const ref = await page.ref("#it", frame);
      const inner = await page.call("prepare", { ref, capMs: CAP }, frame);
      if (!inner.ok) return { hit: null, said: `inner ${inner.code}` };
      const outer = await page.call("prepareFrame", {
        frameId: frame,
        x: inner.x,
        y: inner.y,
        capMs: CAP,
      });
      if (!outer.ok) return { hit: null, said: `${outer.code}: ${outer.message}` };
      const back = await page.call("frameAt", { x: outer.x, y: outer.y });
      if (back?.frameId !== frame || far(back.x, inner.x) || far(back.y, inner.y)) {
        return { hit: null, said: `back at ${JSON.stringify(back)} from ${JSON.stringify(inner)}` };
      }
      await page.click(outer.x, outer.y);
      await page.call("report", { ref }, frame);
      return { hit: await page.eval("document.documentElement.dataset.hit"), said: "ok" };
    } finally {
      page.close();
    }
  }

  const IFRAME = `<iframe src="/child" title=Shop width=300 height=200></iframe>`;
  for (
    const [title, html] of [
      ["a plain frame", IFRAME],
      [
        "a frame with border and padding",
        IFRAME.replace("<iframe", `<iframe style="border:20px solid red;padding:13px 31px"`),
      ],
      [
        "a scaled frame",
        IFRAME.replace(
          "<iframe",
          `<iframe style="transform:scale(1.7);transform-origin:0 0;border:9px solid"`,
        ),
      ],
      ["a zoomed frame", IFRAME.replace("<iframe", `<iframe style="zoom:0.6;border:9px solid"`)],
      [
        "a turned frame",
        IFRAME.replace(
          "<iframe",
          `<iframe style="transform:rotate(30deg);margin:150px;border:9px solid;padding:7px"`,
        ),
      ],
      [
        "a frame turned in space",
        IFRAME.replace("<iframe", `<iframe style="transform:perspective(500px) rotateY(40deg)"`),
      ],
      [
        "a frame below the fold",
        `<div style="height:3000px"></div>${IFRAME}<div style="height:3000px"></div>`,
      ],
      [
        "a frame in a scroller",
        `<div style="height:100px;overflow:auto"><div style="height:1200px"></div>${IFRAME}</div>`,
      ],
      [
        "a frame of which the button lies under its scroller's edge",
        `<div style="width:200px;height:120px;overflow:auto;border:60px solid"><div style="width:600px">${
          IFRAME.replace("<iframe", `<iframe style="margin-left:180px"`)
        }</div></div>`,
      ],
      [
        "a frame taller than the window",
        `<div style="height:900px"></div>${IFRAME.replace("height=200", "height=4000")}`,
      ],
    ] as const
  ) {
    test(`clicks reach a button in ${title}`, async () => {
      assert.deepEqual(await clickInside(html), { hit: "it", said: "ok" });
    });
  }

  test("knows which frame has the focus, and that a point beside is the page's own", async () => {
    const page = await lab.page(`<style>body{margin:0}</style>${IFRAME}<button>Own</button>`);
    const [frame = ""] = await page.childFrames();
    await page.link("iframe", frame);
    const before = await page.call("focusedFrame", {});
    await page.eval("document.querySelector('iframe').focus()");
    const after = await page.call("focusedFrame", {});
    const beside = await page.call("frameAt", { x: 600, y: 400 });
    page.close();
    assert.deepEqual([before.frameId, after.frameId, beside], [null, frame, null]);
  });
  test("names what covers the frame", async () => {
    const { said } = await clickInside(
      `${IFRAME}<div role=dialog aria-label=Offer style="position:fixed;inset:0">x</div>`,
    );
    assert.match(said, /^targetObscured: Frame iframe "Shop" is covered by dialog "Offer"/);
  });
  test("says that the frame is gone", async () => {
    const page = await lab.page(IFRAME);
    const answer = await page.call("prepareFrame", { frameId: "none", x: 1, y: 1, capMs: CAP });
    page.close();
    assert.equal(answer.ok ? "" : answer.code, "frameNotFound");
  });
  test("tells where a frame's content begins", async () => {
    const page = await lab.page(
      `<style>body{margin:0}</style><iframe src="/child" style="border:20px solid;padding:5px"></iframe>`,
    );
    const [frame = ""] = await page.childFrames();
    await page.link("iframe", frame);
    const origin = await page.call("frameOrigin", { frameId: frame });
    page.close();
    assert.deepEqual(origin, { ok: true, x: 25, y: 25 });
  });

  async function named(page: LabPage, spec: TargetSpec): Promise<string> {
    const found = await page.call("resolveFrame", { spec });
    return found.ok ? found.frameId : `${found.code}: ${found.message}`;
  }

  for (const printed of [false, true]) {
    test(`resolves frames by name, number and selector, ${printed ? "after" : "without"} a walk`, async () => {
      const page = await lab.page(
        `<iframe src="/child" id=a></iframe><iframe src="/child" id=b title=Shop></iframe><iframe src="/child" id=c></iframe><p id=p>x</p>`,
      );
      const [a = "", b = "", c = ""] = await page.childFrames();
      await page.link("#a", a);
      await page.link("#b", b);
      await page.link("#c", c);
      if (printed) await page.call("walk", { walk: "w", rows: 100, chars: 100_000 });
      const got = [
        await named(page, { role: "iframe", accessibleName: "Shop" }),
        await named(page, { role: "iframe", accessibleName: "", ordinal: 1 }),
        await named(page, { accessibleName: "", ordinal: 0 }),
        await named(page, { css: "#c" }),
      ];
      const bad = [
        await named(page, { role: "iframe", accessibleName: "Nothing" }),
        await named(page, { css: "#p" }),
      ];
      page.close();
      assert.deepEqual(got, [b, c, a, c]);
      assert.match(bad[0] ?? "", /^frameNotFound/);
      assert.match(bad[1] ?? "", /^frameNotFound: .*not a frame/);
    });
  }
});
