import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("screenshot takes the viewport as PNG, scaled for a model, by default", async () => {
  assert.deepEqual(await commandOf("screenshot", {}), {
    kind: "captureScreenshot",
    input: { mode: { kind: "viewport" }, imageFormat: "png", maxSide: 1568 },
  });
});

for (
  const mode of [
    { kind: "fullPage" },
    { kind: "element", target: 'img "Logo"' },
    { kind: "clip", x: 0, y: 0.5, width: 16_384, height: 1 },
  ]
) {
  test(`screenshot takes the mode ${mode.kind}`, async () => {
    const input = { mode, imageFormat: "webp", quality: 80, maxSide: 16_384 };
    assert.deepEqual(await commandOf("screenshot", input), { kind: "captureScreenshot", input });
  });
}
