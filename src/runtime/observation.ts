/**
 * A snapshot over all frames of a page: the rows of their walks (`frame_walks.ts`), joined and cut
 * here.
 */
import type { SnapshotInput } from "../model/command.ts";
import { Failure } from "../model/error.ts";
import type { Evidence } from "../model/evidence.ts";
import { FIRST_LOOK_MS, SNAPSHOT_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { compact } from "../snapshot/compact.ts";
import { toNodes } from "../snapshot/nodes.ts";
import { expired, within } from "./calls.ts";
import {
  rowsFrom,
  type SnapshotPorts,
  type Walked,
  walkOn,
  walkPage,
  walkSubtree,
} from "./frame_walks.ts";
import type { Page } from "./pages.ts";

type Snapshot = Extract<Evidence, { kind: "accessibilitySnapshot" }>;

/** Tries again when a document went away while it was walked. */
const WALK_TRIES = 3;
/** Answers asked for in one part beyond the first; a part holds at most 2048 rows. */
const MAX_MORE_PARTS = 256;

/** Errors: those of the main frame; targetDetached or invalidRequest for a cursor that leads nowhere. */
export async function observe(
  ports: SnapshotPorts,
  page: Page,
  input: SnapshotInput,
  call: Call,
): Promise<Snapshot> {
  const limit = within(ports.clock, call, SNAPSHOT_MS);
  for (let tries = 1;; tries++) {
    try {
      return await observeOnce(ports, page, input, limit);
    } catch (error) {
      const replaced = error instanceof Failure && error.code === "targetDetached" &&
        input.target === undefined && input.after === undefined;
      if (!replaced || tries === WALK_TRIES || expired(ports.clock, limit)) throw error;
      await page.engine.waitForLoad("interactive", limit);
    }
  }
}

async function observeOnce(
  ports: SnapshotPorts,
  page: Page,
  input: SnapshotInput,
  call: Call,
): Promise<Snapshot> {
  if (page.observed.documentId !== page.documentId) await loaded(ports.clock, page, call);
  const documentId = page.documentId;
  const walked = input.after === undefined
    ? input.target === undefined
      ? await walkPage(ports, page, input, call)
      : await walkSubtree(ports, page, input, input.target, call)
    : await walkOn(ports, page, input.after, input.maxNodes, call);
  page.observed.begin(documentId);
  const cursor = `p${ports.ids.hex(4)}`;
  const answer = await join(ports, page, walked, input, cursor, call);
  page.observed.add(answer, walked.documents);
  if (answer.next !== null) {
    page.observed.putCursor(cursor, {
      documentId,
      walk: walked.walk,
      documents: walked.documents,
      unavailable: walked.unavailable,
      unseen: walked.unseen,
      position: answer.next,
    });
  }
  return {
    kind: "accessibilitySnapshot",
    pageId: page.id,
    ...(answer.outline === null ? {} : { outline: answer.outline }),
    ...(answer.nodes === null ? {} : { nodes: answer.nodes }),
    truncated: answer.truncated,
    ...(answer.next === null ? {} : { after: cursor }),
  };
}

/**
 * The first look at a document waits for its frames and scripts, as far as they come soon: what is
 * read half-loaded has to be read again. Later looks never wait.
 */
async function loaded(clock: Clock, page: Page, call: Call): Promise<void> {
  const limit = within(clock, call, FIRST_LOOK_MS);
  while (page.engine.activity().loadState !== "complete" && !expired(clock, limit)) {
    if (page.engine.dialog !== null || page.engine.crashed !== null || page.ended) return;
    await page.engine.nextActivity(limit);
  }
}

/** The rows as lines or nodes, with further rows asked for where the first answers were too short. */
async function join(
  ports: SnapshotPorts,
  page: Page,
  walked: Walked,
  input: SnapshotInput,
  cursor: string,
  call: Call,
) {
  for (let more = 0;; more++) {
    const { maxNodes } = input;
    const { rows: frames, start } = walked;
    const answer = input.format === "nodes"
      ? nodesAnswer(toNodes({ frames, start, maxNodes, around: page.observed.lines.frames }))
      : linesAnswer(compact({
        frames,
        top: page.mainFrameId,
        start,
        maxNodes,
        cursor,
        shown: page.observed.lines,
        partial: walked.partial,
      }));
    if (answer.missing === null || more === MAX_MORE_PARTS) return answer;
    const { frameId, row } = answer.missing;
    const part = await rowsFrom(ports, page, walked, frameId, row, maxNodes, call);
    walked.rows.set(frameId, [...walked.rows.get(frameId) ?? [], part]);
  }
}

function linesAnswer(result: ReturnType<typeof compact>) {
  return { ...result, nodes: null };
}

function nodesAnswer(result: ReturnType<typeof toNodes>) {
  return { ...result, outline: null, bare: new Map<string, string>() };
}
