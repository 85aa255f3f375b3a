import assert from "node:assert/strict";
import { test } from "node:test";
import { commandOf } from "../../support/tool_bench.ts";

test("type_text adds to what is there by default", async () => {
  assert.deepEqual(await commandOf("type_text", { target: 'textbox "Name"', value: "" }), {
    kind: "typeText",
    input: { target: 'textbox "Name"', value: "", clearFirst: false },
  });
});

test("type_text takes 4096 bytes", async () => {
  const input = { selector: "#name", value: "ø".repeat(2048), clearFirst: true };
  assert.deepEqual(await commandOf("type_text", input), { kind: "typeText", input });
});
