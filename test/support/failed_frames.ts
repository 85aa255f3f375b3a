/** What both engines must tell of frames whose address cannot be loaded. */
import assert from "node:assert/strict";
import type { EnginePage } from "../../src/engine/engine.ts";
import { type EngineLab, evaluate, until } from "./engine_lab.ts";
import { within } from "./engine_stand_in.ts";
import { Site } from "./site.ts";

/** A port that nobody listens at. */
async function deadPort(): Promise<number> {
  const site = await Site.start();
  await site.close();
  return site.port;
}

/** Frames that are refused in every way are told as failed, and no longer when they have loaded. */
export async function tellsFailedFrames(lab: EngineLab, page: EnginePage): Promise<void> {
  const fine = lab.site.page("/fine-frame", "<p>Fine");
  const forbidden = lab.site.page("/forbidden-frame", (_request, response) => {
    response.writeHead(200, { "content-type": "text/html", "x-frame-options": "DENY" });
    response.end("<p>Not here");
  });
  const failing = [
    `http://127.0.0.1:${await deadPort()}/`,
    // A port that browsers do not even try.
    "http://127.0.0.1:9/",
    forbidden,
  ];
  const tags = [...failing, fine].map((url) => `<iframe src="${url}"></iframe>`);
  await page.navigate(lab.site.page("/failed-frames", tags.join("")), "complete", within());
  const told = () => page.frames().map(({ url, failed }) => `${url} ${failed}`).sort();
  const expected = [
    ...failing.map((url) => `${url} true`),
    `${fine} false`,
    `${page.url} false`,
  ].sort();
  await until(page, () => told().join() === expected.join(), "the frames are told");
  await evaluate(page, `document.querySelectorAll("iframe").forEach((one) => one.src = "${fine}")`);
  await until(
    page,
    () => page.frames().filter(({ url }) => url === fine).length === failing.length + 1,
    "the frames have loaded",
  );
  assert.deepEqual(page.frames().filter(({ failed }) => failed), []);
}
