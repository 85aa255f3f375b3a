/** Ways in which a page's script keeps its page from answering. Source text: it runs in the page. */

export interface Hang {
  readonly name: string;
  /** Runs in the page and does not end, or leaves it busy again and again. */
  readonly script: string;
  /** Held back for the long runs. */
  readonly long?: true;
}

/** `(module (func (export "f") (loop br 0)))` */
const WASM =
  "[0,97,115,109,1,0,0,0,1,4,1,96,0,0,3,2,1,0,7,5,1,1,102,0,0,10,9,1,7,0,3,64,12,0,11,11]";

export const HANGS: readonly Hang[] = [
  { name: "a busy timer", script: "for (;;) {}" },
  {
    name: "a busy regular expression",
    script: `setTimeout(() => /^(a+)+$/.test("a".repeat(60) + "!"));`,
  },
  {
    name: "a synchronous request that is never answered",
    script: `setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open("GET", "/never", false);
      request.send();
    });`,
    long: true,
  },
  {
    name: "a timer that is busy again and again",
    script: "setInterval(() => { for (;;) {} }, 1);",
    long: true,
  },
  {
    name: "a timer that leaves a moment between two seconds of work",
    script: `setInterval(() => {
      const end = performance.now() + 2000;
      while (performance.now() < end);
    }, 10);`,
    long: true,
  },
  {
    name: "a microtask that queues itself",
    script: "setTimeout(() => { const again = () => Promise.resolve().then(again); again(); });",
    long: true,
  },
  {
    name: "a layout that never ends",
    script: `setTimeout(() => {
      for (let width = 100;; width = width === 100 ? 101 : 100) {
        document.body.style.width = width + "px";
        document.body.offsetHeight;
      }
    });`,
    long: true,
  },
  {
    name: "a large JSON text read for ever",
    script: `setTimeout(() => {
      const text = JSON.stringify(Array.from({ length: 200000 }, (_, i) => ({ i, list: [i, i] })));
      for (;;) JSON.parse(text);
    });`,
    long: true,
  },
  {
    name: "a WebAssembly loop",
    script: `setTimeout(() => {
      new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(${WASM}))).exports.f();
    });`,
    long: true,
  },
  {
    name: "a busy animation frame",
    script: "requestAnimationFrame(() => { for (;;) {} });",
    long: true,
  },
  {
    name: "a busy observer of mutations",
    script:
      `new MutationObserver(() => { for (;;) {} }).observe(document.body, { childList: true });
      document.body.append("x");`,
    long: true,
  },
  {
    name: "a busy frame of its own site",
    script: `const frame = document.createElement("iframe");
      frame.srcdoc = "<script>for (;;) {}<" + "/script>";
      document.body.append(frame);`,
    long: true,
  },
];
