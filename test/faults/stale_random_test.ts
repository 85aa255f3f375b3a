/**
 * Random changes of a list of buttons between snapshot and act: whatever they are, a click reaches
 * the button that was meant, or none.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import * as v from "valibot";
import type { OpenPage } from "../support/agent.ts";
import { amount } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { failureWords } from "./stale_cell.ts";
import { FaultStand } from "./stand.ts";

const COUNT = 6;
const NAMES = Array.from({ length: COUNT }, (_, i) => `Button ${i}`);

const place = fc.nat(COUNT - 1);
/** What the page can do; `stale_random` in the page carries it out. */
const change = fc.oneof(
  fc.record({ do: fc.constant("move"), one: place, other: place }),
  fc.record({ do: fc.constant("remove"), one: place }),
  fc.record({ do: fc.constant("rename"), one: place, other: place }),
  fc.record({ do: fc.constant("exchange"), one: place, other: place }),
  fc.record({ do: fc.constant("clone"), one: place }),
  fc.record({ do: fc.constant("replace"), one: place }),
  fc.record({ do: fc.constant("insert"), one: place, other: place }),
  fc.record({ do: fc.constant("hide"), one: place }),
  fc.record({ do: fc.constant("disable"), one: place }),
  fc.record({ do: fc.constant("wrap"), one: place }),
  fc.record({ do: fc.constant("reverse") }),
  fc.record({ do: fc.constant("rebuild") }),
);
/** Rounds of snapshot, changes and click on one page. */
const rounds = fc.array(
  fc.record({ target: place, changes: fc.array(change, { minLength: 1, maxLength: 5 }) }),
  { minLength: 1, maxLength: 4 },
);

/** The list, and for each round its changes, held; a click tells what it reached. */
function html(plan: readonly { readonly changes: readonly unknown[] }[], hold: string): string {
  return `<title>List</title><body><div id=list></div><script>
    const list = document.getElementById("list");
    let last = 0;
    const made = (name) => {
      const button = document.createElement("button");
      button.textContent = name;
      button.dataset.born = String(++last);
      return button;
    };
    const all = () => [...list.querySelectorAll("button")];
    const at = (i) => { const now = all(); return now[i % Math.max(1, now.length)]; };
    const fill = () => list.replaceChildren(...${JSON.stringify(NAMES)}.map(made));
    const DO = {
      move: ({ one, other }) => at(one)?.before(at(other)),
      remove: ({ one }) => at(one)?.remove(),
      rename: ({ one, other }) => { const it = at(one); if (it) it.textContent = "Button " + other; },
      exchange: ({ one, other }) => {
        const [a, b] = [at(one), at(other)];
        if (a && b) [a.textContent, b.textContent] = [b.textContent, a.textContent];
      },
      clone: ({ one }) => {
        const it = at(one);
        if (it) it.after(Object.assign(it.cloneNode(true), {}));
        for (const each of all()) each.dataset.born ||= String(++last);
      },
      replace: ({ one }) => { const it = at(one); if (it) it.replaceWith(made(it.textContent)); },
      insert: ({ one, other }) => at(one)?.before(made("Button " + other)),
      hide: ({ one }) => { const it = at(one); if (it) it.style.display = "none"; },
      disable: ({ one }) => { const it = at(one); if (it) it.disabled = true; },
      wrap: ({ one }) => {
        const it = at(one);
        const around = document.createElement("p");
        it?.before(around);
        if (it) around.append(it);
      },
      reverse: () => list.replaceChildren(...all().reverse()),
      rebuild: () => { list.innerHTML = list.innerHTML; },
    };
    addEventListener("mousedown", note, true);
    addEventListener("click", note, true);
    function note(event) {
      const button = event.target.closest?.("button");
      tell("reached", button === null ? null : { name: button.textContent, type: event.type });
    }
    fill();
    ${JSON.stringify(plan)}.forEach(({ changes }, i) => {
      held("${hold} fill " + i, fill);
      held("${hold} " + i, () => {
        for (const change of changes) DO[change.do](change);
        const meant = all();
        tell("now", meant.map((each) => each.textContent));
      });
    });
  </script>`;
}

const Reached = v.object({ name: v.string(), type: v.string() });

let stand: FaultStand;
let page: OpenPage;
let number = 0;
before(async () => {
  stand = await FaultStand.start();
  page = await stand.agent.open(stand.page("/empty", "<title>Empty</title>"));
});
after(() => stand.close());

test("a click on a line of before never reaches a button of another name", async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (plan) => {
      const hold = `list ${++number}`;
      const path = `/list/${number}`;
      await page.call("navigate", { url: stand.page(path, html(plan, hold)) });
      for (const [i, { target }] of plan.entries()) {
        await stand.release(`${hold} fill ${i}`);
        const name = NAMES[target] ?? "";
        const line = (await page.outline()).find((each) => each.startsWith(`button "${name}"`));
        assert.ok(line !== undefined);
        await stand.release(`${hold} ${i}`);
        const { value: reply } = await answered(
          "click",
          1_000,
          page.attempt("click", { target: line }),
        );
        const happened = (await stand.happened()).filter(({ at, key }) =>
          at === path && key === "reached"
        );
        stand.forget();
        const got = `${reply.isError ? failureWords(reply) : "done"}; ${JSON.stringify(happened)}`;
        for (const { value } of happened) {
          assert.equal(v.parse(Reached, value).name, name, got);
        }
        const clicked = happened.some(({ value }) => v.parse(Reached, value).type === "click");
        assert.equal(clicked, !reply.isError, got);
      }
    }),
    { numRuns: amount(6, 150) },
  );
});
