/** What the walk prints, page by page. */
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

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "text is merged over inline markup and parted by blocks",
    "<p>one <b>two</b>th<i>ree</i></p><div>four</div>",
    [
      '"one twothree"',
      '"four"',
    ],
  ],
  [
    "wrappers without a role give no row",
    "<div><section><div><a href='#'>x</a></div></section></div>",
    [
      'link "x"',
    ].map((line) => `${line} | url=URL`),
  ],
  ["a name from content is not said again", "<h2>Hello <b>you</b></h2><button>Go</button>", [
    'heading "Hello you" | level=2',
    'button "Go"',
  ]],
  [
    "visible text that an author's name does not say stays",
    "<button aria-label='Close'>X</button>",
    [
      'button "Close"',
      '  "X"',
    ],
  ],
  [
    "text hidden from assistive technology is still text",
    "<button>Buy<span aria-hidden=true>now</span></button>",
    [
      'button "Buy"',
      '  "now"',
    ],
  ],
  ["an inert part is plain text", "<div inert><button>Old</button></div>", ['"Old"']],
  [
    "twins are numbered in order, single ones are not",
    "<button>A</button><button>B</button><button>A</button>",
    [
      'button "A" #0',
      'button "B"',
      'button "A" #1',
    ],
  ],
  [
    "a list says its items and drops wrappers of one",
    "<ul><li>one<li><a href='#'>two</a><li>three <button>b</button></ul>",
    [
      "list | items=3",
      '  "one"',
      '  link "two" | url=URL',
      "  listitem",
      '    "three"',
      '    button "b"',
    ],
  ],
  ["a cell of text is one row", "<table><tr><th>H<th>I<tr><td>a<td>b <button>c</button></table>", [
    "table",
    "  row",
    '    columnheader "H"',
    '    columnheader "I"',
    "  row",
    '    cell "a"',
    "    cell",
    '      "b"',
    '      button "c"',
  ]],
  [
    "a label behind its control is said by it too, whatever stands around it",
    "By <label><input type=radio name=r>post</label><input type=checkbox id=g> <label for=g>gift</label> now",
    ['"By"', 'radio "post"', 'checkbox "gift"', '"now"'],
  ],
  [
    "the text of a control's second label stays: the id may be given twice",
    "<input type=radio id=r><label for=r>Post</label><p><input type=radio id=r><label for=r>Post</label>",
    ['radio "Post Post"', "radio", '"Post"'],
  ],
  [
    "a label of nothing is text",
    "from <label>12</label> kr",
    ['"from 12 kr"'],
  ],
  [
    "a cell's tooltip describes it, and names it where it is empty",
    "<table><tr><th title=T>H<th>I<tr><td title=E><td>b</table>",
    [
      "table",
      "  row",
      '    columnheader "H" | description=T',
      '    columnheader "I"',
      "  row",
      '    cell "E"',
      '    cell "b"',
    ],
  ],
  [
    "a label's text is said by its control",
    "<label>E-mail <input type=email value=a@b.c required></label>",
    [
      'textbox "E-mail" | required value=a@b.c',
    ],
  ],
  [
    "a select shows its choice, not its options",
    "<select aria-label=C><option>x<option selected>y</select>",
    [
      'combobox "C" | value=y options=2',
    ],
  ],
  [
    "a list box shows its options",
    "<select size=2 aria-label=C><option>x<option selected>y</select>",
    [
      'listbox "C" | options=2',
      '  option "x"',
      '  option "y" | selected',
    ],
  ],
  [
    "secrets are redacted",
    "<input type=password value=p aria-label=P><input name=apiKey value=k aria-label=K><input aria-label=A value=open>",
    [
      'textbox "P" | value=[redacted]',
      'textbox "K" | value=[redacted]',
      'textbox "A" | value=open',
    ],
  ],
  ["a closed details shows its summary", "<details><summary>More</summary>inside</details>", [
    'disclosure "More" | expanded=false',
  ]],
  ["an open details shows its content", "<details open><summary>More</summary>inside</details>", [
    'disclosure "More" | expanded=true',
    '"inside"',
  ]],
  [
    "a visible child of a hidden parent is seen",
    "<div style='visibility:hidden'>a<b style='visibility:visible'>b</b></div>",
    [
      '"b"',
    ],
  ],
  [
    "display: contents is seen through",
    "<div style='display:contents'><button style='display:contents'>x</button></div>",
    [
      'button "x"',
    ],
  ],
  [
    "a handler without a role is a clickable",
    "<div onclick='1'>Open</div><div style='cursor:pointer'><span>Card</span> two</div>",
    [
      'clickable "Open"',
      'clickable "Card two"',
    ],
  ],
  [
    "a pointer region around an actionable is none",
    "<div style='cursor:pointer'>t<a href='#'>x</a></div>",
    [
      '"t"',
      'link "x" | url=URL',
    ],
  ],
  [
    "owned elements stand under their owner",
    "<div role=group aria-label=G aria-owns=o></div><button id=o>O</button><p>t",
    [
      'group "G"',
      '  button "O"',
      '"t"',
    ],
  ],
  [
    "a modal dialog makes the rest plain text",
    "<button>b</button><dialog id=d><button>in</button></dialog><script>d.showModal()</script>",
    [
      '"b"',
      "dialog",
      '  button "in"',
    ],
  ],
  [
    "open shadow roots and slots are one tree",
    "<x-a><i>light</i></x-a><script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<button>a <slot></slot></button>'</script>",
    [
      'button "a light"',
    ],
  ],
  ["text of a page cannot look like a row", "<p>a\tbutton\nheading</p>", ['"a button heading"']],
];

for (const [title, html, expected] of CASES) {
  test(title, async () => {
    const found = (await rows(html)).map((line) => line.replace(/url=\S+/, "url=URL"));
    assert.deepEqual(found, expected);
  });
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
