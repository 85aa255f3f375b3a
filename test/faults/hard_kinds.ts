/** Targets of every shape and kind: hit where they really are. */
import type { Click } from "./clicks.ts";

const SAVE = 'button "Save"';

function button(title: string, style: string, css = ""): Click {
  return {
    title,
    body:
      `<style>${css}</style><div style="padding:150px"><button id=t style="${style}">Save</button></div>`,
    target: SAVE,
    hits: "t",
  };
}

function field(type: string, role: string, more = ""): Click {
  return {
    title: `an input of type ${type}`,
    body: `<input id=t type=${type} aria-label=Field ${more}>`,
    target: role === "" ? { css: "#t" } : `${role} "Field"`,
    hits: "t",
  };
}

const MAP = (shape: string, coords: string) =>
  `<img usemap="#m" width=300 height=200 alt=Map src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">
   <map name=m><area id=t shape=${shape} coords="${coords}" href="#x" alt=Spot><area id=rest shape=default href="#y" alt=Rest></map>`;

export const KINDS: readonly Click[] = [
  button("rotated", "transform:rotate(45deg)"),
  button(
    "rotated upright, long and thin",
    "width:400px;height:6px;padding:0;font-size:3px;transform:rotate(37deg)",
  ),
  button("scaled down", "transform:scale(0.15)"),
  button("mirrored", "transform:scaleX(-1)"),
  button("turned in space", "transform:perspective(300px) rotateY(60deg)"),
  button(
    "turned in space about its edge",
    "width:300px;transform-origin:left;transform:perspective(400px) rotateY(75deg)",
  ),
  button("skewed", "transform:skew(50deg)"),
  button("turned by the rotate property", "rotate:120deg;scale:0.7"),
  button("zoomed", "zoom:1.7"),
  button("inside a zoomed page", "", "body{zoom:0.6}"),
  button("inside a magnified page", "", "html{zoom:1.5}"),
  {
    title: "one pixel large",
    body:
      `<button id=t style="width:1px;height:1px;padding:0;border:0;overflow:hidden">Save</button>`,
    target: { css: "#t" },
    unlisted: true,
    hits: "t",
  },
  button("with a round clip", "width:100px;height:100px;clip-path:circle(20px at 80% 80%)"),
  button("with display: contents", "display:contents"),
  button("on a path", "offset-path:circle(100px);offset-distance:30%"),
  button("floating", "float:right"),
  button("fixed", "position:fixed;right:3px;bottom:3px"),
  button("in vertical writing", "writing-mode:vertical-rl"),
  {
    title: "a link wrapped over two lines, with empty ground in its middle",
    body:
      `<div style="width:300px;font:16px monospace"><span style="padding-left:230px"></span><a id=t href="#x">one word</a></div>`,
    target: 'link "one word"',
    hits: "t",
  },
  {
    title: "a link wrapped over many lines around others",
    body:
      `<p style="width:120px;font:16px monospace">Some text here <a id=t href="#x">a rather long link that wraps</a> and <a id=u href="#y">another</a> after it</p>`,
    target: 'link "a rather long link that wraps"',
    hits: "t",
  },
  {
    title: "a link in columns",
    body:
      `<div style="columns:2;width:400px;height:30px;font:16px monospace">text text text text text text <a id=t href="#x">link that goes on in the next column</a></div>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a link around a block",
    body: `<a id=t href="#x"><div style="width:200px;height:50px">Block</div></a>`,
    target: 'link "Block"',
    hits: "t",
  },
  {
    title: "a link around a floating picture",
    body:
      `<a id=t href="#x"><img alt=Logo width=80 height=40 style="float:left" src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="></a>`,
    target: 'link "Logo"',
    hits: "t",
  },
  {
    title: "a rectangle of an image map",
    body: MAP("rect", "200,100,280,180"),
    target: 'link "Spot"',
    hits: "t",
  },
  {
    title: "a circle of an image map",
    body: MAP("circle", "60,60,20"),
    target: 'link "Spot"',
    hits: "t",
  },
  {
    title: "a triangle of an image map",
    body: MAP("poly", "0,0,100,0,0,100"),
    target: 'link "Spot"',
    hits: "t",
  },
  {
    title: "the rest of an image map",
    body: MAP("rect", "0,0,250,150"),
    target: 'link "Rest"',
    hits: "rest",
  },
  {
    title: "an SVG button",
    body:
      `<svg width=100 height=60><g id=t role=button aria-label=Save tabindex=0><circle cx=50 cy=30 r=20></circle></g></svg>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a thin line in an SVG",
    body:
      `<svg width=200 height=200><path id=t role=button aria-label=Save d="M10 190 L190 10" stroke=black stroke-width=8 fill=none></path></svg>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a ring in an SVG, hollow in its middle",
    body:
      `<svg width=200 height=200><circle id=t role=button aria-label=Save cx=100 cy=100 r=80 stroke=black stroke-width=12 fill=none></circle></svg>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a link in an SVG",
    body: `<svg width=200 height=60><a id=t href="#x"><text x=20 y=40>Home</text></a></svg>`,
    target: 'link "Home"',
    hits: "t",
  },
  {
    title: "a summary",
    body: `<details><summary id=t>More</summary><p>Text</p></details>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a label",
    body: `<label id=t for=i>Name</label><input id=i>`,
    target: { css: "#t" },
    hits: "t",
    through: ["i"],
  },
  {
    title: "an editable region",
    body: `<div id=t contenteditable role=textbox aria-label=Note style="height:60px"></div>`,
    target: 'textbox "Note"',
    hits: "t",
  },
  {
    title: "a canvas that takes clicks",
    body: `<canvas id=t role=button aria-label=Board width=200 height=100></canvas>`,
    target: 'button "Board"',
    hits: "t",
  },
  {
    title: "a canvas with a handler and no role",
    body: `<canvas id=t width=200 height=100 onclick="1"></canvas>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a select",
    body: `<select id=t aria-label=Pick><option>A</option><option>B</option></select>`,
    target: 'combobox "Pick"',
    hits: "t",
  },
  {
    title: "an option of a list",
    body: `<select size=3 aria-label=Pick><option>A</option><option id=t>B</option></select>`,
    target: 'option "B"',
    hits: "t",
  },
  {
    title: "an option of a closed select is refused with the way to choose it",
    body: `<select aria-label=Pick><option>A</option><option id=t>B</option></select>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetHidden",
    says: /dropdown/,
  },
  {
    title: "a text area",
    body: `<textarea id=t aria-label=Note></textarea>`,
    target: 'textbox "Note"',
    hits: "t",
  },
  field("text", "textbox"),
  field("search", "searchbox"),
  field("email", "textbox"),
  field("url", "textbox"),
  field("tel", "textbox"),
  field("password", "textbox"),
  field("number", "spinbutton"),
  field("range", "slider"),
  field("checkbox", "checkbox"),
  field("radio", "radio"),
  field("date", ""),
  field("time", ""),
  field("datetime-local", ""),
  field("month", ""),
  field("week", ""),
  field("color", ""),
  field("file", ""),
  field("submit", "button"),
  field("reset", "button"),
  field("button", "button"),
  field("image", "button", "width=30 height=30"),
];
