import assert from "node:assert/strict";
import { test } from "node:test";
import { asExpected, type Expectation, unknownEntries } from "./expectations.ts";

const LISTED: readonly Expectation[] = [
  { engine: "Firefox", title: "it flies", reason: "It has no wings" },
];
const passes = () => Promise.resolve();
const fails = () => Promise.reject(new Error("fallen"));

test("a test that is not listed passes and fails by itself", async () => {
  await asExpected("Firefox", "it swims", passes, LISTED);
  await assert.rejects(asExpected("Firefox", "it swims", fails, LISTED), /fallen/);
  await assert.rejects(asExpected("Chromium", "it flies", fails, LISTED), /fallen/);
});

test("a listed test is to fail, and its entry is stale when it passes", async () => {
  await asExpected("Firefox", "it flies", fails, LISTED);
  await assert.rejects(asExpected("Firefox", "it flies", passes, LISTED), /take its entry out/);
});

test("an entry that names no test is found", () => {
  assert.deepEqual(unknownEntries("Firefox", new Set(["it swims"]), LISTED), LISTED);
  assert.deepEqual(unknownEntries("Firefox", new Set(["it flies"]), LISTED), []);
  assert.deepEqual(unknownEntries("Chromium", new Set(), LISTED), []);
});
