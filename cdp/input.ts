/** Pointer and keyboard. Events are sent at once and in order; the browser answers when the page has handled them. */
import type { Point } from "../src/engine/engine.ts";
import { noSuchKey } from "../src/engine/failures.ts";
import { type Key, keyOf, MODIFIER_KEYS, type Stroke, strokesOf } from "../src/engine/keyboard.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, STROKES_AT_ONCE } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import type { Session } from "./session.ts";

/** Bits of CDP's `modifiers`. */
const MODIFIER_BITS = { alt: 1, ctrl: 2, meta: 4, shift: 8 } as const satisfies Record<
  Modifier,
  number
>;

export function movePointer(session: Session, { x, y }: Point): void {
  const move = { x, y, modifiers: 0, type: "mouseMoved", button: "none", buttons: 0 } as const;
  session.post("Input.dispatchMouseEvent", move, BROWSER_CALL_MS);
}

export function click(
  session: Session,
  point: Point,
  modifiers: readonly Modifier[],
  call: Call,
): Promise<void> {
  const bits = bitsOf(modifiers);
  const mouse = { x: point.x, y: point.y, modifiers: bits };
  return settled([
    ...holding(session, modifiers, call, () => [
      session.send("Input.dispatchMouseEvent", {
        ...mouse,
        type: "mouseMoved",
        button: "none",
        buttons: 0,
      }, call),
      session.send("Input.dispatchMouseEvent", {
        ...mouse,
        type: "mousePressed",
        button: "left",
        buttons: 1,
        clickCount: 1,
      }, call),
      session.send("Input.dispatchMouseEvent", {
        ...mouse,
        type: "mouseReleased",
        button: "left",
        buttons: 0,
        clickCount: 1,
      }, call),
    ]),
  ]);
}

/**
 * Sends as many keys at once as leave the page time to answer others in between: a browser takes
 * keys before anything else, so that a page at work on a long text would look like one that hangs.
 * `wanted` false: nobody waits for the rest any more, as after a dialog.
 */
export async function typeText(
  session: Session,
  text: string,
  wanted: () => boolean,
  call: Call,
): Promise<void> {
  const strokes = strokesOf(text);
  for (let from = 0; from < strokes.length && wanted(); from += STROKES_AT_ONCE) {
    if (from > 0) await aside(session, call);
    await settled(
      strokes.slice(from, from + STROKES_AT_ONCE).flatMap((stroke) =>
        strike(session, stroke, call)
      ),
    );
  }
}

/** Everything that the page was asked before is answered. */
async function aside(session: Session, call: Call): Promise<void> {
  try {
    await session.send("Runtime.evaluate", { expression: "0" }, call);
  } catch (cause) {
    // A refusal is an answer: the document has just gone, and the keys go to the next one.
    if (!(cause instanceof Failure) || cause.code !== "browserCommandFailed") throw cause;
  }
}

function strike(session: Session, stroke: Stroke, call: Call): Promise<unknown>[] {
  return "insert" in stroke
    ? [session.send("Input.insertText", { text: stroke.insert }, call)]
    // Shift is told as a modifier of the key, not pressed: the text is the same, the events half.
    : press(session, stroke.key, stroke.key.shifted ? MODIFIER_BITS.shift : 0, call);
}

/** Errors: invalidRequest for a key that no keyboard has. */
export function pressKey(
  session: Session,
  key: string,
  modifiers: readonly Modifier[],
  call: Call,
): Promise<void> {
  const known = keyOf(key);
  if (known === undefined) {
    return Promise.reject(noSuchKey());
  }
  const bits = bitsOf(modifiers);
  return settled(
    holding(session, modifiers, call, () => press(session, known, bits, call)),
  );
}

function press(session: Session, key: Key, bits: number, call: Call): Promise<unknown>[] {
  const event = eventOf(key, bits);
  // Ctrl, Alt and Meta make a command of the key: it types nothing.
  const types = key.text !== "" && (bits & ~MODIFIER_BITS.shift) === 0;
  return [
    session.send(
      "Input.dispatchKeyEvent",
      types
        ? { ...event, type: "keyDown", text: key.text, unmodifiedText: key.text }
        : { ...event, type: "rawKeyDown" },
      call,
    ),
    session.send("Input.dispatchKeyEvent", { ...event, type: "keyUp" }, call),
  ];
}

/** Presses the modifiers, does `act`, releases them; all is sent before anything is awaited, so a failure leaves none held. */
function holding(
  session: Session,
  modifiers: readonly Modifier[],
  call: Call,
  act: () => Promise<unknown>[],
): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  let held = 0;
  for (const modifier of modifiers) {
    held |= MODIFIER_BITS[modifier];
    sent.push(session.send("Input.dispatchKeyEvent", {
      ...eventOf(MODIFIER_KEYS[modifier], held),
      type: "rawKeyDown",
    }, call));
  }
  sent.push(...act());
  for (const modifier of modifiers.toReversed()) {
    held &= ~MODIFIER_BITS[modifier];
    sent.push(session.send("Input.dispatchKeyEvent", {
      ...eventOf(MODIFIER_KEYS[modifier], held),
      type: "keyUp",
    }, call));
  }
  return sent;
}

function eventOf(key: Key, modifiers: number) {
  return {
    modifiers,
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    ...(key.location === undefined ? {} : { location: key.location }),
  };
}

function bitsOf(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((bits, modifier) => bits | MODIFIER_BITS[modifier], 0);
}

async function settled(sent: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all(sent);
}
