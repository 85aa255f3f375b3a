/** Random pages for the property tests: any text, any tree, any nesting of frames. */
import fc from "fast-check";

export interface RandomPage {
  /** Encoded rows by frame id, each frame in one or more answers. */
  readonly frames: Map<string, string[]>;
  readonly top: string;
}

const NASTY = [
  '"',
  "\\",
  "…",
  "\u202e",
  "\u200f",
  "\u2028",
  "\r",
  "\u0085",
  "\ud800",
  "\udc00",
  "😀",
  "שלום",
  ' in frame "x"',
  " in frame #0",
  'button "Pay" #0',
  '… 3 more (after: "c")',
  "(top)",
  "#1",
  "value=",
  " ",
];

/** Any text a field may hold: all but tab and newline. */
export const anyText: fc.Arbitrary<string> = fc.array(
  fc.oneof(
    fc.constantFrom(...NASTY),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
  ),
  { maxLength: 6 },
).map((pieces) => pieces.join("").replace(/[\t\n]/g, " "));

const name = fc.oneof(fc.constantFrom("", "Pay", "Pay", "Save", "(top)"), anyText);

const unseen = fc.constantFrom("", "", "\tunseen");

const states: fc.Arbitrary<string> = fc.tuple(
  fc.constantFrom(
    "",
    "\tlevel=2",
    "\tchecked",
    "\tchecked=mixed",
    "\texpanded=false",
    "\tinvalid=a b",
  ),
  fc.option(anyText.map((value) => `\tvalue=${value}`), { nil: "" }),
  fc.constantFrom("", "\turl=http://x/", "\tdescription=words", "\toptions=3"),
  fc.constantFrom("", "\ttarget", "\ttarget"),
  unseen,
).map((keys) => keys.join(""));

export const row: fc.Arbitrary<string> = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(anyText, unseen).map(([text, key]) => `\t\t${text}${key}`) },
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constantFrom("button", "link", "heading", "list", "textbox", "menuitem-x1"),
      fc.constantFrom("", "", "0", "1", "27"),
      name,
      states,
    ).map(([role, ordinal, text, keys]) => `${role}\t${ordinal}\t${text}${keys}`),
  },
);

const FRAME_IDS = ["M", "A", "B", "C", "D"];

/** Rows of one frame without header: depth walks up and down; `iframe` rows open frames at random. */
function frameRows(frameIndex: number): fc.Arbitrary<string[]> {
  const iframe = fc.tuple(
    name,
    fc.constantFrom("", "0", "1"),
    fc.constantFrom(...FRAME_IDS, "gone"),
  )
    .map(([text, ordinal, child]) => `iframe\t${ordinal}\t${text}\tframe=${child}`);
  const any = fc.oneof({ weight: 8, arbitrary: row }, { weight: 3, arbitrary: iframe });
  return fc.array(fc.tuple(any, fc.integer({ min: -3, max: 1 })), {
    minLength: frameIndex === 0 ? 1 : 0,
    maxLength: 12,
  }).map((rows) => {
    let depth = -1;
    return rows.map(([text, step]) => {
      depth = Math.max(0, Math.min(depth + 1, depth + step));
      return `${depth}\t${text}`;
    });
  });
}

/** Cuts rows into answers at the given places. */
export function encode(rows: readonly string[], cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (rows.length + 1)))].sort((a, b) => a - b);
  const starts = [0, ...places.filter((place) => place > 0 && place < rows.length)];
  return starts.map((start, i) => {
    const part = rows.slice(start, starts[i + 1] ?? rows.length);
    return `${rows.length}\t${start}\t\n` + part.map((text) => `${text}\n`).join("");
  });
}

export const randomPage: fc.Arbitrary<RandomPage> = fc.tuple(
  fc.integer({ min: 1, max: FRAME_IDS.length }),
  fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
).chain(([count, cuts]) =>
  fc.tuple(...FRAME_IDS.slice(0, count).map((_, index) => frameRows(index))).map((all) => ({
    top: "M",
    frames: new Map(all.map((rows, index) => [FRAME_IDS[index] ?? "", encode(rows, cuts)])),
  }))
);

/** A page deeper than outlines nest. */
export function deepPage(depth: number): RandomPage {
  const rows = Array.from({ length: depth }, (_, i) => `${i}\tlist\t\tLevel ${i}`);
  return { top: "M", frames: new Map([["M", encode(rows, [])]]) };
}
