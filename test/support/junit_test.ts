import assert from "node:assert/strict";
import { test } from "node:test";
import { countResults } from "./junit.ts";

const report = (cases: string) =>
  `<testsuites><testsuite name="./x_test.ts">${cases}</testsuite></testsuites>`;
const pass = (name: string) => `<testcase name="${name}" time="0.1">\n</testcase>`;
const fail = (name: string, text = "it broke") =>
  `<testcase name="${name}"><failure message="m">${text}</failure></testcase>`;

test("a suite is not counted beside its tests", () => {
  const { passed, failures } = countResults(
    report(pass("outer") + pass("outer &gt; a") + pass("outer &gt; b")),
    0,
  );
  assert.deepEqual([passed, failures.length], [2, 0]);
});

test("a failed test counts once, whatever suites it stands in", () => {
  const { passed, failures } = countResults(
    report(fail("outer") + pass("outer &gt; a") + fail("outer &gt; b", "1 &lt; 2")),
    1,
  );
  assert.deepEqual([passed, failures], [1, [{ name: "outer > b", text: "1 < 2" }]]);
});

test("a suite that failed in a hook counts though its tests passed", () => {
  const { failures } = countResults(report(fail("outer") + pass("outer &gt; a")), 1);
  assert.deepEqual(failures.map(({ name }) => name), ["outer"]);
});

test("a test that was cancelled by an early exit counts as failed", () => {
  const xml = report(`<testcase name="exits"><error message="Cancelled"/></testcase>`);
  assert.deepEqual(countResults(xml, 0).failures, [{ name: "exits", text: "Cancelled" }]);
});

test("a run without report is a failure", () => {
  assert.equal(countResults(null, 1).failures.length, 1);
});

test("a run that failed without a failed test is a failure", () => {
  assert.equal(countResults(report(pass("a")), 1).failures.length, 1);
});

test("a run without tests is a failure", () => {
  assert.equal(countResults(report(""), 0).failures.length, 1);
});

test("skipped tests are neither passed nor failed", () => {
  const { passed, skipped, failures } = countResults(
    report(pass("a") + `<testcase name="b"><skipped/></testcase>`),
    0,
  );
  assert.deepEqual([passed, skipped, failures.length], [1, 1, 0]);
});
