import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE_CALL_MS } from "../../src/model/limits.ts";
import { BUSY, failsWith, FORM, type Loose, type OpenPage, refusalOf, Stand } from "./stand.ts";

const SNAPSHOT: Loose = { kind: "accessibilitySnapshot" };

async function hanging(): Promise<{ readonly stand: Stand; readonly page: OpenPage }> {
  const stand = new Stand();
  const page = await stand.open();
  page.engine.load({ url: BUSY, title: "", elements: [], hangs: true });
  return { stand, page };
}

/** Fails as pageUnresponsive; how long it took on the stand's clock. */
async function refusedAfter({ stand, page }: Awaited<ReturnType<typeof hanging>>, loose: Loose) {
  const asked = stand.clock.monotonic();
  refusalOf(await page.run(loose), "pageUnresponsive");
  return stand.clock.monotonic() - asked;
}

test("each of many commands on a hanging page is answered in its own time, not one after the other", async () => {
  const on = await hanging();
  const kinds: readonly Loose[] = [
    SNAPSHOT,
    { kind: "click", input: { target: 'button "Pay"' } },
    { kind: "inspect" },
    {
      kind: "waitFor",
      input: { condition: { kind: "document", ready: "interactive" }, timeoutMs: 60_000 },
    },
    { kind: "captureScreenshot" },
    SNAPSHOT,
  ];
  on.page.engine.startNavigation();
  for (const tookMs of await Promise.all(kinds.map((one) => refusedAfter(on, one)))) {
    assert.ok(tookMs <= PAGE_CALL_MS, `${tookMs} ms`);
  }
});

test("a navigation that waits for a hanging page gets its turn sooner", async () => {
  const on = await hanging();
  const refused = refusedAfter(on, SNAPSHOT);
  const asked = on.stand.clock.monotonic();
  await on.page.done({ kind: "navigate", input: { url: FORM } });
  assert.ok(on.stand.clock.monotonic() - asked < PAGE_CALL_MS);
  await refused;
});

test("a wait bears a page that is busy now and then", async () => {
  const { stand, page } = await hanging();
  const blinking = async () => {
    for (let times = 0; times < 6; times++) {
      await stand.clock.sleep(2_000);
      page.engine.load({ url: FORM, title: "", elements: [] });
      await stand.clock.sleep(10);
      page.engine.load({ url: BUSY, title: "", elements: [], hangs: true });
    }
  };
  const blinked = blinking();
  const condition = { kind: "url", matcher: { kind: "contains", value: "never" } };
  const outcome = await page.run({ kind: "waitFor", input: { condition, timeoutMs: 12_000 } });
  refusalOf(outcome, "waitConditionTimedOut");
  await blinked;
});

test("a command that is cancelled on a hanging page frees the page's turn", async () => {
  const { stand, page } = await hanging();
  const client = new AbortController();
  const cancelled = page.reply(SNAPSHOT, { signal: client.signal });
  await stand.clock.sleep(100);
  client.abort();
  await failsWith(cancelled, "cancelled");
  page.engine.load({ url: FORM, title: "", elements: [{ role: "button", name: "Pay" }] });
  assert.match(await page.outline(), /button "Pay"/);
});
