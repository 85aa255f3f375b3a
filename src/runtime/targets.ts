/**
 * From what a tool takes (an outline line, the object form, a selector) to one element, or the
 * typed failure. Rules: `docs/architecture.md`, "Targets, settled". Never a guess.
 */
import type { EngineFrame } from "../engine/engine.ts";
import type { ElementInput } from "../model/command.ts";
import { Failure } from "../model/error.ts";
import type { Evidence } from "../model/evidence.ts";
import {
  MAX_SHOWN_NAME_CHARS,
  PAGE_CALL_MS,
  RESOLVE_BACKOFF_MAX_MS,
  RESOLVE_BACKOFF_MIN_MS,
  RESOLVE_CAP_MS,
} from "../model/limits.ts";
import type { ElementFacts, SpecResolution } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { LineTarget, Target, TargetSpec } from "../model/target.ts";
import { type FrameRef, type ParsedLine, parseLine, quote } from "../snapshot/line.ts";
import { ROLES } from "../snapshot/page/role_data.ts";
import { cut } from "../snapshot/page/text.ts";
import { expired, pause, within } from "./calls.ts";
import { askLine, describe, livingFrame, refuseOldDocument } from "./line_targets.ts";
import type { Page } from "./pages.ts";

/** One element of one frame, and how it was found. */
export interface Resolved {
  readonly frame: EngineFrame;
  readonly element: ElementFacts;
  /** What was asked for, in the object form. */
  readonly spec: TargetSpec;
  /** Best first; empty for a line. */
  readonly candidates: Extract<SpecResolution, { ok: true }>["candidates"];
  readonly bestMatch: boolean;
}

export interface ResolveOptions {
  /** False: hidden candidates of the object form count too. */
  readonly visible: boolean;
}

/** A target as parsed: a line, or the object form. */
export type AskedTarget =
  | { readonly kind: "line"; readonly line: ParsedLine; readonly framePath: readonly TargetSpec[] }
  | { readonly kind: "spec"; readonly spec: TargetSpec };

/** Errors: invalidRequest when both or neither are given, or the text is no outline line. */
export function askedOf(input: ElementInput): AskedTarget {
  const selector = input.selector ?? "";
  if (input.target === undefined) {
    if (selector === "") throw new Failure("invalidRequest", "Give a target or a selector");
    return { kind: "spec", spec: { css: selector } };
  }
  if (selector !== "") {
    throw new Failure("invalidRequest", "Give either a target or a selector, not both");
  }
  return askedTarget(input.target);
}

export function askedTarget(target: Target): AskedTarget {
  if (typeof target === "string") {
    const line = parseLine(target);
    // A word alone that is no role is a name, or anything else.
    if (line === null || (line.name === null && !ROLES.has(line.role))) {
      throw new Failure("invalidRequest", "The target is not a line of an outline", {
        repair:
          'Pass a line as the snapshot prints it, e.g. button "Save" #0, or the object form, e.g. {"css": "#save"}.',
      });
    }
    return { kind: "line", line, framePath: [] };
  }
  const line = lineOfSpec(target);
  if (line === null) return { kind: "spec", spec: target };
  return { kind: "line", line, framePath: target.framePath ?? [] };
}

/** The object form that snapshots and forms give out: role and name, perhaps ordinal and framePath, nothing else. */
function lineOfSpec(spec: TargetSpec): ParsedLine | null {
  const { role, accessibleName, ordinal, framePath: _framePath, ...rest } = spec;
  if (role === undefined || accessibleName === undefined || Object.keys(rest).length > 0) {
    return null;
  }
  return {
    role: role.toLowerCase(),
    name: accessibleName === "" ? null : accessibleName,
    nameCut: false,
    ordinal: ordinal ?? null,
    frame: null,
    frames: [],
  };
}

/** The element of a target. Tries again for a short while where it may just not be there yet. */
export async function resolve(
  clock: Clock,
  page: Page,
  asked: AskedTarget,
  call: Call,
  options: ResolveOptions,
): Promise<Resolved> {
  if (asked.kind === "line") refuseOldDocument(page);
  const patience = within(clock, call, RESOLVE_CAP_MS);
  for (let wait = RESOLVE_BACKOFF_MIN_MS;; wait = Math.min(wait * 2, RESOLVE_BACKOFF_MAX_MS)) {
    try {
      return await resolveOnce(clock, page, asked, call, options);
    } catch (error) {
      if (!isEarly(error) || expired(clock, patience)) throw error;
    }
    await pause(clock, patience, wait);
  }
}

/** The target may appear in a moment: nothing seen answered to it, or its document was just replaced. */
function isEarly(error: unknown): boolean {
  return error instanceof Failure &&
    (error.code === "targetNotFound" || error.code === "targetHidden" ||
      error.code === "frameNotFound");
}

async function resolveOnce(
  clock: Clock,
  page: Page,
  asked: AskedTarget,
  call: Call,
  options: ResolveOptions,
): Promise<Resolved> {
  if (asked.kind === "spec") return await resolveSpec(clock, page, asked.spec, call, options);
  const { line, framePath } = asked;
  const frame = framePath.length === 0
    ? null
    : frameShown(page, line, framePath) ?? await frameAt(clock, page, framePath, call);
  const found = await askLine(clock, page, line, frame, call);
  if (found !== null) {
    return {
      frame: found.frame,
      element: found.element,
      spec: specOfLine(line, framePath),
      // A line names its element; nothing was weighed.
      candidates: [],
      bestMatch: false,
    };
  }
  // Written by hand or from a form: the object form knows more names than the outline's roles.
  if (line.frames.length === 0 && line.ordinal === null && !line.nameCut && line.name !== null) {
    return await resolveSpec(clock, page, specOfLine(line, framePath), call, options);
  }
  throw new Failure("targetNotFound", `No ${describe(line)} on this page`);
}

async function resolveSpec(
  clock: Clock,
  page: Page,
  spec: TargetSpec,
  call: Call,
  options: ResolveOptions,
): Promise<Resolved> {
  const { framePath, ...own } = spec;
  const frame = framePath === undefined || framePath.length === 0
    ? page.engine.frame(page.mainFrameId)
    : await frameAt(clock, page, framePath, call);
  const args = { spec: own, visible: options.visible };
  const found = await frame.call("resolveSpec", args, within(clock, call, PAGE_CALL_MS));
  if (!found.ok) throw new Failure(found.code, found.message);
  return {
    frame,
    element: found.element,
    spec,
    candidates: found.candidates,
    bestMatch: found.bestMatch,
  };
}

/** The frame at the end of a path of frame elements, outermost first. */
export async function frameAt(
  clock: Clock,
  page: Page,
  path: readonly TargetSpec[],
  call: Call,
): Promise<EngineFrame> {
  let frame = page.engine.frame(page.mainFrameId);
  for (const spec of path) {
    const limit = within(clock, call, PAGE_CALL_MS);
    await frame.linkChildren(limit);
    const found = await frame.call("resolveFrame", { spec }, limit);
    if (!found.ok) throw new Failure(found.code, found.message);
    frame = page.engine.frame(found.frameId);
  }
  return frame;
}

/** The frame that was shown under such a path, whatever it is called by now; null: none was. */
function frameShown(
  page: Page,
  line: ParsedLine,
  path: readonly TargetSpec[],
): EngineFrame | null {
  const frames: FrameRef[] = [];
  for (const { role = "iframe", accessibleName, ordinal = null, ...rest } of path) {
    if (role !== "iframe" || accessibleName === undefined || Object.keys(rest).length > 0) {
      return null;
    }
    frames.unshift({ name: accessibleName, ordinal });
  }
  const place = page.observed.lines.locate({ ...line, frames });
  return place.state === "frame" ? livingFrame(page, line, place.frameId) : null;
}

function specOfLine(line: LineTarget, framePath: readonly TargetSpec[]): TargetSpec {
  return {
    role: line.role,
    accessibleName: line.name ?? "",
    ...(line.ordinal === null ? {} : { ordinal: line.ordinal }),
    ...(framePath.length === 0 ? {} : { framePath }),
  };
}

/** An element in a message, as its line names it where it has one. */
export function elementWords({ role, name, tag }: ElementFacts): string {
  if (role === null) return tag;
  return name === null ? `${role} (${tag})` : `${role} ${quote(cut(name, MAX_SHOWN_NAME_CHARS))}`;
}

export function resolutionEvidence(
  page: Page,
  resolved: Resolved,
): Extract<Evidence, { kind: "resolution" }> {
  const { frame, element } = resolved;
  return {
    kind: "resolution",
    target: resolved.spec,
    fingerprint: {
      pageId: page.id,
      frame: frame.info.parentId === null ? null : frame.info.url,
      role: element.role,
      name: element.name,
      stableAttributes: element.stableAttributes,
    },
    candidates: resolved.candidates,
    bestMatchAuthorized: resolved.bestMatch,
  };
}
