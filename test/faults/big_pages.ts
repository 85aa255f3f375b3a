/** Pages of great size, each with the same button and field to act on, made by a script. */

const ACTORS = `<button id=go>Go</button><input id=field aria-label=Field>`;
const REST = `<div id=rest></div>`;
/** Told when the page was drawn twice: until then the browser itself is at work on its layout. */
const DRAWN =
  `tell("filled"); requestAnimationFrame(() => requestAnimationFrame(() => tell("drawn")));`;

/** `markup` repeated `count` times; `#` stands for the number. */
function repeated(count: number, markup: string, around = REST): string {
  return scripted(
    `const parts = ${JSON.stringify(markup)}.split("#");
    let html = "";
    for (let i = 0; i < ${count}; i++) html += parts.join(i);
    rest.innerHTML = html;`,
    around,
  );
}

/** A small page that becomes what `source` makes of it when the test lets go of "fill". */
function scripted(source: string, around = REST): string {
  return `${ACTORS}${around}<script>held("fill", () => { ${source} ${DRAWN} })</script>`;
}

const ELEMENTS = 100_000;
const WORDS = `const words = (bytes) => "lorem ipsum ".repeat(bytes / 12);`;

/** 100,000 plain paragraphs: the page whose every line is known. */
export const PARAGRAPHS: string = repeated(ELEMENTS, "<p>Item #</p>");
export const PARAGRAPH_LINES = ELEMENTS + 2;

/** 100,000 elements as pages of work have them: groups of rows with texts, links, buttons, paragraphs. */
export const ROWS: string = scripted(
  `let html = "";
  for (let row = 0; row < 12_300; row++) {
    if (row % 30 === 0) {
      html += "<h2>Group " + row + "</h2><p>Of <a href='/g/" + row + "'>thirty orders</a>, <b>open</b>.</p>";
    }
    html += "<div><span>Order " + row + "</span> <a href='/o/" + row + "'>Open " + row + "</a> " +
      "<button id=ship" + row + ">Ship " + row + "</button> <a href='/d/" + row + "'>Details</a>" +
      "<p>Sent to <em>street " + row + "</em> <i>today</i></p></div>";
  }
  rest.innerHTML = html;
  if (document.querySelectorAll("*").length < ${ELEMENTS}) throw new Error("Too few");`,
);
/** A button in the midst of them. */
export const ROWS_DEEP = { line: 'button "Ship 9000"', id: "ship9000" };

/** What the suite looks at. */
export const BIG_SHORT: Readonly<Record<string, string>> = {
  "a title, a label, a tooltip and an address of 10 MB each": scripted(
    `${WORDS} const long = words(10_000_000);
    document.title = long;
    const button = document.createElement("button");
    button.setAttribute("aria-label", long);
    const link = document.createElement("a");
    link.textContent = "Far";
    link.title = long;
    link.href = "/far?" + "a".repeat(10_000_000);
    rest.append(button, link);`,
  ),
  "20,000 levels that are not shown": scripted(
    `let at = rest;
    for (let i = 0; i < 20_000; i++) {
      const inner = document.createElement("div");
      at.append(inner);
      at = inner;
    }
    at.textContent = "bottom";`,
    `<div id=rest style="display:none"></div>`,
  ),
};

/** What `make soak` looks at besides. */
export const BIG_LONG: Readonly<Record<string, string>> = {
  "one text of 20 MB": scripted(
    `${WORDS} rest.append(document.createTextNode(words(20_000_000)));`,
  ),
  "a list of 100,000 items": repeated(ELEMENTS, "<li>Item #</li>", "<ul id=rest></ul>"),
  "a table of 100,000 cells": scripted(
    `let html = "";
    for (let row = 0; row < 100; row++) {
      html += "<tr>";
      for (let cell = 0; cell < 1000; cell++) html += "<td>" + row + "." + cell + "</td>";
    }
    rest.innerHTML = html;`,
    "<table id=rest></table>",
  ),
  "100,000 links": repeated(ELEMENTS, "<a href='/p#'>Link #</a> "),
  "100,000 links of one name": repeated(ELEMENTS, "<a href='/p#'>More</a> "),
  "100,000 inputs": repeated(ELEMENTS, "<input aria-label='F #'>"),
  "100,000 texts": scripted(
    `for (let i = 0; i < ${ELEMENTS}; i++) rest.append(document.createTextNode("word " + i + " "));`,
  ),
  "100,000 options": repeated(ELEMENTS, "<option>O #</option>", "<select id=rest></select>"),
  "10,000 shadow roots": scripted(
    `for (let i = 0; i < 10_000; i++) {
      const host = document.createElement("div");
      host.attachShadow({ mode: "open" }).innerHTML = "<button>S " + i + "</button>";
      rest.append(host);
    }`,
  ),
  "2,000 levels": scripted(
    `let at = rest;
    for (let i = 0; i < 2_000; i++) {
      const inner = document.createElement("div");
      at.append(inner);
      at = inner;
    }
    at.textContent = "bottom";`,
  ),
  "20,000 rules and 2,000 moving elements": scripted(
    `let rules = "@keyframes m{to{transform:translateX(100px)}}.m{animation:m 1s infinite}";
    let html = "";
    for (let i = 0; i < 20_000; i++) rules += ".c" + i + "::before{content:'" + i + "'}";
    for (let i = 0; i < 2_000; i++) html += "<div class='m c" + i + "'>A" + i + "</div>";
    document.head.appendChild(document.createElement("style")).textContent = rules;
    rest.innerHTML = html;`,
  ),
};

function growing(source: string): string {
  return scripted(
    `let count = 0;
    const add = (many) => {
      for (let i = 0; i < many; i++) {
        rest.appendChild(document.createElement("p")).textContent = "Row " + count++;
      }
    };
    ${source}`,
  );
}

/** Pages that never come to rest. */
export const ENDLESS_SHORT: Readonly<Record<string, string>> = {
  "grows by a timer": growing(`setInterval(() => add(20), 10);`),
  "grows in every frame": growing(
    `const go = () => { add(20); requestAnimationFrame(go); }; go();`,
  ),
};

export const ENDLESS_LONG: Readonly<Record<string, string>> = {
  "changes its address, title and log without end": scripted(
    `let count = 0;
    setInterval(() => {
      document.title = "Title " + count++;
      console.log("x".repeat(1000));
      if (count % 2 === 0) history.replaceState(null, "", "?" + count);
      else location.hash = "h" + count;
    }, 10);`,
  ),
  "grows task after task": growing(
    `const line = new MessageChannel();
    line.port1.onmessage = () => { add(2); line.port2.postMessage(0); };
    line.port2.postMessage(0);`,
  ),
  "grows one text": scripted(
    `const text = rest.appendChild(document.createTextNode("begin "));
    setInterval(() => text.appendData("some more words ".repeat(100)), 10);`,
  ),
  "grows as far as one scrolls": growing(
    `add(200);
    const end = document.body.appendChild(document.createElement("i"));
    new IntersectionObserver(() => { add(200); rest.after(end); }).observe(end);
    addEventListener("scroll", () => add(200));`,
  ),
  "asks for 1,000 things a second": scripted(
    `let count = 0;
    setInterval(() => {
      for (let i = 0; i < 10; i++) fetch("/none?" + count++).catch(() => {});
    }, 10);`,
  ),
};
