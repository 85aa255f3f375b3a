import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LineResolution } from "../../../src/model/page_functions.ts";
import { type LabPage, PageLab } from "../../support/page_lab.ts";

interface Line {
  readonly role: string;
  readonly name?: string;
  readonly ordinal?: number;
  readonly cut?: boolean;
}

describe("resolveLine", () => {
  let lab: PageLab;
  before(async () => {
    lab = await PageLab.open();
  });
  after(() => lab.close());

  async function walk(page: LabPage): Promise<string> {
    return await page.call("walk", { walk: "w", rows: 1000, chars: 1_000_000 });
  }

  async function resolve(page: LabPage, line: Line): Promise<LineResolution> {
    return await page.call("resolveLine", {
      line: {
        role: line.role,
        name: line.name ?? null,
        nameCut: line.cut ?? false,
        ordinal: line.ordinal ?? null,
        frame: null,
      },
    });
  }

  function idOf(found: LineResolution): string {
    return "element" in found ? `${found.state} ${found.element.tag}` : found.state;
  }

  /** A page that was printed, changed by `change`, and what became of the line. */
  async function after_(html: string, change: string, line: Line): Promise<LineResolution> {
    const page = await lab.page(html);
    await walk(page);
    await page.eval(change);
    const found = await resolve(page, line);
    page.close();
    return found;
  }

  const SAVE: Line = { role: "button", name: "Save" };

  test("takes the element the line was printed for", async () => {
    const found = await after_(`<button id=a>Save</button>`, "", SAVE);
    assert.equal(idOf(found), "bound button#a");
  });
  test("takes a name that itself ends in … for the whole name", async () => {
    const line: Line = { role: "button", name: "More", cut: true };
    const both = `<button id=a>More…</button><button id=b>More options</button>`;
    assert.equal(idOf(await after_(both, "", line)), "bound button#a");
    assert.equal(idOf(await after_(both, "a.remove()", line)), "gone");
  });
  test("takes a shortened name where one element begins so", async () => {
    const line: Line = { role: "button", name: "More", cut: true };
    assert.equal(
      idOf(await after_(`<button id=b>More options</button>`, "", line)),
      "bound button#b",
    );
    const two = `<button>More options</button><button>More rows</button>`;
    assert.equal(idOf(await after_(two, "", line)), "several");
  });
  test("tells long names that differ after the cut apart by their numbers", async () => {
    const long = "word ".repeat(300);
    const page = await lab.page(`<button id=a>${long}one</button><button id=b>${long}two</button>`);
    const lines = (await walk(page)).split("\n").filter((row) => row.includes("\tbutton\t"));
    const found = [];
    for (const row of lines) {
      const [, role = "", ordinal = "", name = ""] = row.split("\t");
      const line = { role, name: name.slice(0, -1), cut: true, ordinal: Number(ordinal) };
      found.push(idOf(await resolve(page, line)));
    }
    page.close();
    assert.deepEqual(found, ["bound button#a", "bound button#b"]);
  });
  test("takes it whatever moved around it", async () => {
    const found = await after_(
      `<main><button id=a>Save</button></main><p id=p></p>`,
      "p.append(a); document.body.prepend(Object.assign(document.createElement('button'), {id: 'b', textContent: 'Save'}))",
      SAVE,
    );
    assert.equal(idOf(found), "bound button#a");
  });
  test("takes each of several by its number", async () => {
    const html = `<button id=a>Pay</button><button id=b>Pay</button>`;
    assert.equal(
      idOf(await after_(html, "", { role: "button", name: "Pay", ordinal: 1 })),
      "bound button#b",
    );
  });
  test("keeps the numbers when one of several goes", async () => {
    const html = `<button id=a>Pay</button><button id=b>Pay</button><button id=c>Pay</button>`;
    const found = await after_(html, "a.remove()", { role: "button", name: "Pay", ordinal: 1 });
    assert.equal(idOf(found), "bound button#b");
  });
  test("never acts on a renamed element under its old name", async () => {
    const found = await after_(`<button id=a>Save</button>`, "a.textContent = 'Delete all'", SAVE);
    assert.equal(found.state, "gone");
    assert.match(
      found.state === "gone" ? found.message : "",
      /it is now button "Delete all"; nothing answers/,
    );
  });
  test("says that it was removed", async () => {
    const found = await after_(`<button id=a>Save</button>`, "a.remove()", SAVE);
    assert.deepEqual(found, {
      state: "gone",
      message: "it was removed from the page; nothing answers to it now",
    });
  });
  test("takes the one element that replaced it", async () => {
    const found = await after_(
      `<div id=box><button id=a>Save</button></div>`,
      "box.innerHTML = '<button id=b>Save</button>'",
      SAVE,
    );
    assert.equal(idOf(found), "rebound button#b");
  });
  test("takes the one that got the name of the renamed one", async () => {
    const found = await after_(
      `<button id=a>Save</button><button id=b>Delete</button>`,
      "a.textContent = 'Delete'; b.textContent = 'Save'",
      SAVE,
    );
    assert.equal(idOf(found), "rebound button#b");
  });
  test("does not choose among several replacements", async () => {
    const found = await after_(
      `<div id=box><button id=a>Save</button></div>`,
      "box.innerHTML = '<button id=b>Save</button><button id=c>Save</button>'",
      SAVE,
    );
    assert.deepEqual(found, {
      state: "gone",
      message: 'it was removed from the page; 2 elements now answer to button "Save"',
    });
  });
  test("does not let a replacement take a numbered line", async () => {
    const found = await after_(
      `<button id=a>Pay</button><div id=box><button id=b>Pay</button></div>`,
      "a.remove(); box.innerHTML = '<button id=c>Pay</button>'",
      { role: "button", name: "Pay", ordinal: 1 },
    );
    assert.equal(found.state, "gone");
  });
  test("does not count a hidden element as a replacement", async () => {
    const found = await after_(
      `<div id=box><button id=a>Save</button></div>`,
      "box.innerHTML = '<button id=b>Save</button><button id=c hidden>Save</button>'",
      SAVE,
    );
    assert.equal(idOf(found), "rebound button#b");
  });
  test("still takes a printed element that is hidden now", async () => {
    const found = await after_(`<button id=a>Save</button>`, "a.style.display = 'none'", SAVE);
    assert.equal(idOf(found), "bound button#a");
  });
  test("does not take a printed element that is hidden and says something else", async () => {
    const found = await after_(
      `<button id=a>Save</button>`,
      "a.style.display = 'none'; a.textContent = 'Delete'",
      SAVE,
    );
    assert.equal(found.state, "gone");
  });
  test("takes a line that was never printed when one element answers", async () => {
    const page = await lab.page(`<button id=a>Save</button>`);
    const found = await resolve(page, SAVE);
    page.close();
    assert.equal(idOf(found), "unique button#a");
  });
  test("counts when several answer to a line that was never printed", async () => {
    const page = await lab.page(`<button>Pay</button><button>Pay</button>`);
    const found = await resolve(page, { role: "button", name: "Pay" });
    page.close();
    assert.deepEqual(found, { state: "several", count: 2 });
  });
  test("counts when the bare line of several printed ones is given", async () => {
    const found = await after_(`<button>Pay</button><button>Pay</button>`, "", {
      role: "button",
      name: "Pay",
    });
    assert.deepEqual(found, { state: "several", count: 2 });
  });
  test("takes no number that was never printed", async () => {
    const page = await lab.page(`<button>Pay</button><button>Pay</button>`);
    const found = await resolve(page, { role: "button", name: "Pay", ordinal: 1 });
    page.close();
    assert.deepEqual(found, { state: "none" });
  });
  test("counts what has no numbers of its own, as it stands", async () => {
    const html =
      `<table><tr><th>X</th><th>Y</th><th>Z</th></tr><tr><td id=a>5</td><td id=b>7</td><td id=c>5</td></table>`;
    const cell = (ordinal?: number): Line => ({
      role: "cell",
      name: "5",
      ...(ordinal === undefined ? {} : { ordinal }),
    });
    assert.deepEqual(await after_(html, "", cell()), { state: "several", count: 2 });
    assert.equal(idOf(await after_(html, "", cell(1))), "unique td#c");
    assert.equal(idOf(await after_(html, "b.textContent = 5", cell(1))), "unique td#b");
    assert.deepEqual(await after_(html, "", cell(2)), { state: "none" });
  });
  test("counts unnamed ones too", async () => {
    const html = `<ul><li><a href=#>A</a><p>1</p></li><li id=b><a href=#>B</a><p>2</p></li></ul>`;
    assert.equal(idOf(await after_(html, "", { role: "listitem", ordinal: 1 })), "unique li#b");
  });
  test("answers none where nothing answers", async () => {
    assert.deepEqual(await after_(`<button>Pay</button>`, "", SAVE), { state: "none" });
  });
  test("takes an unnamed line", async () => {
    const found = await after_(`<button id=a></button>`, "", { role: "button" });
    assert.equal(idOf(found), "bound button#a");
  });
  test("takes a cut name by its unique beginning", async () => {
    const html = `<button id=a>${"long ".repeat(300)}one</button><button id=b>Other ${
      "x".repeat(1100)
    }</button>`;
    const found = await after_(html, "", { role: "button", name: "long ".repeat(190), cut: true });
    assert.equal(idOf(found), "bound button#a");
  });
  test("does not choose among cut names with the same beginning", async () => {
    const html = `<button>${"long ".repeat(300)}one</button><button>${
      "long ".repeat(300)
    }two</button>`;
    const found = await after_(html, "", { role: "button", name: "long ".repeat(190), cut: true });
    assert.deepEqual(found, { state: "several", count: 2 });
  });
  test("takes clickables without a role", async () => {
    const html = `<div id=a onclick="1" style="cursor:pointer">Open it</div>`;
    const found = await after_(html, "", { role: "clickable", name: "Open it" });
    assert.equal(idOf(found), "bound div#a");
  });
  test("does not act on a clickable that says something else now", async () => {
    const html = `<div id=a onclick="1" style="cursor:pointer">Open it</div>`;
    const found = await after_(html, "a.textContent = 'Delete it'", {
      role: "clickable",
      name: "Open it",
    });
    assert.equal(found.state, "gone");
    assert.match(found.state === "gone" ? found.message : "", /clickable "Delete it"/);
  });
  test("tells facts for messages and evidence, and no value", async () => {
    const found = await after_(
      `<input id=a name=mail type=email value=secret aria-label=Mail data-testid=m>`,
      "",
      {
        role: "textbox",
        name: "Mail",
      },
    );
    assert.ok("element" in found);
    const { ref: _ref, ...facts } = found.element;
    assert.deepEqual(facts, {
      role: "textbox",
      name: "Mail",
      tag: "input#a",
      stableAttributes: { id: "a", name: "mail", type: "email", "data-testid": "m" },
      controlKind: "text",
      sensitive: false,
    });
  });
});
