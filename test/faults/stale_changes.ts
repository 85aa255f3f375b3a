/** How pages change between snapshot and act, and what must become of an act on a line of before. */
import type { Kind, Place } from "./stale_stage.ts";

export interface Act {
  readonly tool: "click" | "type_text" | "inspect" | "screenshot";
  readonly kind: Kind;
}

/** `to`: the element that was meant may be acted on; `refused`: the failure, its code and words. */
export interface Expected {
  readonly to?: string;
  readonly refused?: RegExp;
}

export interface Change {
  readonly name: string;
  /** Fills the box (see `stale_stage.ts` for the names that may be used). */
  readonly fill: string;
  readonly change: string;
  /** Name of the control that is meant. */
  readonly target: string;
  /** Of several controls with that name, which one in order of the page. */
  readonly nth?: number;
  readonly expected: (act: Act, place: Place) => Expected;
  /** Takes a snapshot after the change, before the act on the old line. */
  readonly looksAgain?: boolean;
}

const THREE = `box.append(make("a", "Save"), make("b", "Delete account"), make("c", "Archive"));`;
const ROWS = `box.append(row(1, "Ann"), row(2, "Bob"), row(3, "Cid"));`;

const to = (id: string) => (): Expected => ({ to: id });
const refused = (words: RegExp) => (): Expected => ({ refused: words });
const reads = (act: Act): boolean => act.tool === "inspect";

/** Of the control named Save, which is alone of its name. */
const single = (
  name: string,
  change: string,
  expected: Change["expected"],
  fill = THREE,
): Change => ({ name, fill, change, target: "Save", expected });

/** Of the second of three rows with a control Pay each. */
const rows = (name: string, change: string, expected: Change["expected"]): Change => ({
  name,
  fill: ROWS,
  change,
  target: "Pay",
  nth: 1,
  expected,
});

const RENAMED = /^targetDetached .*it is now \S+ "Delete account"/s;
const SWAP =
  `const [a, b] = [id("a"), id("b")], name = nameOf(a); put(a, nameOf(b)); put(b, name);`;

export const CHANGES: readonly Change[] = [
  single("changes nothing", "", to("a")),
  single(
    "rebuilds its controls in the same order",
    `box.textContent = "";
     box.append(make("ax", "Save"), make("bx", "Delete account"), make("cx", "Archive"));`,
    to("ax"),
  ),
  single(
    "rebuilds its controls in another order",
    `box.textContent = "";
     box.append(make("cx", "Archive"), make("bx", "Delete account"), make("ax", "Save"));`,
    to("ax"),
  ),
  single("rebuilds everything by markup", `anew(base);`, to("ax")),
  single("exchanges the labels of two nodes", SWAP, to("b")),
  single("exchanges the places of two nodes", `id("b").after(id("a"));`, to("a")),
  single("renames the node", `put(id("a"), "Delete account");`, refused(RENAMED)),
  single(
    "renames the node by attribute alone",
    `id("a").setAttribute("aria-label", "Delete account");`,
    // A region that can be clicked is named by what it says.
    ({ kind }) => kind === "clickable" ? { to: "a", refused: RENAMED } : { refused: RENAMED },
  ),
  single(
    "renames the node by its words, node for node",
    kindly(`id("a").replaceChildren("Delete account");`, `put(id("a"), "Delete account");`),
    refused(RENAMED),
  ),
  single("removes the node", `id("a").remove();`, refused(/^targetDetached .*removed/s)),
  single(
    "removes the node, and two of its like come",
    `id("a").remove(); box.prepend(make("d", "Save"), make("e", "Save"));`,
    refused(/^targetDetached .*removed.*2 elements now answer/s),
  ),
  single(
    "takes another kind of element for it",
    `const link = document.createElement("a");
     link.href = "#"; link.id = "link"; link.textContent = "Save";
     id("a").replaceWith(link);`,
    refused(/^targetDetached .*removed.*nothing answers/s),
  ),
  single(
    "moves the node elsewhere",
    `const aside = document.createElement("section"); base.prepend(aside); aside.append(id("a"));`,
    to("a"),
  ),
  single("reverses the nodes", `box.append(...[...box.children].reverse());`, to("a")),
  single("inserts an equal one before", `box.prepend(make("d", "Save"));`, to("a")),
  single(
    "duplicates the node",
    `const copy = id("a").cloneNode(true); copy.id = "d"; id("a").before(copy);`,
    to("a"),
  ),
  single(
    "disables it",
    `id("a").disabled = true; id("a").setAttribute("aria-disabled", "true");`,
    (act) => reads(act) || act.tool === "screenshot" ? { to: "a" } : { refused: /^targetDisabled/ },
  ),
  single(
    "hides it",
    `id("a").style.display = "none";`,
    // A whole value is set without a pointer or focus, also behind a picker that pages draw themselves.
    (act) =>
      reads(act)
        ? { to: "a" }
        : act.kind === "select" || act.kind === "date"
        ? { to: "a", refused: /^targetHidden/ }
        : { refused: /^targetHidden/ },
  ),
  single(
    "hides it and says something else on it",
    `id("a").style.display = "none"; put(id("a"), "Delete account");`,
    refused(/^target(Detached|Hidden)/),
  ),
  single(
    "covers it",
    `const cover = document.createElement("div");
     cover.id = "cover"; cover.style.cssText = "position: fixed; inset: 0; background: silver";
     base.append(cover);`,
    (act) =>
      act.tool === "click" || act.kind === "checkbox" || act.kind === "switch"
        ? reads(act) ? { to: "a" } : { refused: /^targetObscured .*#cover/s }
        : { to: "a" },
  ),
  single(
    "changes its state",
    `id("a").title = "Saves all"; id("a").setAttribute("aria-description", "All of it");`,
    to("a"),
  ),
  single(
    "goes to another address of the same document",
    `history.pushState(null, "", "?q=2");`,
    to("a"),
  ),
  single(
    "says all anew with other words around",
    `box.textContent = "";
     const words = document.createElement("p"); words.textContent = "Look again";
     box.append(words, make("ax", "Save"));`,
    to("ax"),
  ),
  {
    ...single(
      "renames the node, and is looked at again",
      `put(id("a"), "Delete account");`,
      refused(RENAMED),
    ),
    looksAgain: true,
  },
  {
    ...single("rebuilds its controls, and is looked at again", `anew(box);`, to("ax")),
    looksAgain: true,
  },
  { ...single("exchanges labels, and is looked at again", SWAP, to("b")), looksAgain: true },
  {
    ...single(
      "removes the node, and is looked at again",
      `id("a").remove();`,
      refused(/^targetDetached .*removed/s),
    ),
    looksAgain: true,
  },
  rows("inserts a row before", `box.prepend(row(9, "New"));`, to("p2")),
  rows("inserts a row between", `id("row1").after(row(9, "New"));`, to("p2")),
  rows("removes the row before", `id("row1").remove();`, to("p2")),
  rows("removes the row", `id("row2").remove();`, refused(/^targetDetached .*removed/s)),
  rows(
    "removes all rows but another one",
    `id("row1").remove(); id("row2").remove();`,
    refused(/^targetDetached .*removed.*one element now answers.*perhaps another/s),
  ),
  rows("reverses the rows", `box.append(...[...box.children].reverse());`, to("p2")),
  rows(
    "duplicates the row",
    `const copy = id("row2").cloneNode(true);
     copy.id = "row8"; copy.lastElementChild.id = "p8"; id("row2").before(copy);`,
    to("p2"),
  ),
  rows(
    "builds the rows anew",
    `anew(box);`,
    refused(/^targetDetached .*removed.*3 elements now answer/s),
  ),
  rows("changes another part of the row", `id("row2").append(" (2 due)");`, to("p2")),
  rows(
    "renames the control of the row",
    `put(id("p2"), "Refund");`,
    refused(/^targetDetached .*now \S+ "Refund"/s),
  ),
  {
    ...rows(
      "reverses the rows, and is looked at again",
      `box.append(...[...box.children].reverse());`,
      to("p2"),
    ),
    looksAgain: true,
  },
  {
    ...rows("removes the row before, and is looked at again", `id("row1").remove();`, to("p2")),
    looksAgain: true,
  },
  {
    ...rows(
      "removes the row, and is looked at again",
      `id("row2").remove();`,
      refused(/^targetDetached .*removed/s),
    ),
    looksAgain: true,
  },
];

/** Nodes stay and get what other rows said: lists that are drawn by place, not by key. */
const RECYCLED = /^targetDetached .*row.*now says/s;
export const RECYCLINGS: readonly Change[] = [
  rows(
    "removes a row by moving up what the others say",
    `const [one, two, three] = labels();
     one.textContent = two.textContent; two.textContent = three.textContent; id("row3").remove();`,
    refused(RECYCLED),
  ),
  rows(
    "inserts a row by moving down what the others say",
    `const [one, two, three] = labels();
     box.append(row(4, three.textContent));
     three.textContent = two.textContent; two.textContent = one.textContent; one.textContent = "New";`,
    refused(RECYCLED),
  ),
  rows(
    "sorts what its rows say",
    `const said = labels().map((one) => one.textContent);
     labels().forEach((one, i) => { one.textContent = said[(i + 1) % 3]; });`,
    refused(RECYCLED),
  ),
  rows(
    "scrolls on: its rows say others",
    `labels().forEach((one, i) => { one.firstChild.data = "Dan" + i; });`,
    refused(RECYCLED),
  ),
];

/** What a row says of itself, by whom it is and where it stands; `late`: some time after. */
const told = (say: string, change: string): Pick<Change, "fill" | "change"> => {
  const begin = `const say = (who, place, late = false) => ${say};`;
  return {
    fill: `${begin} ["Ann", "Bob", "Cid"].forEach((who, i) => {
      const made = row(i + 1, "");
      made.firstChild.innerHTML = say(who, i);
      box.append(made);
    });`,
    change: begin + change,
  };
};
const moved = (name: string, say: string, words = RECYCLED): Change => ({
  ...rows(`moves up rows told apart by ${name}`, "", refused(words)),
  ...told(
    say,
    `labels().forEach((one, i) => { one.innerHTML = say(["Bob", "Cid", "Dan"][i], i); });`,
  ),
});
const kept = (name: string, say: string): Change => ({
  ...rows(`changes ${name} of its rows`, "", to("p2")),
  ...told(
    say,
    `labels().forEach((one, i) => { one.innerHTML = say(["Ann", "Bob", "Cid"][i], i, true); });`,
  ),
});
const OTHER = /^targetDetached .*row now says what another row said/s;

/** The same of rows that say more than a name, or say it otherwise than by a text. */
export const TOLD_ROWS: readonly Change[] = [
  moved("a name behind a number", "`<i>${place + 1}</i> <b>${who}</b>`"),
  moved("a name behind a number in words", "`<i>Row ${place + 1}</i> <b>${who}</b>`"),
  moved("a name behind a state", '`<i>${who === "Ann" ? "Closed" : "Open"}</i> <b>${who}</b>`'),
  moved(
    "two words together",
    '`<i>${who < "C" ? "Smith" : "Jones"}</i> <b>${{ Ann: 1, Bob: 2, Cid: 2, Dan: 1 }[who]}</b>`',
  ),
  moved("numbers alone", "`<i>${{ Ann: 1001, Bob: 1002, Cid: 1003, Dan: 1004 }[who]}</i>`"),
  moved("pictures", "`<img width=9 height=9 alt=${who}>`"),
  moved("labels", "`<span role=group aria-label=${who}>&nbsp;</span>`"),
  moved("titles", "`<i title=${who}>i</i>`"),
  moved("links", '`<a href="#${who}">Open</a>`', OTHER),
  moved("fields", "`<input aria-label=Name value=${who}>`", OTHER),
  moved("choices", "`<select aria-label=Name><option>${who}</select>`", OTHER),
  kept("prices", "`<b>${who}</b> <i>${place + (late ? 7.25 : 1.5)}</i>`"),
  kept(
    "counters in words",
    "`<b>${who}</b> <i>Qty: ${place + (late ? 5 : 1)}</i> <i>Sum: ${place + (late ? 50 : 10)}</i>`",
  ),
  kept(
    "states",
    '`<b>${who}</b> <i>${who}@example.org</i> <i>${late ? "Done" : ["New", "Open", "Closed"][place]}</i>`',
  ),
  kept("fields that are filled", '`<input aria-label=Name value=${who}${late ? "a" : ""}>`'),
];

/** Source for the kinds that show their name, and for those that do not. */
function kindly(shown: string, told: string): string {
  return `if (kind === "button" || kind === "clickable") { ${shown} } else { ${told} }`;
}
