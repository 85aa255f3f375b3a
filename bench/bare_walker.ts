/**
 * The limit: what a walk costs that only visits every element, asks whether it is visible, and
 * writes its own text down, with no names, no roles of ours, no states and no binding.
 */
import CDP from "chrome-remote-interface";

function walk(): string {
  const rows: string[] = [];
  const passed = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD", "LINK", "META"]);
  const shown = new Set(["input", "button", "select", "textarea", "a", "img"]);
  const visit = (element: Element, depth: number): void => {
    if (passed.has(element.tagName)) return;
    if (!element.checkVisibility({ visibilityProperty: true })) return;
    let text = "";
    for (let node = element.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) text += node.nodeValue ?? "";
    }
    text = text.trim().replace(/\s+/g, " ").slice(0, 200);
    const role = element.getAttribute("role") ?? element.localName;
    if (text !== "" || shown.has(role)) {
      rows.push(`${depth}${role}${text === "" ? "" : ` ${text}`}`);
    }
    const inner: (ParentNode | null)[] = [element.shadowRoot];
    if (element instanceof HTMLIFrameElement) inner.push(element.contentDocument);
    inner.push(element);
    for (const parent of inner) {
      if (parent === null) continue;
      for (let child = parent.firstElementChild; child !== null; child = child.nextElementSibling) {
        visit(child, depth + 1);
      }
    }
  };
  if (document.body !== null) visit(document.body, 0);
  return rows.join("\n");
}

/** The walk as an expression; its value is the rows. */
export const BARE_WALK = `(${walk.toString()})()`;

export interface BareWalk {
  readonly elements: number;
  /** One sample a walk: request written to answer parsed, milliseconds. */
  measure(): Promise<number>;
  /** Bytes of the walk's rows. */
  readonly bytes: number;
  readonly client: CDP.Client;
  end(): Promise<void>;
}

/** Opens the page in a tab of its own and waits until it stands still. */
export async function openBareWalk(port: number, url: string): Promise<BareWalk> {
  const target = await CDP.New({ port, url });
  const client = await CDP({ port, target: target.id, local: true });
  const run = async (text: string): Promise<string> => {
    const { result } = await client.Runtime.evaluate({ expression: text, returnByValue: true });
    return String(result.value);
  };
  await standsStill(run);
  const elements = Number(await run("document.getElementsByTagName('*').length"));
  const rows = await run(BARE_WALK);
  return {
    elements,
    bytes: new TextEncoder().encode(rows).length,
    client,
    async measure() {
      const start = performance.now();
      await run(BARE_WALK);
      return performance.now() - start;
    },
    async end() {
      await client.close();
      await CDP.Close({ port, id: target.id });
    },
  };
}

/** Waits until a page is loaded and neither its elements nor its text change for three looks, 15 s at most. */
export async function standsStill(run: (expression: string) => Promise<string>): Promise<void> {
  const look =
    "document.readyState + document.getElementsByTagName('*').length + ' ' + (document.documentElement?.textContent ?? '').length";
  let last = "";
  let same = 0;
  for (let looks = 0; looks < 150 && same < 3; looks++) {
    const now = await run(look);
    same = now === last && now.startsWith("complete") ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
