/** Targets that something stands over. */
import type { Click } from "./clicks.ts";

const SAVE = 'button "Save"';
const BIG = "position:fixed;inset:0;z-index:9";

export const COVERED: readonly Click[] = [
  {
    title: "a button under a cover names the cover by its tag where it has no name",
    body: `<button id=t>Save</button><div id=cover style="${BIG}"></div>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by div#cover/,
  },
  {
    title: "a button under a dialog names the dialog",
    body:
      `<button id=t>Save</button><div id=cover role=dialog aria-label="Cookies" style="${BIG}"><button id=ok>Accept</button></div>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by dialog "Cookies"/,
  },
  {
    title: "a button that a dialog covers after the snapshot names it",
    body:
      `<button id=t>Save</button><div id=cover role=dialog aria-label="Sign in" style="${BIG}" hidden><p id=p>Hello</p></div><script>
      held("cover", () => { cover.hidden = false; });</script>`,
    before: "cover",
    target: SAVE,
    refused: "targetObscured",
    says: /covered by dialog "Sign in"/,
  },
  {
    title: "a button that a modal dialog covers after the snapshot names it",
    body:
      `<button id=t>Save</button><dialog id=cover aria-label="Renew"><p id=p>Hello</p></dialog><script>
      held("cover", () => { cover.showModal(); });</script>`,
    before: "cover",
    target: SAVE,
    refused: "targetObscured",
    says: /dialog "Renew"/,
  },
  {
    title: "a button under the backdrop of a small modal dialog names the dialog",
    body:
      `<button id=t style="position:absolute;left:10px;top:10px">Save</button><dialog id=cover aria-label="Renew" style="margin:auto 0 0 auto"><p id=p>Hello</p></dialog><script>
      held("cover", () => { cover.showModal(); });</script>`,
    before: "cover",
    target: SAVE,
    refused: "targetObscured",
    says: /dialog "Renew"/,
  },
  {
    title: "a button that a popover covers names it",
    body:
      `<button id=t>Save</button><div id=cover popover=manual role=dialog aria-label="Tip" style="inset:0;width:100vw;height:100vh;margin:0"><p>Hi</p></div><script>
      held("cover", () => { cover.showPopover(); });</script>`,
    before: "cover",
    target: SAVE,
    refused: "targetObscured",
    says: /covered by dialog "Tip"/,
  },
  {
    title: "a button under a transparent overlay names it",
    body: `<button id=t>Save</button><div id=cover class=shield style="${BIG};opacity:0"></div>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by div#cover/,
  },
  {
    title: "a button under an overlay that lets the pointer through is clicked",
    body: `<button id=t>Save</button><div id=cover style="${BIG};pointer-events:none"></div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button covered on its left half is clicked on the right",
    body:
      `<button id=t style="position:absolute;left:20px;top:20px;width:200px;height:40px">Save</button>
      <div id=cover style="position:absolute;left:0;top:0;width:150px;height:80px;background:red"></div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button of which a corner is left is clicked there",
    body:
      `<button id=t style="position:absolute;left:20px;top:20px;width:200px;height:40px">Save</button>
      <div id=cover style="position:absolute;left:0;top:0;width:190px;height:80px;background:red"></div>
      <div id=cover2 style="position:absolute;left:0;top:0;width:250px;height:45px;background:green"></div>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button under the frame of another site names that frame",
    body:
      `<button id=t>Save</button><iframe title="Offer" src="OTHER/ad" style="${BIG};width:100%;height:100%"></iframe>`,
    frames: { ad: "<p id=p>Buy</p>" },
    target: SAVE,
    refused: "targetObscured",
    says: /covered by iframe "Offer"/,
  },
  {
    title: "a button under an image names it",
    body:
      `<button id=t>Save</button><img id=cover alt="Winter sale" style="${BIG};width:100%;height:100%">`,
    target: SAVE,
    refused: "targetObscured",
    says: /Winter sale/,
  },
  {
    title: "a button under the shadow tree of a named host names the host",
    body:
      `<button id=t>Save</button><x-cover id=cover role=alertdialog aria-label="Survey"></x-cover><script>
      cover.attachShadow({mode: "open"}).innerHTML = '<div style="${BIG}">How was it?</div>';</script>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by alertdialog "Survey"/,
  },
  {
    title: "a button under a cover in a closed shadow tree names the host",
    body:
      `<button id=t>Save</button><x-cover id=cover role=alertdialog aria-label="Survey"></x-cover><script>
      cover.attachShadow({mode: "closed"}).innerHTML = '<div style="${BIG}">How was it?</div>';</script>`,
    target: SAVE,
    refused: "targetObscured",
    says: /covered by alertdialog "Survey"/,
  },
  {
    title: "a button covered by its own child is clicked through it",
    body:
      `<button id=t style="position:relative;width:200px;height:40px">Save<span id=child style="position:absolute;inset:0"></span></button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a button covered by its own pseudo-element is clicked",
    body:
      `<style>#t::after{content:"";position:absolute;inset:0}</style><button id=t style="position:relative;width:200px;height:40px">Save</button>`,
    target: SAVE,
    hits: "t",
  },
  {
    title: "a checkbox covered by its label's drawing is checked through it",
    body:
      `<label id=l style="position:relative;display:block;width:200px;height:40px"><input type=checkbox id=t style="position:absolute;left:0;top:0"> Agree<span id=drawn style="position:absolute;inset:0"></span></label>`,
    target: 'checkbox "Agree"',
    hits: "t",
    through: ["l"],
  },
  {
    title: "a checkbox covered by a label that stands apart is checked through it",
    body:
      `<input type=checkbox id=t style="position:absolute;left:20px;top:20px"><label id=l for=t style="position:absolute;left:0;top:0;width:200px;height:60px;background:#eee">Agree</label>`,
    target: 'checkbox "Agree"',
    hits: "t",
    through: ["l"],
  },
  {
    title: "a text field covered by its floating label is clicked",
    body:
      `<div style="position:relative;width:200px;height:40px"><input id=t style="width:100%;height:100%"><label id=l for=t style="position:absolute;inset:0">E-mail</label></div>`,
    target: 'textbox "E-mail"',
    hits: "t",
    through: ["l"],
  },
  {
    title: "a card's link that a nested button covers in the middle is clicked beside it",
    body:
      `<a id=t href="#x" style="position:relative;display:block;width:300px;height:100px">Card<button id=inner style="position:absolute;left:100px;top:30px;width:100px;height:40px">Like</button></a>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a cover that goes away while the click waits lets it through",
    body: `<button id=t>Save</button><div id=cover style="${BIG}"></div><script>
      held("leave", () => { cover.remove(); });</script>`,
    during: "leave",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a cover that fades out while the click waits lets it through",
    body: `<button id=t>Save</button><div id=cover style="${BIG};background:#fff"></div><script>
      held("leave", () => { cover.animate([{opacity: 1}, {opacity: 0}], 150).finished.then(() => cover.remove()); });</script>`,
    during: "leave",
    target: SAVE,
    hits: "t",
  },
  {
    title: "a cover that comes at the press stops the click",
    body:
      `<button id=t>Save</button><div id=cover role=dialog aria-label="Chat" style="${BIG}" hidden></div><script>
      addEventListener("mousemove", () => { cover.hidden = false; });</script>`,
    target: SAVE,
    refused: "targetObscured",
    says: /dialog "Chat"/,
  },
  {
    title: "a button behind another of the same name is not confused with it",
    body: `<div style="position:relative;width:100px;height:30px">
      <button id=t style="position:absolute;inset:0">Save</button><button id=cover style="position:absolute;inset:0">Save</button></div>`,
    target: 'button "Save" #0',
    refused: "targetObscured",
    says: /covered by button "Save"/,
  },
  {
    title: "a frame that slides over the target at the press does not get it",
    body:
      `<button id=t>Save</button><iframe id=cover title=Advert src="OTHER/ad" style="${BIG};width:100%;height:100%;display:none"></iframe><script>
      addEventListener("mousemove", () => { cover.style.display = "block"; });</script>`,
    frames: { ad: "<p id=p>Buy</p>" },
    target: SAVE,
    refused: "targetObscured",
    says: /would have hit/,
  },
  {
    title: "a cover that comes over the target's frame at the press does not get it",
    body:
      `<iframe id=f title=F src="ORIGIN/in" style="border:0"></iframe><div id=cover role=dialog aria-label=Chat style="${BIG}" hidden></div><script>
      f.addEventListener("mouseover", () => { cover.hidden = false; });</script>`,
    frames: { in: "<button id=t>Save</button>" },
    target: SAVE,
    refused: "targetObscured",
    says: /dialog "Chat"/,
  },
];
