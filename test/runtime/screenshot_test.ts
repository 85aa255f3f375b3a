import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_ARTIFACT_BYTES } from "../../src/model/limits.ts";
import { imageSize } from "../../src/runtime/image_size.ts";
import { document, failsWith, find, FORM, Stand } from "./stand.ts";

const shot = (input: object = {}) => ({ kind: "captureScreenshot", input }) as const;

test("a screenshot tells its artifact, size and digest, and carries the picture", async () => {
  const page = await new Stand().open();
  const { outcome, image } = await page.reply(shot());
  assert.ok(outcome.status === "completed");
  const told = find(outcome.evidence, "screenshot");
  assert.deepEqual([told.width, told.height, told.mediaType], [800, 600, "image/png"]);
  assert.equal(told.bytes, image?.data.byteLength);
  assert.match(told.sha256, /^[0-9a-f]{64}$/);
});

test("a picture over maxSide is scaled down", async () => {
  const page = await new Stand().open();
  const wide = find(await page.done(shot({ maxSide: 400 })), "screenshot");
  assert.deepEqual([wide.width, wide.height], [400, 300]);
  assert.equal(page.engine.shots.length, 1);
});

test("a full page over maxSide is taken again, smaller", async () => {
  const page = await new Stand().open();
  const told = find(
    await page.done(shot({ mode: { kind: "fullPage" }, maxSide: 1_000 })),
    "screenshot",
  );
  assert.ok(told.height <= 1_000 && told.height >= 990);
  assert.equal(page.engine.shots.length, 2);
});

for (
  const [x, y, width, height] of [
    [-1, 0, 10, 10],
    [0, -1, 10, 10],
    [0, 0, 0, 10],
    [0, 0, 10, 16_384],
    [Number.NaN, 0, 10, 10],
    [0, Number.POSITIVE_INFINITY, 10, 10],
  ]
) {
  test(`the clip ${x} ${y} ${width} ${height} is refused`, async () => {
    const page = await new Stand().open();
    const mode = { kind: "clip", x, y, width, height };
    await page.refused(shot({ mode }), "invalidRequest");
    assert.equal(page.engine.shots.length, 0);
  });
}

test("an element of a child frame is taken at main-frame coordinates", async () => {
  const inner = { document: document("http://site.test/in", [{ role: "button", name: "In" }]) };
  const page = await new Stand({
    pages: { [FORM]: () => document(FORM, [{ role: "iframe", name: "F", frame: inner }]) },
  }).open();
  await page.done(shot({ mode: { kind: "element", target: 'button "In"' } }));
  const clip = page.engine.shots[0]?.clip;
  assert.ok(clip && clip.x > 100 && clip.y > 100);
});

test("a picture over the artifact bound is refused", async () => {
  const stand = new Stand({
    screenshot: () => {
      const bytes = new Uint8Array(MAX_ARTIFACT_BYTES + 1);
      new DataView(bytes.buffer).setUint32(0, 0x89504e47);
      new DataView(bytes.buffer).setUint32(12, 0x49484452);
      new DataView(bytes.buffer).setUint32(16, 10);
      new DataView(bytes.buffer).setUint32(20, 10);
      return bytes;
    },
  });
  const page = await stand.open();
  await page.refused(shot(), "resultTooLarge");
});

test("bytes that are no picture are screenshotCaptureFailed", async () => {
  const page = await new Stand({ screenshot: () => new Uint8Array([1, 2, 3]) }).open();
  await page.refused(shot(), "screenshotCaptureFailed");
});

test("the size of a JPEG is read past its first segments", () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xff, 0xc0, 0, 11, 8, 0, 20, 0, 30, 1];
  assert.deepEqual(imageSize(new Uint8Array(jpeg)), { width: 30, height: 20 });
});

test("the size of a WebP is read in its three forms", () => {
  const riff = (form: string, rest: readonly number[]) => {
    const bytes = new Uint8Array(40);
    bytes.set(new TextEncoder().encode(`RIFF....WEBP${form}`));
    bytes.set(rest, 16);
    return bytes;
  };
  const lossy = riff("VP8 ", [0, 0, 0, 0, 0, 0, 0, 0x9d, 0x01, 0x2a, 30, 0, 20, 0]);
  assert.deepEqual(imageSize(lossy), { width: 30, height: 20 });
  const lossless = riff("VP8L", [0, 0, 0, 0, 0x2f, 29, 0xc0, 4, 0]);
  assert.deepEqual(imageSize(lossless), { width: 30, height: 20 });
  const extended = riff("VP8X", [0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0, 19, 0, 0]);
  assert.deepEqual(imageSize(extended), { width: 30, height: 20 });
});

test("an artifact is read by its owner alone", async () => {
  const { MemoryArtifacts } = await import("../../src/runtime/artifacts.ts");
  const { TestIds } = await import("./test_clock.ts");
  const artifacts = new MemoryArtifacts(new TestIds());
  const made = artifacts.put("me", "image/png", new Uint8Array([1]));
  assert.equal(artifacts.get("me", made.id)?.sha256, made.sha256);
  assert.equal(artifacts.get("you", made.id), null);
  await failsWith(
    (async () => artifacts.put("me", "x", new Uint8Array(MAX_ARTIFACT_BYTES + 1)))(),
    "resultTooLarge",
  );
});
