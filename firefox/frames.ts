/**
 * The frame tree of one tab, kept from events. A document is known by its window realm; its calls go
 * to the sandbox realm beside that one, which can never mean another document.
 */
import type { FrameInfo } from "../src/engine/engine.ts";
import { inTreeOrder } from "../src/engine/frame_order.ts";
import type { BidiEvent } from "./protocol.ts";

/** Name of the sandbox in which the page script lives; the page cannot see it. */
export const SANDBOX = "drover";

/** A frame as known now. */
export interface FrameNode extends Omit<FrameInfo, "failed"> {
  readonly id: string;
  readonly parentId: string | null;
  url: string;
  /** The address as the browser has it: of an error page its own, not the one that was asked for. */
  ownUrl: string;
  /** "" until the first document is known. */
  documentId: string;
  /** Window realm of the document; null: the old one is gone and the new one not yet told. */
  window: string | null;
  /** Sandbox realm of the document; null: as above. */
  sandbox: string | null;
  /** The navigation that brought the document; null: it is the first blank one. */
  navigation: string | null;
  /** A window was told whose navigation is not committed yet. */
  ahead: boolean;
  /** A navigation was committed whose window is not told yet. */
  behind: boolean;
}

export interface FrameTreeEvents {
  /** A frame has a new document. */
  onDocument(node: FrameNode): void;
  /** A navigation of a frame was committed; its document was told before. */
  onCommitted(node: FrameNode, navigation: string): void;
  /** The process of a frame died; its document stays known. */
  onCrashed(node: FrameNode): void;
  /** A frame is gone. */
  onRemoved(node: FrameNode): void;
  /** A frame changed its URL within its document. */
  onUrl(node: FrameNode): void;
  /** A realm has come or gone. */
  onRealm(): void;
}

export class FrameTree {
  readonly #events: FrameTreeEvents;
  readonly #nodes = new Map<string, FrameNode>();
  #mainId = "";

  constructor(events: FrameTreeEvents) {
    this.#events = events;
  }

  get main(): FrameNode | null {
    return this.#nodes.get(this.#mainId) ?? null;
  }

  get(frameId: string): FrameNode | undefined {
    return this.#nodes.get(frameId);
  }

  childrenOf(frameId: string): readonly FrameNode[] {
    return [...this.#nodes.values()].filter((node) => node.parentId === frameId);
  }

  /** Main frame first, parents before children, siblings in the order they came. */
  list(): readonly FrameInfo[] {
    return inTreeOrder(this.#nodes.values()).map(infoOf);
  }

  /** Begins anew with the tab of that id. */
  begin(tabId: string): void {
    this.clear();
    this.#mainId = tabId;
    this.#add(tabId, null, "about:blank");
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case "browsingContext.contextCreated": {
        const { context, parent, url } = event.params;
        if (parent !== undefined && parent !== null) this.#add(context, parent, url);
        break;
      }
      case "browsingContext.contextDestroyed": {
        const node = this.#nodes.get(event.params.context);
        if (node !== undefined) this.#remove(node);
        break;
      }
      case "script.realmCreated":
        this.#realmCreated(event.params.context ?? "", event.params.realm, event.params.sandbox);
        break;
      case "script.realmDestroyed":
        this.#realmDestroyed(event.params.realm);
        break;
      case "browsingContext.navigationCommitted":
        this.#committed(event.params.context, event.params.navigation ?? "", event.params.url);
        break;
      case "browsingContext.fragmentNavigated":
      case "browsingContext.historyUpdated": {
        const node = this.#nodes.get(event.params.context);
        if (node === undefined) break;
        node.url = event.params.url;
        node.ownUrl = event.params.url;
        this.#events.onUrl(node);
        break;
      }
      case "browsingContext.domContentLoaded": {
        // A frame's address that the browser does not even try has an error page without a navigation.
        const { context, navigation, url } = event.params;
        const node = this.#nodes.get(context);
        if (node === undefined || node.parentId === null) break;
        if (navigation !== null || errorPageReason(url) === null) break;
        node.url = shownUrl(url);
        node.ownUrl = url;
        this.#events.onUrl(node);
        break;
      }
    }
  }

  clear(): void {
    for (const node of this.#nodes.values()) this.#events.onRemoved(node);
    this.#nodes.clear();
  }

  #add(id: string, parentId: string | null, url: string): void {
    if (this.#nodes.has(id)) return;
    this.#nodes.set(id, {
      id,
      parentId,
      url,
      ownUrl: url,
      documentId: "",
      window: null,
      sandbox: null,
      navigation: null,
      ahead: false,
      behind: false,
    });
  }

  #realmCreated(context: string, realm: string, sandbox: string | undefined): void {
    const node = this.#nodes.get(context);
    if (node === undefined) return;
    if (sandbox === SANDBOX) node.sandbox = realm;
    else if (sandbox === undefined) {
      node.window = realm;
      node.sandbox = null;
      if (node.behind) node.behind = false;
      else {
        node.ahead = node.documentId !== "";
        this.#replace(node, realm);
      }
    }
    this.#events.onRealm();
  }

  #realmDestroyed(realm: string): void {
    for (const node of this.#nodes.values()) {
      if (node.window === realm) node.window = null;
      else if (node.sandbox === realm) node.sandbox = null;
      else continue;
      this.#events.onRealm();
      return;
    }
  }

  #committed(context: string, navigation: string, url: string): void {
    const node = this.#nodes.get(context);
    if (node === undefined) return;
    // The browser puts a blank page in place of a dead one before it says so, by the name of the
    // navigation that had brought it.
    const blanked = url === "about:blank" && node.url !== url && node.navigation === navigation;
    if (blanked || isCrashPage(url)) {
      this.#events.onCrashed(node);
      return;
    }
    node.url = shownUrl(url);
    node.ownUrl = url;
    if (node.ahead) node.ahead = false;
    else {
      // The first document of a frame may take over the window of the blank one.
      const takenOver = node.window !== null && node.navigation === null;
      node.behind = !takenOver;
      this.#replace(node, navigation);
    }
    node.navigation = navigation;
    this.#events.onCommitted(node, navigation);
  }

  #replace(node: FrameNode, documentId: string): void {
    for (const child of this.childrenOf(node.id)) this.#remove(child);
    node.documentId = documentId;
    this.#events.onDocument(node);
  }

  #remove(node: FrameNode): void {
    for (const child of this.childrenOf(node.id)) this.#remove(child);
    if (this.#nodes.delete(node.id)) this.#events.onRemoved(node);
  }
}

export function infoOf({ id, parentId, url, ownUrl, documentId }: FrameNode): FrameInfo {
  return { id, parentId, url, documentId, failed: errorPageReason(ownUrl) !== null };
}

const ERROR_PAGE = /^about:(neterror|certerror)\?/;

/** An error page stands for the address that could not be loaded, which it names. */
function shownUrl(url: string): string {
  return ERROR_PAGE.test(url) ? URL.parse(url)?.searchParams.get("u") ?? url : url;
}

/** What the browser calls the reason of its error page; null: it is none. */
export function errorPageReason(url: string): string | null {
  return ERROR_PAGE.test(url) ? URL.parse(url)?.searchParams.get("e") ?? "unknown" : null;
}

/** The page that the browser puts in place of one whose process died. */
function isCrashPage(url: string): boolean {
  return /^about:(tab|frame)crashed/.test(url);
}
