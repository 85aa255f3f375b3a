/** What every engine must do, seen through the runtime. The same tests run on each engine. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Evidence } from "../../src/model/evidence.ts";
import type { CommandOutcome } from "../../src/model/outcome.ts";
import { AGENT, find, refusalOf } from "../runtime/stand.ts";
import { Driver } from "./drive.ts";
import { asExpected, unknownEntries } from "./expectations.ts";
import type { Path, Subject } from "./subject.ts";

/** Looks at a page that is about to hang, allowed before it does. */
const LOOKS = 100;

/** Makes the page's script busy for ever; the outcome of the first look that it did not answer. */
async function hang(page: Driver): Promise<CommandOutcome> {
  await page.run({ kind: "click", input: { target: 'button "Hang"' } });
  for (let looks = 0; looks < LOOKS; looks++) {
    const outcome = await page.run({ kind: "inspect" });
    if (outcome.status !== "completed") return outcome;
  }
  return assert.fail("The page does not hang");
}

export function contractSuite(name: string, start: () => Promise<Subject>): void {
  let subject: Subject | null = null;
  before(async () => {
    subject = await start();
  });
  after(async () => {
    await subject?.close();
  });

  const titles = new Set<string>();
  const alone = (title: string, work: (running: Subject) => Promise<void>) => {
    titles.add(title);
    test(`${name}: ${title}`, async () => {
      assert.ok(subject, "The engine did not start");
      const running = subject;
      await asExpected(name, title, () => work(running));
    });
  };
  /** A test with a page of its own in a session of its own. */
  const on = (path: Path, title: string, work: (page: Driver) => Promise<void>) =>
    alone(title, async (running) => {
      const page = await Driver.open(running, path);
      try {
        await work(page);
      } finally {
        await running.runtime.closeSession(page.sessionId, AGENT);
      }
    });

  on("/form", "a snapshot shows roles, names and states", async (page) => {
    const outline = await page.outline();
    for (
      const line of [
        /^heading "Form"/m,
        /^textbox "Name"/m,
        /^checkbox "Agree"/m,
        /^combobox "Country"/m,
        /^button "Save" #0$/m,
        /^button "Save" #1$/m,
        /^button "Off" disabled$/m,
      ]
    ) assert.match(outline, line);
  });

  on("/form", "a click works at the element it names", async (page) => {
    await page.click('button "Do"');
    assert.match(await page.outline(), /button "Done"/);
  });

  on("/form", "a line whose element was renamed is detached", async (page) => {
    await page.outline();
    await page.click('button "Do"');
    await page.refused({ kind: "click", input: { target: 'button "Do"' } }, "targetDetached");
  });

  on("/form", "an ambiguous line is refused", async (page) => {
    await page.refused({ kind: "click", input: { target: 'button "Save"' } }, "targetAmbiguous");
  });

  on("/form", "a disabled element is not clicked", async (page) => {
    await page.refused({ kind: "click", input: { target: 'button "Off"' } }, "targetDisabled");
  });

  on("/form", "a covered element is not clicked, and its cover is named", async (page) => {
    const input = { target: 'button "Covered"' };
    const error = await page.refused({ kind: "click", input }, "targetObscured");
    assert.match(error.message, /cover/);
  });

  on("/form", "text is typed and reread", async (page) => {
    const typed = await page.type('textbox "Name"', "Ærlig 漢字 😀");
    assert.equal(find(typed, "element").text, "Ærlig 漢字 😀");
    const added = await page.type({ css: "#name" }, "!");
    assert.equal(find(added, "element").text, "Ærlig 漢字 😀!");
    const replaced = await page.type('textbox "Name"', "new", { clearFirst: true });
    assert.equal(find(replaced, "element").text, "new");
    const emptied = await page.type('textbox "Name"', "", { clearFirst: true });
    assert.equal(find(emptied, "element").text, "");
  });

  on("/form", "a password is never shown", async (page) => {
    const outcome = await page.run({
      kind: "typeText",
      input: { target: 'textbox "Password"', value: "hunter2" },
    });
    assert.equal(outcome.status, "completed");
    assert.equal(JSON.stringify(outcome).includes("hunter2"), false);
    assert.equal((await page.outline()).includes("hunter2"), false);
  });

  on("/form", "a checkbox and a select take their values", async (page) => {
    await page.type('checkbox "Agree"', "true");
    await page.type('combobox "Country"', "Spain");
    assert.match(await page.outline(), /checkbox "Agree" checked/);
    assert.match(await page.outline(), /combobox "Country".* value="Spain"/);
  });

  on(
    "/form",
    "a page that asks while it loads is reached, and its dialog is told",
    async (page) => {
      const url = page.subject.url("/asks");
      const evidence = await page.done({ kind: "navigate", input: { url } });
      assert.equal(find(evidence, "navigation").url, url);
      const { dialogType, message, action } = find(evidence, "dialog");
      assert.deepEqual([dialogType, message, action], ["alert", "Welcome", "pending"]);
      await page.done({ kind: "handleDialog", input: { action: "accept" } });
      assert.match(await page.outline(), /heading "After"/);
    },
  );

  on("/asks", "a page opened at an address that asks stays open", async (page) => {
    await page.done({ kind: "handleDialog", input: { action: "dismiss" } });
    assert.match(await page.outline(), /heading "After"/);
  });

  on("/form", "a dialog is told by the click that opened it, and answered", async (page) => {
    const evidence = await page.click('button "Ask"');
    assert.deepEqual(find(evidence, "dialog"), {
      kind: "dialog",
      dialogType: "confirm",
      message: "Sure?",
      action: "pending",
    });
    const { message } = await page.refused({ kind: "accessibilitySnapshot" }, "dialogPending");
    assert.equal(message, 'The page shows a dialog (confirm): "Sure?"');
    await page.done({ kind: "handleDialog", input: { action: "accept" } });
    assert.match(await page.outline(), /button "Ask"/);
  });

  on("/form", "a popup is told with its opener and can be driven", async (page) => {
    const popup = find(await page.click('button "Open"'), "popup");
    assert.equal(popup.openerPageId, page.pageId);
    const other = page.at(popup.pageId);
    await other.wait({
      kind: "text",
      target: "body",
      matcher: { kind: "contains", value: "Second" },
    });
    assert.match(await other.outline(), /heading "Second"/);
    const { pages } = find(await page.done({ kind: "listPages" }), "pages");
    assert.deepEqual(pages.map((each) => each.openerPageId), [undefined, page.pageId]);
  });

  on("/form", "a download is told once, soon after the click that began it", async (page) => {
    const told = (evidence: readonly Evidence[]) =>
      evidence.flatMap((item) =>
        item.kind === "configuration" && item.name === "downloadRefused" ? [item.value] : []
      );
    let found = told(await page.click('link "File"'));
    for (let looks = 0; found.length === 0 && looks < LOOKS; looks++) {
      found = told(await page.done({ kind: "inspect" }));
    }
    assert.deepEqual(found, [page.subject.url("/second")]);
    assert.deepEqual(told(await page.done({ kind: "inspect" })), []);
  });

  on("/form", "a click with ctrl on a link opens a tab and stays", async (page) => {
    const evidence = await page.click('link "Second page"', { modifiers: ["ctrl"] });
    assert.equal(find(evidence, "popup").openerPageId, page.pageId);
    assert.match(await page.outline(), /heading "Form"/);
  });

  on("/form", "a click waits for the document it leads to", async (page) => {
    const expectedUrl = page.subject.url("/second");
    const { url, title } = find(await page.click('button "Go"', { expectedUrl }), "navigation");
    assert.deepEqual([url, title], [expectedUrl, "Second"]);
    assert.match(await page.outline(), /heading "Second"/);
  });

  on("/form", "old lines are refused on the page's own new document", async (page) => {
    await page.outline();
    await page.click('button "Go"');
    const input = { target: 'button "Do"' };
    const error = await page.refused({ kind: "click", input }, "targetDetached");
    assert.ok(error.message.includes(page.subject.url("/second")));
  });

  on("/second", "a navigation tells the address and the title it led to", async (page) => {
    const url = page.subject.url("/form");
    const evidence = await page.done({ kind: "navigate", input: { url } });
    assert.deepEqual(find(evidence, "navigation"), { kind: "navigation", url, title: "Form" });
  });

  on("/form", "a click waits for the requests it started", async (page) => {
    await page.click('button "Load"');
    assert.match(await page.outline(), /heading "Loaded"/);
  });

  on("/form", "an element that comes later can be waited for", async (page) => {
    await page.click('button "Later"');
    await page.wait({ kind: "element", target: 'button "Late"', state: "visible" });
    await page.click('button "Late"');
  });

  on("/form", "a wait that is not met ends in waitConditionTimedOut", async (page) => {
    const condition = { kind: "element", target: { css: "#none" }, state: "attached" };
    await page.refused(
      { kind: "waitFor", input: { condition, timeoutMs: 200 } },
      "waitConditionTimedOut",
    );
  });

  on("/form", "url, value and document conditions are met", async (page) => {
    await page.type('textbox "Name"', "Ada");
    await page.wait({ kind: "url", matcher: { kind: "regex", value: "/form$" } });
    await page.wait({
      kind: "value",
      target: 'textbox "Name"',
      matcher: { kind: "exact", value: "Ada" },
    });
    await page.wait({ kind: "document", ready: "interactive" });
  });

  on("/form", "networkQuiet works where it is listed, and nowhere else", async (page) => {
    const condition = { kind: "networkQuiet", idleMs: 50, maxInFlight: 0 };
    const command = { kind: "waitFor", input: { condition, timeoutMs: 5_000 } } as const;
    if (page.subject.features.has("networkQuiet")) await page.done(command);
    else await page.refused(command, "notSupported");
  });

  on("/form", "a hung page is told, and a navigation frees it", async (page) => {
    refusalOf(await hang(page), "pageUnresponsive");
    await page.done({ kind: "navigate", input: { url: page.subject.url("/second") } });
    assert.match(await page.outline(), /heading "Second"/);
  });

  on("/form", "a hung page can be listed and closed", async (page) => {
    await hang(page);
    const { pages } = find(await page.done({ kind: "listPages" }), "pages");
    assert.equal(pages.length, 1);
    await page.done({ kind: "closePage" });
    await page.refused({ kind: "inspect" }, "notFound");
  });

  on("/form", "a running command ends when the client cancels it", async (page) => {
    const client = new AbortController();
    const condition = { kind: "element", target: { css: "#none" }, state: "attached" };
    const work = page.run(
      { kind: "waitFor", input: { condition, timeoutMs: 30_000 } },
      client.signal,
    );
    client.abort();
    await assert.rejects(work, { code: "cancelled" });
    assert.match(await page.outline(), /heading "Form"/);
  });

  on("/form", "a failed navigation says why and leaves the page usable", async (page) => {
    const url = "http://127.0.0.1:9/";
    const outcome = await page.run({ kind: "navigate", input: { url } });
    assert.equal(outcome.status, "retryableFailure");
    await page.done({ kind: "navigate", input: { url: page.subject.url("/form") } });
    assert.match(await page.outline(), /heading "Form"/);
  });

  on("/framed", "lines of all frames act in their frame", async (page) => {
    const lines = (await page.outline()).split("\n").filter((line) => line.includes("Inside"));
    assert.deepEqual(lines.map((line) => line.trim()), [
      'button "Inside"',
      'button "Inside" in frame "Near"',
      'button "Inside" in frame "Far"',
    ]);
    for (const line of lines.slice(1)) await page.click(line);
    const after = (await page.outline()).split("\n");
    assert.equal(after.filter((line) => line.includes('"Pressed"')).length, 2);
  });

  on("/framed", "the object form reaches a frame by its path", async (page) => {
    await page.outline();
    const framePath = [{ role: "iframe", accessibleName: "Far" }];
    await page.click({ role: "button", accessibleName: "Inside", framePath });
    assert.match(await page.outline(), /iframe "Far"\n +button "Pressed"/);
  });

  on(
    "/broken",
    "a frame whose address cannot be loaded says so, and nothing of the browser's own",
    async (page) => {
      let outline = "";
      for (let looks = 0; looks < LOOKS && !outline.includes("unavailable"); looks++) {
        outline = await page.outline();
      }
      const lines = outline.split("\n").map((line) => line.trim());
      assert.deepEqual(lines, [
        'iframe "Near"',
        'button "Inside"',
        'iframe "Gone" unavailable',
        'button "Do"',
      ]);
    },
  );

  on("/hosts", "closed shadow roots are seen and acted in where that is listed", async (page) => {
    const outline = await page.outline();
    if (!page.subject.features.has("closedShadowRoots")) {
      assert.equal(outline.includes("Shadow"), false);
      return;
    }
    assert.match(outline, /button "Shadow"/);
    assert.match(outline, /button "Nested"/);
    await page.click('button "Shadow"');
    assert.match(await page.outline(), /button "Pressed"/);
  });

  on("/long", "the parts of a snapshot give every line once, in order", async (page) => {
    const names: string[] = [];
    let part = await page.snapshot({ maxNodes: 100 });
    for (let parts = 1;; parts++) {
      const lines = (part.outline ?? "").split("\n");
      names.push(...lines.flatMap((line) => /^ *link "(.*)"/.exec(line)?.[1] ?? []));
      if (part.after === undefined) break;
      assert.ok(parts < 20);
      part = await page.snapshot({ maxNodes: 100, after: part.after });
    }
    assert.deepEqual(names, Array.from({ length: 300 }, (_, i) => `Link ${i}`));
  });

  on("/long", "a line without a number is counted among its like", async (page) => {
    await page.outline();
    const read = (target: string) => ({ kind: "inspect" as const, input: { target } });
    const error = await page.refused(read("listitem"), "targetAmbiguous");
    assert.match(error.repair.action, /count .* from 0 .* listitem #0/);
    await page.done(read("listitem #299"));
    await page.refused(read("listitem #300"), "targetNotFound");
  });

  on("/long", "a part of a document that is gone is refused", async (page) => {
    const { after: cursor } = await page.snapshot({ maxNodes: 10 });
    assert.ok(cursor);
    await page.done({ kind: "navigate", input: { url: page.subject.url("/form") } });
    const input = { after: cursor };
    const outcome = await page.run({ kind: "accessibilitySnapshot", input });
    assert.equal(outcome.status, "failed");
  });

  on("/form", "screenshots have the size they tell", async (page) => {
    const mode = { kind: "clip", x: 0, y: 0, width: 120, height: 60 };
    const clip = await page.done({ kind: "captureScreenshot", input: { mode } });
    const { width, height } = find(clip, "screenshot");
    assert.deepEqual([width, height], [120, 60]);
    const small = await page.done({ kind: "captureScreenshot", input: { maxSide: 100 } });
    const shot = find(small, "screenshot");
    assert.ok(Math.max(shot.width, shot.height) <= 100);
    const element = { kind: "element", target: 'button "Do"' };
    await page.done({ kind: "captureScreenshot", input: { mode: element } });
  });

  on(
    "/form",
    "a renderer crash is told once, then a navigation brings the page back",
    async (page) => {
      if (!page.subject.features.has("rendererCrash")) return;
      await page.subject.crashRenderer();
      await page.refused({ kind: "inspect" }, "pageCrashed");
      await page.refused({ kind: "inspect" }, "pageCrashed");
      await page.done({ kind: "navigate", input: { url: page.subject.url("/second") } });
      assert.match(await page.outline(), /heading "Second"/);
    },
  );

  // The last one: it takes the browser of all the others.
  alone("a dead browser is told once, and its session goes on in a new one", async (running) => {
    const page = await Driver.open(running, "/form");
    await running.killBrowser();
    const error = await page.refused({ kind: "inspect" }, "pageCrashed");
    assert.match(error.message, /SIGKILL/);
    await page.refused({ kind: "inspect" }, "notFound");
    const next = await Driver.openIn(running, page.sessionId, "/second");
    assert.match(await next.outline(), /heading "Second"/);
    await running.runtime.closeSession(page.sessionId, AGENT);
  });

  test(`${name}: every expectation names a test`, () => {
    assert.deepEqual(unknownEntries(name, titles), []);
  });
}
