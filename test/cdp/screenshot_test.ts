import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import type { ScreenshotOptions } from "../../src/engine/engine.ts";
import { evaluate, Lab, within } from "./browser.ts";

const lab = new Lab();

const PNG = { format: "png", fullPage: false, scale: 1 } as const satisfies ScreenshotOptions;

function pngSize(image: Uint8Array): readonly [number, number] {
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  assert.equal(view.getUint32(0), 0x89504e47, "a PNG");
  return [view.getUint32(16), view.getUint32(20)];
}

const TALL = `<style>body{margin:0;height:3000px;background:linear-gradient(red,blue)}</style>`;

test("the viewport, the whole page and a scaled page have their sizes", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/tall", TALL), "complete", within());
    const [width, height] = (await evaluate(page, "innerWidth+','+innerHeight")).split(",").map(
      Number,
    );
    assert.ok(width !== undefined && height !== undefined);
    assert.deepEqual(pngSize(await page.screenshot(PNG, within())), [width, height]);
    assert.deepEqual(
      pngSize(await page.screenshot({ ...PNG, fullPage: true }, within())),
      [width, 3000],
    );
    assert.deepEqual(
      pngSize(await page.screenshot({ ...PNG, fullPage: true, scale: 0.5 }, within())),
      [width / 2, 1500],
    );
    assert.deepEqual(
      pngSize(await page.screenshot({ ...PNG, scale: 0.5 }, within())),
      [width / 2, Math.round(height / 2)],
    );
  });
});

test("a clip is taken from the viewport as it is scrolled, or from the document with fullPage", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/marks",
        `${TALL}<div style="position:absolute;top:1000px;width:50px;height:50px;background:#0f0">`,
      ),
      "complete",
      within(),
    );
    const clip = { x: 0, y: 0, width: 40, height: 30 };
    await evaluate(page, "scrollTo(0,1000)");
    const seen = await page.screenshot({ ...PNG, clip }, within());
    const same = await page.screenshot(
      { ...PNG, fullPage: true, clip: { ...clip, y: 1000 } },
      within(),
    );
    assert.deepEqual(pngSize(seen), [40, 30]);
    assert.deepEqual([...seen], [...same], "both show the green box");
    const top = await page.screenshot({ ...PNG, fullPage: true, clip }, within());
    assert.notDeepEqual([...seen], [...top]);
    assert.equal(await evaluate(page, "scrollY"), "1000", "the page stays where it was");
  });
});

test("jpeg and webp are taken with their quality", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(lab.site.page("/tall", TALL), "complete", within());
    for (const [format, magic] of [["jpeg", "ffd8ff"], ["webp", "52494646"]] as const) {
      const low = await page.screenshot({ ...PNG, format, quality: 10 }, within());
      const high = await page.screenshot({ ...PNG, format, quality: 100 }, within());
      assert.ok(low.length < high.length);
      assert.equal(Buffer.from(low).toString("hex").startsWith(magic), true);
    }
  });
});
