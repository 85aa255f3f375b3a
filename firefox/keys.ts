/** Keys as WebDriver names them: characters as they are, others by code points of its own. Source: WebDriver, "Keyboard actions". */
import { keyOf, MODIFIER_KEYS } from "../src/engine/keyboard.ts";
import type { Modifier } from "../src/model/target.ts";

export const MODIFIER_VALUES = {
  shift: "\uE008",
  ctrl: "\uE009",
  alt: "\uE00A",
  meta: "\uE03D",
} as const satisfies Record<Modifier, string>;

const NAMED: Readonly<Record<string, string>> = {
  Enter: "\uE006",
  Tab: "\uE004",
  Backspace: "\uE003",
  Delete: "\uE017",
  Escape: "\uE00C",
  ArrowLeft: "\uE012",
  ArrowUp: "\uE013",
  ArrowRight: "\uE014",
  ArrowDown: "\uE015",
  Home: "\uE011",
  End: "\uE010",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  Insert: "\uE016",
  Pause: "\uE00B",
  F1: "\uE031",
  F2: "\uE032",
  F3: "\uE033",
  F4: "\uE034",
  F5: "\uE035",
  F6: "\uE036",
  F7: "\uE037",
  F8: "\uE038",
  F9: "\uE039",
  F10: "\uE03A",
  F11: "\uE03B",
  F12: "\uE03C",
  [MODIFIER_KEYS.shift.key]: MODIFIER_VALUES.shift,
  [MODIFIER_KEYS.ctrl.key]: MODIFIER_VALUES.ctrl,
  [MODIFIER_KEYS.alt.key]: MODIFIER_VALUES.alt,
  [MODIFIER_KEYS.meta.key]: MODIFIER_VALUES.meta,
};

/** The value of a key of the keyboard by its DOM `key`; undefined: WebDriver knows no such key. */
export function keyValue(key: string): string | undefined {
  const known = keyOf(key);
  if (known === undefined) return undefined;
  return NAMED[key] ?? (known.text === key ? key : undefined);
}

/** One character as it is typed, and whether a US keyboard types it with Shift. */
export interface Stroke {
  readonly value: string;
  readonly shifted: boolean;
}

/** `\n` (also `\r\n`, `\r`) is Enter, `\t` is Tab, every other character a key of its own. */
export function strokesOf(text: string): readonly Stroke[] {
  return [...text.replace(/\r\n?/g, "\n")].map((character) => {
    if (character === "\n") return { value: NAMED["Enter"] ?? character, shifted: false };
    if (character === "\t") return { value: NAMED["Tab"] ?? character, shifted: false };
    return { value: character, shifted: keyOf(character)?.shifted === true };
  });
}
