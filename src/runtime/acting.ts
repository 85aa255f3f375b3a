/** The pointer's way to an element: preflight in its frame, up through the frames around it, guarded. */
import { Failure } from "../model/error.ts";
import { MAX_ASTRAY_CLICKS, PAGE_CALL_MS, PREFLIGHT_MS } from "../model/limits.ts";
import type { PageFunctions, Preparation } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { Modifier } from "../model/target.ts";
import { freshCall, left, within } from "./calls.ts";
import type { Page } from "./pages.ts";
import { leadPointer } from "./pointer_lead.ts";
import { lower, raise, shieldsFor } from "./shields.ts";
import { elementWords, type Resolved } from "./targets.ts";

/** What to do when it is not known whether the act has happened. */
const LOOK_FIRST =
  "It may have happened: look at the page with a11y_snapshot before doing it again.";

const ANSWER_FIRST =
  "Answer it with the dialog tool, then look at the page: the act may have happened.";

/**
 * Clicks the element and nothing else. Resolves when the page has handled it or asks by a dialog.
 * Errors: those of the preflight; targetObscured, targetUnstable or targetDetached when something
 * else would have got the click.
 */
export async function clickElement(
  clock: Clock,
  page: Page,
  target: Resolved,
  modifiers: readonly Modifier[],
  call: Call,
): Promise<void> {
  const preflight = within(clock, call, PREFLIGHT_MS);
  for (let tries = 1;; tries++) {
    await press(clock, page, target, modifiers, preflight, call);
    // The page cannot answer while it asks; the guard is disarmed when the dialog is answered.
    if (page.engine.dialog !== null) return;
    const missed = await confirm(clock, page, target, call);
    if (missed === null) return;
    // Nothing has been pressed yet: the browser was behind with where its frames are.
    if (!missed.astray || tries === MAX_ASTRAY_CLICKS) throw missed.failure;
  }
}

async function press(
  clock: Clock,
  page: Page,
  target: Resolved,
  modifiers: readonly Modifier[],
  preflight: Call,
  call: Call,
): Promise<void> {
  const { ref } = target.element;
  const frameId = target.frame.info.id;
  const shields = shieldsFor(page, target);
  page.armedGuard = { frameId, ref, shields };
  let pressed = false;
  try {
    const raising = raise(clock, page, shields, call);
    const point = await pointOf(clock, page, target, preflight, call);
    await raising;
    await leadPointer(clock, page, target, point, preflight, call);
    pressed = true;
    await page.engine.click(point, modifiers, call);
  } catch (error) {
    // A dialog that the click opens ends it without an error; this one was there before it.
    const asked = error instanceof Failure && error.code === "dialogPending";
    // Nobody waits for a page that does not answer: it disarms the guard when it can.
    const disarmed = disarm(clock, page, freshCall(clock, PREFLIGHT_MS));
    if (!isUnresponsive(error)) await disarmed;
    throw pressed && !asked ? unsure(error) : error;
  }
}

/** Main-frame coordinates of a point that hits the element. */
async function pointOf(
  clock: Clock,
  page: Page,
  target: Resolved,
  preflight: Call,
  call: Call,
): Promise<{ readonly x: number; readonly y: number }> {
  // The page ends the checks itself with the better word, so its call gets a little longer.
  const limit = within(clock, call, PREFLIGHT_MS + PAGE_CALL_MS);
  const capMs = () => Math.ceil(left(clock, preflight));
  let at: Preparation = await target.frame.call("prepare", {
    ref: target.element.ref,
    capMs: capMs(),
  }, limit);
  if (!at.ok) throw new Failure(at.code, at.message);
  let { info } = target.frame;
  while (info.parentId !== null) {
    const parent = page.engine.frame(info.parentId);
    await parent.linkChildren(limit);
    const args: PageFunctions["prepareFrame"]["args"] = {
      frameId: info.id,
      x: at.x,
      y: at.y,
      capMs: capMs(),
    };
    at = await parent.call("prepareFrame", args, limit);
    if (!at.ok) throw new Failure(at.code, at.message);
    info = parent.info;
  }
  return { x: at.x, y: at.y };
}

/** Why the click did not reach its element. */
interface Missed {
  readonly failure: Failure;
  /** It was stopped in a frame around, which should have handed it on. */
  readonly astray: boolean;
}

/** What became of the click, as the guards saw it; null: the element got it. */
async function confirm(
  clock: Clock,
  page: Page,
  target: Resolved,
  call: Call,
): Promise<Missed | null> {
  const { ref } = target.element;
  const shields = page.armedGuard?.shields ?? [];
  page.armedGuard = null;
  const lowering = lower(clock, page, target.frame.info.id, shields, call);
  let seen;
  try {
    seen = await target.frame.call("report", { ref }, within(clock, call, PAGE_CALL_MS));
  } catch (error) {
    await lowering;
    // The document or the page went away, or asks: the click has been at work.
    if (error instanceof Failure && (ANSWERED.has(error.code) || page.ended)) return null;
    throw unsure(error);
  }
  const [stopped] = await lowering;
  const it = elementWords(target.element);
  if (seen.lost) {
    throw new Failure(
      "verificationFailed",
      `The press reached ${it}, but the page ${
        seen.connected ? "moved or covered it" : "took it away"
      } before the release: no click came of it`,
      { repair: LOOK_FIRST },
    );
  }
  if (seen.reached) return null;
  const elsewhere = seen.stopped || stopped !== undefined;
  if (!elsewhere && !seen.connected) return null;
  const failure = elsewhere
    ? failureOf(it, seen, seen.by ?? stopped?.by ?? "another element")
    : new Failure("verificationFailed", `The click did not reach ${it}`);
  return { failure, astray: !seen.stopped && stopped?.astray === true };
}

/** A press was stopped on its way to `by`. */
function failureOf(it: string, seen: PageFunctions["report"]["result"], by: string): Failure {
  if (seen.renamed !== null) {
    return new Failure(
      "targetDetached",
      `The ${it} was renamed as the pointer came to it: it is now ${seen.renamed}; nothing was pressed`,
    );
  }
  const would = `the click would have hit ${by} and was stopped`;
  if (!seen.connected) {
    return new Failure(
      "targetDetached",
      `The ${it} was removed as the pointer came to it; ${would}`,
    );
  }
  if (seen.moved) {
    return new Failure(
      "targetUnstable",
      `The ${it} moved away as the pointer came to it; ${would}`,
    );
  }
  return new Failure("targetObscured", `The click would have hit ${by}; it was stopped`);
}

const ANSWERED: ReadonlySet<string> = new Set(["targetDetached", "frameNotFound", "dialogPending"]);

/** Takes the guard away, where the page can still answer. */
export async function disarm(clock: Clock, page: Page, call: Call): Promise<void> {
  const armed = page.armedGuard;
  page.armedGuard = null;
  if (armed === null || page.ended || page.engine.dialog !== null) return;
  const lowering = lower(clock, page, armed.frameId, armed.shields, call);
  try {
    const frame = page.engine.frame(armed.frameId);
    await frame.call("report", { ref: armed.ref }, within(clock, call, PREFLIGHT_MS));
  } catch (error) {
    // Whatever keeps the page from answering has ended the guard with the document, or is the
    // failure that brought us here.
    if (!(error instanceof Failure)) throw error;
  }
  await lowering;
}

function isUnresponsive(error: unknown): boolean {
  return error instanceof Failure && error.code === "pageUnresponsive";
}

/** A failure after the act has begun: its repair never says "try again" alone. */
export function unsure(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code === "cancelled") return error;
  const { cause, ...detail } = error.detail;
  return new Failure(error.code, error.message, {
    ...detail,
    ...(cause === undefined ? {} : { cause }),
    repair: error.detail.repair ?? (error.code === "dialogPending" ? ANSWER_FIRST : LOOK_FIRST),
  });
}
