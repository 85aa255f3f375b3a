/**
 * By what a selector finds its elements: one class, id or tag of the last compound. Every element
 * that a rule fits has that key; not every element with the key is fitted.
 */

export interface StyleKey {
  readonly kind: "class" | "id" | "tag" | "any";
  readonly name: string;
}

const ANY: StyleKey = { kind: "any", name: "" };
const NAME = String.raw`((?:\\[0-9a-f]{1,6}\s?|\\[^\n]|[\w-]|[^\u0000-\u007f])+)`;
const CLASS_KEY = new RegExp(String.raw`\.${NAME}`, "i");
const ID_KEY = new RegExp(`#${NAME}`, "i");
const TAG_KEY = new RegExp(`^(?:[^|]*\\|)?${NAME}`, "i");

/** The keys of a selector list. `outer`: those of the rule around it, for `&`. */
export function keysOf(selectors: string, outer: readonly StyleKey[]): StyleKey[] {
  const keys: StyleKey[] = [];
  for (const selector of withoutGroups(selectors).split(",")) {
    const compound = /[^\s>+~]*$/.exec(selector.trim())?.[0] ?? "";
    // What a pseudo-element looks like says nothing of its element.
    if (/::|:(?:before|after|first-l)/.test(compound)) continue;
    // Escapes keep their colon: a name goes on over them.
    const own = keyOf(compound.replace(/(^|[^\\]):.*$/s, "$1"));
    if (own.kind !== "any" || !compound.includes("&") || outer.length === 0) keys.push(own);
    else keys.push(...outer);
  }
  return keys;
}

function keyOf(compound: string): StyleKey {
  const id = ID_KEY.exec(compound)?.[1];
  if (id !== undefined) return { kind: "id", name: unescapeName(id) };
  const name = CLASS_KEY.exec(compound)?.[1];
  if (name !== undefined) return { kind: "class", name: unescapeName(name) };
  const tag = TAG_KEY.exec(compound)?.[1];
  return tag === undefined ? ANY : { kind: "tag", name: unescapeName(tag).toLowerCase() };
}

/** Without attributes, strings and the arguments of pseudo-classes, which may hold anything. */
function withoutGroups(selectors: string): string {
  if (!/[[("']/.test(selectors)) return selectors;
  let text = selectors.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, "");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/(?<!\\)[[(](?:[^[\]()\\]|\\.)*[\])]/gs, "");
  }
  return text;
}

function unescapeName(name: string): string {
  return name.includes("\\")
    ? name.replace(
      /\\(?:([0-9a-f]{1,6})\s?|(.))/gis,
      (_, hex, plain) => hex === undefined ? plain : String.fromCodePoint(Number.parseInt(hex, 16)),
    )
    : name;
}
