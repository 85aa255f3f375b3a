/**
 * Pages that would see or break what reads them: every native function and accessor replaced by one
 * that tells and throws, frozen prototypes, a watch on the tree and on the globals; and pages whose
 * policy allows nothing. In both browsers, judged by what the page tells its server.
 */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { Agent } from "../support/agent.ts";
import { Site } from "../support/site.ts";

/** Longest wait for the page's word, milliseconds. */
const TOLD_MS = 60_000;

const BODY = `<main><h1>Orders</h1><p>Two of <b>them</b></p>
  <label>Mail <input id=mail type=email></label><input type=password aria-label=Pass value=hunter22>
  <div id=host></div><button id=send>Send</button></main>`;

const LINES = [
  "main",
  'heading "Orders" level=1',
  '"Two of them"',
  'textbox "Mail"',
  'textbox "Pass" value="[redacted]"',
  'button "Inside"',
  'button "Send"',
];

const ROOT = `host.attachShadow({ mode: "open" }).innerHTML = "<button>Inside</button>";`;

/** What the page keeps of the platform for itself stands before the rest is spoilt. */
const SPOIL = `
  const told = [], tell = (what) => { told[told.length] = what; };
  const send = fetch.bind(window), namesOf = Object.getOwnPropertyNames.bind(Object), keysOf = Reflect.ownKeys.bind(Reflect);
  const join = Array.prototype.join, call = Reflect.apply, found = new Set(namesOf(window));
  const knows = Set.prototype.has, describe = Object.getOwnPropertyDescriptor, define = Object.defineProperty, freeze = Object.freeze, text = String;
  const prefixes = "get query match set clear request cancel scroll".split(" "), begins = String.prototype.startsWith;
  const button = document.getElementById("send"), field = document.getElementById("mail");
  const value = describe(HTMLInputElement.prototype, "value").get;
  const isCommon = (name) => {
    for (let i = 0; i < prefixes.length; i++) if (call(begins, name, [prefixes[i]])) return true;
    return false;
  };
  const watched = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(() => tell("mutation")).observe(document, watched);
  button.onclick = () => {
    const names = namesOf(window);
    for (let i = 0; i < names.length; i++) if (!call(knows, found, [names[i]])) tell("global " + names[i]);
    send("/told", { method: "POST", body: "value " + call(value, field, []) + ": " + call(join, told, [","]) });
  };
  const owners = [Node, Element, HTMLElement, Document, DocumentFragment, ShadowRoot, CharacterData, Text,
    HTMLInputElement, HTMLButtonElement, HTMLLabelElement, EventTarget, Range, DOMRect, DOMRectReadOnly, CSSStyleSheet,
    CSSStyleDeclaration, Window, MutationObserver, TreeWalker, NodeList, HTMLCollection, Array, Map, Set, WeakMap, String,
    RegExp, Promise].map((one) => [one.name, one.prototype]);
  owners.push(["JSON", JSON], ["Reflect", Reflect], ["window", window]);
  for (let i = 0; i < owners.length; i++) {
    const of = owners[i][0], owner = owners[i][1], keys = keysOf(owner);
    for (let k = 0; k < keys.length; k++) {
      const key = keys[k], was = describe(owner, key);
      if (key === "constructor" || !was.configurable || (of === "window" && !isCommon(text(key)))) continue;
      const spoilt = () => { tell(of + "." + text(key)); throw new TypeError("spoilt"); };
      define(owner, key, "value" in was
        ? typeof was.value === "function" ? { value: spoilt } : {}
        : { get: spoilt, set: spoilt });
    }
  }
  for (let i = 0; i < owners.length - 1; i++) freeze(owners[i][1]);`;

for (const browser of ["chromium", "firefox"]) {
  describe(browser, () => {
    let agent: Agent;
    let site: Site;
    before(async () => {
      agent = await Agent.start({ args: ["--browser", browser] });
      site = await Site.start();
    });
    after(async () => {
      await agent.close();
      await site.close();
    });

    const serve = (policy: string, html: string): string =>
      site.page("/page", (_request, response) => {
        response.writeHead(200, {
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": policy,
        });
        response.end(`<!doctype html>${html}`);
      });

    test("a page that spoils every function and freezes every prototype sees and breaks nothing", async () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      site.page("/told", (request, response) => {
        let body = "";
        request.setEncoding("utf8").on("data", (text: string) => body += text);
        request.on("end", () => {
          resolve(body);
          response.end();
        });
      });
      const page = await agent.open(
        serve(
          "default-src 'none'; script-src 'nonce-x'; connect-src 'self'",
          `${BODY}<script nonce=x>{ ${ROOT} ${SPOIL} }</script>`,
        ),
      );
      assert.deepEqual(await page.outline(), LINES);
      await page.call("type_text", { target: 'textbox "Mail"', value: "a@b.c" });
      assert.match((await page.call("inspect")).text, /Two of them/);
      await page.call("click", { target: 'button "Send"' });
      const late = setTimeout(() => resolve("the page told nothing"), TOLD_MS);
      assert.equal(await promise, "value a@b.c: ");
      clearTimeout(late);
      await page.close();
    });

    test("a page whose policy allows no script and asks for trusted types is read and used", async () => {
      const page = await agent.open(
        serve(
          "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
          BODY.replace("<div id=host></div>", "<button>Inside</button>"),
        ),
      );
      assert.deepEqual(await page.outline(), LINES);
      await page.call("type_text", { target: 'textbox "Mail"', value: "a@b.c" });
      assert.ok((await page.outline()).includes('textbox "Mail" value="a@b.c"'));
      await page.close();
    });
  });
}
