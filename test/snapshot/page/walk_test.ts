/** What the walk prints of pages that change, and of hard ones (`line_cases.ts`: of all others). */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PageLab } from "../../support/page_lab.ts";
import { installWalking, rowsOf, shown } from "../../support/walking_lab.ts";

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

async function rows(html: string): Promise<string[]> {
  const page = await lab.page(html);
  await installWalking(page);
  const found = await shown(page);
  page.close();
  return found;
}

test("named form controls cannot stand in front of the tree", async () => {
  const names = [
    "firstChild",
    "nextSibling",
    "parentNode",
    "localName",
    "getAttribute",
    "attributes",
    "children",
    "parentElement",
    "nodeType",
    "nextElementSibling",
    "firstElementChild",
    "querySelectorAll",
    "getRootNode",
    "checkVisibility",
    "shadowRoot",
    "matches",
    "closest",
  ];
  const found = await rows(
    `<form>${names.map((name) => `<input name="${name}" aria-label="${name}">`).join("")}</form>
     <img name="body"><img name="getElementById"><img name="adoptedStyleSheets"><img name="baseURI">
     <img name="styleSheets"><form><button>last</button></form>`,
  );
  assert.deepEqual(found, [...names.map((name) => `textbox "${name}"`), 'button "last"']);
});

test("forms between the parts of tables, details and choices name nothing else", async () => {
  const inputs = ["parentElement", "nextElementSibling", "firstElementChild", "querySelectorAll"]
    .map((name) => `<input type=hidden name=${name}><input type=hidden name=${name}>`).join("");
  const found = await rows(
    `<table><form>${inputs}<caption>C</caption><tr><form>${inputs}<th>H<td>d</table>
     <details open><form>${inputs}</form><summary>S</summary>x</details>
     <h2>pick <form role=listbox>${inputs}<b role=option aria-selected=true>one</b></form></h2>`,
  );
  assert.deepEqual(found, [
    'table "C"',
    "  row",
    '    rowheader "H"',
    '    cell "d"',
    'disclosure "S" | expanded=true',
    '"x"',
    'heading "pick one" | level=2',
    "  listbox",
    '    option "one" | selected',
  ]);
});

// Chromium's own renderer dies of much deeper trees; the walk has no recursion by depth.
test("a document 5,000 elements deep is walked", async () => {
  const page = await lab.page("");
  await page.eval(`{
    const root = document.createElement("b");
    let at = root;
    for (let i = 0; i < 5000; i++) at = at.appendChild(document.createElement("b"));
    at.textContent = "deep";
    for (const one of [root, ...root.querySelectorAll("b")]) one.style.display = "contents";
    document.body.append(root);
  }`);
  await installWalking(page);
  assert.deepEqual(await shown(page), ['"deep"']);
  page.close();
});

test("long text is split, never cut", async () => {
  const words = Array.from({ length: 3_000 }, (_, i) => `word${i}`);
  const found = await rows(`<p>${words.join(" ")}</p>`);
  assert.ok(found.length > 1);
  assert.equal(found.map((line) => JSON.parse(line)).join(" "), words.join(" "));
});

test("a part continues the walk it belongs to, whatever the page does", async () => {
  const page = await lab.page("<button>1</button><button>2</button><button>3</button>");
  await installWalking(page);
  await page.isolated(`__walking.walk({ walk: "w", rows: 1, chars: 1000 })`);
  await page.eval(`document.body.replaceChildren()`);
  const rest = await page.isolated(
    `__walking.part({ walk: "w", from: 1, rows: 9, chars: 1000 })`,
  );
  assert.equal(rest, "3\t1\t\n0\tbutton\t\t2\ttarget\n0\tbutton\t\t3\ttarget\n");
  page.close();
});

test("an element keeps its line, a later twin gets a new number", async () => {
  const page = await lab.page("<button id=a>Save</button>");
  await installWalking(page);
  assert.deepEqual(await shown(page), ['button "Save"']);
  await page.eval(`a.insertAdjacentHTML("beforebegin", "<button id=b>Save</button>")`);
  assert.deepEqual(await shown(page), ['button "Save" #1', 'button "Save"']);
  await page.eval(`b.remove(); a.insertAdjacentHTML("afterend", "<button>Save</button>")`);
  assert.deepEqual(await shown(page), ['button "Save"', 'button "Save" #2']);
  page.close();
});

test("the only element that takes the place of a gone one takes its line", async () => {
  const page = await lab.page("<button>Save</button>");
  await installWalking(page);
  await rowsOf(page);
  await page.eval(`document.body.innerHTML = "<button>Save</button>"`);
  assert.deepEqual(await shown(page), ['button "Save"']);
  page.close();
});
