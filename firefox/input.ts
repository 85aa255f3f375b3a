/** Pointer and keyboard by `input.performActions`, which answers when the page has handled all of it. */
import type { Point } from "../src/engine/engine.ts";
import { noSuchKey } from "../src/engine/failures.ts";
import { BROWSER_CALL_MS, STROKES_AT_ONCE } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import { keyValue, MODIFIER_VALUES, type Stroke, strokesOf } from "./keys.ts";
import type { Place } from "./frame_routes.ts";
import type { KeySource, PointerSource } from "./protocol.ts";
import type { Session } from "./session.ts";

const PAUSE = { type: "pause" } as const;

/** Resolves when the page has felt it. Errors: those of the call. */
export async function movePointer(
  session: Session,
  { context, point }: Place,
  call: Call,
): Promise<void> {
  const moved = session.send("input.performActions", {
    context,
    actions: [pointer([moveTo(point)])],
  }, call);
  forget(session, context);
  await moved;
}

export async function click(
  session: Session,
  { context, point }: Place,
  modifiers: readonly Modifier[],
  call: Call,
): Promise<void> {
  // Both sources go on in step: the keys are down before the pointer moves and up after its release.
  const before = modifiers.map(() => PAUSE);
  const press = [
    moveTo(point),
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ] as const;
  const held = keys([
    ...modifiers.map((modifier) => down(MODIFIER_VALUES[modifier])),
    ...press.map(() => PAUSE),
    ...modifiers.toReversed().map((modifier) => up(MODIFIER_VALUES[modifier])),
  ]);
  const clicked = session.send("input.performActions", {
    context,
    actions: [...(modifiers.length === 0 ? [] : [held]), pointer([...before, ...press])],
  }, call);
  forget(session, context);
  await clicked;
}

/**
 * Sends as many keys at once as leave the page time to answer others in between. `wanted` false:
 * the rest is not to be typed any more, as after a dialog. `focused`: the frame that takes the next ones.
 */
export async function typeText(
  session: Session,
  text: string,
  focused: () => Promise<string>,
  wanted: () => boolean,
  call: Call,
): Promise<void> {
  const strokes = strokesOf(text);
  for (let from = 0; from < strokes.length; from += STROKES_AT_ONCE) {
    if (!wanted()) return;
    const context = await focused();
    if (!wanted()) return;
    const actions = keys(struck(strokes.slice(from, from + STROKES_AT_ONCE)));
    await session.send("input.performActions", { context, actions: [actions] }, call);
  }
}

function struck(strokes: readonly Stroke[]): KeySource["actions"] {
  const actions: (ReturnType<typeof down> | ReturnType<typeof up>)[] = [];
  let shifted = false;
  const hold = (wanted: boolean) => {
    if (wanted !== shifted) actions.push((wanted ? down : up)(MODIFIER_VALUES.shift));
    shifted = wanted;
  };
  for (const stroke of strokes) {
    hold(stroke.shifted);
    actions.push(down(stroke.value), up(stroke.value));
  }
  hold(false);
  return actions;
}

/** Errors: invalidRequest for a key that no keyboard has. */
export async function pressKey(
  session: Session,
  context: string,
  key: string,
  modifiers: readonly Modifier[],
  call: Call,
): Promise<void> {
  const value = keyValue(key);
  if (value === undefined) throw noSuchKey();
  const actions = [
    ...modifiers.map((modifier) => down(MODIFIER_VALUES[modifier])),
    down(value),
    up(value),
    ...modifiers.toReversed().map((modifier) => up(MODIFIER_VALUES[modifier])),
  ];
  await session.send("input.performActions", { context, actions: [keys(actions)] }, call);
}

/**
 * The browser forgets where the pointer stands. Else it would not tell the page of a move to the
 * same place, and would take the next click there for the second of a double click.
 */
function forget(session: Session, context: string): void {
  session.post("input.releaseActions", { context }, BROWSER_CALL_MS);
}

/** The browser takes whole pixels, and rounds a middle up: out of an element of one pixel. */
function moveTo({ x, y }: Point) {
  return {
    type: "pointerMove",
    x: Math.ceil(x - 0.5),
    y: Math.ceil(y - 0.5),
    origin: "viewport",
  } as const;
}

function down(value: string) {
  return { type: "keyDown", value } as const;
}

function up(value: string) {
  return { type: "keyUp", value } as const;
}

function keys(actions: KeySource["actions"]): KeySource {
  return { type: "key", id: "keyboard", actions };
}

function pointer(actions: PointerSource["actions"]): PointerSource {
  return { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
}
