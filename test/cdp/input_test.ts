import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluate, Lab, refusedWith, until, within } from "./browser.ts";

const lab = new Lab();

/** A page that writes every event of the given types into `document.title`… into its own log. */
const LOG = `<script>
  const log = [];
  const note = (text) => { log.push(text); document.documentElement.dataset.log = log.join(" "); };
  const watch = (types, words) => types.forEach((type) =>
    addEventListener(type, (event) => note(words(event)), true));
</script>`;

const log = "document.documentElement.dataset.log ?? ''";

test("a click is move, press, release and click, trusted, at its point", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/click",
        `${LOG}<body style="height:900px"><script>watch(["mousemove","mousedown","mouseup","click"],
          e=>[e.type,e.clientX,e.clientY,e.button,e.isTrusted].join())</script>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 31, y: 42 }, [], within());
    assert.equal(
      await evaluate(page, log),
      ["mousemove", "mousedown", "mouseup", "click"].map((type) => `${type},31,42,0,true`).join(
        " ",
      ),
    );
  });
});

test("modifiers are held as keys around the click, and released after it", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/modifiers",
        `${LOG}<body style="height:900px"><script>watch(["keydown","keyup","click"],
          e=>[e.type,e.key??"",+e.shiftKey,+e.ctrlKey,+e.altKey,+e.metaKey].join())</script>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 9, y: 9 }, ["ctrl", "shift"], within());
    await page.click({ x: 9, y: 9 }, [], within());
    assert.equal(
      await evaluate(page, log),
      "keydown,Control,0,1,0,0 keydown,Shift,1,1,0,0 click,,1,1,0,0 " +
        "keyup,Shift,0,1,0,0 keyup,Control,0,0,0,0 click,,0,0,0,0",
    );
  });
});

test("a click at a frame of another site reaches it", async () => {
  await lab.withPage(async (page) => {
    const frame = lab.site.page(
      "/target",
      `<body onclick="document.title='clicked'" style="height:200px">x`,
      "localhost",
    );
    await page.navigate(
      lab.site.page("/holder", `<iframe src="${frame}" width=300 height=300></iframe>`),
      "complete",
      within(),
    );
    await until(page, () => page.frames()[1]?.url === frame, "the frame");
    const id = page.frames()[1]?.id;
    const painted = "new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)))";
    await evaluate(page, painted, within(), id);
    await evaluate(page, painted);
    await page.click({ x: 80, y: 80 }, [], within());
    assert.equal(await evaluate(page, "document.title", within(), id), "clicked");
  });
});

test("typed text arrives whole and in order: keys, capitals, signs, other scripts, emoji", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page("/type", "<textarea autofocus></textarea>"),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    const text = `Ab1 !@#$%^&*()_+-=[]{}|\\;:'",.<>/?\`~ åß日本 👩‍👩‍👧 é\nsecond`;
    await page.typeText(text, within(30_000));
    assert.equal(await evaluate(page, "document.querySelector('textarea').value"), text);
    const long = "0123456789".repeat(50);
    await page.typeText(long, within());
    assert.equal(await evaluate(page, "document.querySelector('textarea').value"), text + long);
  });
});

test("keys carry key, code and keyCode as a keyboard gives them", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/keys",
        `${LOG}<input autofocus><script>watch(["keydown","keypress","keyup","input"],
          e=>[e.type,e.key??e.data,e.code??"",e.keyCode??"",+!!e.shiftKey].join())</script>`,
      ),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    await page.typeText("aB?é", within());
    assert.equal(
      await evaluate(page, log),
      "keydown,a,KeyA,65,0 keypress,a,KeyA,97,0 input,a,,,0 keyup,a,KeyA,65,0 " +
        "keydown,B,KeyB,66,1 keypress,B,KeyB,66,1 input,B,,,0 keyup,B,KeyB,66,1 " +
        "keydown,?,Slash,191,1 keypress,?,Slash,63,1 input,?,,,0 keyup,?,Slash,191,1 input,é,,,0",
    );
  });
});

test("a new line is Enter and submits, a tab moves the focus", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page(
        "/form",
        `<form action="/sent"><input name=a autofocus><input name=b><button>Go</button></form>`,
      ),
      "complete",
      within(),
    );
    lab.site.page("/sent", "<p>sent");
    await page.click({ x: 20, y: 20 }, [], within());
    await page.typeText("one\ttwo\n", within());
    await until(page, () => page.url === lab.site.url("/sent?a=one&b=two"), "the form is sent");
  });
});

test("pressKey presses named keys and shortcuts; an unknown key is refused", async () => {
  await lab.withPage(async (page) => {
    await page.navigate(
      lab.site.page("/press", "<input autofocus value=abc>"),
      "complete",
      within(),
    );
    await page.click({ x: 20, y: 20 }, [], within());
    const value = "document.querySelector('input').value";
    await page.pressKey("End", [], within());
    await page.pressKey("Backspace", [], within());
    assert.equal(await evaluate(page, value), "ab");
    await page.pressKey("a", ["ctrl"], within());
    await page.pressKey("x", [], within());
    assert.equal(await evaluate(page, value), "x");
    await refusedWith("invalidRequest", page.pressKey("NoSuchKey", [], within()));
  });
});

test("typing into a frame of another site arrives there", async () => {
  await lab.withPage(async (page) => {
    const frame = lab.site.page("/field", "<input autofocus style='height:100px'>", "localhost");
    await page.navigate(
      lab.site.page("/around-field", `<iframe src="${frame}" width=300 height=300></iframe>`),
      "complete",
      within(),
    );
    await until(page, () => page.frames()[1]?.url === frame, "the frame");
    const id = page.frames()[1]?.id;
    const painted = "new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)))";
    await evaluate(page, painted, within(), id);
    await evaluate(page, painted);
    await page.click({ x: 60, y: 60 }, [], within());
    await page.typeText("key é", within());
    assert.equal(
      await evaluate(page, "document.querySelector('input').value", within(), id),
      "key é",
    );
  });
});
