import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "../../src/model/error.ts";
import type {
  HandleBinding,
  HandleRegistry,
  HandleReservation,
} from "../../src/registry/runtime.ts";
import { AGENT, BUSY, failsWith, FORM, Stand } from "./stand.ts";

const never = new AbortController().signal;

/** Handles as one MCP server keeps them, reduced to what workflow_start asks of it. */
class Handles implements HandleRegistry {
  generation = 0;
  readonly committed: HandleBinding[] = [];
  released = 0;
  reserved = 0;
  retained: ReadonlySet<string> | null = null;

  resolve(): HandleBinding {
    throw new Failure("unknownWorkflowHandle", "Not asked for here");
  }

  reserve(): HandleReservation {
    this.reserved += 1;
    const born = this.generation;
    const current = () => this.generation === born;
    return {
      get current() {
        return current();
      },
      commit: (binding) => {
        this.committed.push(binding);
        return "wf_00000000000000000000000000000001";
      },
      release: () => {
        this.released += 1;
      },
    };
  }

  evict(): void {}

  retainSessions(sessionIds: ReadonlySet<string>): void {
    this.retained = sessionIds;
  }

  reset(): void {
    this.generation += 1;
  }
}

function start(stand: Stand, handles: Handles, url?: string, signal = never) {
  const options = { profile: "default", ...(url === undefined ? {} : { url }) };
  return stand.runtime.startWorkflow(options, AGENT, handles, signal);
}

test("workflow_start gives session, page and handle in one answer", async () => {
  const handles = new Handles();
  const result = await start(new Stand(), handles, FORM);
  assert.equal(result.status, "completed");
  assert.equal(result.navigationOutcome?.status, "completed");
  assert.deepEqual(handles.committed, [{
    sessionId: result.sessionId,
    pageId: result.pageId,
    workflowId: result.workflowId,
  }]);
  assert.deepEqual(result.session.page_ids, [result.pageId]);
  assert.equal(result.page?.url, FORM);
  assert.equal("reason" in result, false);
  assert.equal(handles.released, 1);
});

test("workflow_start without a URL navigates nowhere", async () => {
  const result = await start(new Stand(), new Handles());
  assert.equal(result.navigationOutcome, null);
  assert.equal(result.page?.url, null);
});

test("workflow_start reconciles handles with the sessions that are left", async () => {
  const stand = new Stand();
  const id = await stand.session();
  const handles = new Handles();
  await start(stand, handles);
  assert.deepEqual([...handles.retained ?? []], [id]);
});

test("a URL needs browser:mutate before anything is reserved", async () => {
  const handles = new Handles();
  const poor = { ...AGENT, capabilities: new Set(["session:write" as const]) };
  await failsWith(
    new Stand().runtime.startWorkflow({ profile: "p", url: FORM }, poor, handles, never),
    "missingCapability",
  );
  assert.equal(handles.reserved, 0);
});

test("a session that cannot be made is a plain failure and frees the reservation", async () => {
  const stand = new Stand();
  stand.launcher.failures.push(new Failure("browserLaunchFailed", "No browser was found"));
  const handles = new Handles();
  await failsWith(start(stand, handles), "browserLaunchFailed");
  assert.equal(handles.released, 1);
});

test("a failed navigation closes the page and deletes the session", async () => {
  const stand = new Stand();
  const result = await start(stand, new Handles(), "http://nowhere.test/");
  assert.equal(result.status, "failed");
  assert.equal(result.reason, "navigationFailed");
  assert.equal(result.workflowHandle, null);
  assert.equal(result.pageClosed, true);
  assert.equal(result.sessionDeleted, true);
  assert.equal(result.cleanupErrorCode, null);
  assert.match(result.detail ?? "", /^browserCommandFailed: /);
  assert.ok(result.pageId);
  assert.deepEqual(stand.runtime.listSessions(AGENT), []);
});

test("a page that cannot be opened has no page id", async () => {
  const stand = new Stand();
  const first = await stand.session();
  const context = stand.launcher.engines[0]?.contexts[0];
  assert.ok(context !== undefined && first !== "");
  stand.launcher.failPages = new Failure("browserCommandFailed", "No window");
  const result = await start(stand, new Handles(), FORM);
  assert.equal(result.reason, "pageOpenFailed");
  assert.equal(result.pageId, null);
  assert.equal(result.page, null);
  assert.equal(result.pageClosed, false);
  assert.equal(result.sessionDeleted, true);
  assert.equal(result.detail, "browserCommandFailed: No window");
});

test("a new generation during the start takes everything back", async () => {
  const stand = new Stand();
  const handles = new Handles();
  const work = start(stand, handles, FORM);
  handles.reset();
  const result = await work;
  assert.equal(result.reason, "workflowGenerationChanged");
  assert.equal(result.sessionDeleted, true);
  assert.deepEqual(handles.committed, []);
  assert.deepEqual(stand.runtime.listSessions(AGENT), []);
});

test("a cancelled start is answered at once and goes on to its end", async () => {
  const stand = new Stand();
  const handles = new Handles();
  const client = new AbortController();
  const work = start(stand, handles, BUSY, client.signal);
  client.abort();
  await failsWith(work, "cancelled");
  // The navigation into the busy page ends at its time-out and is taken back.
  await stand.clock.sleep(120_000);
  assert.equal(handles.released, 1);
  assert.deepEqual(stand.runtime.listSessions(AGENT), []);
});
