/**
 * The accessible-name cases of web-platform-tests through the built executable, in both browsers:
 * the names that an agent is told. Bound: issue "Firefox over WebDriver BiDi" 2.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Agent } from "../support/agent.ts";
import { ROOT } from "../support/executable.ts";
import { judgeNames } from "./accname.ts";

const LEAST_RIGHT = 0.99;

/** Where the cases and the browsers disagree, by name. */
const DISAGREED: ReadonlySet<string> = new Set([
  // Content that a style puts around a tooltip.
  "name_test_case_659",
  "name_test_case_660",
  // File inputs do not use their tooltip.
  "name_test_case_751",
  "name_file-title",
  "description_1.0_combobox-focusable",
  // The page refers to an id that nothing has; a later version of the case has it.
  "heading with link referencing image using aria-labelledby, that in turn references text element via aria-labelledby",
]);

for (const browser of ["chromium", "firefox"]) {
  test(`names and descriptions of wpt-accname on ${browser}`, async () => {
    const agent = await Agent.start({ args: ["--browser", browser] });
    try {
      const folder = join(ROOT, "test/fixtures/wpt-accname");
      const { cases, misses } = await judgeNames(agent, folder, DISAGREED);
      assert.ok(cases > 350, `only ${cases} cases were judged`);
      assert.deepEqual(misses.filter(({ title }) => !DISAGREED.has(title)), []);
      assert.ok(1 - misses.length / cases >= LEAST_RIGHT, `${misses.length} of ${cases} missed`);
    } finally {
      await agent.close();
    }
  });
}
