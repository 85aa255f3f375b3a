/**
 * The last look before a key lands: between the focus and the first key the page may move the focus
 * on. Until the first key reaches the control, trusted keys that go elsewhere are stopped before the
 * page sees them. After it the page may lead them on, as fields of one character each do.
 */
import { GUARD_MS } from "../../model/limits.ts";
import { lineOf } from "./describe.ts";
import { now } from "./frame_ticks.ts";
import { activeIn } from "./native.ts";
import { standsIn } from "./own.ts";
import { rootOfHost } from "./roots.ts";

/** What a key writes. */
const TEXT = new Set(["keypress", "beforeinput"]);
const WATCHED = [...TEXT, "keydown", "keyup"];

interface Armed {
  readonly target: Element;
  /** Takes the keys: the target, a part of it, or the editor around it. */
  readonly control: Element;
  /** A lost report must not block a person's page for long. */
  readonly until: number;
  strayed: string | null;
  /** A key went down on the control. */
  pressed: boolean;
}

let armed: Armed | null = null;

export function installTypingGuard(): void {
  for (const type of WATCHED) {
    addEventListener(type, watch, { capture: true, passive: false });
  }
}

export function armKeys(target: Element, control: Element): void {
  // A document that is written anew (document.open) has lost its listeners.
  installTypingGuard();
  armed = { target, control, until: now() + GUARD_MS, strayed: null, pressed: false };
}

/** Disarms; what keys for this target would have gone to, where some were stopped. */
export function strayedKeys(target: Element): string | null {
  const was = armed;
  armed = null;
  return was !== null && was.target === target ? was.strayed : null;
}

/** The focused element, through known shadow roots. */
export function deepActive(): Element | null {
  let active = activeIn(document);
  while (active !== null) {
    const root = rootOfHost(active);
    const inner = root === null ? null : activeIn(root);
    if (inner === null || inner === active) break;
    active = inner;
  }
  return active;
}

function watch(event: Event): void {
  if (armed === null || !event.isTrusted) return;
  if (now() > armed.until) {
    armed = null;
    return;
  }
  const [hit] = event.composedPath();
  const node = hit instanceof Element ? hit : null;
  // A closed shadow root hides its part of the path: look for ourselves.
  const inner = node !== null && rootOfHost(node) !== null ? deepActive() : null;
  const goal = inner ?? node;
  if (armed.strayed === null && passes(event.type, goal, armed)) return;
  event.stopImmediatePropagation();
  event.preventDefault();
  armed.strayed ??= goal === null ? "the page" : lineOf(goal);
}

/** Whether the page may see the event; disarms where the control has got what was typed first. */
function passes(type: string, goal: Element | null, now: Armed): boolean {
  const reaches = goal !== null && standsIn(goal, now.control);
  if (TEXT.has(type)) {
    if (reaches) armed = null;
    return reaches;
  }
  if (reaches) {
    now.pressed ||= type === "keydown";
    return true;
  }
  // The page took a whole key for itself and went on to another field.
  if (now.pressed && type === "keydown") armed = null;
  return now.pressed;
}
