/** An outline line asked of the frames of a page, and their answers combined. */
import type { EngineFrame } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import { FRAME_CALL_MS, MAX_FRAMES, PAGE_CALL_MS } from "../model/limits.ts";
import type { ElementFacts, LineResolution } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { LineTarget } from "../model/target.ts";
import { messageUrl } from "../policy/redact.ts";
import { frameMarker, type ParsedLine, quote, TOP_MARKER } from "../snapshot/line.ts";
import { isNumbered } from "../snapshot/page/role_data.ts";
import { within } from "./calls.ts";
import type { Page } from "./pages.ts";

interface Answer {
  readonly frame: EngineFrame;
  readonly said: LineResolution;
}

export interface FoundLine {
  readonly frame: EngineFrame;
  readonly element: ElementFacts;
}

/** Errors: targetDetached when the page went to another document by itself since it was shown. */
export function refuseOldDocument(page: Page): void {
  const shown = page.observed.documentId;
  if (shown === null || shown === page.documentId) return;
  if (page.ownDocumentId === page.documentId) return;
  throw new Failure(
    "targetDetached",
    `The page has gone to ${messageUrl(page.engine.url)} since its last snapshot`,
  );
}

/**
 * The one element that the line names; null when no frame knows it. `frame` null: the frame that
 * the line was printed for, or names; where neither is known, every frame of the page.
 * Errors: targetAmbiguous, targetDetached, frameNotFound, and the main frame's own failure.
 */
export async function askLine(
  clock: Clock,
  page: Page,
  line: ParsedLine,
  frame: EngineFrame | null,
  call: Call,
): Promise<FoundLine | null> {
  const only = frame ?? frameMeant(page, line);
  const first = await ask(clock, page, only ?? page.engine.frame(page.mainFrameId), line, call);
  const answers = first === null ? [] : [first];
  // Shown lines of child frames are known, so a line bound in the page itself means that one.
  if (only === null && !CERTAIN.has(first?.said.state ?? "none")) {
    const others = page.engine.frames().slice(1, MAX_FRAMES);
    const more = await Promise.all(
      others.map((info) => ask(clock, page, page.engine.frame(info.id), line, call)),
    );
    answers.push(...more.filter((answer) => answer !== null));
  }
  return combine(page, line, answers);
}

const CERTAIN: ReadonlySet<string> = new Set(["bound", "rebound", "gone"]);

async function ask(
  clock: Clock,
  page: Page,
  frame: EngineFrame,
  line: ParsedLine,
  call: Call,
): Promise<Answer | null> {
  const main = frame.info.parentId === null;
  const target = {
    role: line.role,
    name: line.name,
    nameCut: line.nameCut,
    ordinal: line.ordinal,
    frame: line.frame,
  };
  try {
    const limit = within(clock, call, main ? PAGE_CALL_MS : FRAME_CALL_MS);
    const said = await frame.call("resolveLine", { line: target }, limit);
    return { frame, said: honest(page, frame, said) };
  } catch (error) {
    // A child frame that hangs, is gone or dead cannot have the element; the others still may.
    if (!main && error instanceof Failure && SKIPPED.has(error.code)) return null;
    throw error;
  }
}

const SKIPPED: ReadonlySet<string> = new Set([
  "pageUnresponsive",
  "pageCrashed",
  "deadlineExceeded",
  "frameNotFound",
  "targetDetached",
  "browserCommandFailed",
]);

/** In a frame whose own document is new since it was shown, an equal element is another one. */
function honest(page: Page, frame: EngineFrame, said: LineResolution): LineResolution {
  const shown = page.observed.documentOf(frame.info.id);
  const stale = shown !== null && page.observed.documentId === page.documentId &&
    shown !== frame.info.documentId;
  if (!stale || (said.state !== "unique" && said.state !== "several")) return said;
  return {
    state: "gone",
    message: `its frame has loaded ${frame.info.url} since the last snapshot`,
  };
}

function combine(page: Page, line: ParsedLine, answers: readonly Answer[]): FoundLine | null {
  // A certain binding beats everything; then what is certain in its frame; a guess never.
  for (const state of ["bound", "rebound"] as const) {
    const found = answers.flatMap(({ frame, said }) =>
      said.state === state ? [{ frame, element: said.element }] : []
    );
    if (found.length > 1) throw inSeveralFrames(page, line, found);
    if (found[0] !== undefined) return found[0];
  }
  const gone = answers.flatMap(({ said }) => said.state === "gone" ? [said.message] : []);
  if (gone[0] !== undefined) {
    throw new Failure("targetDetached", `The ${describe(line)} is gone: ${gone[0]}`);
  }
  const unique = answers.flatMap(({ frame, said }) =>
    said.state === "unique" ? [{ frame, element: said.element }] : []
  );
  const several = answers.flatMap(({ said }) => said.state === "several" ? [said.count] : []);
  if (several.length > 0 || unique.length > 1) {
    if (several.length === 0) throw inSeveralFrames(page, line, unique);
    const count = several.reduce((sum, each) => sum + each, unique.length);
    throw new Failure("targetAmbiguous", `${count} elements answer to ${describe(line)}`, {
      repair: isNumbered(line.role)
        ? "Take a fresh a11y_snapshot and pass the line with its #N."
        : `Such lines have no number: count the equal ones from 0 and add it, as in ${
          describe(line)
        } #0, or pass a line that stands in it.`,
    });
  }
  return unique[0] ?? null;
}

function inSeveralFrames(page: Page, line: ParsedLine, found: readonly FoundLine[]): Failure {
  const markers = found.map(({ frame }) => {
    if (frame.info.parentId === null) return TOP_MARKER;
    const path = page.observed.lines.path(frame.info.id);
    return path.length === 0 ? ` in a frame at ${messageUrl(frame.info.url)}` : frameMarker(path);
  });
  return new Failure(
    "targetAmbiguous",
    `${found.length} frames have ${describe(line)}:${markers.join(",")}`,
    { repair: 'Add the frame to the line, as in: button "Save" in frame "NAME".' },
  );
}

/** The frame a line was printed for or names; null when only asking can tell. */
function frameMeant(page: Page, line: ParsedLine): EngineFrame | null {
  const place = page.observed.lines.locate(line);
  switch (place.state) {
    case "top":
      return line.frames.length === 0 ? null : page.engine.frame(page.mainFrameId);
    case "frame":
      return livingFrame(page, line, place.frameId);
    case "unknown":
      throw new Failure("frameNotFound", "The frame that the line names was not shown");
    case "several":
      throw new Failure("targetAmbiguous", `${place.count} frames are named so`, {
        repair: "Name the frames around it too, as the snapshot prints them.",
      });
  }
}

/** Errors: targetDetached when the frame that the line was shown in is gone. */
export function livingFrame(page: Page, line: ParsedLine, frameId: string): EngineFrame {
  if (page.engine.frames().some((info) => info.id === frameId)) return page.engine.frame(frameId);
  throw new Failure("targetDetached", `The ${describe(line)} is gone with its frame`);
}

/** A line's role, name and ordinal for messages: words of the page, never a typed value. */
export function describe(line: LineTarget): string {
  const ordinal = line.ordinal === null ? "" : ` #${line.ordinal}`;
  if (line.name === null) return ordinal === "" ? `unnamed ${line.role}` : line.role + ordinal;
  return `${line.role} ${quote(line.nameCut ? `${line.name}…` : line.name)}${ordinal}`;
}
