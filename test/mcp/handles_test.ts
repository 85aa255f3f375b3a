import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WorkflowHandles } from "../../src/mcp/handles.ts";
import { MAX_HANDLE_RESERVATIONS, MAX_HANDLES } from "../../src/model/limits.ts";
import type { Ids } from "../../src/model/ports.ts";
import type { HandleBinding } from "../../src/registry/runtime.ts";
import { countingIds } from "../support/fake_runtime.ts";

function binding(session: number, page = 0): HandleBinding {
  return { sessionId: `s${session}`, pageId: `p${page}`, workflowId: `w${session}.${page}` };
}

function committed(handles: WorkflowHandles, one: HandleBinding): string {
  return handles.reserve().commit(one);
}

const unknown = { code: "unknownWorkflowHandle" };

describe("WorkflowHandles", () => {
  test("a committed handle resolves to its binding", () => {
    const handles = new WorkflowHandles(countingIds());
    assert.deepEqual(handles.resolve(committed(handles, binding(1))), binding(1));
  });

  test("a handle is wf_ and 32 hex digits, from 16 random bytes", () => {
    const asked: number[] = [];
    const ids: Ids = { uuid: () => "", hex: (bytes) => (asked.push(bytes), "a1".repeat(bytes)) };
    const handle = committed(new WorkflowHandles(ids), binding(1));
    assert.match(handle, /^wf_[0-9a-f]{32}$/);
    assert.deepEqual(asked, [16]);
  });

  test("what was never given is unknown", () => {
    const handles = new WorkflowHandles(countingIds());
    for (
      const handle of ["", "wf_", `wf_${"0".repeat(32)}`, `WF_${"0".repeat(32)}`, "x".repeat(35)]
    ) {
      assert.throws(() => handles.resolve(handle), unknown);
    }
  });

  test("the 65th commit drops the least recently used", () => {
    const handles = new WorkflowHandles(countingIds());
    const given = Array.from({ length: MAX_HANDLES }, (_, n) => committed(handles, binding(n)));
    const [first = "", second = ""] = given;
    handles.resolve(first);
    const last = committed(handles, binding(99));
    assert.throws(() => handles.resolve(second), unknown);
    for (const kept of [first, last, ...given.slice(2)]) handles.resolve(kept);
  });

  test("a reservation alone drops nothing", () => {
    const handles = new WorkflowHandles(countingIds());
    const given = Array.from({ length: MAX_HANDLES }, (_, n) => committed(handles, binding(n)));
    handles.reserve().release();
    for (const handle of given) handles.resolve(handle);
  });

  test("the 65th reservation is refused until one is released or committed", () => {
    const handles = new WorkflowHandles(countingIds());
    const held = Array.from({ length: MAX_HANDLE_RESERVATIONS }, () => handles.reserve());
    assert.throws(() => handles.reserve(), { code: "resourceExhausted" });
    held[0]?.release();
    held[0]?.release();
    handles.reserve();
    assert.throws(() => handles.reserve(), { code: "resourceExhausted" });
    held[1]?.commit(binding(1));
    handles.reserve();
    assert.throws(() => handles.reserve(), { code: "resourceExhausted" });
  });

  test("a reservation commits once", () => {
    const handles = new WorkflowHandles(countingIds());
    const reservation = handles.reserve();
    reservation.commit(binding(1));
    assert.equal(reservation.current, false);
    assert.throws(() => reservation.commit(binding(2)), { code: "internal" });
  });

  test("a new generation kills handles and reservations and frees their places", () => {
    const handles = new WorkflowHandles(countingIds());
    const handle = committed(handles, binding(1));
    const held = Array.from({ length: MAX_HANDLE_RESERVATIONS }, () => handles.reserve());
    handles.reset();
    assert.throws(() => handles.resolve(handle), unknown);
    assert.equal(held[0]?.current, false);
    assert.throws(() => held[0]?.commit(binding(2)), { code: "internal" });
    const fresh = handles.reserve();
    held[1]?.release();
    assert.equal(fresh.current, true);
    handles.resolve(fresh.commit(binding(3)));
  });

  test("evict drops a page's handles, or all of a session", () => {
    const handles = new WorkflowHandles(countingIds());
    const [a, b, c] = [binding(1, 1), binding(1, 2), binding(2, 1)].map((one) =>
      committed(handles, one)
    );
    handles.evict({ sessionId: "s1", pageId: "p1" });
    assert.throws(() => handles.resolve(a ?? ""), unknown);
    handles.resolve(b ?? "");
    handles.evict({ sessionId: "s1" });
    assert.throws(() => handles.resolve(b ?? ""), unknown);
    handles.resolve(c ?? "");
  });

  test("retainSessions drops the handles of all others", () => {
    const handles = new WorkflowHandles(countingIds());
    const kept = committed(handles, binding(1));
    const gone = committed(handles, binding(2));
    handles.retainSessions(new Set(["s1"]));
    handles.resolve(kept);
    assert.throws(() => handles.resolve(gone), unknown);
  });
});
