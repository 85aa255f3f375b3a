/** JSON values that no tool asks for: of every type, size and depth, with names that bite. */
import type { Seeded } from "../support/seeded.ts";

/** In every submitted text; an error that holds it repeats what was submitted. */
export const CANARY = "cnry";

const KEYS = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "then", "id"];
const TEXTS = [
  "",
  "\0",
  "\ud800",
  "\udfff\ud800",
  "\u202e",
  "\ufeff",
  "\u2028\n\r",
  "😀",
  "__proto__",
  "../../etc/passwd",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "'\"><script>",
  "%00%ff",
];
const NUMBERS = [
  0,
  -0,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
];

export function junkText(seeded: Seeded): string {
  const mark = `${CANARY}${seeded.below(1e6)}`;
  if (seeded.chance(0.02)) return mark.padEnd(seeded.pick([4_097, 70_000, 262_145]), "x");
  return seeded.chance(0.5) ? mark : `${seeded.pick(TEXTS)}${mark}`;
}

export function junkKey(seeded: Seeded): string {
  return seeded.chance(0.5) ? seeded.pick(KEYS) : `${CANARY}${seeded.below(1e6)}`;
}

/** Sets also names that an assignment would take for the prototype. */
export function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

export function junkValue(seeded: Seeded, depth = 0): unknown {
  switch (seeded.below(depth > 3 ? 5 : 9)) {
    case 0:
      return null;
    case 1:
      return seeded.chance(0.5);
    case 2:
      return seeded.pick(NUMBERS);
    case 3:
      return seeded.pick(TEXTS);
    case 4:
      return junkText(seeded);
    case 5:
      return Array.from({ length: seeded.below(4) }, () => junkValue(seeded, depth + 1));
    case 6: {
      const object = {};
      for (let left = seeded.below(4); left > 0; left--) {
        setOwn(object, junkKey(seeded), junkValue(seeded, depth + 1));
      }
      return object;
    }
    case 7:
      return seeded.chance(0.3) ? deep(seeded.pick([20, 130, 300])) : junkText(seeded);
    default:
      return seeded.chance(0.1) ? Array.from({ length: 2_000 }, (_, index) => index) : [];
  }
}

/** Containers nested `levels` deep, arrays and objects in turn. */
function deep(levels: number): unknown {
  let value: unknown = CANARY;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
