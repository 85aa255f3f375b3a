/**
 * The page changes while it is acted on: under the moving pointer, at the press, at the focus.
 * Nothing but the element that was meant gets any of it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import { SOAK } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { failureWords } from "./stale_cell.ts";
import { FaultStand } from "./stand.ts";

let stand: FaultStand;
let page: OpenPage;
before(async () => {
  stand = await FaultStand.start();
  page = await stand.agent.open(stand.page("/empty", "<title>Empty</title>"));
});
after(() => stand.close());

/** What the page does to the buttons a ("Save") and b ("Delete account"). */
const CHANGES = {
  "exchanges their places": "b.after(a);",
  "exchanges their labels": "a.textContent = 'Delete account'; b.textContent = 'Save';",
  "renames the one": "a.textContent = 'Delete account';",
  "renames it by attribute": "a.setAttribute('aria-label', 'Delete account');",
  "takes the one away": "a.remove();",
  "puts the other over it":
    "b.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%';",
  "puts the other in its place": "a.replaceWith(b);",
  "draws all anew": "a.parentNode.innerHTML = a.parentNode.innerHTML.replace(/id=(.)a/, 'id=$1d');",
} as const;
const BEFORE = ["pointermove", "pointerover", "mouseover", "mouseenter", "mousemove"];
const AT = ["pointerdown", "mousedown", "focusin"];
const AFTER = ["pointerup", "mouseup"];
const RENAMES: readonly string[] = [
  "exchanges their labels",
  "renames the one",
  "renames it by attribute",
];

let number = 0;

for (
  const event of SOAK
    ? [...BEFORE, ...AT, ...AFTER]
    : ["pointermove", "mouseover", ...AT, "mouseup"]
) {
  test(`a page that changes at ${event} never has another element pressed`, async () => {
    const wrong: string[] = [];
    for (const [name, change] of Object.entries(CHANGES)) {
      const path = `/during/${++number}`;
      const url = stand.page(
        path,
        `<title>During</title><body><div id=box><button id=a>Save</button><button id=b>Delete account</button></div>
        <script>
          const [a, b] = [document.getElementById("a"), document.getElementById("b")];
          held("${path}", () => {});
          let done = false;
          // Chromium tells a window nothing of mouseenter.
          document.addEventListener("${event}", (event) => {
            if (done || !(event.target instanceof Element)) return;
            if (event.target.id !== "a") return;
            done = true;
            ${change}
            tell("changed");
          }, true);
        </script>`,
      );
      await page.call("navigate", { url });
      await stand.holding(path);
      await page.outline();
      const { value: reply } = await answered(
        `click at ${event}`,
        1_000,
        page.attempt("click", { target: 'button "Save"' }),
      );
      const happened = (await stand.happened()).filter(({ at }) => at === path);
      stand.forget();
      const changed = happened.findIndex(({ type }) => type === "told");
      const events = happened.filter(({ type }) => type !== "told");
      const got = `${name}: ${reply.isError ? failureWords(reply) : "done"}; ${
        JSON.stringify(happened.map(({ type, key }) => `${type} ${key}`))
      }`;
      if (changed < 0) wrong.push(`the page did not change; ${got}`);
      if (events.some(({ key }) => key === "b" || key === "d")) {
        wrong.push(`another got it; ${got}`);
      }
      // Before the press the element became something else: then it must not be pressed.
      const early = BEFORE.includes(event) && RENAMES.includes(name);
      if (early && events.length > 0) wrong.push(`pressed what was renamed; ${got}`);
      // A page that answers to the end of the press was pressed, also when no click comes of it.
      const reached = (AFTER.includes(event) && changed >= 0) ||
        events.some(({ type, key }) => key === "a" && (type === "click" || type === "mouseup"));
      if (!reply.isError && !reached) wrong.push(`success without effect; ${got}`);
    }
    assert.deepEqual(wrong, []);
  });
}

/** How the page answers to the focus or the first key: the field b ("Card") is not meant. */
const MOVES = {
  "moves the focus at the focus": `a.onfocus = () => { b.focus(); tell("changed"); };`,
  "moves the focus a moment after":
    `a.onfocus = () => queueMicrotask(() => { b.focus(); tell("changed"); });`,
  "moves the focus in the next task":
    `a.onfocus = () => setTimeout(() => { b.focus(); tell("changed"); });`,
  "moves the focus as the first key goes down":
    `a.onkeydown = () => { b.focus(); a.onkeydown = null; tell("changed"); };`,
  "renames the field at the focus":
    `a.onfocus = () => { a.setAttribute("aria-label", "Card"); tell("changed"); };`,
  "exchanges the labels at the focus":
    `a.onfocus = () => { a.ariaLabel = "Card"; b.ariaLabel = "Name"; tell("changed"); };`,
  "takes the field away at the focus": `a.onfocus = () => { a.remove(); tell("changed"); };`,
  "takes the field away and goes on to the next":
    `a.onfocus = () => { a.remove(); b.focus(); tell("changed"); };`,
} as const;

for (const [name, script] of Object.entries(MOVES)) {
  test(`a page that ${name} never has another field typed into`, async () => {
    const path = `/during/${++number}`;
    const url = stand.page(
      path,
      `<title>During</title><body><input id=a aria-label=Name><input id=b aria-label=Card><script>
        const [a, b] = [document.getElementById("a"), document.getElementById("b")];
        held("${path}", () => {});
        ${script}
      </script>`,
    );
    await page.call("navigate", { url });
    await stand.holding(path);
    await page.outline();
    const { value: reply } = await answered(
      "typing",
      1_000,
      page.attempt("type_text", { target: 'textbox "Name"', value: "hidden" }),
    );
    const happened = (await stand.happened()).filter(({ at }) => at === path);
    stand.forget();
    const got = `${reply.isError ? failureWords(reply) : "done"}; ${
      JSON.stringify(happened.map(({ type, key }) => `${type} ${key}`))
    }`;
    assert.ok(happened.some(({ type }) => type === "told"), `the page changed: ${got}`);
    assert.ok(!happened.some(({ key }) => key === "b"), `nothing got to the other: ${got}`);
    // In the next task it may be too late to move the focus: then all was typed where it was meant.
    if (!reply.isError) assert.ok(happened.some(({ type }) => type === "input"), got);
  });
}
