/**
 * What really is on a page, read over an independent CDP connection beside the product's own.
 * Definitions: visible text, actionable, heading (`docs/measures.md`).
 */
import type CDP from "chrome-remote-interface";
import { readBoxes } from "./boxes.ts";

/** A word of the page in pieces: `["hel", "lo"]` where markup cuts it without white space. */
interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[] | undefined;
}

export interface TextRun {
  /** Text of adjoining text nodes that no white space or block parts. */
  readonly pieces: readonly string[];
}

export interface TreeNode {
  readonly role: string;
  readonly name: string;
  /** Something like `a#id.class` for the list of misses. */
  readonly where: string;
}

export interface PageTruth {
  readonly runs: readonly TextRun[];
  readonly actionables: readonly TreeNode[];
  readonly headings: readonly TreeNode[];
}

/** Roles that one can act on; an option only in a listbox. */
export const ACTIONABLE: ReadonlySet<string> = new Set(
  "button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem menuitemcheckbox menuitemradio option"
    .split(" "),
);

/** Runs in the page: visible text nodes of the flat tree, same-origin frames included. */
export const COLLECT_TEXT = `(() => {
  const runs = [];
  let current = null;
  const flush = () => { if (current) { runs.push(current); current = null; } };
  const SKIP = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD"]);
  const parse = (c) => { const m = /rgba?\\(([^)]*)\\)/.exec(c); return m ? m[1].split(/[ ,/]+/).map(Number) : null; };
  const unseen = (el, rects, win) => {
    const scrollX = win.scrollX, scrollY = win.scrollY;
    let reach = rects.filter((r) => r.width > 0 && r.height > 0 && r.right + scrollX > 0 && r.bottom + scrollY > 0);
    if (!reach.length) return true;
    const own = win.getComputedStyle(el);
    if (parseFloat(own.fontSize) < 1) return true;
    let background = null;
    const color = parse(own.color);
    if (color && color.length > 3 && color[3] === 0) return true;
    for (let node = el; node; node = node.assignedSlot ?? node.parentElement ?? (node.getRootNode() instanceof win.ShadowRoot ? node.getRootNode().host : null)) {
      const style = win.getComputedStyle(node);
      if (parseFloat(style.opacity) === 0) return true;
      if (style.clip && style.clip !== "auto" && style.position === "absolute") {
        const m = style.clip.match(/-?[\\d.]+px/g);
        if (m && m.length === 4) { const [t, r, b, l] = m.map(parseFloat); if (r - l <= 1 || b - t <= 1) return true; }
      }
      if (/^inset\\((50|100)%/.test(style.clipPath)) return true;
      const hides = (v) => v === "hidden" || v === "clip";
      if (hides(style.overflowX) || hides(style.overflowY)) {
        const box = node.getBoundingClientRect();
        if (node !== node.ownerDocument.documentElement && node !== node.ownerDocument.body) {
          reach = reach.filter((r) =>
            (!hides(style.overflowX) || (Math.min(r.right, box.right) - Math.max(r.left, box.left) > 1)) &&
            (!hides(style.overflowY) || (Math.min(r.bottom, box.bottom) - Math.max(r.top, box.top) > 1)));
          if (!reach.length) return true;
        }
      }
      if (!background) {
        if (style.backgroundImage !== "none") background = "image";
        else { const b = parse(style.backgroundColor); if (b && !(b.length > 3 && b[3] === 0)) background = b; }
      }
      if (style.position === "fixed") break;
    }
    if (color) {
      const under = background === "image" ? null : background ?? [255, 255, 255];
      if (under && (under.length < 4 || under[3] === 1) && color.length < 4 && under.slice(0, 3).every((v, i) => v === color[i])) return true;
    }
    return false;
  };
  const INLINE = /^(inline|contents|ruby|none)/;
  const visit = (node, win) => {
    if (node.nodeType === 3) {
      const parent = node.parentElement ?? (node.getRootNode() instanceof win.ShadowRoot ? node.getRootNode().host : null);
      if (!parent || !/\\S/.test(node.data)) { if (/\\s/.test(node.data)) flush(); return; }
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()];
      if (!rects.length || !parent.checkVisibility({ visibilityProperty: true }) || unseen(parent, rects, win)) { flush(); return; }
      if (/^\\s/.test(node.data)) flush();
      current ??= [];
      current.push(node.data);
      if (/\\s$/.test(node.data)) flush();
      return;
    }
    if (node.nodeType !== 1 || SKIP.has(node.tagName)) return;
    if (node.tagName === "IFRAME") {
      flush();
      let doc = null;
      try { doc = node.contentDocument; } catch { doc = null; }
      if (doc?.body && node.checkVisibility({ visibilityProperty: true }) && node.getBoundingClientRect().width > 1) visit(doc.body, doc.defaultView);
      flush();
      return;
    }
    const display = win.getComputedStyle(node).display;
    const block = !INLINE.test(display) || node.tagName === "BR";
    if (display === "none") return;
    if (block) flush();
    const kids = node.tagName === "SLOT" && node.assignedNodes().length ? node.assignedNodes() : (node.shadowRoot ?? node).childNodes;
    if (!/^(SELECT|TEXTAREA|INPUT|VIDEO|AUDIO|CANVAS|OBJECT)$/.test(node.tagName) || (node.tagName === "SELECT" && node.size > 1)) for (const kid of kids) visit(kid, win);
    if (block) flush();
  };
  visit(document.body ?? document.documentElement, window);
  flush();
  return JSON.stringify(runs);
})()`;

/** The page's truth; `client` is attached to the page's own target. */
export async function readTruth(client: CDP.Client): Promise<PageTruth> {
  const { Runtime, Accessibility, Page } = client;
  const text = await Runtime.evaluate({ expression: COLLECT_TEXT, returnByValue: true });
  if (text.exceptionDetails) {
    throw new Error(
      `Reading the text failed: ${text.exceptionDetails.text} ${
        text.exceptionDetails.exception?.description ?? ""
      }`,
    );
  }
  const runs: string[][] = JSON.parse(String(text.result.value));
  const boxes = await readBoxes(client);
  const frames: string[] = [];
  const collect = (tree: FrameTree): void => {
    // A frame that could not be loaded holds the browser's own error page, not the site's.
    if (!tree.frame.url.startsWith("chrome-error:")) frames.push(tree.frame.id);
    for (const child of tree.childFrames ?? []) collect(child);
  };
  collect((await Page.getFrameTree()).frameTree);
  const actionables: TreeNode[] = [];
  const headings: TreeNode[] = [];
  for (const frameId of frames) {
    const { nodes } = await Accessibility.getFullAXTree({ frameId });
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const wanted = nodes.filter((node) => {
      const role = String(node.role?.value ?? "");
      if (node.ignored || node.backendDOMNodeId === undefined) return false;
      if (role === "heading") return true;
      if (!ACTIONABLE.has(role)) return false;
      if (role !== "option") return true;
      for (let up = byId.get(node.parentId ?? ""); up; up = byId.get(up.parentId ?? "")) {
        const upRole = String(up.role?.value ?? "");
        if (upRole === "listbox") return true;
        if (upRole === "combobox" || upRole === "MenuListPopup" || upRole === "menuListPopup") {
          return false;
        }
      }
      return false;
    });
    for (const node of wanted) {
      const where = boxes.get(node.backendDOMNodeId ?? 0);
      if (where === undefined) continue;
      const role = String(node.role?.value);
      const entry = { role, name: String(node.name?.value ?? ""), where };
      (role === "heading" ? headings : actionables).push(entry);
    }
  }
  return { runs: runs.map((pieces) => ({ pieces })), actionables, headings };
}
