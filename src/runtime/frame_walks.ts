/**
 * The walks of a page's frames: in parallel, each with the whole budget. A child frame that hangs, is
 * dead, fails or could not be loaded is shown as unavailable; it holds nothing up.
 */
import type { EngineFrame, FrameInfo } from "../engine/engine.ts";
import type { SnapshotInput } from "../model/command.ts";
import { Failure } from "../model/error.ts";
import {
  FRAME_WALK_MS,
  MAX_FRAMES,
  MAX_OUTLINE_BYTES,
  PAGE_CALL_MS,
  RESOLVE_BACKOFF_MIN_MS,
} from "../model/limits.ts";
import type { WalkArgs } from "../model/page_functions.ts";
import type { Call, Clock, Ids } from "../model/ports.ts";
import { messageUrl } from "../policy/redact.ts";
import { readHeader, RowReader } from "../snapshot/decode.ts";
import type { Position } from "../snapshot/joined.ts";
import { expired, pause, within } from "./calls.ts";
import { marked, markUnavailable, markUnseen, unseenRows } from "./frame_marks.ts";
import type { Page } from "./pages.ts";
import { askedTarget, resolve } from "./targets.ts";

export interface SnapshotPorts {
  readonly clock: Clock;
  readonly ids: Ids;
  /** The engine hands out closed shadow roots. */
  readonly closedRoots: boolean;
}

/** Rows of the frames walked, and what is needed to ask for more. */
export interface Walked {
  readonly walk: string;
  readonly rows: Map<string, readonly string[]>;
  readonly documents: Map<string, string>;
  readonly unavailable: Set<string>;
  readonly unseen: Set<string>;
  /** The frame to begin with, or where the part before ended. */
  readonly start: string | Position;
  readonly partial: boolean;
}

/** All frames of the page, at most MAX_FRAMES. Errors: those of the main frame; dialogPending. */
export async function walkPage(
  ports: SnapshotPorts,
  page: Page,
  input: SnapshotInput,
  call: Call,
): Promise<Walked> {
  const walked = begin(ports, page.mainFrameId, false);
  const frames = page.engine.frames().slice(0, MAX_FRAMES);
  const parents = new Set(frames.map((frame) => frame.parentId));
  await Promise.all(
    frames.map((frame) => walkFrame(ports, page, walked, frame, parents, input, call)),
  );
  markUnavailable(walked);
  if (input.unseen === true) markUnseen(walked);
  return walked;
}

/** The element, and the frames within it. Errors: those of finding it; dialogPending. */
export async function walkSubtree(
  ports: SnapshotPorts,
  page: Page,
  input: SnapshotInput,
  target: NonNullable<SnapshotInput["target"]>,
  call: Call,
): Promise<Walked> {
  const { clock } = ports;
  const found = await resolve(clock, page, askedTarget(target), call, { visible: false });
  const { info } = found.frame;
  const walked = begin(ports, info.id, true);
  const frames = page.engine.frames().slice(0, MAX_FRAMES);
  const parents = new Set(frames.map((frame) => frame.parentId));
  await link(found.frame, parents, within(clock, call, PAGE_CALL_MS));
  const limit = within(clock, call, PAGE_CALL_MS);
  const args = { ...walkArgs(input), root: found.element.ref };
  await keepWalk(ports, walked, found.frame, args, limit);
  // Only the frames that stand in the subtree, and theirs.
  const inside = frameIdsIn(walked.rows.get(info.id) ?? []);
  for (const frame of frames) if (inside.has(frame.parentId ?? "")) inside.add(frame.id);
  await Promise.all(
    frames.filter((frame) => inside.has(frame.id)).map((frame) =>
      walkFrame(ports, page, walked, frame, parents, input, call)
    ),
  );
  markUnavailable(walked);
  if (input.unseen === true) markUnseen(walked);
  return walked;
}

/**
 * Rows after a cursor: of the frames being read, and of those that stand after them.
 * Errors: targetDetached when a frame being read no longer holds them; invalidRequest for a cursor
 * that this page never gave.
 */
export async function walkOn(
  ports: SnapshotPorts,
  page: Page,
  after: string,
  maxNodes: number,
  call: Call,
): Promise<Walked> {
  const cursor = page.observed.cursor(after);
  if (cursor === null || cursor.documentId !== page.documentId) {
    const moved = cursor !== null || page.observed.documentId !== page.documentId;
    throw moved
      ? new Failure(
        "targetDetached",
        `The page has gone to ${messageUrl(page.engine.url)} since`,
        STALE,
      )
      : new Failure("invalidRequest", "The cursor in after is not known for this page", STALE);
  }
  const { position } = cursor;
  const walked: Walked = {
    walk: cursor.walk,
    rows: new Map(),
    documents: new Map(cursor.documents),
    unavailable: new Set(cursor.unavailable),
    unseen: new Set(cursor.unseen),
    start: position,
    partial: true,
  };
  const reading = new Map(position.stack.map(({ frameId, row }) => [frameId, row]));
  for (const frameId of position.waiting) if (!reading.has(frameId)) reading.set(frameId, 0);
  await Promise.all(
    [...reading].map(async ([frameId, row]) => {
      try {
        const part = await rowsFrom(ports, page, walked, frameId, row, maxNodes, call);
        walked.rows.set(frameId, [part]);
      } catch (error) {
        // A frame not reached yet may be gone by now; one that is being read may not.
        if (row > 0 || position.stack.some((each) => each.frameId === frameId)) throw error;
        if (!(error instanceof Failure)) throw error;
        walked.unavailable.add(frameId);
      }
    }),
  );
  markUnavailable(walked);
  return walked;
}

const STALE = { repair: "Take a fresh a11y_snapshot without after." };

function begin(ports: SnapshotPorts, start: string, partial: boolean): Walked {
  return {
    walk: ports.ids.hex(4),
    rows: new Map(),
    documents: new Map(),
    unavailable: new Set(),
    unseen: new Set(),
    start,
    partial,
  };
}

async function walkFrame(
  ports: SnapshotPorts,
  page: Page,
  walked: Walked,
  info: FrameInfo,
  parents: ReadonlySet<string | null>,
  input: SnapshotInput,
  call: Call,
): Promise<void> {
  const main = info.parentId === null;
  if (info.failed && !main) {
    // What the browser says in its place is not the site's.
    walked.unavailable.add(info.id);
    return;
  }
  const limit = within(ports.clock, call, main ? PAGE_CALL_MS : FRAME_WALK_MS);
  try {
    await whileLoading(ports.clock, page, info.id, main, limit, async () => {
      const frame = page.engine.frame(info.id);
      await link(frame, parents, limit);
      await keepWalk(ports, walked, frame, walkArgs(input), limit);
    });
  } catch (error) {
    // The end of the call, and an open dialog, end the whole snapshot; so does the main frame.
    if (main || !(error instanceof Failure) || error.code === "dialogPending") throw error;
    if (call.signal?.aborted === true) throw error;
    walked.unavailable.add(info.id);
  }
}

function walkArgs(input: SnapshotInput): Omit<WalkArgs, "walk"> {
  const { maxNodes: rows, unseen } = input;
  return { rows, chars: MAX_OUTLINE_BYTES, ...(unseen === true && { unseen }) };
}

/**
 * A child frame changes its document, and perhaps its process, while it loads: it is asked again
 * as long as it is there. A new main document is the whole snapshot's matter.
 */
async function whileLoading(
  clock: Clock,
  page: Page,
  frameId: string,
  main: boolean,
  limit: Call,
  work: () => Promise<void>,
): Promise<void> {
  for (let wait = RESOLVE_BACKOFF_MIN_MS;; wait *= 2) {
    try {
      return await work();
    } catch (error) {
      const moved = error instanceof Failure && MOVED.has(error.code);
      if (main || !moved || expired(clock, limit)) throw error;
      await pause(clock, limit, wait);
      if (!page.engine.frames().some((info) => info.id === frameId)) throw error;
    }
  }
}

const MOVED: ReadonlySet<string> = new Set(["targetDetached", "frameNotFound"]);

async function link(
  frame: EngineFrame,
  parents: ReadonlySet<string | null>,
  call: Call,
): Promise<void> {
  if (parents.has(frame.info.id)) await frame.linkChildren(call);
}

/** Closed shadow roots within each other that one snapshot opens; later ones open more. */
const MAX_CLOSED_DEPTH = 4;

async function keepWalk(
  ports: SnapshotPorts,
  walked: Walked,
  frame: EngineFrame,
  args: Omit<WalkArgs, "walk">,
  call: Call,
): Promise<void> {
  const { info } = frame;
  let rows = await frame.call("walk", { walk: walked.walk, ...args }, call);
  // A closed root may hold hosts of further ones, which only the next walk sees.
  for (let depth = 0; ports.closedRoots && depth < MAX_CLOSED_DEPTH; depth++) {
    const hosts = readHeader(rows).closedHosts;
    if (hosts.length === 0 || await frame.linkClosedRoots(hosts, call) === 0) break;
    rows = await frame.call("walk", { walk: walked.walk, ...args }, call);
  }
  walked.rows.set(info.id, [rows]);
  walked.documents.set(info.id, info.documentId);
}

/** Rows of a walk from `row` on. Errors: targetDetached when the frame no longer holds it. */
export async function rowsFrom(
  ports: SnapshotPorts,
  page: Page,
  walked: Walked,
  frameId: string,
  row: number,
  rows: number,
  call: Call,
): Promise<string> {
  const frame = page.engine.frame(frameId);
  const args = { walk: walked.walk, from: row, rows, chars: MAX_OUTLINE_BYTES };
  const limit = within(
    ports.clock,
    call,
    frame.info.parentId === null ? PAGE_CALL_MS : FRAME_WALK_MS,
  );
  const known = walked.documents.get(frameId) === frame.info.documentId;
  const part = known ? await frame.call("part", args, limit) : "";
  if (part === "") {
    throw new Failure("targetDetached", "The rest of that snapshot is no longer held", STALE);
  }
  const rest = marked(part, walked.unavailable);
  return walked.unseen.has(frameId) ? unseenRows(rest) : rest;
}

function frameIdsIn(parts: readonly string[]): Set<string> {
  const ids = new Set<string>();
  const reader = new RowReader(parts);
  while (reader.next()) {
    const id = reader.role() === "iframe" ? reader.value("frame") : null;
    if (id !== null) ids.add(id);
  }
  return ids;
}
