/** Targets that cannot be used or cannot be seen: the cause is named. */
import type { Click } from "./clicks.ts";

const SAVE = 'button "Save"';

/** A button whose style or surroundings keep it from being seen; taken by the object form. */
function unseen(title: string, body: string, says: RegExp, refused = "targetHidden"): Click {
  return { title, body, target: { css: "#t" }, unlisted: true, refused, says };
}

function disabled(title: string, body: string, target: Click["target"], says: RegExp): Click {
  return { title, body, target, refused: "targetDisabled", says };
}

export const STATES: readonly Click[] = [
  disabled("disabled", "<button id=t disabled>Save</button>", SAVE, /it is disabled/),
  disabled(
    "disabled by its fieldset",
    "<fieldset disabled><button id=t>Save</button></fieldset>",
    SAVE,
    /a group around it is disabled/,
  ),
  {
    title: "in the legend of a disabled fieldset, where it is not disabled",
    body: "<fieldset disabled><legend><button id=t>Save</button></legend></fieldset>",
    target: SAVE,
    hits: "t",
  },
  disabled("aria-disabled", "<button id=t aria-disabled=true>Save</button>", SAVE, /aria-disabled/),
  disabled(
    "inside something aria-disabled",
    `<div role=toolbar aria-disabled=true><button id=t>Save</button></div>`,
    SAVE,
    /aria-disabled on an element around it/,
  ),
  disabled(
    "a disabled text field",
    `<input id=t aria-label=Mail disabled>`,
    'textbox "Mail"',
    /it is disabled/,
  ),
  disabled(
    "a disabled checkbox with a label",
    `<label><input type=checkbox id=t disabled> Agree</label>`,
    'checkbox "Agree"',
    /it is disabled/,
  ),
  {
    title: "disabled after the snapshot",
    body: `<button id=t>Save</button><script>held("off", () => { t.disabled = true; });</script>`,
    before: "off",
    target: SAVE,
    refused: "targetDisabled",
    says: /it is disabled/,
  },
  {
    title: "enabled again while the click waits",
    body:
      `<button id=t disabled>Save</button><script>held("on", () => { t.disabled = false; });</script>`,
    target: SAVE,
    during: "on",
    hits: "t",
  },
  disabled(
    "pointer-events: none",
    `<button id=t style="pointer-events:none">Save</button>`,
    SAVE,
    /pointer-events: none/,
  ),
  disabled(
    "pointer-events: none by inheritance, over something else",
    `<div id=under style="position:absolute;inset:0"><div style="pointer-events:none"><button id=t>Save</button></div></div>`,
    SAVE,
    /pointer-events: none/,
  ),
  {
    title: "pointer-events: auto inside of none",
    body:
      `<div style="pointer-events:none"><button id=t style="pointer-events:auto">Save</button></div>`,
    target: SAVE,
    hits: "t",
  },
  unseen("inert", `<div inert><button id=t>Save</button></div>`, /inert/, "targetDisabled"),
  unseen("opacity: 0", `<button id=t style="opacity:0">Save</button>`, /opacity: 0/),
  unseen(
    "opacity: 0 around it",
    `<div style="opacity:0"><button id=t>Save</button></div>`,
    /opacity: 0/,
  ),
  unseen("display: none", `<button id=t style="display:none">Save</button>`, /display: none/),
  unseen(
    "display: none around it",
    `<div style="display:none"><button id=t>Save</button></div>`,
    /display: none on an element around it/,
  ),
  unseen(
    "visibility: hidden",
    `<button id=t style="visibility:hidden">Save</button>`,
    /visibility: hidden/,
  ),
  unseen("the hidden attribute", `<button id=t hidden>Save</button>`, /display: none/),
  unseen(
    "content-visibility: hidden around it",
    `<div style="content-visibility:hidden"><button id=t>Save</button></div>`,
    /content-visibility: hidden/,
  ),
  unseen(
    "in a closed disclosure",
    `<details><summary>More</summary><button id=t>Save</button></details>`,
    /closed disclosure/,
  ),
  unseen(
    "zero-size",
    `<button id=t style="width:0;height:0;padding:0;border:0;overflow:hidden;font-size:0">Save</button>`,
    /no size/,
  ),
  unseen("clipped away", `<button id=t style="clip-path:inset(50%)">Save</button>`, /clipped/),
  unseen(
    "clipped the old way",
    `<button id=t style="position:absolute;clip:rect(0,0,0,0)">Save</button>`,
    /clipped/,
  ),
  unseen(
    "scaled to nothing",
    `<button id=t style="transform:scale(0)">Save</button>`,
    /no size/,
  ),
  unseen(
    "in a frame that is not shown",
    `<iframe title=F src="ORIGIN/in" style="display:none"></iframe><button id=t hidden>Save</button>`,
    /display: none/,
  ),
  {
    title: "hidden after the snapshot",
    body:
      `<button id=t>Save</button><script>held("hide", () => { t.style.display = "none"; });</script>`,
    before: "hide",
    target: SAVE,
    refused: "targetHidden",
    says: /display: none/,
  },
  {
    title: "made transparent after the snapshot",
    body:
      `<button id=t>Save</button><script>held("hide", () => { t.style.opacity = "0"; });</script>`,
    before: "hide",
    target: SAVE,
    refused: "targetHidden",
    says: /opacity: 0/,
  },
  {
    title: "shown while the click waits",
    body: `<button id=t>Save</button><script>t.style.visibility = "visible";
      held("hide", () => { t.style.visibility = "hidden"; }); held("show", () => { t.style.visibility = "visible"; });</script>`,
    before: "hide",
    during: "show",
    target: SAVE,
    hits: "t",
  },
  {
    title: "removed after the snapshot",
    body: `<button id=t>Save</button><script>held("drop", () => { t.remove(); });</script>`,
    before: "drop",
    target: SAVE,
    refused: "targetDetached",
    says: /removed/,
  },
  {
    title: "removed at the moment that the pointer comes",
    body: `<div id=under><button id=t>Save</button></div><button id=o>Other</button><script>
      t.addEventListener("mouseover", () => { t.remove(); });</script>`,
    target: SAVE,
    refused: "targetDetached",
    says: /removed/,
  },
  {
    title: "transparent checkbox over a drawn one",
    body:
      `<div style="position:relative;width:30px;height:30px;border:1px solid"><input id=t type=checkbox aria-label=Agree style="opacity:0;position:absolute;inset:0;width:30px;height:30px"></div>`,
    target: { css: "#t" },
    hits: "t",
  },
  {
    title: "a radio hidden behind its drawn label",
    body:
      `<input id=t type=radio name=r style="position:absolute;opacity:0;width:1px;height:1px;clip-path:inset(50%)"><label id=l for=t style="display:inline-block;padding:9px">Fast</label>`,
    target: { css: "#t" },
    hits: "t",
    through: ["l"],
  },
];
