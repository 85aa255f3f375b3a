/** Roles, names, descriptions and rows, case by case, in both browsers. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as v from "valibot";
import { BROWSERS, WalkingLab } from "../../support/walking_engines.ts";
import { LINE_CASES } from "./line_cases.ts";
import { NAME_CASES } from "./name_cases.ts";
import { ROLE_CASES } from "./role_cases.ts";

const Found = v.array(v.tuple([v.string(), v.string(), v.string()]));

/** Elements with the attribute whose value is not what `said` gives: expected, said, markup. */
const wrong = (attribute: string, said: string): string =>
  `(() => {
    const lines = new Map(__walking.exposed().map((one) => [one.element, one.name]));
    const { roleOf, nameOf, descriptionOf } = __walking;
    return [...document.querySelectorAll("[${attribute}]")]
      .map((e) => [e.getAttribute("${attribute}"), ${said}, e.outerHTML.slice(0, 200)])
      .filter(([expected, found]) => expected !== found);
  })()`;

const ROLES = wrong("data-role", `roleOf(e) ?? "none"`);
const NAMES = wrong("data-name", "nameOf(e)");
/** An element without a name may have no line. */
const LINES = wrong("data-name", `lines.get(e) ?? (e.dataset.name === "" ? "" : "no line")`);
const DESCRIPTIONS = wrong("data-description", "descriptionOf(e, nameOf(e))");

for (const kind of BROWSERS) {
  describe(kind, () => {
    let lab: WalkingLab | null = null;
    before(async () => {
      lab = await WalkingLab.open(kind);
    });
    after(() => lab?.close());

    const found = async (html: string, ...questions: string[]): Promise<unknown> => {
      assert.ok(lab);
      await lab.show(`<!doctype html><meta charset=utf-8>${html}`);
      const answers: unknown[] = [];
      for (const question of questions) answers.push(...v.parse(Found, await lab.ask(question)));
      return answers;
    };

    for (const [title, html, expected] of LINE_CASES) {
      test(`rows: ${title}`, async () => {
        assert.ok(lab);
        await lab.show(`<!doctype html><meta charset=utf-8>${html}`);
        const rows = (await lab.lines()).map((line) => line.replace(/url=\S+/, "url=URL"));
        assert.deepEqual(rows, expected);
      });
    }
    for (const [title, html] of Object.entries(ROLE_CASES)) {
      test(`roles: ${title}`, async () => assert.deepEqual(await found(html, ROLES), []));
    }
    for (const [title, html] of Object.entries(NAME_CASES)) {
      test(`names: ${title}`, async () =>
        assert.deepEqual(await found(html, NAMES, LINES, DESCRIPTIONS), []));
    }
  });
}
