/**
 * The last look before a click lands. Between `prepare` and the pointer event the page may have
 * moved: a banner slid in, a list grew, the target got another name. While armed, a trusted pointer
 * event that does not reach the target as it was asked for is stopped before the page sees it. The listeners are set when the script is
 * installed, on the window and capturing, so that they come before the page's.
 */
import { GUARD_MS } from "../../model/limits.ts";
import type { PageFunctions, PointerPlace } from "../../model/page_functions.ts";
import { connected, isElement } from "./dom.ts";
import { coverLine } from "./cover.ts";
import { now } from "./frame_ticks.ts";
import { boxesOf } from "./hidden.ts";
import { deepHit } from "./hit.ts";
import { labelsOf } from "./labels.ts";
import { ownership, standsIn } from "./own.ts";
import { renamed } from "./promised.ts";
import { frameElementOf, rootOfHost } from "./roots.ts";

const PRESSES = new Set(["pointerdown", "mousedown"]);
const CLICKS = new Set(["click", "auxclick", "contextmenu"]);
const RELEASES = new Set(["pointerup", "mouseup", "click"]);
/** How long the rest of a stopped press may take, milliseconds. */
const REST_MS = 500;
const WATCHED = [...PRESSES, "pointerup", "mouseup", ...CLICKS, "dblclick"];

interface Armed {
  /** Null: the target is in another frame, so nothing here may get the press. */
  readonly target: Element | null;
  /** A lost report must not block a person's page for long. */
  readonly until: number;
  /** Where the press that reached the target went; its release may go there too. */
  pressPath: Set<EventTarget> | null;
  /** The events of the press, which tell whether the page took it for itself. */
  readonly presses: Event[];
  clicked: boolean;
  /** The press was let go on the target. */
  released: boolean;
  /** Whether the pointer stands over the target; null while this frame was told nothing of it. */
  hovered: boolean | null;
  /** Called when it does. */
  onHover: () => void;
  stopped: boolean;
  /** The stopped press came where the target no longer was. */
  moved: boolean;
  by: string | null;
  renamed: string | null;
  /** What would have got the stopped press. */
  hit: Element | null;
}

export interface GuardReport {
  readonly reached: boolean;
  readonly stopped: boolean;
  readonly moved: boolean;
  readonly by: string | null;
  readonly connected: boolean;
  readonly renamed: string | null;
  readonly lost: boolean;
}

let armed: Armed | null = null;
/** The rest of a stopped press may come after its report: it is kept from the page until then. */
let restUntil = 0;

export function installGuard(): void {
  for (const type of WATCHED) {
    addEventListener(type, watch, { capture: true, passive: false });
  }
  addEventListener("mousemove", notice, { capture: true, passive: true });
}

export function arm(target: Element | null): void {
  // A document that is written anew (document.open) has lost its listeners.
  installGuard();
  restUntil = 0;
  armed = {
    target,
    until: now() + GUARD_MS,
    pressPath: null,
    presses: [],
    clicked: false,
    released: false,
    hovered: null,
    onHover: () => {},
    stopped: false,
    moved: false,
    by: null,
    renamed: null,
    hit: null,
  };
}

/**
 * Where the pointer comes to stand within the time. Over the target: then the browser leads it to
 * this frame, which a frame cannot see by itself. `over` for targets that keep their events from us.
 */
export function hovered(target: Element | null, capMs: number): Promise<PointerPlace> {
  const mine = armed;
  if (mine === null || target === null || mine.target !== target) {
    return Promise.resolve("elsewhere");
  }
  if (mine.hovered === true || keepsPresses(target)) return Promise.resolve("over");
  // What is not painted is told of no move before the press.
  if (document.hidden) return Promise.resolve("unpainted");
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(mine.hovered === null ? "elsewhere" : "beside"), capMs);
    mine.onHover = () => {
      clearTimeout(timer);
      resolve("over");
    };
  });
}

function notice(event: Event): void {
  if (armed === null || !event.isTrusted) return;
  armed.hovered = reaches(event, event.composedPath()[0], armed.target);
  if (armed.hovered) armed.onHover();
}

/** Disarms; what happened since the arming for this target. */
export function disarm(target: Element | null): GuardReport {
  const was = armed;
  release();
  const isConnected = target !== null && connected(target);
  if (was === null || was.target !== target) {
    return {
      reached: false,
      stopped: false,
      moved: false,
      by: null,
      connected: isConnected,
      renamed: null,
      lost: false,
    };
  }
  return {
    reached: was.pressPath !== null || (!was.stopped && target !== null && keepsPresses(target)),
    stopped: was.stopped,
    moved: was.moved,
    by: was.by,
    connected: isConnected,
    renamed: was.renamed,
    // The page may take a press for itself, or take the target away when it is let go.
    lost: was.pressPath !== null && !was.clicked && !(was.released && !isConnected) &&
      target !== null && !keepsPresses(target) &&
      !was.presses.some((press) => press.defaultPrevented),
  };
}

/** Arms the guard of a frame that the press is not meant for. */
export function shield(): Record<never, never> {
  arm(null);
  return {};
}

/** Disarms it. A press that stopped at the frame element of `frameId` was on its way to that frame. */
export function unshield(
  { frameId }: PageFunctions["unshield"]["args"],
): PageFunctions["unshield"]["result"] {
  const was = armed;
  if (was === null || was.target !== null) return { stopped: false, astray: false, by: null };
  release();
  const frame = frameId === null ? null : frameElementOf(frameId);
  const astray = was.hit !== null && frame !== null && standsIn(was.hit, frame);
  return { stopped: was.stopped, astray, by: was.by };
}

function release(): void {
  if (armed !== null && armed.stopped && !armed.clicked) restUntil = now() + REST_MS;
  armed = null;
}

/** Presses on it go to another document, or to the browser's own controls; ours never hears of them. */
function keepsPresses(target: Element): boolean {
  return target instanceof HTMLIFrameElement || target instanceof HTMLFrameElement ||
    target instanceof HTMLObjectElement || target instanceof HTMLEmbedElement ||
    (target instanceof HTMLMediaElement && target.controls);
}

function watch(event: Event): void {
  if (!event.isTrusted) return;
  if (armed === null) {
    if (!RELEASES.has(event.type) || now() > restUntil) return;
    if (event.type === "click") restUntil = 0;
    stop(event);
    return;
  }
  if (now() > armed.until) {
    armed = null;
    return;
  }
  const path = event.composedPath();
  const hit = path[0];
  if (reaches(event, hit, armed.target)) {
    // What it is called counts until it is pressed: after that the page may answer to the press.
    armed.renamed ??= armed.pressPath === null && armed.target !== null
      ? renamed(armed.target)
      : null;
    if (armed.renamed === null) {
      if (PRESSES.has(event.type)) {
        armed.pressPath = new Set(path);
        armed.presses.push(event);
      } else if (CLICKS.has(event.type)) armed.clicked = true;
      else armed.released = true;
      return;
    }
  }
  // The target may leave or be covered because it was pressed; the release then goes to what stood
  // around it, as it would for a person.
  if (armed.pressPath !== null && hit !== undefined && armed.pressPath.has(hit)) return;
  stop(event);
  if (armed.pressPath !== null) return;
  if (event.type === "click") armed.clicked = true;
  if (!armed.stopped && hit instanceof Node && isElement(hit)) {
    armed.hit = hit;
    armed.by = coverLine(hit, armed.target ?? document.documentElement);
    armed.moved = armed.target !== null && event instanceof MouseEvent &&
      isAway(armed.target, event);
  }
  armed.stopped = true;
}

function stop(event: Event): void {
  event.stopImmediatePropagation();
  event.preventDefault();
}

/** Whether the event came where the target is not; a label may have been clicked for it. */
function isAway(target: Element, { clientX, clientY }: MouseEvent): boolean {
  return [target, ...labelsOf(target)].every((surface) =>
    boxesOf(surface).every((box) =>
      clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom
    )
  );
}

function reaches(event: Event, hit: EventTarget | undefined, target: Element | null): boolean {
  if (target === null || !(hit instanceof Node) || !isElement(hit)) return false;
  if (ownership(hit, target) !== null) return true;
  // A closed shadow root hides its part of the path: look for ourselves.
  if (rootOfHost(hit) === null || !(event instanceof MouseEvent)) return false;
  const inner = deepHit(event.clientX, event.clientY);
  return inner !== null && ownership(inner, target) !== null;
}
