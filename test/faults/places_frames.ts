/** Targets in frames of every kind: seen in the outline, clicked, and typed into. */
import type { Click } from "./clicks.ts";

const BUTTON = "<button id=t>Save</button>";
const FIELD = "<input id=t aria-label=Name>";
const SIZE = 'style="width:300px;height:120px"';

/** The same frame with a button and with a field in it; `body` gets the HTML of what is inside. */
function place(
  title: string,
  body: (inner: string) => string,
  frames: (inner: string) => Readonly<Record<string, string>> = () => ({}),
  more: Partial<Click> = {},
): Click[] {
  return [
    {
      title,
      body: body(BUTTON),
      frames: frames(BUTTON),
      target: 'button "Save"',
      hits: "t",
      ...more,
    },
    {
      title: `${title}: a field`,
      body: body(FIELD),
      frames: frames(FIELD),
      target: 'textbox "Name"',
      hits: "t",
      text: "Ada",
      soak: true,
      ...more,
    },
  ];
}

const inside = (inner: string) => ({ in: inner });
/** Text for a script: no tag in it ends the script. */
const text = (html: string) => JSON.stringify(html).replaceAll("</", "<\\/");

/** A document of its own, which carries the recorder, as the value of an attribute. */
const written = (inner: string) => `<!doctype html>RECORDER${inner}`;
/** The same as the text of a script in the page. */
const scripted = (inner: string) => "`" + written(inner).replaceAll("</", "<\\/") + "`";

function chain(hosts: readonly string[]): Pick<Click, "body" | "frames"> {
  const frame = (i: number) =>
    `<p>Level ${i}</p><iframe title=L${i} src="${hosts[i]}/f${i}" style="width:${
      500 - i * 60
    }px;height:${400 - i * 60}px"></iframe>`;
  const frames: Record<string, string> = {};
  hosts.forEach((_, i) => frames[`f${i}`] = i === hosts.length - 1 ? BUTTON : frame(i + 1));
  return { body: frame(0), frames };
}

export const FRAMES: readonly Click[] = [
  ...place(
    "in a frame of the same origin",
    () => `<iframe title=F src="ORIGIN/in" ${SIZE}></iframe>`,
    inside,
  ),
  ...place(
    "in a frame of another origin",
    () => `<iframe title=F src="OTHER/in" ${SIZE}></iframe>`,
    inside,
    { soak: false },
  ),
  ...place(
    "in a sandboxed frame with scripts",
    () => `<iframe title=F sandbox="allow-scripts" src="ORIGIN/in" ${SIZE}></iframe>`,
    inside,
  ),
  ...place(
    "in a sandboxed frame with scripts and its origin",
    () =>
      `<iframe title=F sandbox="allow-scripts allow-same-origin" src="ORIGIN/in" ${SIZE}></iframe>`,
    inside,
  ),
  ...place(
    "in a sandboxed frame of another origin",
    () => `<iframe title=F sandbox="allow-scripts" src="OTHER/in" ${SIZE}></iframe>`,
    inside,
  ),
  {
    title: "in a sandboxed frame with its origin and without scripts",
    body:
      `<iframe id=f title=F sandbox="allow-same-origin" src="ORIGIN/in" ${SIZE}></iframe><script>f.onload = () => { watch(f.contentWindow); tell("ready"); }</script>`,
    frames: { in: BUTTON },
    documents: 2,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a sandboxed frame without scripts, which sends its form",
    body:
      `<iframe id=f title=F sandbox="allow-forms" src="ORIGIN/in" ${SIZE}></iframe><script>f.onload = () => tell("ready")</script>`,
    frames: {
      in: `<form action="ORIGIN/sent"><button id=t>Save</button></form>`,
      sent: "<p>Sent</p>",
    },
    documents: 2,
    target: 'button "Save"',
    asks: "/sent",
  },
  {
    title: "in frames five deep, all of one origin",
    ...chain(["ORIGIN", "ORIGIN", "ORIGIN", "ORIGIN", "ORIGIN"]),
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in frames four deep, of two origins in turn",
    ...chain(["OTHER", "ORIGIN", "OTHER", "ORIGIN"]),
    target: 'button "Save"',
    hits: "t",
  },
  ...place(
    "in about:blank written by the page",
    (inner) =>
      `<iframe id=f title=F ${SIZE}></iframe><script>{ const d = f.contentDocument; d.open(); d.write(${
        text(`<p>Hello</p>${inner}`)
      }); d.close(); watch(f.contentWindow); }</script>`,
  ),
  ...place(
    "in about:blank filled by the page's DOM calls",
    (inner) =>
      `<iframe id=f title=F ${SIZE}></iframe><script>f.contentDocument.body.innerHTML = ${
        text(inner)
      }; watch(f.contentWindow);</script>`,
  ),
  ...place(
    "in a srcdoc frame",
    (inner) =>
      `<iframe id=f title=F ${SIZE}></iframe><script>f.srcdoc = ${scripted(inner)}</script>`,
    () => ({}),
    { documents: 2 },
  ),
  {
    title: "in a srcdoc frame of the page's markup, which has no script",
    body:
      `<iframe id=f title=F srcdoc="<button id=t>Save</button>" ${SIZE}></iframe><script>f.onload = () => { watch(f.contentWindow); tell("ready"); }</script>`,
    documents: 2,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a sandboxed srcdoc frame",
    body: `<iframe id=f title=F sandbox="allow-scripts" ${SIZE}></iframe><script>f.srcdoc = ${
      scripted(BUTTON)
    }</script>`,
    documents: 2,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a frame of a data: address",
    body:
      `<iframe id=f title=F ${SIZE}></iframe><script>f.src = "data:text/html;charset=utf-8," + encodeURIComponent(${
        scripted(BUTTON)
      })</script>`,
    documents: 2,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "in a frame of a blob: address",
    body: `<iframe id=f title=F ${SIZE}></iframe><script>f.src = URL.createObjectURL(new Blob([${
      scripted(BUTTON)
    }], {type: "text/html;charset=utf-8"}))</script>`,
    documents: 2,
    target: 'button "Save"',
    hits: "t",
  },
  {
    title: "the same button in two frames: the second, by its line",
    body:
      `<iframe title=F src="ORIGIN/one" ${SIZE}></iframe><iframe title=G src="OTHER/two" ${SIZE}></iframe>`,
    frames: { one: "<button id=o>Save</button>", two: BUTTON },
    target: 'button "Save" in frame "G"',
    hits: "t",
  },
  {
    title: "the same button in two frames: the second, by its frame",
    body:
      `<iframe title=F src="ORIGIN/one" ${SIZE}></iframe><iframe title=G src="OTHER/two" ${SIZE}></iframe>`,
    frames: { one: "<button id=o>Save</button>", two: BUTTON },
    target: { role: "button", accessibleName: "Save", framePath: [{ accessibleName: "G" }] },
    hits: "t",
  },
  ...place(
    "in an object of the same origin",
    () => `<object title=F type=text/html data="ORIGIN/in" ${SIZE}></object>`,
    inside,
  ),
  ...place(
    "in an embedded page of another origin",
    () => `<embed title=F type=text/html src="OTHER/in" ${SIZE}>`,
    inside,
  ),
  ...place(
    "in a turned frame of another origin",
    () =>
      `<iframe title=F src="OTHER/in" style="width:300px;height:120px;margin:150px;border:9px solid;padding:7px;transform:rotate(75deg)"></iframe>`,
    inside,
  ),
  {
    title: "in a frame of another origin, turned in space",
    body:
      `<iframe title=F src="OTHER/in" style="width:300px;height:120px;margin:50px;transform:perspective(400px) rotateY(50deg)"></iframe>`,
    frames: { in: BUTTON },
    target: 'button "Save"',
    hits: "t",
    soak: true,
  },
  ...place(
    "in a frame of another origin in a scaled one of the same",
    () =>
      `<iframe title=F src="ORIGIN/around" style="width:400px;height:200px;transform:scale(0.6);border:5px solid"></iframe>`,
    (inner) => ({ around: `<iframe title=G src="OTHER/in" ${SIZE}></iframe>`, in: inner }),
  ),
  ...place(
    "in a frame added late",
    () =>
      `<script>held("add", () => new Promise((done) => { const f = document.createElement("iframe"); f.title = "F"; f.src = "OTHER/in"; f.onload = done; document.body.append(f); }));</script>`,
    inside,
    { again: "add", documents: 1 },
  ),
  {
    title: "in a frame that sent itself on",
    body: `<iframe title=F src="ORIGIN/first" ${SIZE}></iframe>`,
    frames: { first: `<script>location.replace("OTHER/in")</script>`, in: BUTTON },
    documents: 2,
    settled: "/in",
    target: 'button "Save"',
    hits: "t",
  },
  ...place(
    "in a frame in an open root",
    () =>
      `<div id=host></div><script>host.attachShadow({mode: "open"}).innerHTML = '<iframe title=F src="ORIGIN/in"></iframe>'</script>`,
    inside,
  ),
  ...place(
    "in a frame of another origin in a closed root",
    () =>
      `<div id=host></div><script>host.attachShadow({mode: "closed"}).innerHTML = '<iframe title=F src="OTHER/in"></iframe>'</script>`,
    inside,
  ),
  {
    title: "in a closed root in a frame of another origin",
    body: `<iframe title=F src="OTHER/in" ${SIZE}></iframe>`,
    frames: {
      in:
        `<div id=host><b>Light</b></div><script>{ const root = host.attachShadow({mode: "closed"}); root.innerHTML = ${
          text(BUTTON)
        }; watch(root); }</script>`,
    },
    target: 'button "Save"',
    hits: "t",
    through: ["host"],
  },
];
