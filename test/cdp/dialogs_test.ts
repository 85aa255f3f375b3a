import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate, Lab, mainFrame, refusedWith, until, within } from "./browser.ts";
import type { EnginePage } from "../../src/engine/engine.ts";

const lab = new Lab();

function onClick(path: string, script: string, host?: "localhost"): string {
  return lab.site.page(path, `<body onclick='${script}' style="height:500px">x`, host);
}

const SHOT = { format: "png", fullPage: false, scale: 1 } as const;

test("a click returns when a dialog opens, and the dialog is known with its words", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      onClick("/prompt", `document.title=String(prompt("How many?","3"))`),
      "complete",
      within(),
    );
    assert.equal(page.dialog, null);
    await page.click({ x: 20, y: 20 }, [], within());
    const expected = { type: "prompt", message: "How many?", defaultPrompt: "3" };
    assert.deepEqual(page.dialog, expected);
    assert.deepEqual(await page.nextDialog(within()), expected);
    await page.answerDialog(true, "seven", within());
    assert.equal(page.dialog, null);
    assert.equal(await evaluate(page, "document.title"), "seven");
  });
});

test("accepting a prompt without a text gives what it proposes, dismissing gives null", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      onClick("/prompt2", `document.title=String(prompt("?","3"))`),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await page.answerDialog(true, undefined, within());
    assert.equal(await evaluate(page, "document.title"), "3");
    await page.click({ x: 20, y: 20 }, [], within());
    await page.answerDialog(false, undefined, within());
    assert.equal(await evaluate(page, "document.title"), "null");
  });
});

test("while a dialog is open, what it would block answers dialogPending at once", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(onClick("/alert", `alert("Hi")`), "complete", within());
    const frame = page.frame(mainFrame(page));
    const underWay = refusedWith("dialogPending", evaluate(page, "new Promise(()=>{})"));
    await page.click({ x: 20, y: 20 }, [], within());
    await underWay;
    const call = within();
    await refusedWith("dialogPending", frame.call("facts", {}, call));
    await refusedWith(
      "dialogPending",
      frame.linkChildren(call).then(() => frame.call("facts", {}, call)),
    );
    await refusedWith("dialogPending", page.screenshot(SHOT, call));
    await refusedWith("dialogPending", page.click({ x: 20, y: 20 }, [], call));
    await refusedWith("dialogPending", page.typeText("a", call));
    await page.answerDialog(true, undefined, within());
    await frame.call("facts", {}, within());
  });
});

test("a navigation dismisses what the page asks that it leaves, and tells it once", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(onClick("/leave", `alert("One"),alert("Two")`), "complete", within());
    await page.click({ x: 20, y: 20 }, [], within());
    const next = lab.site.page("/left", "<p>x");
    await page.navigate(next, "complete", within());
    assert.equal(page.url, next);
    assert.deepEqual(page.takeNews().dismissed.map((each) => each.message), ["One", "Two"]);
    assert.deepEqual(page.takeNews().dismissed, []);
  });
});

test("there is nothing to answer without a dialog, and none comes by the deadline", async () => {
  await lab.withPage(async (page) => {
    await refusedWith("invalidRequest", page.answerDialog(true, undefined, within()));
    assert.equal(await page.nextDialog(within(50)), null);
  });
});

test("a page with an open dialog can be closed", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(onClick("/alert2", `alert("Hi")`), "complete", within());
    await page.click({ x: 20, y: 20 }, [], within());
    await page.close(within());
    assert.deepEqual(await page.gone, { reason: "closed" });
    assert.equal(page.dialog, null);
  });
});

for (const host of ["127.0.0.1", "localhost"] as const) {
  test(`a dialog of a frame from ${host} is the page's`, async () => {
    await lab.withPage(async (page) => {
      const frame = lab.site.page(
        "/frame-confirm",
        `<body onclick='document.title=String(confirm("Sure?"))'>x`,
        host,
      );
      await page.navigate(
        lab.site.page("/framed", `<iframe src="${frame}" width=300 height=300></iframe>`),
        "complete",
        within(),
      );
      await until(page, () => page.frames()[1]?.url === frame, "the frame");
      // Where a click goes is known to the browser once the frame has been painted.
      const painted = "new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)))";
      await evaluate(page, painted, within(), page.frames()[1]?.id);
      await evaluate(page, painted);
      await page.click({ x: 60, y: 60 }, [], within());
      assert.equal((await page.nextDialog(within()))?.message, "Sure?");
      await page.answerDialog(true, undefined, within());
      const id = page.frames()[1]?.id;
      assert.equal(await evaluate(page, "document.title", within(), id), "true");
    });
  });
}

test("a dialog that a popup opens while it loads is the popup's", async () => {
  await lab.withPage(async (page, context) => {
    const url = lab.site.page("/alerts", `<script>alert("From the popup")</script>`);
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    await page.navigate(
      onClick("/opens", `window.open("${url}","","noopener")`),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup");
    const [popup] = popups;
    assert.equal((await popup?.nextDialog(within()))?.message, "From the popup");
    assert.equal(page.dialog, null);
    await popup?.answerDialog(true, undefined, within());
    await popup?.waitForLoad("complete", within());
  });
});

test("beforeunload stops a navigation with a dialog, and accepting lets it go on", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/unsaved",
        `<script>addEventListener("beforeunload",e=>e.preventDefault())</script><input autofocus>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await page.typeText("a", within());
    const next = lab.site.page("/saved", "<p>x");
    await refusedWith("dialogPending", page.navigate(next, "complete", within()));
    assert.equal(page.dialog?.type, "beforeunload");
    await page.answerDialog(false, undefined, within());
    assert.equal(await evaluate(page, "location.pathname"), "/unsaved");
    await refusedWith("dialogPending", page.navigate(next, "complete", within()));
    await page.answerDialog(true, undefined, within());
    await until(page, () => page.url === next, "the navigation goes on");
    await page.waitForLoad("complete", within());
  });
});

test("closing a page does not ask beforeunload", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/unsaved2",
        `<script>addEventListener("beforeunload",e=>e.preventDefault())</script><input>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await page.typeText("a", within());
    await page.close(within());
    assert.deepEqual(await page.gone, { reason: "closed" });
  });
});

test("a page that is held up by the dialog of its popup says so", async () => {
  await lab.withPage(async (page, context) => {
    const popups: EnginePage[] = [];
    context.onPopup((popup) => popups.push(popup));
    const url = lab.site.page("/asks", "<script>setTimeout(()=>alert(1))</script>");
    await page.navigate(onClick("/asked", `window.open("${url}")`), "complete", within());
    await page.click({ x: 20, y: 20 }, [], within());
    await until(page, () => popups.length === 1, "the popup");
    await popups[0]?.nextDialog(within());
    const failure = await refusedWith("dialogPending", evaluate(page, "1", within(500)));
    assert.match(failure.message, /[Aa]nother page/);
    await popups[0]?.answerDialog(true, undefined, within());
    assert.equal(await evaluate(page, "1"), "1");
  });
});

/** Chromium 156 ends with a signal where a dialog outlives its frame. */
for (const host of ["127.0.0.1", "localhost"] as const) {
  for (const how of ["page", "context", "removed"] as const) {
    // A same-process frame cannot be removed while its dialog holds the process up.
    if (how === "removed" && host === "127.0.0.1") continue;
    test(`the browser outlives the dialog of a frame from ${host} (${how})`, async () => {
      await lab.withPage(async (page, context) => {
        const { promise: mayGo, resolve: letGo } = Promise.withResolvers<void>();
        lab.site.page("/go", (_request, response) => void mayGo.then(() => response.end()));
        const frame = lab.site.page(`/asks-${host}`, `<script>confirm("Sure?")</script>`, host);
        const url = lab.site.page(
          "/frame-asks",
          `<script>fetch("/go").then(() => document.querySelector("iframe").remove())</script>
           <iframe src="${frame}"></iframe>`,
        );
        await page.navigate(url, "commit", within()).catch(() => {});
        assert.equal((await page.nextDialog(within()))?.message, "Sure?");
        if (how === "page") await page.close(within());
        if (how === "context") await context.close(within());
        if (how === "removed") {
          letGo();
          await until(page, () => page.crashed !== null, "the page tells that it is lost");
          assert.equal(page.dialog, null);
          await refusedWith("pageCrashed", evaluate(page, "1"));
          await page.navigate(lab.site.page("/after", "<p>x"), "complete", within());
          assert.equal(await evaluate(page, "location.pathname"), "/after");
          assert.equal(page.crashed, null);
        }
      });
      await lab.withPage(async (page) => {
        assert.equal(await evaluate(page, "1 + 1"), "2");
      });
    });
  }
}
