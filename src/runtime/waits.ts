/** One look at each kind of wait condition. Source: `contract/mcp-tools.md` 2.5. */
import type { EngineFrame, Feature, NetworkRequest } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import { FRAME_CALL_MS, LONG_LIVED_REQUEST_MS, MAX_FRAMES, PAGE_CALL_MS } from "../model/limits.ts";
import type { PageFunctions } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import type {
  LineTarget,
  ReadyState,
  Target,
  TargetSpec,
  TextMatch,
  WaitCondition,
} from "../model/target.ts";
import { type Matcher, matcherOf } from "../snapshot/page/text_match.ts";
import { expired, within } from "./calls.ts";
import type { Page } from "./pages.ts";
import { type AskedTarget, askedTarget, frameAt } from "./targets.ts";

export interface Look {
  readonly met: boolean;
  readonly observed: string | null;
}

export interface Watch {
  readonly excludedClasses: readonly string[];
  once(call: Call): Promise<Look>;
}

type ElementCondition = Extract<WaitCondition, { target: Target }>;
type QuietCondition = Extract<WaitCondition, { kind: "networkQuiet" }>;

/** Errors: invalidRequest, notSupported, before anything is waited for. */
export function watch(
  clock: Clock,
  page: Page,
  condition: WaitCondition,
  features: ReadonlySet<Feature>,
): Watch {
  switch (condition.kind) {
    case "element":
    case "text":
    case "value":
      return watchElement(clock, page, condition);
    case "url": {
      const matches = matcher(condition.matcher);
      return plain(page, () => ({ met: matches(page.engine.url), observed: page.engine.url }));
    }
    case "document":
      return plain(page, () => lookDocument(page, condition.ready));
    case "networkQuiet": {
      if (!features.has("networkQuiet")) {
        throw new Failure("notSupported", "This browser cannot tell when its network is quiet", {
          repair: "Wait for an element, a text, the url or the document instead.",
        });
      }
      return watchNetwork(clock, page, condition);
    }
  }
}

function matcher(match: TextMatch): Matcher {
  const made = matcherOf(match);
  if (typeof made === "function") return made;
  throw new Failure(made.code, made.message);
}

function plain(page: Page, look: () => Look): Watch {
  return { excludedClasses: [], once: () => Promise.resolve(unlessAsked(page, look())) };
}

/** While a page asks nothing goes on in it: what is not met now waits for the answer. */
function unlessAsked(page: Page, look: Look): Look {
  const { dialog } = page.engine;
  if (look.met || dialog === null) return look;
  throw new Failure("dialogPending", `The page shows a dialog (${dialog.type})`);
}

function lookDocument(page: Page, ready: ReadyState): Look {
  const { loadState, navigating } = page.engine.activity();
  const state = navigating ? "loading" : loadState;
  const met = ready === "commit" ||
    (ready === "networkIdle" ? state === "complete" : state !== "loading");
  return { met, observed: state };
}

function watchElement(
  clock: Clock,
  page: Page,
  condition: ElementCondition,
): Watch {
  if (condition.kind !== "element" && isBody(condition.target)) {
    matcher(condition.matcher);
    const args = { target: { css: "body" }, text: condition.matcher };
    return {
      excludedClasses: [],
      once: (call) =>
        patient(
          clock,
          call,
          () => check(page.engine.frame(page.mainFrameId), args, within(clock, call, PAGE_CALL_MS)),
        ),
    };
  }
  if (condition.kind !== "element") matcher(condition.matcher);
  const asked = askedTarget(condition.target);
  const more = condition.kind === "element"
    ? { state: condition.state }
    : condition.kind === "text"
    ? { text: condition.matcher }
    : { value: condition.matcher };
  return {
    excludedClasses: [],
    once: (call) => patient(clock, call, () => lookElement(clock, page, asked, more, call)),
  };
}

/**
 * A page that is between two documents is looked at again; so is one that did not answer in the
 * little time that was left of the wait.
 */
async function patient(clock: Clock, call: Call, look: () => Promise<Look>): Promise<Look> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const late = error.code === "pageUnresponsive" && expired(clock, call);
    if (late || LOST.has(error.code)) return { met: false, observed: null };
    throw error;
  }
}

const LOST: ReadonlySet<string> = new Set(["targetDetached", "deadlineExceeded"]);
const BODY_ROLES: ReadonlySet<string> = new Set([
  "main",
  "rootwebarea",
  "document",
  "application",
  "generic",
  "body",
]);
const BODY_SELECTORS: ReadonlySet<string> = new Set(["body", "html", ":root"]);

/** A target that names the page as a whole and nothing else. */
function isBody(target: Target): boolean {
  if (typeof target === "string") return BODY_ROLES.has(target.trim().toLowerCase());
  const [key, ...others] = Object.keys(target);
  if (others.length > 0) return false;
  if (key === "role") return BODY_ROLES.has((target.role ?? "").toLowerCase());
  return key === "css" && BODY_SELECTORS.has((target.css ?? "").trim().toLowerCase());
}

type CheckArgs = PageFunctions["check"]["args"];

async function lookElement(
  clock: Clock,
  page: Page,
  asked: AskedTarget,
  more: Omit<CheckArgs, "target">,
  call: Call,
): Promise<Look> {
  const absence = more.state === "detached" || more.state === "hidden";
  const { target, framePath } = questionOf(asked);
  const args = { target, ...more };
  if (framePath.length > 0) {
    let frame;
    try {
      frame = await frameAt(clock, page, framePath, call);
    } catch (error) {
      // Without its frame the element is not there.
      const missing = error instanceof Failure &&
        ["frameNotFound", "targetNotFound"].includes(error.code);
      if (missing) return { met: absence, observed: null };
      throw error;
    }
    return await check(frame, args, within(clock, call, PAGE_CALL_MS));
  }
  const limit = within(clock, call, PAGE_CALL_MS);
  const main = await check(page.engine.frame(page.mainFrameId), args, limit);
  const infos = page.engine.frames().slice(1, MAX_FRAMES);
  if (infos.length === 0 || asked.kind === "spec" || main.met !== absence) return main;
  // A bare line may stand in any frame: present in one is present, absent only from all.
  const named = asked.line.frames.length > 0 ? page.observed.lines.locate(asked.line) : null;
  if (named?.state === "top") return main;
  const looks = await Promise.all(
    infos.filter((info) => named === null || (named.state === "frame" && named.frameId === info.id))
      .map(async (info) => {
        try {
          const frame = page.engine.frame(info.id);
          return await check(frame, args, within(clock, call, FRAME_CALL_MS));
        } catch (error) {
          // A frame that cannot answer does not have the element, as far as one can see.
          if (!(error instanceof Failure) || call.signal?.aborted === true) throw error;
          return { met: absence, observed: null };
        }
      }),
  );
  const other = looks.find((look) => look.met !== absence);
  return other ?? main;
}

/** Errors: what is wrong with the condition itself. */
async function check(frame: EngineFrame, args: CheckArgs, call: Call): Promise<Look> {
  const { met, observed, refusal } = await frame.call("check", args, call);
  if (refusal !== undefined) throw new Failure(refusal.code, refusal.message);
  return { met, observed };
}

function questionOf(
  asked: AskedTarget,
): { readonly target: LineTarget | TargetSpec; readonly framePath: readonly TargetSpec[] } {
  if (asked.kind === "line") {
    const { role, name, nameCut, ordinal, frame } = asked.line;
    return { target: { role, name, nameCut, ordinal, frame }, framePath: asked.framePath };
  }
  const { framePath, ...own } = asked.spec;
  return { target: own, framePath: framePath ?? [] };
}

function watchNetwork(clock: Clock, page: Page, condition: QuietCondition): Watch {
  const substrings = condition.ignoreUrlSubstrings ?? [];
  const types = new Set(condition.ignoreResourceTypes ?? []);
  const longLived = condition.ignoreLongLived === true;
  const excludedClasses = [
    ...substrings.map((part) => `urlSubstring:${part}`),
    ...[...types].map((type) => `resourceType:${type}`),
    ...(longLived ? ["websocket", "eventSource", "longLived"] : []),
  ];
  const counts = (request: NetworkRequest): boolean =>
    !types.has(request.resourceType) &&
    !substrings.some((part) => request.url.includes(part)) &&
    !(longLived &&
      (request.longLived || clock.monotonic() - request.startedAt >= LONG_LIVED_REQUEST_MS));
  let quietSince: number | null = null;
  let startedBefore = page.engine.activity().requestsStarted;
  return {
    excludedClasses,
    once: () => {
      const inFlight = page.engine.requests().filter(counts).length;
      const { requestsStarted } = page.engine.activity();
      const now = clock.monotonic();
      // A request that began and ended between two looks broke the silence too; without a
      // filter that is known for sure, with one it may have been an ignored one.
      const broken = inFlight > condition.maxInFlight ||
        (condition.maxInFlight === 0 && excludedClasses.length === 0 &&
          requestsStarted !== startedBefore);
      startedBefore = requestsStarted;
      if (inFlight > condition.maxInFlight) quietSince = null;
      else if (broken || quietSince === null) quietSince = now;
      const met = quietSince !== null && now - quietSince >= condition.idleMs;
      return Promise.resolve(unlessAsked(page, { met, observed: `${inFlight} in flight` }));
    },
  };
}
