/**
 * Pages of the stale-target tests: a box of controls, in one of several places, that changes in a
 * given way when it is let go.
 */

/** Where the box stands. */
export const PLACES = ["main", "frame", "foreign frame", "shadow root"] as const;
export type Place = (typeof PLACES)[number];

/** What stands in it. */
export const KINDS = [
  "button",
  "clickable",
  "textbox",
  "editable",
  "checkbox",
  "switch",
  "select",
  "date",
] as const;
export type Kind = (typeof KINDS)[number];

export interface Stage {
  /** Path of the page that holds the box. */
  readonly path: string;
  readonly kind: Kind;
  readonly place: Place;
  /** Statements that fill the box; they see the names of `STAGE`. */
  readonly fill: string;
  /** Statements that are held until `hold` is released; the same names. */
  readonly change: string;
  readonly hold: string;
}

/** The document that holds the box (of a frame, or the page itself). */
export function stageHtml({ kind, place, fill, change, hold }: Stage): string {
  return `<title>Stage</title><body><div id=ground></div><script>
    const stage = (${STAGE})(${JSON.stringify(kind)}, ${place === "shadow root"});
    const act = (source) => new Function("stage", "with (stage) {" + source + "}")(stage);
    act(${JSON.stringify(fill)});
    held(${JSON.stringify(hold)}, () => act(${JSON.stringify(change)}));
  </script>`;
}

/** The page around a box in a frame. */
export function frameHtml(url: string, change: string, hold: string): string {
  return `<title>Around</title><body><h1>Around</h1>
    <iframe id=frame title=Inner src="${url}" width=600 height=400></iframe>
    <script>held(${JSON.stringify(hold)}, () => { ${change} });</script>`;
}

/** Source text, because it runs in the page. */
const STAGE = `(kind, shadow) => {
  const ground = document.getElementById("ground");
  const base = shadow ? ground.attachShadow({ mode: "open" }) : ground;
  const box = document.createElement("div");
  box.id = "box";
  base.append(box);
  const SHOWS_NAME = ["button", "clickable"];
  const put = (element, name) => {
    if (SHOWS_NAME.includes(kind)) element.textContent = name;
    else element.setAttribute("aria-label", name);
    return element;
  };
  const nameOf = (element) =>
    SHOWS_NAME.includes(kind) ? element.textContent : element.getAttribute("aria-label");
  const MAKE = {
    button: () => document.createElement("button"),
    clickable: () => {
      const made = document.createElement("div");
      made.setAttribute("onclick", "");
      made.style.cursor = "pointer";
      return made;
    },
    textbox: () => document.createElement("input"),
    editable: () => {
      const made = document.createElement("div");
      made.setAttribute("role", "textbox");
      made.setAttribute("contenteditable", "true");
      made.style.cssText = "min-height: 20px; border: 1px solid";
      return made;
    },
    checkbox: () => Object.assign(document.createElement("input"), { type: "checkbox" }),
    switch: () => {
      const made = document.createElement("div");
      made.setAttribute("role", "switch");
      made.setAttribute("aria-checked", "false");
      made.setAttribute("tabindex", "0");
      made.setAttribute("onclick", "this.ariaChecked = this.ariaChecked === 'true' ? 'false' : 'true'");
      made.style.cssText = "width: 40px; height: 20px; border: 1px solid";
      return made;
    },
    select: () => {
      const made = document.createElement("select");
      made.innerHTML = "<option value=one>One</option><option value=two>Two</option>";
      return made;
    },
    date: () => Object.assign(document.createElement("input"), { type: "date" }),
  };
  const make = (id, name) => {
    const made = put(MAKE[kind](), name);
    made.id = id;
    return made;
  };
  const row = (number, label, name = "Pay") => {
    const made = document.createElement("div");
    made.id = "row" + number;
    const said = document.createElement("span");
    said.textContent = label;
    said.className = "label";
    made.append(said, " ", make("p" + number, name));
    return made;
  };
  const id = (name) => base.querySelector("#" + name);
  const labels = () => [...base.querySelectorAll(".label")];
  return {
    kind, base, box, ground, put, nameOf, make, row, id, labels,
    /** Everything anew by markup; every id gets an x behind it. */
    anew: (holder) => {
      holder.innerHTML = holder.innerHTML.replace(/ id="(\\w+)"/g, ' id="$1x"');
    },
  };
}`;
