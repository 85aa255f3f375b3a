/** What the walk prints: title, page, rows as `shown` writes them, with addresses as `url=URL`. */
export const LINE_CASES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    "text is merged over inline markup and parted by blocks",
    "<p>one <b>two</b>th<i>ree</i></p><div>four</div>",
    [
      '"one twothree"',
      '"four"',
    ],
  ],
  [
    "wrappers without a role give no row",
    "<div><section><div><a href='#'>x</a></div></section></div>",
    [
      'link "x"',
    ].map((line) => `${line} | url=URL`),
  ],
  ["a name from content is not said again", "<h2>Hello <b>you</b></h2><button>Go</button>", [
    'heading "Hello you" | level=2',
    'button "Go"',
  ]],
  [
    "visible text that an author's name does not say stays",
    "<button aria-label='Close'>X</button>",
    [
      'button "Close"',
      '  "X"',
    ],
  ],
  [
    "text hidden from assistive technology is still text",
    "<button>Buy<span aria-hidden=true>now</span></button>",
    [
      'button "Buy"',
      '  "now"',
    ],
  ],
  ["an inert part is plain text", "<div inert><button>Old</button></div>", ['"Old"']],
  [
    "twins are numbered in order, single ones are not",
    "<button>A</button><button>B</button><button>A</button>",
    [
      'button "A" #0',
      'button "B"',
      'button "A" #1',
    ],
  ],
  [
    "a list says its items and drops wrappers of one",
    "<ul><li>one<li><a href='#'>two</a><li>three <button>b</button></ul>",
    [
      "list | items=3",
      '  "one"',
      '  link "two" | url=URL',
      "  listitem",
      '    "three"',
      '    button "b"',
    ],
  ],
  ["a cell of text is one row", "<table><tr><th>H<th>I<tr><td>a<td>b <button>c</button></table>", [
    "table",
    "  row",
    '    columnheader "H"',
    '    columnheader "I"',
    "  row",
    '    cell "a"',
    "    cell",
    '      "b"',
    '      button "c"',
  ]],
  [
    "a label behind its control is said by it too, whatever stands around it",
    "By <label><input type=radio name=r>post</label><input type=checkbox id=g> <label for=g>gift</label> now",
    ['"By"', 'radio "post"', 'checkbox "gift"', '"now"'],
  ],
  [
    "the text of a control's second label stays: the id may be given twice",
    "<input type=radio id=r><label for=r>Post</label><p><input type=radio id=r><label for=r>Post</label>",
    ['radio "Post Post"', "radio", '"Post"'],
  ],
  [
    "a label of nothing is text",
    "from <label>12</label> kr",
    ['"from 12 kr"'],
  ],
  [
    "a cell's tooltip describes it, and names it where it is empty",
    "<table><tr><th title=T>H<th>I<tr><td title=E><td>b</table>",
    [
      "table",
      "  row",
      '    columnheader "H" | description=T',
      '    columnheader "I"',
      "  row",
      '    cell "E"',
      '    cell "b"',
    ],
  ],
  [
    "a label's text is said by its control",
    "<label>E-mail <input type=email value=a@b.c required></label>",
    [
      'textbox "E-mail" | required value=a@b.c',
    ],
  ],
  [
    "a select shows its choice, not its options",
    "<select aria-label=C><option>x<option selected>y</select>",
    [
      'combobox "C" | value=y options=2',
    ],
  ],
  [
    "a list box shows its options",
    "<select size=2 aria-label=C><option>x<option selected>y</select>",
    [
      'listbox "C" | options=2',
      '  option "x"',
      '  option "y" | selected',
    ],
  ],
  [
    "secrets are redacted",
    "<input type=password value=p aria-label=P><input name=apiKey value=k aria-label=K><input aria-label=A value=open>",
    [
      'textbox "P" | value=[redacted]',
      'textbox "K" | value=[redacted]',
      'textbox "A" | value=open',
    ],
  ],
  ["a closed details shows its summary", "<details><summary>More</summary>inside</details>", [
    'disclosure "More" | expanded=false',
  ]],
  ["an open details shows its content", "<details open><summary>More</summary>inside</details>", [
    'disclosure "More" | expanded=true',
    '"inside"',
  ]],
  [
    "a visible child of a hidden parent is seen",
    "<div style='visibility:hidden'>a<b style='visibility:visible'>b</b></div>",
    [
      '"b"',
    ],
  ],
  [
    "display: contents is seen through",
    "<div style='display:contents'><button style='display:contents'>x</button></div>",
    [
      'button "x"',
    ],
  ],
  [
    "a handler without a role is a clickable",
    "<div onclick='1'>Open</div><div style='cursor:pointer'><span>Card</span> two</div>",
    [
      'clickable "Open"',
      'clickable "Card two"',
    ],
  ],
  [
    "a pointer region around an actionable is none",
    "<div style='cursor:pointer'>t<a href='#'>x</a></div>",
    [
      '"t"',
      'link "x" | url=URL',
    ],
  ],
  [
    "owned elements stand under their owner",
    "<div role=group aria-label=G aria-owns=o></div><button id=o>O</button><p>t",
    [
      'group "G"',
      '  button "O"',
      '"t"',
    ],
  ],
  [
    "a modal dialog makes the rest plain text",
    "<button>b</button><dialog id=d><button>in</button></dialog><script>d.showModal()</script>",
    [
      '"b"',
      "dialog",
      '  button "in"',
    ],
  ],
  [
    "open shadow roots and slots are one tree",
    "<x-a><i>light</i></x-a><script>document.querySelector('x-a').attachShadow({mode:'open'}).innerHTML='<button>a <slot></slot></button>'</script>",
    [
      'button "a light"',
    ],
  ],
  ["text of a page cannot look like a row", "<p>a\tbutton\nheading</p>", ['"a button heading"']],
  [
    "states of controls",
    `<input aria-label=a required disabled><input aria-label=b readonly value=v><input aria-label=c aria-invalid=true>
     <input type=checkbox aria-label=d checked><input type=checkbox aria-label=e id=e><input type=radio aria-label=f checked>
     <script>e.indeterminate = true</script><fieldset disabled><button>g</button></fieldset>
     <input type=range aria-label=h min=1 max=9 value=3><input type=number aria-label=i value=2>`,
    [
      'textbox "a" | required disabled',
      'textbox "b" | readonly value=v',
      'textbox "c" | invalid',
      'checkbox "d" | checked',
      'checkbox "e" | checked=mixed',
      'radio "f" | checked',
      'button "g" | disabled',
      'slider "h" | value=3 valuemin=1 valuemax=9',
      'spinbutton "i" | value=2',
    ],
  ],
  [
    "states by ARIA",
    `<div role=checkbox aria-checked=mixed>a</div><div role=switch aria-checked=true>b</div>
     <button aria-pressed=true>c</button><button aria-pressed=mixed>d</button><button aria-expanded=false>e</button>
     <button aria-disabled=true>f</button><a href=# aria-current=page>g</a><div role=textbox aria-label=h aria-required=true aria-readonly=true style=height:9px></div>
     <div role=tablist><button role=tab aria-selected=true>i</button><button role=tab aria-selected=false>j</button></div>
     <div role=slider aria-label=k aria-valuenow=5 aria-valuetext=five aria-valuemin=1 style=height:9px></div><div role=heading aria-level=4>l</div>
     <div role=heading>m</div><div role=button aria-invalid=false aria-current=false>n</div>`,
    [
      'checkbox "a" | checked=mixed',
      'switch "b" | checked',
      'button "c" | pressed',
      'button "d" | pressed=mixed',
      'button "e" | expanded=false',
      'button "f" | disabled',
      'link "g" | current=page url=URL',
      'textbox "h" | required readonly',
      "tablist",
      '  tab "i" | selected',
      '  tab "j"',
      'slider "k" | value=five valuemin=1',
      'heading "l" | level=4',
      'heading "m" | level=2',
      'button "n"',
    ],
  ],
  [
    "values of progress and meters",
    "<progress aria-label=a value=.5></progress><progress aria-label=b></progress><meter aria-label=c value=7 max=9></meter>",
    [
      'progressbar "a" | value=0.5',
      'progressbar "b"',
      'meter "c" | value=7 valuemax=9',
    ],
  ],
  [
    "what is masked is redacted, whatever it is",
    `<input aria-label=a autocomplete=one-time-code value=123456><input aria-label=b style="-webkit-text-security:disc" value=shadow>
     <input aria-label=PIN value=1234><div contenteditable role=textbox aria-label="API key">sk-12345678</div>
     <input type=password aria-label=c id=c value=swordfish><input aria-label=d value=swordfish><script>c.type = "password"</script>`,
    [
      'textbox "a" | value=[redacted] autocomplete=one-time-code',
      'textbox "b" | value=[redacted]',
      'textbox "PIN" | value=[redacted]',
      'textbox "API key" | value=[redacted]',
      'textbox "c" | value=[redacted]',
      'textbox "d" | value=[redacted]',
    ],
  ],
  [
    "what nobody is shown has no line",
    `<div hidden>a</div><div style=display:none>b</div><div style=visibility:hidden>c</div><div style=visibility:collapse>d</div>
     <div style=content-visibility:hidden>e <button>e</button></div><template><p>f</p></template><noscript>g</noscript>
     <details>h<p>i</p></details><dialog>j</dialog><input type=hidden value=k><div popover>l</div><p>m</p>`,
    ['"m"'],
  ],
  [
    "what assistive technology is not given is plain text",
    `<div aria-hidden=true><button>a</button> b</div><div inert><a href=#>c</a></div><nav aria-hidden=true><h2>d</h2></nav>
     <button>e</button>`,
    ['"a"', '"b"', '"c"', '"d"', 'button "e"'],
  ],
  [
    "a name inside a line of text follows the line, which stays one",
    `<p>Rated <span aria-label="4 of 5 stars">****</span> by <b>20</b></p><p>The <abbr title="World Wide Web">WWW</abbr> is here.`,
    [
      '"Rated **** by 20"',
      'generic "4 of 5 stars"',
      '"The WWW is here."',
      'generic "World Wide Web"',
    ],
  ],
  [
    "a block that has a name but no role holds what is in it",
    "<div aria-label=Cart><p>3 items</p><button>Pay</button></div><p>after",
    ['generic "Cart"', '  "3 items"', '  button "Pay"', '"after"'],
  ],
  [
    "a name of what nobody sees is not told",
    `<p>a<span aria-label=no></span></p><div aria-label=no></div><div aria-label=no style=opacity:0>b</div>
     <span title=no style=opacity:0;display:inline-block;width:9px;height:9px></span><a href=# aria-label=no style=position:absolute></a>
     <button aria-label=no style="width:0;height:0;padding:0;border:0"></button>`,
    ['"a"'],
  ],
  [
    "an icon that is only a tooltip is its meaning",
    "<i title=Verified style=display:inline-block;width:9px;height:9px></i> Ann <span title=never>Smith</span>",
    ['generic "Verified"', '"Ann Smith"'],
  ],
  [
    "an empty link in the line is its name",
    "<p>See <a href=# title=Home></a> or <a href=#></a></p>",
    ['"See"', 'link "Home" | url=URL', '"or"'],
  ],
  [
    "options of a closed select have lines only for names of their own",
    "<select aria-label=C><option>x<option selected aria-label=why>y</select>",
    ['combobox "C" | value=y options=2', '  option "why" | selected'],
  ],
  [
    "a described picture is shown without a name",
    "<img width=9 height=9 aria-describedby=d><img width=9 height=9><p id=d>Plan</p>",
    ["img | description=Plan", '"Plan"'],
  ],
  [
    "parts of a drawing with names of their own",
    `<svg width=90 height=90><circle r=9><title>Dot</title></circle><path d="M0 0h9" /><g aria-label=Axis><text y=20>2020</text></g></svg>`,
    ['img "Dot"', 'group "Axis"', '  "2020"'],
  ],
];
