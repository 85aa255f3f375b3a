/**
 * Computed roles as they are printed: each element with `data-role` must have that role, `none` for
 * no role at all (generic, none, presentation). After HTML-AAM 1.0 and WAI-ARIA 1.2/1.3; where the
 * browsers keep a role that stands outside of its context, so do we.
 */
export const ROLE_CASES: Readonly<Record<string, string>> = {
  "links and what only looks like one": `
    <a data-role=link href=#>x</a><a data-role=none>x</a><a data-role=none name=x>x</a>
    <a data-role=link role=link>x</a><a data-role=button href=# role=button>x</a>`,
  "groups of HTML": `
    <address data-role=group>x</address><hgroup data-role=group><h1>x</h1></hgroup>
    <details data-role=group><summary data-role=disclosure>x</summary>x</details>
    <fieldset data-role=group><legend>x</legend><input></fieldset>
    <select><optgroup data-role=group label=x><option data-role=option>x</optgroup></select>`,
  "text-level semantics": `
    <em data-role=emphasis>x</em><strong data-role=strong>x</strong><code data-role=code>x</code>
    <del data-role=deletion>x</del><s data-role=deletion>x</s><ins data-role=insertion>x</ins>
    <dfn data-role=term>x</dfn><mark data-role=mark>x</mark><time data-role=time>x</time>
    <sub data-role=subscript>x</sub><sup data-role=superscript>x</sup>`,
  "text without a role": `
    <b data-role=none>x</b><i data-role=none>x</i><u data-role=none>x</u><q data-role=none>x</q>
    <small data-role=none>x</small><samp data-role=none>x</samp><bdi data-role=none>x</bdi>
    <bdo data-role=none>x</bdo><data data-role=none value=1>x</data><pre data-role=none>x</pre>
    <kbd data-role=none>x</kbd><var data-role=none>x</var><span data-role=none>x</span>`,
  "blocks": `
    <article data-role=article>x</article><blockquote data-role=blockquote>x</blockquote>
    <figure data-role=figure><figcaption>x</figcaption></figure><hr data-role=separator>
    <p data-role=paragraph>x</p><div data-role=none>x</div><search data-role=search>x</search>
    <nav data-role=navigation>x</nav><form data-role=form aria-label=f><input></form>
    <output data-role=status>x</output><dl data-role=none><dt data-role=term>x</dt><dd data-role=definition>x</dd></dl>`,
  "headings": `
    <h1 data-role=heading>x</h1><h2 data-role=heading>x</h2><h3 data-role=heading>x</h3>
    <h4 data-role=heading>x</h4><h5 data-role=heading>x</h5><h6 data-role=heading>x</h6>`,
  "landmarks by their place": `
    <header data-role=banner>x</header><footer data-role=contentinfo>x</footer>
    <aside data-role=complementary>x</aside>
    <main data-role=main><footer data-role=none>x</footer><aside data-role=complementary>x</aside></main>
    <nav><header data-role=none aria-label=x>x</header><footer data-role=none aria-label=x>x</footer>
      <aside data-role=complementary aria-label=x>x</aside><aside data-role=none>x</aside>
      <aside data-role=complementary role=complementary>x</aside></nav>
    <article><header data-role=none>x</header></article>
    <div role=region aria-label=r><footer data-role=none>x</footer></div>`,
  "sections and forms by their name": `
    <section data-role=region aria-label=x>x</section><section data-role=none>x</section>
    <section data-role=region title=x>x</section><section data-role=none aria-labelledby=nothing>x</section>
    <div data-role=none role=region>x</div><div data-role=region role=region aria-label=x>x</div>
    <div data-role=group role="region group">x</div><nav data-role=region role="region group" aria-label=x>x</nav>
    <div data-role=form role=form aria-label=x>x</div>`,
  "lists": `
    <ul data-role=list><li data-role=listitem>x</ul><ol data-role=list><li data-role=listitem>x</ol>
    <menu data-role=list><li data-role=listitem>x</menu><dir data-role=list><li data-role=listitem>x</dir>
    <ul role=none><li data-role=none>x</ul><div role=list><li data-role=listitem>x</div>
    <ul><div><li data-role=listitem>x</div></ul>
    <div data-role=list role=directory><div data-role=listitem role=listitem>x</div></div>`,
  "an item owned by a list":
    `<ul aria-owns=owned-li></ul><div><li id=owned-li data-role=listitem>x</div>`,
  "items outside of what they are items of": `
    <section><li data-role=none>x</section><div data-role=none role=listitem>x</div>
    <p data-role=paragraph role=listitem>x</p><button data-role=button role=option>x</button>
    <span data-role=none role=option>x</span><nav data-role=navigation role=treeitem>x</nav>
    <button data-role=button role=treeitem>x</button>`,
  "items inside of what they are items of": `
    <div role=listbox><div role=group><div data-role=option role=option>x</div></div></div>
    <ul role=tree><li data-role=treeitem role=treeitem>x<ul data-role=group role=group><li data-role=treeitem role=treeitem>x</ul></ul>
    <div role=menu><div data-role=menuitem role=menuitem>x</div><div data-role=menuitemradio role=menuitemradio>x</div></div>
    <div role=tablist><button data-role=tab role=tab>x</button></div>
    <div role=combobox aria-label=c><div role=listbox><div data-role=option role=option>x</div></div></div>`,
  "summaries": `
    <details><ol><li>x</ol><summary data-role=disclosure>x</summary><summary data-role=none>x</summary></details>
    <summary data-role=none>x</summary>`,
  "images": `
    <img data-role=img alt=x src=#><img data-role=none alt src=#><img data-role=none alt="" src=#>
    <img data-role=img alt="" title=x src=#><img data-role=img alt="" aria-label=x src=#>
    <img data-role=img alt="" tabindex=0 src=#><img data-role=img src=#>
    <img data-role=none role=none alt=x src=#><img data-role=button role=button alt=x src=#>
    <svg data-role=img><circle r=1 /></svg><div data-role=img role=image aria-label=x></div>
    <div data-role=img role=graphics-document aria-label=x></div>`,
  "inputs": `
    <input data-role=button type=button value=x><input data-role=button type=submit><input data-role=button type=reset>
    <input data-role=button type=image alt=x><input data-role=checkbox type=checkbox><input data-role=radio type=radio>
    <input data-role=textbox type=email><input data-role=textbox type=tel><input data-role=textbox type=url>
    <input data-role=textbox><input data-role=textbox type=password><input data-role=textbox type=nonsense>
    <input data-role=searchbox type=search><input data-role=spinbutton type=number><input data-role=slider type=range>
    <input data-role=combobox list=choices><input data-role=combobox type=search list=choices><datalist id=choices><option>x</datalist>
    <input data-role=switch type=checkbox role=switch><textarea data-role=textbox></textarea>
    <select data-role=combobox><option>x</select><select data-role=listbox size=2><option data-role=option>x</select>
    <select data-role=listbox multiple><option>x</select><meter data-role=meter value=.5></meter>
    <progress data-role=progressbar></progress><button data-role=button>x</button>
    <div data-role=textbox contenteditable>x</div>`,
  "tables": `
    <table data-role=table><caption data-role=caption>x</caption>
      <thead data-role=rowgroup><tr data-role=row><th data-role=columnheader>a<th>b</thead>
      <tbody data-role=rowgroup><tr data-role=row><th data-role=rowheader>1<td data-role=cell>2</tbody></table>
    <table role=grid data-role=grid><tr data-role=row><td data-role=gridcell>x</table>
    <table role=treegrid data-role=treegrid><tr role=row data-role=row><td data-role=gridcell>x</table>
    <table role=none data-role=none><tr data-role=none><td data-role=none>x</table>
    <div role=table><div role=rowgroup data-role=rowgroup><div role=row data-role=row><span role=cell data-role=cell>x</span></div></div></div>`,
  "role lists: the first valid one counts, in any case": `
    <div data-role=button role="foo button">x</div><div data-role=switch role="switch checkbox">x</div>
    <button data-role=link role="foo Link">x</button><nav data-role=group role="foo GROUP">x</nav>
    <div data-role=button role="none-such, link, button">x</div>
    <div data-role=button role="\nbutton">x</div><div data-role=button role=" button ">x</div>`,
  "abstract and unknown roles are none": `
    <nav data-role=navigation role=foo>x</nav><nav data-role=navigation role="foo bar">x</nav>
    <button data-role=button role=widget>x</button><div data-role=none role=command>x</div>
    <div data-role=none role=landmark>x</div><div data-role=none role=section>x</div><div data-role=none role=input>x</div>
    <div data-role=none role=clickable>x</div><div data-role=none role=disclosure>x</div><div data-role=none role=video>x</div>`,
  "roles that are white space or no ASCII": `
    <nav data-role=navigation role=" ">x</nav><nav data-role=navigation role="&#9;">x</nav>
    <nav data-role=navigation role="&#8203;">x</nav><nav data-role=navigation role="&#10240;">x</nav>
    <nav data-role=navigation role="&nbsp;">x</nav><span data-role=none role="button&#771;">x</span>
    <div data-role=button role="&#10240; button">x</div><button data-role=button role="link&#8205;">x</button>
    <div data-role=none role="button&nbsp;">x</div><div data-role=none role="re/gion">x</div>
    <div data-role=none role="&#x212A;">x</div>`,
  "presentational roles and what overrules them": `
    <h1 data-role=none role=none>x</h1><h1 data-role=none role=presentation>x</h1>
    <h1 data-role=heading role=none aria-label=x>x</h1><h1 data-role=heading role=none tabindex=-1>x</h1>
    <h1 data-role=none role=none aria-level=2>x</h1><p data-role=paragraph role=none aria-label=x>x</p>
    <input data-role=textbox role=presentation><button data-role=button role=none>x</button>
    <a data-role=link role=none href=#>x</a><h2 data-role=none role=none aria-hidden=false>x</h2>`,
  "a presentational list or table takes its parts along": `
    <ul role=presentation><li data-role=none>x</ul><ol role=none><li data-role=none>x</ol>
    <table role=presentation><tr data-role=none><th data-role=none>x</table>`,
  "roles of the publishing and graphics modules": `
    <div data-role=link role=doc-backlink>x</div><div data-role=heading role=doc-subtitle>x</div>
    <nav data-role=navigation role=doc-toc>x</nav><div data-role=region role=doc-chapter aria-label=x>x</div>
    <div data-role=note role=doc-tip>x</div><div data-role=separator role=doc-pagebreak aria-label=x></div>
    <div data-role=img role=graphics-symbol aria-label=x></div><div data-role=group role=graphics-object aria-label=x></div>`,
  "plain roles": [
    ..."alert alertdialog application article banner blockquote button checkbox code combobox complementary"
      .split(" "),
    ..."contentinfo definition deletion dialog document emphasis feed figure group heading insertion link log"
      .split(" "),
    ..."main marquee math meter navigation note paragraph progressbar radio radiogroup scrollbar search searchbox"
      .split(" "),
    ..."separator slider spinbutton status strong subscript superscript switch term textbox time timer toolbar"
      .split(" "),
    ..."tooltip mark suggestion comment associationlist associationlistitemkey associationlistitemvalue"
      .split(" "),
  ].map((role) => `<div data-role=${role} role=${role}>x</div>`).join(""),
  "the document's own": `<math data-role=math><mi>x</mi></math><iframe data-role=iframe></iframe>
    <video data-role=video></video><audio data-role=audio controls></audio><dialog data-role=dialog open>x</dialog>`,
};
