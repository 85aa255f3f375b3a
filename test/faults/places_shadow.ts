/** Targets in shadow roots: seen in the outline, clicked, and typed into. */
import type { Click } from "./clicks.ts";
import { place } from "./place.ts";

const BUTTON = "<button id=t>Save</button>";

/** A script that fills a shadow root of `#host`; a closed one is watched by the recorder itself. */
function rooted(mode: "open" | "closed", html: string, host = "host"): string {
  return `<script>{ const root = document.getElementById("${host}").attachShadow({mode: "${mode}"});
    root.innerHTML = ${JSON.stringify(html)}; ${
    mode === "closed" ? "watch(root);" : ""
  } }</script>`;
}

/** Of a closed root the window hears of the host alone; the root's own listener tells of the target. */
const INSIDE: Partial<Click> = { through: ["host"] };

const HOSTS = [
  "div",
  "span",
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "section",
  "article",
  "aside",
  "blockquote",
  "header",
  "footer",
  "main",
  "nav",
  "x-host",
];

export const SHADOW: readonly Click[] = [
  ...place("in an open root", (inner) => `<div id=host></div>${rooted("open", inner)}`),
  ...HOSTS.map((tag): Click => ({
    title: `in a closed root on <${tag}>`,
    body: `<${tag} id=host></${tag}>${rooted("closed", BUTTON)}`,
    target: 'button "Save"',
    hits: "t",
    ...INSIDE,
    soak: !["div", "p", "x-host"].includes(tag),
  })),
  ...place(
    "in a closed root on a host with light children",
    (inner) => `<div id=host><p>Fallback</p><a href="#x">Link</a></div>${rooted("closed", inner)}`,
    INSIDE,
  ),
  {
    title: "in a closed root on a span with a light child that no slot shows",
    body: `<p>Text <span id=host><b>bold</b></span></p>${rooted("closed", BUTTON)}`,
    target: 'button "Save"',
    hits: "t",
    ...INSIDE,
  },
  {
    title: "a light button in a named slot of an open root",
    body: `<div id=host><button id=t slot=act>Save</button></div>${
      rooted("open", "<slot name=act></slot><slot></slot>")
    }`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "a light button in a slot of a closed root",
    body: `<div id=host><button id=t>Save</button></div>${rooted("closed", "<slot></slot>")}`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "the fallback of a slot",
    body: `<div id=host></div>${rooted("open", `<slot>${BUTTON}</slot>`)}`,
    target: 'button "Save"',
    hits: "t",
  },
  ...place(
    "in a closed root in an open root",
    (inner) =>
      `<div id=host></div><script>{ const outer = host.attachShadow({mode: "open"}); outer.innerHTML = "<div id=inner></div>";
      const root = outer.getElementById("inner").attachShadow({mode: "closed"}); root.innerHTML = ${
        JSON.stringify(inner)
      }; watch(root); }</script>`,
    { through: ["inner"], soak: false },
  ),
  ...place(
    "in an open root in a closed root",
    (inner) =>
      `<div id=host></div><script>{ const outer = host.attachShadow({mode: "closed"}); outer.innerHTML = "<div id=inner></div>"; watch(outer);
      const root = outer.getElementById("inner").attachShadow({mode: "open"}); root.innerHTML = ${
        JSON.stringify(inner)
      }; }</script>`,
    INSIDE,
  ),
  {
    title: "in closed roots three deep",
    body: `<div id=host></div><script>{ let at = host; for (let i = 0; i < 3; i++) {
      const root = at.attachShadow({mode: "closed"}); watch(root);
      root.innerHTML = i < 2 ? "<div id=deep" + i + "><b>Waiting</b></div>" : ${
      JSON.stringify(BUTTON)
    };
      at = root.firstElementChild; } }</script>`,
    target: 'button "Save"',
    hits: "t",
    through: ["host", "deep0", "deep1"],
  },
  {
    title: "in a declarative root",
    body: `<div id=host><template shadowrootmode=open>${BUTTON}</template></div>`,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a closed declarative root",
    body:
      `<div id=host><template shadowrootmode=closed>${BUTTON}<script>watch(document.currentScript?.getRootNode() ?? self)</script></template></div>`,
    target: 'button "Save"',
    hits: "host",
  },
  ...place(
    "in a root that hands focus on",
    (inner) =>
      `<x-field id=host></x-field><script>{ const root = host.attachShadow({mode: "open", delegatesFocus: true}); root.innerHTML = ${
        JSON.stringify(inner)
      }; }</script>`,
  ),
  ...place(
    "in a custom element defined after the snapshot of its page began",
    (inner) =>
      `<x-late id=host>Light</x-late><script>setTimeout(() => customElements.define("x-late", class extends HTMLElement {
      connectedCallback() { const root = this.attachShadow({mode: "closed"}); root.innerHTML = ${
        JSON.stringify(inner)
      }; watch(root); tell("ready"); } }))</script>`,
    { ...INSIDE, documents: 2 },
  ),
  {
    title: "in a closed root made between two snapshots, on a host that was seen without one",
    body:
      `<div id=host><b>Light</b></div><button id=o>Other</button><script>held("grow", () => { const root = host.attachShadow({mode: "closed"});
      root.innerHTML = ${JSON.stringify(BUTTON)}; watch(root); });</script>`,
    again: "grow",
    target: 'button "Save"',
    hits: "t",
    ...INSIDE,
  },
  {
    title: "a role given to a custom element by its internals",
    body:
      `<x-button id=t>Save</x-button><script>customElements.define("x-button", class extends HTMLElement {
      constructor() { super(); const root = this.attachShadow({mode: "closed"}); root.innerHTML = "<slot></slot>"; this.attachInternals().role = "button"; this.tabIndex = 0; } })</script>`,
    target: { css: "#t" },
    hits: "t",
  },
];
