/** The stand itself tells the truth, before anything is judged by it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
before(async () => {
  stand = await FaultStand.start();
});
after(() => stand.close());

test("a held change happens when it is released, and a click is recorded where it went", async () => {
  const page = await stand.open(
    "/first",
    `<button id=a>Before</button><script>
      held("rename", () => { document.getElementById("a").textContent = "After"; });
    </script>`,
  );
  assert.deepEqual((await page.outline()).filter((line) => /button/.test(line)), [
    'button "Before"',
  ]);
  await stand.release("rename");
  assert.deepEqual((await page.outline()).filter((line) => /button/.test(line)), [
    'button "After"',
  ]);
  await page.call("click", { target: 'button "After"' });
  const happened = await stand.happened();
  assert.deepEqual(
    happened.map(({ type, key, trusted }) => ({ type, key, trusted })),
    ["mousedown", "mouseup", "click"].map((type) => ({ type, key: "a", trusted: true })),
  );
  await page.close();
});
