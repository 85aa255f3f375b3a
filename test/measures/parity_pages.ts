/** Pages of our own, each full of what browsers tell a script in their own ways. */

/** By name; `far` is the same server under another site's name. */
export function parityPages(far: string): Readonly<Record<string, string>> {
  return {
    controls: CONTROLS,
    structure: STRUCTURE,
    names: NAMES,
    sight: SIGHT,
    generated: GENERATED,
    shadow: SHADOW,
    media: MEDIA,
    frames: frames(far),
    layers: LAYERS,
    inline: INLINE,
  };
}

const INPUTS =
  "text search email url tel number range color date datetime-local month week time file checkbox radio submit reset button image password hidden"
    .split(" ");

const CONTROLS = `<!doctype html><title>Controls</title>
${
  INPUTS.map((type) => `<p><label>Field ${type} <input type="${type}" id="in-${type}"></label>`)
    .join("\n")
}
${
  INPUTS.map((type) => `<input type="${type}" placeholder="Hint ${type}" title="Tip ${type}">`)
    .join("\n")
}
<input value="plain"><input type=nonsense aria-label="Unknown type">
<input type=submit><input type=reset><input type=button value="Own text"><input type=image alt="Go there">
<input type=number value=5 min=1 max=9 aria-label=Count><input type=range value=3 max=7 aria-label=Level>
<input type=date value=2026-11-30 aria-label=Day><input type=color value="#336699" aria-label=Shade>
<textarea aria-label=Notes>One
two</textarea><textarea placeholder="Say something"></textarea>
<select aria-label=One><option>A<option selected>B<optgroup label=More><option>C</optgroup></select>
<select aria-label=Many multiple size=4><option>A<option selected>B<option disabled>C<option hidden>D</select>
<select aria-label=Rows size=3><option>X<option>Y<option label="Labelled">Z</select>
<input list=found aria-label="With list"><datalist id=found><option>Ada<option>Bob</datalist>
<fieldset disabled><legend>Locked <input aria-label="In legend"></legend><input aria-label="In fieldset"><button>Locked button</button></fieldset>
<fieldset><legend>Size</legend><label><input type=radio name=s checked>Small</label><label><input type=radio name=s>Large</label></fieldset>
<input type=checkbox aria-label=Mixed id=mixed><script>document.getElementById("mixed").indeterminate = true</script>
<input required aria-label=Needed><input readonly value=Fixed aria-label=Fixed><input aria-invalid=true aria-label=Wrong>
<input type=email value=nobody aria-label="Bad mail" required>
<output>Result 5</output><progress value=3 max=10 aria-label=Loading></progress><meter value=0.4 aria-label=Fuel></meter>
<button type=button aria-expanded=false aria-haspopup=menu>Menu</button><button aria-pressed=mixed>Bold</button>
<div contenteditable aria-label=Editor>Rich <b>text</b></div><div role=textbox contenteditable=plaintext-only>Plain</div>
<div role=slider tabindex=0 aria-valuenow=4 aria-valuetext="Four stars" aria-label=Rating></div>
<div role=spinbutton tabindex=0 aria-valuenow=2 aria-label=Guests></div>
<div role=switch tabindex=0 aria-checked=true>Wifi</div><div role=combobox tabindex=0 aria-expanded=true aria-label=Pick>Blue</div>
<label for=later>Named later</label><br><input id=later><label>Outer <select><option>In label</select> tail</label>
<button><img alt="Picture"></button><button aria-label="">Empty label</button><button></button>
<form><button form=none>Formless</button><input type=submit value=Send formnovalidate></form>`;

const STRUCTURE = `<!doctype html><title>Structure</title>
<header>Top <nav aria-label=Site><ul><li><a href=#a>First</a><li><a href=#b>Second</a></ul></nav></header>
<main><h1>Heading <small>small</small></h1><hgroup><h2>Group</h2><p>Sub</p></hgroup>
<article aria-labelledby=at><h3 id=at>Piece</h3><header>In article</header><footer>Foot in article</footer></article>
<section aria-label=Part><h4>Part</h4><aside>Beside</aside></section><section>Unnamed</section>
<form aria-label=Ask><search><input type=search aria-label=Find></search></form>
<ol start=3 reversed><li>Three<li value=7>Seven</ol><ul style="list-style:none"><li>Bare</ul><menu><li>Entry</menu>
<dl><dt>Term<dd>Meaning<dt>Other<dd>More</dl>
<table><caption>Prices</caption><thead><tr><th>Item<th scope=col>Cost</thead><tbody><tr><th scope=row>Tea<td>2<tr><td>Milk<td>1<a href=#m>more</a></table>
<table role=presentation><tr><td>Layout<td><button>In layout</button></table>
<table><tr><td>No head<td>Two</table>
<div role=grid aria-label=Grid><div role=row><div role=gridcell tabindex=0>G1</div><div role=gridcell>G2</div></div></div>
<div role=tree><div role=treeitem aria-expanded=true>Root<div role=group><div role=treeitem>Leaf</div></div></div></div>
<div role=tablist><button role=tab aria-selected=true>Tab one</button><button role=tab>Tab two</button></div><div role=tabpanel>Panel</div>
<ul role=menu><li role=menuitem tabindex=0>Open<li role=menuitemcheckbox aria-checked=true>Wrap<li role=separator><li role=menuitemradio>Left</ul>
<ul role=listbox aria-label=Box><li role=option aria-selected=true>One<li role=option>Two</ul>
<details><summary>Closed</summary>Hidden <button>In closed</button></details>
<details open><summary>Open <b>one</b></summary>Shown <button>In open</button></details>
<details name=acc><summary>Group A</summary>A</details><details name=acc open><summary>Group B</summary>B</details>
<blockquote cite=x>Said</blockquote><figure><img src=none.png alt=Chart><figcaption>Figure text</figcaption></figure>
<pre>keep  two
lines</pre><code>code</code> <kbd>Ctrl</kbd> <mark>marked</mark> <del>gone</del> <ins>new</ins> <abbr title=World>W</abbr>
<time datetime=2026>Then</time> <dfn>def</dfn> <em>em</em> <strong>strong</strong> <sub>1</sub><sup>2</sup> <q>quoted</q> <cite>Book</cite>
<hr><address>Street 1</address><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> <bdo dir=rtl>abc</bdo> <wbr>soft&shy;hyphen
<div aria-live=polite role=status>Saved</div><div role=alert>Careful</div><div role=img aria-label=Drawn></div>
<div role=heading aria-level=5>Fifth</div><div role="none button">Second role</div><h2 role=presentation>No heading</h2>
<p hidden>Hidden</p><p hidden=until-found>Until found</p><p inert><button>Inert</button>inert text</p>
<p aria-hidden=true>Hidden from tree <button>Also</button></p><template><p>Template</p></template><noscript>No script</noscript>
<a>No address</a> <a href>Empty address</a> <a href="javascript:void 0">Script</a> <a name=x>Anchor</a> <area href=#q alt=Lost>
<span onclick="1">Clicks</span><span style="cursor:pointer">Points</span><div tabindex=0>Focus only</div>
</main><footer>Bottom</footer>`;

const NAMES = `<!doctype html><title>Names</title>
<style>.b::before{content:"before "}.a::after{content:" after"}.alt::before{content:"★" / "star"}.none::before{content:none}
.img::before{content:url(data:,) }.quote::before{content:open-quote}.count{counter-increment:n}.count::before{content:counter(n) ". "}
.attr::before{content:attr(data-x)}.multi::before{content:"a" attr(data-x) "b"}.empty::before{content:""}.hid::before{content:"hid";display:none}
.blk::before{content:"block";display:block}.marker::marker{content:"→ "}.vis::before{content:"v";visibility:hidden}</style>
${
  [
    "b",
    "a",
    "b a",
    "alt",
    "none",
    "img",
    "quote",
    "count",
    "attr",
    "multi",
    "empty",
    "hid",
    "blk",
    "vis",
  ]
    .map((kind) =>
      `<button class="${kind}" data-x="DX">Text</button><a href=# class="${kind}" data-x="DX"></a>`
    )
    .join("\n")
}
<ul><li class=marker><a href=#>Marked</a></ul>
<button aria-labelledby="r1 r2">Own</button><span id=r1 hidden>Ref one</span><span id=r2>Ref <i>two</i></span>
<button aria-labelledby=missing>Falls back</button><input aria-labelledby=self aria-label=Self id=self>
<a href=#><svg viewBox="0 0 1 1"><title>Vector</title></svg></a><a href=#><svg aria-label="Labelled vector"></svg></a>
<a href=# title=Tooltip></a><a href=#><img src=x.png title="Image tip"></a><a href=#><img src=x.png alt=""></a>
<button>Line<br>break</button><button>In<span>line</span></button><button>Block<div>inside</div></button>
<button><span style="display:inline-block">Inline</span><span style="display:inline-block">block</span></button>
<button><span style="display:flex">Flex</span>end</button><button><span style="float:left">Float</span>ed</button>
<button><span style="position:absolute">Abs</span>olute</button><button style="text-transform:uppercase">upper</button>
<button><span style="display:none">None</span>shown</button><button><span style="visibility:hidden">Invisible</span>seen</button>
<button><span aria-hidden=true>Icon</span>Word</button><button><input value=Embedded> field</button>
<label><input type=checkbox> Flash <input size=3 value=3 aria-label=times> times</label>
<label for=dup1>Two</label><label for=dup1>labels</label><input id=dup1>
<label><span style="display:none">no</span>Yes <input></label>
<input type=text title=Title placeholder=Place><input type=image src=x.png title="Image button"><img src=x.png><img src=x.png alt="An image">
<fieldset><legend><span>Legend</span> text</legend><input aria-label=f></fieldset>
<table><caption>Cap</caption><tr><td>x</table><iframe title="Frame title" srcdoc="<p>In srcdoc"></iframe>
<button>   spaced   out\n\t text </button><button>&nbsp;nbsp&nbsp;</button><button>&#x200b;zero</button><button>e&#x301;</button><button>👩‍👩‍👧</button>
<div role=button tabindex=0>Div <b>button</b></div><div role=link tabindex=0 aria-label="  Labelled  ">x</div><summary>Lonely summary</summary>
<button><slot>Slot fallback</slot></button><button><!-- c -->Comment</button><button>A<script>1</script>B<style>i{}</style>C</button>
<a href=#><object data="data:text/plain,x">Object</object></a><button><canvas>Canvas fallback</canvas></button>
<a href=#><video title=Clip></video></a><math><mi>x</mi><mo>=</mo><mn>2</mn></math> <button><math><mn>5</mn></math></button>`;

const SIGHT = `<!doctype html><title>Sight</title><style>
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}
.sr2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.off{position:absolute;left:-9999px}.top{position:absolute;top:-500px}.ind{text-indent:-9999px;overflow:hidden;width:80px}
.z{font-size:0}.t{opacity:0}.f{filter:opacity(0)}.white{color:#fff;background:#fff}.clear{color:transparent}.clear2{color:rgba(0,0,0,0)}
.mask{mask-image:linear-gradient(transparent,transparent)}.scale{transform:scale(0)}.c{content-visibility:hidden}.ca{content-visibility:auto}
.coll{visibility:collapse}.h0{height:0;overflow:hidden}.w0{width:0;overflow:clip}.cp{clip-path:circle(0)}.cpp{clip-path:polygon(0 0,0 0,0 0)}
.bg{background:linear-gradient(red,blue);-webkit-background-clip:text;background-clip:text;color:transparent}
.fixed{position:fixed;left:-300px;top:0}.rot{transform:translateX(-4000px)}.tr{translate:-4000px 0}.sc{scale:0}
.lab{color:lab(100% 0 0);background:white}.hsl{color:hsl(0 0% 100%);background:rgb(255 255 255)}.cur{color:white;background-color:currentcolor}
.sys{color:Canvas;background:Canvas}.mix{color:color-mix(in srgb, white, white);background:#fff}
.fill{-webkit-text-fill-color:transparent}.scroll{overflow:auto;width:100px;height:40px}.rtl{direction:rtl;overflow:auto;width:90px}
</style>
${
  "sr sr2 off top ind z t f white clear clear2 mask scale c ca coll h0 w0 cp cpp bg fixed rot tr sc lab hsl cur sys mix fill scroll rtl"
    .split(" ")
    .map((kind) =>
      `<div class="${kind}"><button>B ${kind}</button> words ${kind}</div><span class="${kind}">span ${kind}</span><a href=# class="${kind}">link ${kind}</a>`
    )
    .join("\n")
}
<div class=scroll><p style="height:300px">tall</p><button>Below in scroller</button></div>
<div style="overflow:hidden;width:200px;white-space:nowrap"><button style="margin-left:400px">Slide two</button></div>
<div style="overflow-x:clip;width:100px"><span style="margin-left:200px">clipped x</span></div>
<input type=checkbox class=t id=custom><label for=custom>Custom box</label><input type=file class=sr id=file><label for=file>Upload</label>
<input class=t aria-label="Ghost field"><div style="visibility:hidden">no <b style="visibility:visible">yes</b></div>
<div style="display:contents"><button style="display:contents">Contents</button> contents text</div>
<div style="width:0;height:0"><button>Overflowing zero</button></div><button style="width:0;height:0;padding:0;border:0;overflow:hidden">Zero</button>
<a href=#><span class=sr>Icon link</span></a><a href=# class=sr>Skip to content</a>
<dialog open>Open dialog <button>OK</button></dialog><dialog>Closed dialog <button>No</button></dialog>
<div popover>Popover <button>Pop</button></div><div style="position:absolute;top:5000px">Far down</div>`;

const GENERATED = `<!doctype html><title>Generated</title><style>
p::before{content:"Note: "}p::after{content:" (end)"}h2::before{content:"§"}li::marker{content:"- "}q{quotes:"«" "»"}
.icon::before{content:"\\f015"}.only::before{content:"Only generated"}div.btn::after{content:"Pseudo"}a::after{content:" [" attr(href) "]"}
td::before{content:attr(data-label) ": "}.first::first-letter{color:red;float:left}.first::first-line{font-weight:bold}
input::placeholder{color:red}summary::marker{content:""}summary::-webkit-details-marker{display:none}</style>
<p>Body</p><h2>Title</h2><ul><li>Item</ul><q>Quote</q><i class=icon></i><span class=only></span><button class=icon></button><button class=only></button>
<a href="#x">Link</a><table><tr><td data-label=Name>Ada<td data-label=Age>36</table><p class=first>First letter</p>
<div class=btn role=button tabindex=0></div><div class=btn style="cursor:pointer"></div><details><summary>Sum</summary>x</details>
<ol style="list-style-type:upper-roman"><li>Roman<li>Second</ol><ul style="list-style-image:url(x.png)"><li>Image bullet</ul>
<span style="display:list-item">List item span</span><table style="empty-cells:hide"><tr><td><td>y</table>`;

const SHADOW = `<!doctype html><title>Shadow</title>
<x-open><span slot=name>Slotted</span> default slotted</x-open><x-closed></x-closed><x-form aria-label=Custom></x-form><x-btn>Face</x-btn>
<div><template shadowrootmode=open><button>Declared</button><slot></slot></template>Light <a href=#>light link</a></div>
<div><template shadowrootmode=closed><button>Declared closed</button><slot></slot></template>Light closed</div>
<x-nest></x-nest><x-focus></x-focus><x-undefined>Undefined <button>Inner</button></x-undefined>
<script>
const define = (name, html, mode = "open", more = () => {}) => customElements.define(name, class extends HTMLElement {
  static formAssociated = true;
  constructor() { super(); const root = this.attachShadow({ mode, delegatesFocus: name === "x-focus" }); root.innerHTML = html; more(this, root, this.attachInternals()); }
});
define("x-open", "<style>b{color:red}:host{display:block}</style><b>Open</b><slot name=name>No name</slot><button>Open button</button><slot></slot><slot name=none>Fallback <a href=#>fallback link</a></slot>");
define("x-closed", "<button>Closed button</button><input aria-label='Closed field'>", "closed");
define("x-form", "<input aria-label='Inner field'>", "open", (host, root, internals) => { internals.role = "group"; });
define("x-btn", "<slot></slot>", "open", (host, root, internals) => { internals.role = "button"; internals.ariaLabel = "By internals"; });
define("x-nest", "<x-open>Nested</x-open><x-closed></x-closed>");
define("x-focus", "<input aria-label='Delegated'>");
</script>`;

const MEDIA = `<!doctype html><title>Media</title>
<video controls aria-label=Film></video><audio controls></audio><video>Fallback <a href=#>video link</a></video>
<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="Broken picture"><img alt="No source"><img src=none.png alt="Not there" width=50 height=20>
<img src=none.png alt=""><img src=none.png><picture><source srcset=none.webp><img src=none.png alt="In picture"></picture>
<svg width=40 height=20><text x=0 y=15>SVG text</text><a href=#><text y=15>SVG link</text></a><circle r=5 tabindex=0 role=button aria-label=Dot /></svg>
<svg role=img aria-label=Logo width=10 height=10><path d="M0 0h9v9z"/></svg><svg width=10 height=10><title>Titled</title><rect width=9 height=9 /></svg>
<svg width=60 height=20><foreignObject width=60 height=20><button>Foreign</button></foreignObject></svg>
<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='30'/>" usemap=#m alt=Map width=90 height=30>
<map name=m><area shape=rect coords=0,0,45,30 href=#l alt=Left><area shape=rect coords=45,0,90,30 href=#r alt=Right><area shape=default alt=None></map>
<canvas width=20 height=20>Canvas <button>In canvas</button></canvas><object data=none.bin type=application/x-none>Object fallback <a href=#>object link</a></object>
<object data="data:text/html,<button>Object document</button>" width=100 height=40></object><embed src="data:text/html,<button>Embedded</button>" width=100 height=40>
<math display=block><mfrac><mi>a</mi><mi>b</mi></mfrac></math><progress></progress><meter min=0 max=10 value=7>7 of 10</meter>
<iframe srcdoc="<button>Srcdoc</button>"></iframe><iframe></iframe><iframe src="about:blank" title=Blank></iframe>
<marquee>Moving</marquee><center>Centred</center><font color=red>Font</font><nobr>No break</nobr><acronym title=x>ACR</acronym><big>Big</big>
<plaintext-ish>Unknown element</plaintext-ish>`;

function frames(far: string): string {
  return `<!doctype html><title>Frames</title><h1>Frames</h1>
<iframe title=Near src="/parity/inner"></iframe><iframe title=Far src="${far}/parity/inner"></iframe>
<iframe title=Sandboxed sandbox src="/parity/inner"></iframe><iframe title=Scripts sandbox=allow-scripts srcdoc="<button>Sandboxed doc</button><script>document.body.append('by script')</script>"></iframe>
<iframe title=Data src="data:text/html,<button>Data</button>"></iframe><iframe title=Written id=written></iframe><iframe title=Nested src="${far}/parity/nested"></iframe>
<iframe title=Hidden style="display:none" src="/parity/inner"></iframe><iframe title=Tiny width=0 height=0 src="/parity/inner"></iframe>
<iframe title=Lazy loading=lazy src="/parity/inner"></iframe><iframe title=Gone src="http://127.0.0.1:9/"></iframe><iframe title=Script src="javascript:'<button>From script</button>'"></iframe>
<iframe title=Text src="/parity/text"></iframe>
<script>const frame = document.getElementById("written"); frame.contentDocument.open(); frame.contentDocument.write("<button>Written</button>"); frame.contentDocument.close();
const late = document.createElement("iframe"); late.title = "Late"; document.body.append(late); late.contentDocument.body.innerHTML = "<button>Late blank</button>";</script>`;
}

/** Documents that the frames of `frames` hold. */
export const INNER_PAGES: Readonly<Record<string, string>> = {
  inner:
    "<!doctype html><title>Inner</title><h2>Inner</h2><button>In frame</button><a href=#>Frame link</a><input aria-label='Frame field'>",
  nested:
    "<!doctype html><title>Nested</title><button>Outer</button><iframe title=Deep src=/parity/inner></iframe>",
};

/** The one that is served as plain text. */
export const TEXT_PAGE = "text";

const LAYERS = `<!doctype html><title>Layers</title>
<div style="display:grid;grid-template-columns:1fr 1fr"><button style="order:2">First in source</button><button style="order:1">Second in source</button></div>
<div style="display:flex;flex-direction:row-reverse"><a href=#>Flex one</a><a href=#>Flex two</a></div>
<div style="column-count:2"><p>Column one</p><p>Column two</p></div><div style="position:sticky;top:0">Sticky <button>Stick</button></div>
<div style="position:relative;height:40px"><button style="position:absolute;inset:0">Under</button><div style="position:absolute;inset:0;background:#fff">Cover</div></div>
<div style="contain:strict;width:100px;height:20px">Contained</div><div style="container-type:inline-size">Container</div>
<table style="display:block"><tr><td>Block table</td></tr></table><ul style="display:contents"><li>Contents item</ul>
<div style="display:table"><div style="display:table-row"><span style="display:table-cell">Cell one</span><span style="display:table-cell">Cell two</span></div></div>
<span style="display:inline-flex">Inline flex</span><span style="display:inline-grid">Inline grid</span><span style="display:inline-table">Inline table</span><span style="display:flow-root">Flow root</span>
<span style="display:run-in">Run in</span><span style="display:ruby">Ruby</span><p style="display:inline">P inline</p><b style="display:block">B block</b>
<div id=pop popover=manual>Shown popover <button>In popover</button></div><div aria-owns=owned>Owner</div><span id=owned><button>Owned</button></span>
<div role=button tabindex=0><span>Nested <a href=#>link in button</a></span></div><label>Label with <a href=#>link</a> <input></label>
<a href=#><div>Block link <h3>heading in link</h3><p>para</p></div></a><button>Long ${
  "word ".repeat(300)
}</button>
<p>${
  "Many words stand here. ".repeat(120)
}</p><div style="writing-mode:vertical-rl">Vertical</div><div dir=rtl>שלום <a href=#>קישור</a></div>
<script>document.getElementById("pop").showPopover()</script>`;

const INLINE =
  `<!doctype html><title>Inline</title><p>a<b>b</b>c <i> d </i>e<span> f</span><span>g </span>h</p><p>x<!-- -->y<wbr>z<br>new<img alt=pic>line</p>
<p>one<span style="display:inline-block">two</span>three<span style="display:inline-flex">four</span>five<input aria-label=six>seven<button>eight</button>nine</p>
<p>pre <span style="white-space:pre">  kept  </span> post<span style="white-space:pre-line">l1\nl2</span></p><p>a<span style="position:absolute">abs</span>b<span style="float:right">flo</span>c</p>
<p><a href=#>link</a>glued<a href=#>link2</a><a href=#>link3</a> text</p><p>tail&nbsp;nbsp &emsp; em &#8203;zero&#8288;joined &#65279;bom</p><p>soft&shy;hy&shy;phen</p>
<div>loose<p>para</p>after</div><ul><li>li text<ul><li>inner</ul>tail</ul><div>tab\there</div><pre>\n first\n\n second </pre><textarea>raw\n text</textarea>
<p>𝔘𝔫𝔦 日本語テキスト ไทย العربية 🇳🇴</p><p><ruby>東<rt>とう</rt></ruby>京</p><p>H<sub>2</sub>O E=mc<sup>2</sup></p><p><label>l<input></label>m</p>
<span>top</span><span> level </span>text <em>run</em>on<hr>end`;
