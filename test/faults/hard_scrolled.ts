/** Targets that have to be scrolled to, or cannot be. */
import type { Click } from "./clicks.ts";

const SAVE = 'button "Save"';
const BUTTON = "<button id=t>Save</button>";
const FAR = `<div style="height:4000px"></div>`;
const BAR = "position:fixed;left:0;right:0;background:#ccc;z-index:5";

export const SCROLLED: readonly Click[] = [
  { title: "below the fold", body: `${FAR}${BUTTON}${FAR}`, target: SAVE, hits: "t" },
  {
    title: "right of the fold",
    body: `<div style="width:5000px;padding-left:4000px">${BUTTON}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "above, after the page was scrolled down",
    body: `${BUTTON}${FAR}<script>scrollTo(0, 3000)</script>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "off-screen for good, by a negative offset",
    body: `<button id=t style="position:absolute;left:-3000px">Save</button>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetOutOfBounds",
    says: /outside/,
  },
  {
    title: "off-screen for good, fixed below the viewport",
    body: `<button id=t style="position:fixed;top:200vh">Save</button>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetOutOfBounds",
    says: /outside/,
  },
  {
    title: "off-screen for good, moved by a transform",
    body: `<button id=t style="transform:translateY(-5000px)">Save</button>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetOutOfBounds",
    says: /outside/,
  },
  {
    title: "inside a scrolled container",
    body: `<div style="height:200px;overflow:auto">${FAR}${BUTTON}${FAR}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "inside containers within each other, both axes",
    body:
      `${FAR}<div style="width:300px;height:300px;overflow:auto"><div style="width:3000px;padding:2000px"><div style="width:200px;height:100px;overflow:scroll"><div style="width:1500px;padding:900px">${BUTTON}</div></div></div></div>${FAR}`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "inside overflow: hidden, where only scripts scroll",
    body: `<div style="height:200px;overflow:hidden">${FAR}${BUTTON}${FAR}</div>`,
    target: { css: "#t" },
    unlisted: true,
    hits: "t",
  },
  {
    title: "inside overflow: clip, out of reach for good",
    body: `<div id=box style="height:200px;overflow:clip">${FAR}${BUTTON}${FAR}</div>`,
    target: { css: "#t" },
    unlisted: true,
    refused: "targetOutOfBounds",
    says: /outside/,
  },
  {
    title: "clipped partly by its container",
    body:
      `<div style="position:relative;width:60px;height:30px;overflow:clip"><button id=t style="position:absolute;left:40px;width:200px">Save</button></div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "under a sticky header when scrolled to the top",
    body: `<div id=bar style="${BAR};top:0;height:45vh">Header</div>${FAR}${BUTTON}${FAR}`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "between a tall header and a tall footer",
    body:
      `<div id=bar style="${BAR};top:0;height:70vh">Header</div><div id=foot style="${BAR};bottom:0;height:20vh">Footer</div>${FAR}${BUTTON}${FAR}`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "under a sticky header now, with room to scroll",
    body:
      `<div id=bar style="${BAR};top:0;height:30vh">Header</div><div style="height:60vh"></div>${BUTTON}${FAR}<script>scrollTo(0, innerHeight * 0.55)</script>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "under a banner with no room to scroll names the banner",
    body:
      `<header id=bar aria-label="Shop" style="${BAR};top:0;height:200px">Header</header><button id=t style="position:absolute;top:20px">Save</button>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by banner/,
  },
  {
    title: "under a sticky header inside a scroller",
    body:
      `<div style="height:200px;overflow:auto"><div style="position:sticky;top:0;height:130px;background:#ccc">Head</div>${FAR}${BUTTON}${FAR}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "sticky itself inside a scroller",
    body:
      `${FAR}<div style="height:200px;overflow:auto"><div style="height:300px"></div><button id=t style="position:sticky;top:5px">Save</button>${FAR}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "on a page that scrolls smoothly",
    body: `<style>html{scroll-behavior:smooth}</style>${FAR}${BUTTON}${FAR}`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a scroller that scrolls smoothly",
    body:
      `<div style="height:200px;overflow:auto;scroll-behavior:smooth">${FAR}${BUTTON}${FAR}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "while the page scrolls smoothly by itself",
    body:
      `${FAR}${BUTTON}${FAR}<script>held("scroll", () => { scrollTo({top: 600, behavior: "smooth"}); });</script>`,
    before: "scroll",
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a slide of a scroller that snaps",
    body:
      `<div style="display:flex;width:300px;height:120px;overflow-x:scroll;scroll-snap-type:x mandatory">${
        [1, 2, 3, 4].map((n) =>
          `<div style="flex:0 0 300px;scroll-snap-align:start"><button id=t${n} style="margin-left:250px">Slide ${n}</button></div>`
        ).join("")
      }</div>`,
    target: 'button "Slide 3"',
    hits: "t3",
  },
  {
    title: "on a page that snaps to its sections",
    body:
      `<style>html{scroll-snap-type:y mandatory} section{height:100vh;scroll-snap-align:start}</style>${
        [1, 2, 3, 4].map((n) =>
          `<section><div style="height:80vh"></div><button id=t${n}>Part ${n}</button></section>`
        ).join("")
      }`,
    target: 'button "Part 4"',
    hits: "t4",
  },
  {
    title: "in a fixed panel that scrolls",
    body:
      `${FAR}<div style="position:fixed;right:0;top:0;width:200px;height:150px;overflow:auto">${FAR}${BUTTON}</div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a row that is rendered when it comes into view",
    body: `<div style="content-visibility:auto;contain-intrinsic-size:100px 4000px">${FAR}</div>
      <div style="content-visibility:auto;contain-intrinsic-size:100px 50px">${BUTTON}</div>${FAR}`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "pushed down by content that comes when it is scrolled to",
    body: `${FAR}<div id=late></div>${BUTTON}${FAR}<script>
      addEventListener("scroll", () => { late.style.height = "700px"; }, {once: true});</script>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a frame below the fold",
    body: `${FAR}<iframe title=F src="ORIGIN/in" style="width:300px;height:150px"></iframe>${FAR}`,
    frames: { in: BUTTON },
    target: SAVE,
    hits: "t",
  },
  {
    title: "below the fold of a frame of another site below the fold",
    body: `${FAR}<iframe title=F src="OTHER/in" style="width:300px;height:150px"></iframe>${FAR}`,
    frames: { in: `${FAR}${BUTTON}${FAR}` },
    target: SAVE,
    hits: "t",
  },
  {
    title: "below the folds of nested frames, the inner one of another site",
    body: `${FAR}<iframe title=F src="ORIGIN/in" style="width:400px;height:200px"></iframe>${FAR}`,
    frames: {
      in: `${FAR}<iframe title=G src="OTHER/deep" style="width:300px;height:150px"></iframe>${FAR}`,
      deep: `${FAR}${BUTTON}${FAR}`,
    },
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a tall frame below a sticky header",
    body:
      `<div id=bar style="${BAR};top:0;height:40vh">Header</div>${FAR}<iframe title=F src="OTHER/in" style="width:300px;height:5000px"></iframe>${FAR}`,
    frames: { in: `<div style="height:2500px"></div>${BUTTON}` },
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a frame that is turned and scaled",
    body:
      `${FAR}<iframe title=F src="OTHER/in" style="width:300px;height:150px;transform:scale(1.5);transform-origin:0 0"></iframe>${FAR}`,
    frames: { in: `<div style="height:60px"></div>${BUTTON}` },
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a frame that is rotated",
    body:
      `${FAR}<iframe title=F src="OTHER/in" style="margin:200px;width:300px;height:200px;transform:rotate(30deg)"></iframe>${FAR}`,
    frames: { in: `<div style="height:120px"></div>${BUTTON}` },
    target: SAVE,
    hits: "t",
  },
  {
    title: "in a frame that is covered names the cover",
    body:
      `<iframe title=F src="OTHER/in" style="width:300px;height:150px"></iframe><div role=dialog aria-label="Cookies" style="${BAR};top:0;height:100vh"></div>`,
    frames: { in: BUTTON },
    target: SAVE,
    refused: "targetObscured",
    says: /covered by dialog "Cookies"/,
  },
  {
    title: "in a frame that takes no pointer",
    body: `<iframe title=F src="ORIGIN/in" style="pointer-events:none"></iframe>`,
    frames: { in: BUTTON },
    target: SAVE,
    refused: "targetDisabled",
    says: /pointer-events: none/,
  },
  {
    title: "in a frame too small to show it, which scrolls",
    body: `<iframe title=F src="OTHER/in" style="width:120px;height:30px;border:0"></iframe>`,
    frames: { in: `<div style="height:500px"></div>${BUTTON}` },
    target: SAVE,
    hits: "t",
  },
];
