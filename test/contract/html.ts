/** The suite's pages for real browsers. */
import type { Path } from "./subject.ts";

const INNER = `<!doctype html><title>Inner</title>
<button onclick="this.textContent='Pressed'">Inside</button>`;

const FORM = `<!doctype html><title>Form</title>
<h1>Form</h1>
<label>Name <input id=name></label>
<label>Password <input type=password></label>
<label><input type=checkbox> Agree</label>
<label>Country <select><option>Norway<option>Spain</select></label>
<button onclick="this.textContent='Done'">Do</button>
<button>Save</button><button>Save</button>
<button onclick="confirm('Sure?')">Ask</button>
<button onclick="window.open('/second')">Open</button>
<button onclick="location.href='/second'">Go</button>
<button onclick="setTimeout(()=>{for(;;){}},50)">Hang</button>
<button disabled>Off</button>
<a href="/second" download>File</a>
<a href="/second">Second page</a>
<button onclick="fetch('/slow').then(()=>{document.querySelector('h1').textContent='Loaded'})">Load</button>
<button onclick="setTimeout(()=>{document.body.append(Object.assign(document.createElement('button'),{textContent:'Late'}))},300)">Later</button>
<div style="position:relative;width:120px"><button>Covered</button><div id=cover style="position:absolute;inset:0;background:#fff"></div></div>`;

const FRAMED = (host: string) =>
  `<!doctype html><title>Framed</title><button>Inside</button>
<iframe title="Near" srcdoc="${INNER.replaceAll('"', "&quot;")}"></iframe>
<iframe title="Far" src="${host}/inner"></iframe>`;

const HOSTS = `<!doctype html><title>Hosts</title><closed-box></closed-box><div id=plain></div>
<script>customElements.define('closed-box', class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({ mode: 'closed' }).innerHTML =
      '<button onclick="this.textContent=\\'Pressed\\'">Shadow</button>';
  }
});
const closed = (host, html) => {
  const root = host.attachShadow({ mode: 'closed' });
  root.innerHTML = html;
  return root;
};
// Without a box of its own, as the hosts of chat and consent widgets are.
const widget = '<style>:host{position:fixed;top:0}p{position:absolute}</style><p></p>';
closed(closed(plain, widget).querySelector('p'), '<button>Nested</button>');
</script>`;

const LONG = `<!doctype html><title>Long</title><ul>${
  Array.from({ length: 300 }, (_, i) => `<li>${i} <a href="/second?${i}">Link ${i}</a></li>`).join(
    "",
  )
}</ul>`;

/** `far`: the same server under another host name, so that its frames are another site's. */
export function htmlPages(far: string): Readonly<Record<Path | "/inner", string>> {
  return {
    "/form": FORM,
    "/second": "<!doctype html><title>Second</title><h1>Second</h1><button>Do</button>",
    "/framed": FRAMED(far),
    "/inner": INNER,
    "/broken": `<!doctype html><title>Broken</title><iframe title="Near" src="/inner"></iframe>
<iframe title="Gone" src="http://127.0.0.1:9/"></iframe><button>Do</button>`,
    "/hosts": HOSTS,
    "/long": LONG,
    "/asks": "<!doctype html><title>Asks</title><script>alert('Welcome')</script><h1>After</h1>",
  };
}
