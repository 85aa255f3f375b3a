/**
 * A page of what the corpus lacks: frames in processes of their own, nested and scaled, closed
 * shadow roots, wrapped and stretched links, sticky bars, scrollers in scrollers, odd shapes.
 * Names repeat over frames and roots on purpose.
 */
import type { Site } from "../support/site.ts";

const WORDS = "some words that make a line long enough to be broken in the middle of it ".repeat(2);
const SPACE = '<div style="height:900px">space</div>';

const CONTROLS = `
  <button>Save</button> <button>Save</button> <a href="#x">More</a>
  <label>Name <input></label> <label><input type=checkbox> Agree</label>
  <select aria-label="Colours" multiple size=4><option>red<option>green<option>blue<option>black</select>`;

const INNER = `<!doctype html><meta charset=utf-8><title>inner</title><body style="margin:20px">
  <h2>Inner</h2>${CONTROLS}${SPACE}<button>Below</button> <a href="#y">More</a>`;

const MIDDLE = (innerUrl: string): string =>
  `<!doctype html><meta charset=utf-8><title>middle</title><body>
  ${CONTROLS}${SPACE}
  <iframe title="Nested" src="${innerUrl}" style="width:320px;height:160px;border:7px solid;padding:5px"></iframe>
  <button>Last</button>`;

/** Serves the page and its frames; gives the page's URL. */
export function serveHardPage(site: Pick<Site, "page" | "url">): string {
  const inner = site.page("/inner", INNER);
  site.page("/inner", INNER, "localhost");
  site.page("/middle", MIDDLE(inner));
  const foreign = site.url("/middle", "localhost");
  const foreignInner = site.url("/inner", "localhost");
  return site.page(
    "/hard",
    `<!doctype html><meta charset=utf-8><title>Hard targets</title>
<style>
  body { margin: 0; padding: 60px 10px 50px; font: 16px/1.4 sans-serif }
  .bar { position: fixed; left: 0; right: 0; height: 50px; background: #ddd; z-index: 9 }
  .narrow { width: 190px; border: 1px solid }
  .scroller { width: 300px; height: 120px; overflow: auto; border: 3px solid }
  .card { position: relative; width: 300px; height: 120px; border: 1px solid }
  .card > a.all::after { content: ""; position: absolute; inset: 0 }
  .card > .over { position: relative; z-index: 1 }
</style>
<div class=bar style="top:0"><a href="#bar">Bar</a> <button>Save</button></div>
<div class=bar style="bottom:0"><a href="#bar">Bar</a></div>
<main>
${CONTROLS}
<p class=narrow>Before <a href="#w1">${WORDS}</a> between <a href="#w2">wrapped twice over the end of this line</a> after.
<p class=narrow style="direction:rtl">قبل <a href="#w3">رابط طويل جدا ينكسر في منتصف السطر مرة واحدة</a> بعد
<p style="columns:3;width:500px;height:70px">${WORDS}<a href="#col">a link ${WORDS}</a>
${SPACE}
<div class=scroller>${SPACE}<div class=scroller>${SPACE}<button>Deep</button> <a href="#d">More</a>${SPACE}</div>${SPACE}</div>
<div class=scroller><div style="width:2000px"><button style="margin-left:1500px">Far right</button></div></div>
<div class=card><a class=all href="#c1">Whole card</a><p>Text of it</p><button class=over>Over card</button></div>
<a href="#c2" style="display:contents"><span>Without a box</span></a>
<a href="#c3"><div style="float:left;width:120px;height:40px">Floats only</div></a><br style="clear:both">
<button style="position:relative;width:200px;height:60px">Badge over its middle<span style="display:none">x</span></button>
<div style="position:relative;width:240px;height:80px"><button style="width:240px;height:80px">Half covered</button>
  <div style="position:absolute;left:40px;top:10px;width:160px;height:60px;background:#fcc">cover</div></div>
<div style="position:relative;width:240px;height:80px"><button style="width:240px;height:80px">All covered</button>
  <div style="position:absolute;inset:0;background:#fcc">cover</div></div>
<button style="clip-path:circle(12px at 15px 15px);width:200px;height:60px">Clipped to a corner</button>
<button style="transform:rotate(30deg);margin:60px">Turned</button>
<button style="transform:scale(0.4)">Shrunk</button>
<div style="zoom:1.7"><button>Zoomed</button> <iframe title="Zoomed frame" srcdoc="<button>Save</button><p style='height:500px'></p><button>Below</button>" style="width:200px;height:90px"></iframe></div>
<svg width=200 height=60><a href="#svg"><circle cx=30 cy=30 r=25 /><text x=60 y=35>Drawn link</text></a></svg>
<img usemap="#map" alt="Map" width=200 height=100 src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">
<map name=map><area shape=rect coords="0,0,90,90" href="#a1" alt="First field"><area shape=circle coords="150,50,40" href="#a2" alt="Second field"></map>
${SPACE}
<label style="display:block;width:200px;padding:5px;border:1px solid"><input type=checkbox style="opacity:0;position:absolute;width:0;height:0"> Drawn box</label>
<label><input type=checkbox style="position:absolute;opacity:0"> <span style="padding:3px;border:1px solid">Overlaid box</span></label>
<input type=radio id=r1 name=r style="position:absolute;left:-9999px"><label for=r1>Radio far away</label>
<div role=switch aria-checked=false tabindex=0>Wireless</div>
<div role=slider tabindex=0 aria-label="Volume" aria-valuenow=3 style="width:200px;height:20px;background:#ccc"></div>
<input type=date aria-label="Day"> <input type=number aria-label="Count"> <input type=range aria-label="Range">
<div role=textbox contenteditable aria-label="Editor" style="height:1600px;border:1px solid">Higher than the window</div>
<div role=listbox aria-label="Own list"><div role=option>One</div><div role=option aria-selected=true>Two</div></div>
<div role=tablist><button role=tab>First</button><button role=tab>Second</button></div>
<div role=menu><div role=menuitem tabindex=0>Open</div><div role=menuitemcheckbox aria-checked=true tabindex=0>Show</div></div>
<x-open></x-open><x-open></x-open><x-closed></x-closed>
<x-slotted><button>Slotted</button></x-slotted>
<a href="#n">Outer <span role=button tabindex=0>Inner button</span></a>
<button disabled>Off</button> <button aria-disabled=true>Off</button>
<fieldset disabled><input aria-label="Off field"></fieldset>
<button style="pointer-events:none">No pointer</button>
<button style="opacity:0">Clear</button>
<button style="position:absolute;left:-500px">Outside</button>
<table style="width:600px;display:block;height:150px;overflow:auto"><thead style="position:sticky;top:0;background:#eee"><tr><th><button>Sort</button></thead>
  ${
      Array.from({ length: 30 }, (_, i) => `<tr><td><a href="#r${i}">Row ${i % 7}</a><td>x`).join(
        "",
      )
    }</table>
${SPACE}
<iframe title="Foreign" src="${foreign}" style="width:420px;height:260px;border:10px solid"></iframe>
<iframe title="Foreign" src="${foreignInner}" style="width:420px;height:120px;transform:scale(0.8);padding:9px"></iframe>
<iframe title="Own" src="${inner}" style="width:420px;height:120px"></iframe>
<iframe sandbox="allow-scripts" srcdoc="${
      INNER.replaceAll('"', "'")
    }" style="width:400px;height:120px"></iframe>
<div class=scroller>${SPACE}<iframe title="In a scroller" src="${foreignInner}" style="width:400px;height:400px"></iframe></div>
${SPACE}
<dialog open style="position:static">${CONTROLS}</dialog>
</main>
<script>
  const fill = (name, mode, html) => customElements.define(name, class extends HTMLElement {
    constructor() { super(); this.attachShadow({ mode }).innerHTML = html; }
  });
  fill("x-open", "open", "<p><button>Save</button> <a href='#s'>More</a>");
  fill("x-closed", "closed", "<p><button>Closed</button> <a href='#s'>More</a>");
  fill("x-slotted", "open", "<div style='padding:9px'><slot></slot><button>Beside</button></div>");
</script>`,
  );
}
