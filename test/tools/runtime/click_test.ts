import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("click passes on an outline line as it stands", async () => {
  const target = '    button "Pay \\"now\\"" #1 disabled in frame "Shop"';
  assert.deepEqual(await commandOf("click", { target }), {
    kind: "click",
    input: { target, modifiers: [] },
  });
});

test("click passes on a selector, modifiers and where the page should go", async () => {
  const input = { selector: "#pay", modifiers: ["ctrl", "shift"], expectedUrl: "https://a.test/" };
  assert.deepEqual(await commandOf("click", input), { kind: "click", input });
});
