/**
 * The US keyboard as key events need it: physical code, Windows virtual key code and text of a
 * DOM `key` value. Source: UI Events KeyboardEvent key and code Values, Windows virtual-key codes.
 */
import type { Modifier } from "../model/target.ts";

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** What the key types; "" for keys that type nothing. */
  readonly text: string;
  /** It is typed with Shift held. */
  readonly shifted: boolean;
  /** 1: left of two keys. */
  readonly location?: number;
}

export const MODIFIER_KEYS = {
  shift: { key: "Shift", code: "ShiftLeft", keyCode: 16, text: "", shifted: false, location: 1 },
  ctrl: { key: "Control", code: "ControlLeft", keyCode: 17, text: "", shifted: false, location: 1 },
  alt: { key: "Alt", code: "AltLeft", keyCode: 18, text: "", shifted: false, location: 1 },
  meta: { key: "Meta", code: "MetaLeft", keyCode: 91, text: "", shifted: false, location: 1 },
} as const satisfies Record<Modifier, Key>;

/** Keys that carry a name: [key, code, virtual key code, text]. */
const NAMED: readonly (readonly [string, string, number, string])[] = [
  ["Enter", "Enter", 13, "\r"],
  ["Tab", "Tab", 9, ""],
  ["Backspace", "Backspace", 8, ""],
  ["Delete", "Delete", 46, ""],
  ["Escape", "Escape", 27, ""],
  ["ArrowLeft", "ArrowLeft", 37, ""],
  ["ArrowUp", "ArrowUp", 38, ""],
  ["ArrowRight", "ArrowRight", 39, ""],
  ["ArrowDown", "ArrowDown", 40, ""],
  ["Home", "Home", 36, ""],
  ["End", "End", 35, ""],
  ["PageUp", "PageUp", 33, ""],
  ["PageDown", "PageDown", 34, ""],
  ["Insert", "Insert", 45, ""],
  ["CapsLock", "CapsLock", 20, ""],
  ["NumLock", "NumLock", 144, ""],
  ["ScrollLock", "ScrollLock", 145, ""],
  ["Pause", "Pause", 19, ""],
  ["PrintScreen", "PrintScreen", 44, ""],
  ["ContextMenu", "ContextMenu", 93, ""],
];

/** Keys with two characters: [plain, with Shift, code, virtual key code]. */
const PRINTED: readonly (readonly [string, string, string, number])[] = [
  ["`", "~", "Backquote", 192],
  ["1", "!", "Digit1", 49],
  ["2", "@", "Digit2", 50],
  ["3", "#", "Digit3", 51],
  ["4", "$", "Digit4", 52],
  ["5", "%", "Digit5", 53],
  ["6", "^", "Digit6", 54],
  ["7", "&", "Digit7", 55],
  ["8", "*", "Digit8", 56],
  ["9", "(", "Digit9", 57],
  ["0", ")", "Digit0", 48],
  ["-", "_", "Minus", 189],
  ["=", "+", "Equal", 187],
  ["[", "{", "BracketLeft", 219],
  ["]", "}", "BracketRight", 221],
  ["\\", "|", "Backslash", 220],
  [";", ":", "Semicolon", 186],
  ["'", '"', "Quote", 222],
  [",", "<", "Comma", 188],
  [".", ">", "Period", 190],
  ["/", "?", "Slash", 191],
];

function layout(): ReadonlyMap<string, Key> {
  const keys = new Map<string, Key>();
  const add = (key: string, code: string, keyCode: number, text: string, shifted: boolean) =>
    keys.set(key, { key, code, keyCode, text, shifted });
  for (const [key, code, keyCode, text] of NAMED) add(key, code, keyCode, text, false);
  for (const [plain, shifted, code, keyCode] of PRINTED) {
    add(plain, code, keyCode, plain, false);
    add(shifted, code, keyCode, shifted, true);
  }
  for (let at = 0; at < 26; at++) {
    const upper = String.fromCharCode(65 + at);
    const lower = upper.toLowerCase();
    add(lower, `Key${upper}`, 65 + at, lower, false);
    add(upper, `Key${upper}`, 65 + at, upper, true);
  }
  for (let number = 1; number <= 24; number++) {
    add(`F${number}`, `F${number}`, 111 + number, "", false);
  }
  add(" ", "Space", 32, " ", false);
  for (const key of Object.values(MODIFIER_KEYS)) keys.set(key.key, key);
  return keys;
}

const LAYOUT = layout();

/** The key of a DOM `key` value; undefined: the keyboard has none. */
export function keyOf(key: string): Key | undefined {
  return LAYOUT.get(key);
}

/** A piece of text to type: one key, or characters that no key of the keyboard gives. */
export type Stroke = { readonly key: Key } | { readonly insert: string };

/** Splits text into strokes: `\n` (also `\r\n`, `\r`) is Enter, `\t` is Tab, the rest keys or inserted runs. */
export function strokesOf(text: string): readonly Stroke[] {
  const strokes: Stroke[] = [];
  let run = "";
  const flush = () => {
    if (run !== "") strokes.push({ insert: run });
    run = "";
  };
  for (const character of text.replace(/\r\n?/g, "\n")) {
    const key = character === "\n" ? keyOf("Enter") : keyOf(character === "\t" ? "Tab" : character);
    if (key === undefined) run += character;
    else {
      flush();
      strokes.push({ key });
    }
  }
  flush();
  return strokes;
}
