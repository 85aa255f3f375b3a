/**
 * Accessible names: each element with `data-name` must have just that name, and a line that says
 * it; with `data-description`, that description. After accname 1.2 and HTML-AAM 1.0.
 */
export const NAME_CASES: Readonly<Record<string, string>> = {
  "labelledby: in the order of the ids, each once, gone ones left out": `
    <p id=l1>one</p><p id=l2>two <b>bold</b></p>
    <button data-name="two bold one" aria-labelledby="l2 gone l1 l2">x</button>
    <button data-name=x aria-labelledby="gone">x</button><button data-name=x aria-labelledby="">x</button>
    <button data-name=label aria-labelledby=gone aria-label=label>x</button>`,
  "labelledby: no second hop, itself among the ids": `
    <p id=h1 aria-labelledby=h2>first</p><p id=h2>second</p>
    <button data-name=first aria-labelledby=h1>x</button>
    <button data-name="own first" id=h3 aria-label=own aria-labelledby="h3 h1">x</button>
    <button data-name="words second" id=h4 aria-labelledby="h4 h2">words</button>
    <div role=group data-name="a b" id=h5 aria-labelledby="h6 h7"></div><p id=h6>a</p><p id=h7>b</p>`,
  "labelledby: rings end": `
    <button data-name="two" id=r1 aria-labelledby=r2>one</button>
    <button data-name="one" id=r2 aria-labelledby=r1>two</button>
    <h2 data-name="link text picture"><a href=# aria-labelledby=r3>gone</a> text <img id=r3 alt=link aria-labelledby="r3 r4"></h2><p id=r4>picture</p>`,
  "labelledby: what is hidden counts when it is referred to": `
    <p hidden id=d1>none</p><p style=visibility:hidden id=d2>invisible</p><p aria-hidden=true id=d3>unheard</p>
    <div hidden><p id=d4>in none <i hidden>never</i></p></div><p id=d5>a <span hidden>hidden</span><span aria-hidden=true>hidden</span>b</p>
    <button data-name=none aria-labelledby=d1></button><button data-name=invisible aria-labelledby=d2></button>
    <button data-name=unheard aria-labelledby=d3></button><button data-name="a b" aria-labelledby=d5></button>`,
  "labelledby: text, alternatives and values of what is referred to": `
    <img id=a1 alt=picture><input id=a2 value=typed aria-label=field><span id=a3 title=tip></span>
    <select id=a4><option>x<option selected>chosen</select>
    <button data-name=picture aria-labelledby=a1></button><button data-name=field aria-labelledby=a2></button>
    <button data-name=tip aria-labelledby=a3></button><button data-name=chosen aria-labelledby=a4></button>`,
  "aria-label: white space alone is none": `
    <button data-name=x aria-label="">x</button><button data-name=x aria-label="  ">x</button>
    <button data-name="a b" aria-label=" a&#10;  b ">x</button><a href=# data-name=l aria-label=l><img alt=x></a>`,
  "labels: around, by id, several, with their pictures": `
    <label>around <input data-name=around></label><label for=i1>by id</label><input id=i1 data-name="by id">
    <label for=i2>one</label><label for=i2>two</label><input id=i2 data-name="one two">
    <label>pic <img alt=ture> <input type=checkbox data-name="pic ture"></label>
    <label for=i3>select</label><select id=i3 data-name=select><option>x</select>
    <label for=i4>area</label><textarea id=i4 data-name=area></textarea>
    <label for=i5>for a button</label><button id=i5 data-name="for a button">own</button>
    <label for=i6>meter</label><meter id=i6 data-name=meter value=.5></meter>
    <label for=i7 aria-label=heard>seen</label><input id=i7 data-name=heard>`,
  "alt, value, captions": `
    <img data-name=alt alt=alt title=title><img data-name=title alt title=title><input type=image data-name=alt alt=alt width=20 height=20>
    <input type=submit data-name=Send value=Send><input type=submit data-name=Submit><input type=reset data-name=Reset>
    <input type=button data-name=Go value=Go title=tip>
    <table data-name=Caption><caption>Caption</caption><tr><td>x</table>
    <fieldset data-name=Legend><legend>Legend</legend><input></fieldset>
    <figure data-name=Figure><figcaption>Figure</figcaption>x</figure>
    <select size=2 aria-label=s><option data-name=Long label=Long>x</select>
    <table data-name=Aria aria-label=Aria><caption>Caption</caption><tr><td>x</table>`,
  "labels, captions and legends that nobody is shown name nothing": `
    <label for=n1 hidden>no</label><input id=n1 data-name=""><label for=n2 style=visibility:hidden>no</label><input id=n2 data-name="">
    <label for=n3 aria-hidden=true>no</label><input id=n3 data-name=holder placeholder=holder>
    <table data-name=""><caption hidden>no</caption><tr><td>x</table><fieldset data-name=""><legend hidden>no</legend><input></fieldset>
    <label id=n4 hidden>yes</label><input data-name=yes aria-labelledby=n4>`,
  "what is presentational names itself by nothing of its own": `
    <h2 data-name=a>a <img role=none alt=no src=#></h2><h2 data-name="a legend rest">a <fieldset role=none><legend>legend</legend>rest</fieldset></h2>
    <h2 data-name="a caption cell">a <table role=none><caption>caption</caption><tr><td>cell</table></h2>
    <fieldset data-name=legend><legend role=none>legend</legend></fieldset><table data-name=caption><caption role=none>caption</caption><tr><td>x</table>`,
  "buttons say what they show": `
    <input type=submit title=tip data-name=Submit><input type=reset title=tip data-name=Reset><input type=image data-name=Submit width=20 height=20>
    <input type=image title=tip data-name=tip width=20 height=20><input type=submit value="" title=tip data-name=tip>
    <button data-name="pick one">pick <select><option>one</select></button><button data-name=t><img title=t src=#></button>`,
  "content that is shown instead of what stands inside": `
    <h2 data-name="a b">a <canvas>no</canvas> b</h2><h2 data-name="a typed b">a <textarea>typed</textarea> b</h2>
    <h2 data-name="a frame b">a <iframe title=frame></iframe> b</h2><h2 data-name="a b">a <noscript>no</noscript> b</h2>
    <h2 data-name="a b">a<hr>b</h2><button data-name="one two"><table><tr><td>one<td>two</table></button>`,
  "tooltips and placeholders come last": `
    <input data-name=title title=title placeholder=holder><input data-name=holder placeholder=holder>
    <textarea data-name=holder placeholder=holder></textarea><button data-name=x title=title>x</button>
    <button data-name=title title=title><img alt></button><a href=# data-name=title title=title><span></span></a>
    <div role=textbox data-name=holder aria-placeholder=holder contenteditable></div>
    <div role=group data-name=title title=title>x</div><iframe data-name=frame title=frame></iframe>
    <abbr data-name="World Wide Web" title="World Wide Web">WWW</abbr>`,
  "content: inline joined, blocks and controls set off": `
    <button data-name=onetwo><span>one</span><span>two</span></button>
    <button data-name="one two"><div>one</div><div>two</div></button>
    <button data-name="one two">one<br>two</button><button data-name="a b c">a<span style=display:block>b</span>c</button>
    <h3 data-name="a b"><span style=display:inline-block>a</span><span style=display:inline-block>b</span></h3>
    <a href=# data-name="text picture">text <img alt=picture></a>
    <h3 data-name="deep er">d<b>ee</b><i>p</i> <u><s>er</s></u></h3>`,
  "content: what is not shown is not said": `
    <button data-name="a c">a <span hidden>b</span><span style=visibility:hidden>b</span><span aria-hidden=true>b</span> c</button>
    <button data-name=seen><span style=visibility:hidden>un<b style=visibility:visible>seen</b></span></button>
    <button data-name=x><script>1</script><style>p{}</style><template>t</template>x</button>
    <button data-name=x>x<span style=content-visibility:hidden;display:inline-block><b>skipped</b></span></button>
    <h3 data-name=kanji><ruby>kanji<rp>(</rp><rt>reading</rt><rp>)</rp></ruby></h3>`,
  "content by style": `
    <style>.b::before{content:"before "}.a::after{content:" after"}.alt::before{content:"\\2605" / "star "}
    .none::before{content:none}.attr::before{content:attr(data-x)}.hide::before{content:"gone";display:none}
    .block::before{content:"block";display:block}</style>
    <button class="b a" data-name="before x after">x</button><button class=alt data-name="star x">x</button>
    <button class=none data-name=x>x</button><button class=attr data-x=got data-name=gotx>x</button>
    <button class=hide data-name=x>x</button><button class=block data-name="block x">x</button>
    <label class=b>label <input data-name="before label"></label>`,
  "controls inside of a label give their value": `
    <label><input type=checkbox data-name="flash 3 times"> flash <input value=3 aria-label=n> times</label>
    <label><input type=checkbox data-name="flash two times"> flash <select aria-label=n><option>one<option selected>two</select> times</label>
    <label><input type=checkbox data-name="flash 7 times"> flash <span role=slider aria-valuenow=7 aria-label=n tabindex=0></span> times</label>
    <label><input type=checkbox data-name="flash seven times"> flash <span role=spinbutton aria-valuenow=7 aria-valuetext=seven tabindex=0></span> times</label>
    <label><input type=checkbox data-name="flash 3 times"> flash <span role=textbox contenteditable>3</span> times</label>
    <label><input type=checkbox data-name="flash 3 times"> flash <span role=combobox tabindex=0 aria-label=n>3</span> times</label>
    <label><input type=checkbox data-name="flash b times"> flash <span role=listbox tabindex=0><b role=option>a</b><b role=option aria-selected=true>b</b></span> times</label>
    <label><input type=checkbox data-name="flash push times"> flash <button>push</button> times</label>`,
  "secrets are no part of a name": `
    <label><input type=checkbox data-name="use as key"> use <input type=password value=hunter22> as key</label>
    <button data-name="send" aria-labelledby="s1 s2"></button><span id=s1>send</span><input id=s2 type=password value=hunter22>`,
  "roles that are not named by their content": `
    <div role=group data-name="">x</div><section data-name=label aria-label=label>x</section>
    <ul aria-label=list data-name=list><li>x</ul><div role=dialog data-name="">x</div>
    <nav data-name=title title=title>x</nav><main data-name="">x</main>`,
  "elements without a role that are called something": `
    <div data-name=called aria-label=called>x</div><span data-name="by id" aria-labelledby=c1>x</span><p id=c1>by id</p>
    <div data-name=called aria-label=called><a href=#>x</a></div><dl data-name=terms aria-label=terms><dt>x<dd>y</dl>`,
  "drawings": `
    <svg data-name=drawing width=20 height=20><title>drawing</title><circle data-name=dot r=9><title>dot</title></circle>
      <g data-name=part aria-label=part><rect width=9 height=9 /></g><a data-name=go href=#><text y=15>go</text></a></svg>
    <a href=# data-name=icon><svg width=20 height=20><title>icon</title><path d="M0 0h9v9"/></svg></a>
    <button data-name=close aria-label=close><svg width=20 height=20><path d="M0 0h9v9"/></svg></button>`,
  "owned content stands at the end": `
    <button data-name="play now" aria-owns=o1>play</button><div><span id=o1>now</span></div>
    <button data-name=Play aria-owns=o2><span aria-hidden=true><span id=o2>Play</span> Pause</span></button>
    <a href=# data-name=W3C aria-owns=o3>W3C</a><span id=o3 hidden>new window</span>
    <a href=# data-name=W3C aria-owns=o4>W3C</a><div hidden><span id=o4>new window</span></div>
    <a href=# data-name=W3C aria-owns=o5>W3C</a><div><span id=o5 aria-hidden=true>new window</span></div>`,
  "who is hidden owns nothing": `
    <h3 data-name=treasure><span hidden aria-owns=o6></span><mark id=o6>treasure</mark></h3>
    <h3 data-name=reflection><span aria-hidden=true aria-owns=o7></span><mark id=o7>reflection</mark></h3>`,
  "slots and open roots": `
    <button data-name="before slotted after"><span class=host data-root="before <slot></slot> after">slotted</span></button>
    <button data-name="before default after"><span class=host data-root="before <slot>default</slot> after"></span></button>
    <button data-name="before slotted after"><span class=host data-root="before <slot aria-label=no></slot> after">slotted</span></button>
    <h3 data-name="in out"><span class=host data-root="in <slot name=x></slot>">lost<b slot=x>out</b></span></h3>
    <p id=t1><span class=host data-root="<i>shadow text</i>"></span></p><button data-name="shadow text" aria-labelledby=t1></button>
    <script>for (const host of document.querySelectorAll(".host")) host.attachShadow({ mode: "open" }).innerHTML = host.dataset.root;</script>`,
  "descriptions": `
    <button data-name=x data-description="one two" aria-describedby="e1 e2" aria-description=no title=no>x</button>
    <p id=e1>one</p><p id=e2 hidden>two</p><button data-name=x data-description=said aria-description=said title=no>x</button>
    <button data-name=x data-description=tip title=tip>x</button><button data-name=tip data-description="" title=tip></button>
    <button data-name=x data-description=tip aria-describedby=gone title=tip>x</button><img data-description=shown aria-describedby=e3 width=20 height=20><p id=e3>shown</p>`,
};
