/**
 * The guards of the frames that a click is not meant for. A frame may slide over the target, and a
 * browser that is behind with painting may lead a press to the document around the target's frame:
 * the page must not see such a press anywhere.
 */
import { Failure } from "../model/error.ts";
import { FRAME_CALL_MS, MAX_FRAMES, SHIELD_MS } from "../model/limits.ts";
import type { PageFunctions } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import { within } from "./calls.ts";
import type { Page } from "./pages.ts";
import type { Resolved } from "./targets.ts";

export type ShieldReport = PageFunctions["unshield"]["result"];

/** The frames that a click on the target is not meant for. */
export function shieldsFor(page: Page, target: Resolved): readonly string[] {
  const frames = page.engine.frames().slice(0, MAX_FRAMES);
  const spared = new Set([target.frame.info.id]);
  // A press on a frame element is meant for the document in it.
  if (FRAME_TAG.test(target.element.tag)) {
    for (const { id, parentId } of frames) if (spared.has(parentId ?? "")) spared.add(id);
  }
  return frames.map(({ id }) => id).filter((id) => !spared.has(id));
}

/** Arms them; one that does not answer in time may still be armed later. */
export async function raise(
  clock: Clock,
  page: Page,
  shields: readonly string[],
  call: Call,
): Promise<void> {
  const limit = within(clock, call, SHIELD_MS);
  await Promise.all(
    shields.map((id) => unlessFailed(() => page.engine.frame(id).call("shield", {}, limit))),
  );
}

const FRAME_TAG = /^(iframe|frame|object|embed)(?![\w-])/;

/** Disarms them; the reports of those that stopped a press, outer frames first. */
export async function lower(
  clock: Clock,
  page: Page,
  targetFrameId: string,
  shields: readonly string[],
  call: Call,
): Promise<readonly ShieldReport[]> {
  const inner = wayTo(page, targetFrameId);
  const limit = within(clock, call, FRAME_CALL_MS);
  const reports = await Promise.all(shields.map(async (id) => {
    const args = { frameId: inner.get(id) ?? null };
    const report = await unlessFailed(() => page.engine.frame(id).call("unshield", args, limit));
    return report?.stopped === true ? [report] : [];
  }));
  return reports.flat();
}

/** Of each frame around the given one, the child frame that leads to it. */
function wayTo(page: Page, frameId: string): ReadonlyMap<string, string> {
  const parents = new Map(page.engine.frames().map(({ id, parentId }) => [id, parentId]));
  const inner = new Map<string, string>();
  let at = frameId;
  for (let up = parents.get(at); up !== undefined && up !== null; up = parents.get(at)) {
    inner.set(up, at);
    at = up;
  }
  return inner;
}

/** Null for a failure: the frame is gone, hangs or asks; then it has no say in this click. */
async function unlessFailed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
