/** What a person cannot see is marked by the walk, and left out unless asked for. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PageLab } from "../../support/page_lab.ts";
import { installWalking, rowsOf, shown } from "../../support/walking_lab.ts";

let lab: PageLab;
before(async () => {
  lab = await PageLab.open();
});
after(() => lab.close());

/** Each holds the word WORD, which nobody can see. */
const UNSEEN: Readonly<Record<string, string>> = {
  "opacity 0": `<p style="opacity:0">WORD`,
  "opacity 0 around": `<div style="opacity:0"><p><b>WORD</b></div>`,
  "opacity 0 by class": `<style>.a\\:b{opacity:0}</style><p class="x a:b">WORD`,
  "opacity 0 by nested rule": `<style>.x{&.y{opacity:0}}</style><p class="x y">WORD`,
  "opacity 0 in a media rule": `<style>@media all{#i>p:nth-child(1){opacity:.0}}</style>
    <div id=i><p>WORD</div>`,
  "opacity 0 by attribute rule": `<style>[data-a]{opacity:0}</style><p data-a>WORD`,
  "opacity 0 by variable": `<style>:root{--o:0} p{opacity:var(--o)}</style><p>WORD`,
  "opacity 0 by script animation": `<p id=a>WORD<script>
    document.getElementById("a").animate({opacity:[1,0]},{duration:1,fill:"forwards"}).finish()</script>`,
  "filter opacity(0)": `<p style="filter:opacity(0)">WORD`,
  "clip rect(0,0,0,0)": `<p style="position:absolute;clip:rect(0,0,0,0)">WORD`,
  "screen reader only":
    `<style>.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;
    clip:rect(0,0,0,0);white-space:nowrap}</style><span class=sr>WORD</span>`,
  "clip-path inset(100%)": `<p style="clip-path:inset(100%)">WORD`,
  "clip-path inset(50%)": `<p style="clip-path:inset(50%)">WORD`,
  "clip-path circle(0)": `<p style="clip-path:circle(0)">WORD`,
  "height 0, overflow hidden": `<div style="height:0;overflow:hidden"><p>WORD</div>`,
  "max-height 0 by class":
    `<style>.c{max-height:0;overflow:hidden}</style><div class=c><p>WORD</div>`,
  "off-screen left": `<p style="position:absolute;left:-9999px">WORD`,
  "off-screen above": `<p style="position:absolute;top:-999px">WORD`,
  "off-screen by margin": `<p style="margin-left:-9999px;width:100px">WORD`,
  "off-screen by transform": `<p style="transform:translateX(-300%);width:100px">WORD`,
  "off-screen inside a moved box":
    `<div style="position:absolute;left:-9999px"><div><p>WORD</div></div>`,
  "fixed beyond the right edge": `<p style="position:fixed;left:100vw;top:0">WORD`,
  "text-indent": `<p style="text-indent:-9999px;overflow:hidden;white-space:nowrap">WORD`,
  "scale 0": `<p style="transform:scale(0)">WORD`,
  "font size 0": `<p style="font-size:0">WORD`,
  "font size 0 inherited": `<style>.z{font-size:0}</style><div class=z><p><b>WORD</b></div>`,
  "transparent colour": `<p style="color:transparent">WORD`,
  "white on white": `<p style="color:#fff">WORD`,
  "white on white by class": `<style>.w{color:white}</style><p class=w>WORD`,
  "the colour of a box's background":
    `<div style="background:#123456"><p style="color:#123456">WORD</div>`,
  "black box around black text": `<div style="background:black"><p>WORD</div>`,
  "slides beside the one shown":
    `<div style="width:100px;overflow:hidden"><div style="width:300px;display:flex">
    <p style="width:100px;flex:none">one</p><p style="width:100px;flex:none;margin:0 0 0 20px">WORD</div></div>`,
  "in a shadow root":
    `<x-a><template shadowrootmode=open><style>:host{opacity:0}</style><p>WORD</template></x-a>`,
  "in a shadow root by its sheet": `<div><template shadowrootmode=open><style>.h{opacity:0}</style>
    <p class=h>WORD</template></div>`,
  "a skip link": `<style>.skip{position:absolute;top:-40px}.skip:focus{top:0}</style>
    <a class=skip href=#m>WORD</a>`,
  "a button of no opacity": `<button style="opacity:0">WORD</button>`,
  "a heading of hidden text": `<h2><span style="position:absolute;left:-999px">WORD</span></h2>`,
  "a list of hidden links":
    `<ul style="opacity:0"><li><a href=#a>WORD</a><li><a href=#b>WORD</a></ul>`,
  "a named group of off-screen links": `<nav aria-label="WORD"><a href=#a
    style="position:absolute;left:-999px">WORD</a></nav>`,
  "hidden from assistive technology too": `<p aria-hidden=true style="opacity:0">WORD`,
  "a cell": `<table><tr><td style="color:white">WORD<td>two</table>`,
  "a box without size":
    `<button aria-label="WORD" style="width:0;height:0;padding:0;border:0"></button>`,
  "a lone text field of no opacity": `<div><input aria-label="WORD" style="opacity:0"></div>`,
  "a frame of one pixel": `<iframe title="WORD" width=1 height=1 style="border:0"></iframe>`,
};

for (const [what, html] of Object.entries(UNSEEN)) {
  test(`unseen: ${what}`, async () => {
    const page = await lab.page(`<meta name=viewport><p>before</p>${html}`);
    await installWalking(page);
    const plain = await rowsOf(page);
    assert.ok(!plain.join("\n").includes("WORD"), plain.join("\n"));
    const all = await rowsOf(page, true);
    const marked = all.filter((row) => row.endsWith("\tunseen"));
    assert.ok(marked.some((row) => row.includes("WORD")), all.join("\n"));
    assert.deepEqual(all.filter((row) => !row.endsWith("\tunseen")), plain);
    page.close();
  });
}

/** Each holds the word WORD, which can be seen, or brought into sight. */
const SEEN: Readonly<Record<string, string>> = {
  "a little opacity": `<p style="opacity:.05">WORD`,
  "below the fold": `<div style="height:3000px"></div><p>WORD`,
  "beside the page": `<p style="position:absolute;left:3000px">WORD`,
  "inside a scrolled container":
    `<div id=s style="height:50px;overflow:auto"><p>WORD<p style="height:999px"></div>
    <script>document.getElementById("s").scrollTop=500</script>`,
  "below what a container shows": `<div style="height:50px;overflow-y:scroll;overflow-x:hidden">
    <p style="height:999px">one<p>WORD</div>`,
  "on a page scrolled down":
    `<p style="margin-top:-2px">WORD</p><div style="height:3000px"></div><script>scrollTo(0,900)</script>`,
  "left of a page written right to left":
    `<html dir=rtl><p style="position:absolute;right:2000px">WORD`,
  "cut in part":
    `<p style="width:60px;overflow:hidden;white-space:nowrap">WORD and much more of it</p>`,
  "a fixed bar": `<div style="height:0;overflow:hidden"><p style="position:fixed;top:0">WORD</div>`,
  "positioned out of a clip that does not hold it": `<div style="height:0;overflow:hidden">
    <p style="position:absolute;top:5px">WORD</div>`,
  "centred by half its size":
    `<p style="position:absolute;left:50%;transform:translate(-50%)">WORD`,
  "its own size in a font of none":
    `<div style="font-size:0"><span style="font-size:14px">WORD</span></div>`,
  "a gradient through clear text":
    `<p style="background:linear-gradient(red,blue);background-clip:text;
    -webkit-background-clip:text;color:transparent">WORD`,
  "white text with a shadow": `<p style="color:#fff;text-shadow:0 0 2px #000">WORD`,
  "white text on a picture":
    `<div style="position:relative"><img alt=x style="width:200px;height:50px"
    src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"><p style="position:absolute;top:0;color:#fff">WORD</div>`,
  "white text on a background image":
    `<div style="background:url(data:,)"><p style="color:#fff">WORD</div>`,
  "white text on black": `<style>body{color:#fff;background:#000}</style><p>WORD`,
  "white text on a painted twin":
    `<div style="position:relative"><div style="position:absolute;inset:0;background:navy"></div>
    <p style="position:relative;color:#fff">WORD</div>`,
  "content-visibility auto":
    `<div style="height:3000px"></div><div style="content-visibility:auto"><p>WORD</div>`,
  "a running fade": `<style>@keyframes f{from{opacity:0}}p{animation:f 4s}</style><p>WORD`,
  "a hidden name of a seen control":
    `<a href=#a><i style="position:absolute;opacity:0">WORD</i><img alt="" width=9 height=9
    src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"></a>`,
  "a button named by clipped text":
    `<button><span style="position:absolute;clip:rect(0,0,0,0)">WORD</span>x</button>`,
  "an icon named by its label": `<button aria-label="WORD" style="width:9px;height:9px"></button>`,
  "a link whose picture stands for its text":
    `<a href=#a style="display:block;width:50px;height:50px;text-indent:-999px;
    overflow:hidden;background:red">WORD</a>`,
  "a heading whose picture stands for its text":
    `<h1 style="width:50px;height:50px;text-indent:-999px;
    overflow:hidden;background:url(data:,)">WORD</h1>`,
  "a checkbox drawn by its label":
    `<label><input type=checkbox style="position:absolute;opacity:0"><i>WORD</i></label>`,
  "a clipped radio with a label beside":
    `<input type=radio id=r style="position:absolute;clip:rect(0,0,0,0)">
    <label for=r>WORD</label>`,
  "a transparent file field over a button":
    `<div style="position:relative"><b>Upload</b><input type=file
    aria-label="WORD" style="position:absolute;inset:0;opacity:0"></div>`,
  "a transparent select": `<select aria-label="WORD" style="opacity:0"><option>a</select>`,
  "a transparent field over drawn boxes":
    `<div style="position:relative"><div style="width:90px;height:30px;border:1px solid"></div>
    <input aria-label="WORD" style="position:absolute;left:0;top:0;width:90px;height:30px;opacity:0"></div>`,
  "visible in a hidden parent":
    `<div style="visibility:hidden"><p style="visibility:visible">WORD</div>`,
  "negative margins of a grid":
    `<div style="margin:0 -15px;overflow:hidden"><p style="margin-left:15px">WORD</div>`,
  "a list with one hidden item": `<ul aria-label="WORD"><li style="opacity:0">x<li>y</ul>`,
};

for (const [what, html] of Object.entries(SEEN)) {
  test(`seen: ${what}`, async () => {
    const page = await lab.page(`<p>before</p>${html}`);
    await installWalking(page);
    const plain = await rowsOf(page);
    assert.ok(plain.join("\n").includes("WORD"), (await rowsOf(page, true)).join("\n"));
    page.close();
  });
}

test("display: none and visibility: hidden are never shown", async () => {
  const page = await lab.page(
    `<p style="display:none">WORD</p><p style="visibility:hidden">WORD</p><p hidden>WORD</p>
     <details><summary>more</summary>WORD</details><div style="content-visibility:hidden">WORD</div>`,
  );
  await installWalking(page);
  assert.ok(!(await rowsOf(page, true)).join("\n").includes("WORD"));
  page.close();
});

test("numbers count the unseen twins too", async () => {
  const page = await lab.page(
    `<button style="opacity:0">Save</button><button>Save</button>`,
  );
  await installWalking(page);
  assert.deepEqual(await shown(page), ['button "Save" #1']);
  page.close();
});

test("what comes into sight is shown in the next walk, also by a new rule", async () => {
  const page = await lab.page(`<style id=s>.a{opacity:0}</style><p class=a>WORD</p><p>one</p>`);
  await installWalking(page);
  assert.deepEqual(await shown(page), ['"one"']);
  await page.eval(`document.getElementById("s").sheet.insertRule("p.a.a{opacity:1}", 1)`);
  assert.deepEqual(await shown(page), ['"WORD"', '"one"']);
  await page.eval(`document.getElementById("s").sheet.insertRule("p{opacity:0}", 2)`);
  assert.deepEqual(await shown(page), ['"WORD"']);
  page.close();
});
