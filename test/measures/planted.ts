/**
 * The truth of a page on Firefox, which takes one connection alone: the product's. So the pages carry a
 * script of ours, which runs before their own. It lists what one can act on, by markup, ARIA roles and
 * boxes, with plain names; it hears where events go, as the listening connection does on Chromium; and
 * it is asked why a node cannot be clicked.
 */
import { LISTEN, TOLD } from "./listening.ts";
import { ACTIONABLE } from "./page_truth.ts";
import { ASK } from "./refusal_proof.ts";
import { CONNECTED } from "./target_truth.ts";

/** Functions that the script is asked to call on a node, by their place. */
export const SOURCES: readonly string[] = [ASK, CONNECTED];

/** The page with the script before everything that it runs itself. */
export function planted(html: string, socketUrl: string): string {
  const script = `<script>(${PLANTED})(${JSON.stringify(socketUrl)}, ${
    JSON.stringify([...ACTIONABLE])
  }, [${
    SOURCES.join(",")
  }], () => { ${LISTEN} }, "${TOLD}"); document.currentScript.remove();</script>`;
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? "";
  return doctype +
    script.replaceAll("</script>", "<\\/script>").replace(/<\\\/script>$/, "</script>") +
    html.slice(doctype.length);
}

/** Source text, because it runs in the page: types of the DOM are not those of the tests. */
const PLANTED = `(socketUrl, actionable, sources, listen, toldName) => {
  const roles = new Set(actionable);
  const closed = new WeakMap();
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    if (root.mode === "closed") closed.set(this, root);
    return root;
  };
  const id = Math.random().toString(36).slice(2);
  const framed = new Map();
  addEventListener("message", (event) => {
    if (typeof event.data?.droverFrame !== "string") return;
    event.stopImmediatePropagation();
    framed.set(event.source, event.data.droverFrame);
  }, true);
  if (parent !== window) parent.postMessage({ droverFrame: id }, "*");
  const inner = (node) => {
    const root = node.shadowRoot ?? closed.get(node);
    if (root) return root.childNodes;
    if (node.localName === "slot") {
      const assigned = node.assignedNodes();
      if (assigned.length) return assigned;
    }
    return node.childNodes;
  };
  const INPUTS = { button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox",
    radio: "radio", range: "slider", number: "spinbutton", search: "searchbox", text: "textbox", email: "textbox",
    tel: "textbox", url: "textbox", password: "textbox" };
  const roleOf = (node) => {
    for (const token of (node.getAttribute("role") ?? "").toLowerCase().split(/\\s+/)) if (roles.has(token)) return token;
    if (node.hasAttribute("role")) return null;
    switch (node.localName) {
      case "a": case "area": return node.hasAttribute("href") || node.hasAttribute("xlink:href") ? "link" : null;
      case "button": return "button";
      case "textarea": return "textbox";
      case "select": return node.multiple || node.size > 1 ? "listbox" : "combobox";
      case "option": return node.closest("select")?.matches("[multiple],[size]:not([size='1'])") ? "option" : null;
      case "input": {
        const role = INPUTS[node.type] ?? null;
        return node.list && (role === "textbox" || role === "searchbox") ? "combobox" : role;
      }
      case "iframe": case "frame": return "iframe";
      default: return null;
    }
  };
  const shown = (node) => node.checkVisibility ? node.checkVisibility({ visibilityProperty: true }) : true;
  const textOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || /^(script|style|noscript|template)$/.test(node.localName)) return "";
    if (node.getAttribute("aria-hidden") === "true" || !shown(node)) return "";
    const label = node.getAttribute("aria-label");
    if (label?.trim()) return " " + label + " ";
    if (node.localName === "img") return " " + (node.alt || node.title || "") + " ";
    if (/^(input|select|textarea)$/.test(node.localName)) return "";
    const text = [...inner(node)].map(textOf).join("");
    return getComputedStyle(node).display.startsWith("inline") ? text : " " + text + " ";
  };
  const plain = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
  const nameOf = (node, role) => {
    const by = plain((node.getAttribute("aria-labelledby") ?? "").split(/\\s+/).map((one) => one && node.getRootNode().getElementById?.(one)).map((one) => one ? textOf(one) : "").join(" "));
    if (by) return by;
    const label = plain(node.getAttribute("aria-label"));
    if (label) return label;
    if (/^(input|select|textarea)$/.test(node.localName)) {
      const labels = plain([...(node.labels ?? [])].map(textOf).join(" "));
      if (labels) return labels;
      if (node.type === "image") return plain(node.alt) || plain(node.title);
      if (role === "button") return plain(node.value) || { submit: "Submit Query", reset: "Reset" }[node.type] || plain(node.title);
      return plain(node.title) || plain(node.placeholder);
    }
    if (node.localName === "area") return plain(node.alt) || plain(node.title);
    if (node.localName === "option") return plain(node.getAttribute("label")) || plain(node.textContent);
    if (role === "iframe") return plain(node.title);
    const own = role === "textbox" || role === "combobox" || role === "listbox" || role === "slider" ? "" : plain(textOf(node));
    return own || plain(node.title) || (node.localName === "svg" ? plain(node.querySelector("title")?.textContent) : "");
  };
  const boxed = (node) => {
    const area = (one) => [...one.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
    return area(node) || [...node.querySelectorAll("*")].some(area) ||
      (node.localName === "area" || node.localName === "option");
  };
  const nodes = [];
  const walk = (node, found) => {
    if (node.nodeType === 1) {
      if (node.getAttribute("aria-hidden") === "true" || node.hasAttribute("inert")) return;
      const { display, visibility } = getComputedStyle(node);
      if (display === "none" && node.localName !== "area" && node.localName !== "map") return;
      const role = visibility === "visible" || node.localName === "area" ? roleOf(node) : null;
      if (role !== null) {
        found.push({
          number: nodes.push(node) - 1, role, name: nameOf(node, role), boxed: boxed(node),
          where: node.localName + (node.id ? "#" + node.id : "") + (node.classList[0] ? "." + node.classList[0] : ""),
          shows: framed.get(node.contentWindow) ?? null,
        });
      }
    }
    for (const child of inner(node)) walk(child, found);
  };
  let socket;
  let opened = false;
  const waiting = [];
  const send = (message) => {
    const text = JSON.stringify(message);
    if (socket.readyState === 1) socket.send(text);
    else waiting.push(text);
  };
  Object.defineProperty(globalThis, toldName, { value: (text) => send({ kind: "heard", event: JSON.parse(text) }) });
  const ANSWERS = {
    size: () => [document.readyState, document.getElementsByTagName("*").length, document.documentElement.textContent.length].join(" "),
    list: () => { const found = []; walk(document.documentElement, found); listen(); return found; },
    aim: ({ number }) => { globalThis.droverAim?.(nodes[number] ?? null); return null; },
    call: ({ number, source }) => sources[source].call(nodes[number]),
  };
  const hear = async ({ data }) => {
    const message = JSON.parse(data);
    try {
      send({ kind: "answer", id: message.id, value: await ANSWERS[message.ask](message) ?? null });
    } catch (error) {
      send({ kind: "failed", id: message.id, message: String(error) });
    }
  };
  const connect = () => {
    socket = new WebSocket(socketUrl);
    socket.onmessage = hear;
    socket.onopen = () => {
      opened = true;
      send({ kind: "hello", frame: id, top: parent === window });
      for (const text of waiting.splice(0)) socket.send(text);
    };
    socket.onclose = () => { if (!opened) setTimeout(connect, 100); };
  };
  connect();
}`;
