/** Targets in the top layer: dialogs, popovers, full screen. */
import type { Click } from "./clicks.ts";
import { place } from "./place.ts";

const BUTTON = "<button id=t>Save</button>";

export const LAYERS: readonly Click[] = [
  ...place("in a dialog", (inner) => `<p>Page</p><dialog open>${inner}</dialog>`),
  ...place(
    "in a modal dialog",
    (inner) => `<p>Page</p><dialog id=d>${inner}</dialog><script>d.showModal()</script>`,
    { soak: false },
  ),
  {
    title: "in the inner one of two modal dialogs",
    body:
      `<dialog id=d><p>Outer</p></dialog><dialog id=e>${BUTTON}</dialog><script>d.showModal(); e.showModal();</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in the later opened of two modal dialogs, which stands first in the document",
    body:
      `<dialog id=e>${BUTTON}</dialog><dialog id=d><p>Earlier</p></dialog><script>d.showModal(); e.showModal();</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a small modal dialog beside the earlier one, which stands after it",
    body:
      `<dialog id=e style="margin:0 auto auto 0">${BUTTON}</dialog><dialog id=d style="margin:auto 0 0 auto"><p>Earlier</p></dialog><script>d.showModal(); e.showModal();</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a modal dialog in a shadow root",
    body:
      `<p>Page</p><div id=host></div><script>{ const root = host.attachShadow({mode: "open"}); root.innerHTML = '<dialog>${BUTTON}</dialog>'; root.firstElementChild.showModal(); }</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a modal dialog in a closed shadow root",
    body:
      `<p>Page</p><div id=host></div><script>{ const root = host.attachShadow({mode: "closed"}); root.innerHTML = '<dialog>${BUTTON}</dialog>'; watch(root); root.firstElementChild.showModal(); }</script>`,
    target: 'button "Save"',
    hits: "t",
    through: ["host"],
  },
  {
    title: "in a modal dialog of a frame",
    body: `<iframe title=F src="OTHER/in" style="width:400px;height:300px"></iframe>`,
    frames: { in: `<p>Page</p><dialog id=d>${BUTTON}</dialog><script>d.showModal()</script>` },
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a frame in a modal dialog",
    body:
      `<p>Page</p><dialog id=d><iframe title=F src="OTHER/in"></iframe></dialog><script>d.showModal()</script>`,
    frames: { in: BUTTON },
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a scrolled modal dialog",
    body:
      `<dialog id=d style="max-height:200px;overflow:auto"><div style="height:2000px">Long</div>${BUTTON}</dialog><script>d.showModal()</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  ...place(
    "in an automatic popover",
    (inner) => `<p>Page</p><div id=d popover>${inner}</div><script>d.showPopover()</script>`,
  ),
  ...place(
    "in a manual popover",
    (inner) => `<p>Page</p><div id=d popover=manual>${inner}</div><script>d.showPopover()</script>`,
  ),
  {
    title: "in a popover in a popover",
    body:
      `<div id=d popover>Outer<div id=e popover>${BUTTON}</div></div><script>d.showPopover(); e.showPopover();</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a popover over a modal dialog",
    body:
      `<dialog id=d>Dialog<div id=e popover>${BUTTON}</div></dialog><script>d.showModal(); e.showPopover();</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "on the page beside a manual popover",
    body:
      `<div id=d popover=manual style="inset:auto 0 0 auto">Tip</div>${BUTTON}<script>d.showPopover()</script>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "the button that opens a popover, with the popover open",
    body:
      `<button id=t popovertarget=d>Menu</button><div id=d popover style="margin:200px">Items</div><script>d.showPopover()</script>`,
    target: 'button "Menu"',
    hits: "t",
  },
  {
    title: "in what fills the screen",
    body:
      `<p>Page</p><button id=go>Full</button><div id=d>${BUTTON}</div><script>go.onclick = () => d.requestFullscreen().then(() => tell("full"))</script>`,
    first: 'button "Full"',
    tells: "full",
    target: 'button "Save"',
    hits: "t",
  },
];
