/**
 * Test files of the built executable that are run a second time with Firefox (`TEST_BROWSER=firefox`).
 * "suite": in `make test` by their telling part (`BRIEF` in `support/soak.ts`), and whole in
 * `make soak`. "soak": in the latter alone. Files that drive both browsers themselves are not here.
 */
export const ON_FIREFOX: Readonly<Record<string, "suite" | "soak">> = {
  "test/e2e/agent_test.ts": "suite",
  "test/e2e/kill_test.ts": "soak",
  "test/faults/dead_test.ts": "suite",
  "test/faults/dialogs_test.ts": "soak",
  "test/faults/hard_test.ts": "suite",
  "test/faults/host_test.ts": "soak",
  "test/faults/hung_places_test.ts": "soak",
  "test/faults/hung_test.ts": "soak",
  "test/faults/input_test.ts": "soak",
  "test/faults/leaving_test.ts": "soak",
  "test/faults/many_test.ts": "soak",
  "test/faults/orphans_test.ts": "soak",
  "test/faults/places_test.ts": "suite",
  "test/faults/popups_test.ts": "soak",
  "test/faults/secrets_test.ts": "soak",
  "test/faults/size_test.ts": "soak",
  "test/faults/stale_documents_test.ts": "soak",
  "test/faults/stale_during_test.ts": "soak",
  "test/faults/stale_random_test.ts": "soak",
  "test/faults/stale_test.ts": "suite",
  "test/faults/unseen_test.ts": "soak",
};
