/**
 * Stale targets: the page changes between snapshot and act. The element that was meant, or a typed
 * error that names what happened; never another element, never success without effect. The suite
 * goes through every change, act, place and form; `make soak` through all of them together.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OpenPage } from "../support/agent.ts";
import { brief, SOAK } from "../support/soak.ts";
import { type Cell, type Form, verdictOf } from "./stale_cell.ts";
import { type Act, type Change, CHANGES, RECYCLINGS, TOLD_ROWS } from "./stale_changes.ts";
import { PLACES } from "./stale_stage.ts";
import { FaultStand } from "./stand.ts";

const ACTS: readonly Act[] = [
  { tool: "click", kind: "button" },
  { tool: "type_text", kind: "textbox" },
  { tool: "click", kind: "clickable" },
  { tool: "type_text", kind: "checkbox" },
  { tool: "inspect", kind: "button" },
  { tool: "type_text", kind: "select" },
  { tool: "click", kind: "checkbox" },
  { tool: "type_text", kind: "date" },
  { tool: "screenshot", kind: "button" },
  { tool: "type_text", kind: "editable" },
  { tool: "click", kind: "switch" },
  { tool: "type_text", kind: "switch" },
];
const FORMS: readonly Form[] = ["line", "object"];

let stand: FaultStand;
let page: OpenPage;
before(async () => {
  stand = await FaultStand.start();
  page = await stand.agent.open(stand.page("/empty", "<title>Empty</title>"));
});
after(() => stand.close());

/** All cells of a change; in the suite some of them. */
function cellsOf(change: Change, index: number): readonly Cell[] {
  const cells = PLACES.flatMap((place) =>
    ACTS.flatMap((act) => FORMS.map((form): Cell => ({ change, act, place, form })))
  );
  if (SOAK) return cells;
  // One of them, so chosen that all changes together go through every act, place and form.
  const turn = Math.floor(index / ACTS.length);
  const act = ACTS[index % ACTS.length];
  const place = PLACES[(index + turn) % PLACES.length];
  const form = FORMS[(index + (index >> 1) + turn) % FORMS.length];
  return cells.filter((cell) => cell.place === place && cell.act === act && cell.form === form);
}

const ALL = [...[...CHANGES, ...RECYCLINGS, ...TOLD_ROWS].entries()];

for (const [index, change] of brief(ALL, 3)) {
  test(`a page ${change.name}: the element that was meant, or a refusal that says so`, async () => {
    const wrong: string[] = [];
    for (const cell of cellsOf(change, index)) {
      const verdict = await verdictOf(stand, page, cell);
      if (verdict === null) continue;
      wrong.push(`${cell.act.tool} ${cell.act.kind} by ${cell.form} in ${cell.place}: ${verdict}`);
    }
    assert.deepEqual(wrong, []);
  });
}
