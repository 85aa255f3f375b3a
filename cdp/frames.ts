/**
 * The frame tree of one page, kept from events over all its sessions. A frame keeps its id when
 * its document moves between processes; its session is then another one.
 */
import type { FrameInfo } from "../src/engine/engine.ts";
import { inTreeOrder } from "../src/engine/frame_order.ts";
import { CATCH_UP_MS } from "../src/model/limits.ts";
import type { FrameTreeNode, ProtocolFrame } from "./protocol.ts";
import type { Session } from "./session.ts";

/** A frame as known now. */
export interface FrameNode {
  readonly id: string;
  parentId: string | null;
  url: string;
  /** CDP loaderId; "" until the first document is known. */
  documentId: string;
  /** The session of the process that holds its document. */
  session: Session;
  /** An error page stands in for its address. */
  failed: boolean;
  /** The process of an out-of-process frame died and no new document came. */
  crashed: boolean;
}

export interface FrameTreeEvents {
  /** A frame has a new document. */
  onDocument(node: FrameNode): void;
  /** A frame is gone. */
  onRemoved(node: FrameNode): void;
  /** A frame changed its URL within its document. */
  onUrl(node: FrameNode): void;
}

export class FrameTree {
  readonly #events: FrameTreeEvents;
  readonly #nodes = new Map<string, FrameNode>();
  #mainId: string | null = null;

  constructor(events: FrameTreeEvents) {
    this.#events = events;
  }

  get main(): FrameNode | null {
    return this.#mainId === null ? null : this.#nodes.get(this.#mainId) ?? null;
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

  /** Follows the frames of one session. `root`: the frame that the session's target stands for. */
  follow(session: Session, root: string, isMain: boolean): void {
    if (isMain) this.#mainId = root;
    session.on("Page.frameAttached", (event) => {
      this.#attached(session, event.frameId, event.parentFrameId);
    });
    session.on("Page.frameNavigated", (event) => {
      this.#navigated(session, event.frame, event.type === "BackForwardCacheRestore");
    });
    session.on("Page.navigatedWithinDocument", (event) => {
      const node = this.#nodes.get(event.frameId);
      if (node === undefined) return;
      node.url = event.url;
      this.#events.onUrl(node);
    });
    session.on("Page.frameDetached", (event) => {
      // On a swap the frame lives on in another process, whose session brings its new document.
      const node = this.#nodes.get(event.frameId);
      if (node === undefined) return;
      if (event.reason !== "swap") {
        this.#remove(node);
        return;
      }
      // A busy page tells of the swap late: what the new process has told since stays.
      for (const child of this.childrenOf(node.id)) {
        if (child.session === session) this.#remove(child);
      }
    });
  }

  /**
   * Resolves when the processes of the frames around this one have told all that they have done so
   * far; one that is too busy to answer is not waited for. Never rejects.
   */
  async catchUp(frameId: string): Promise<void> {
    const own = this.#nodes.get(frameId);
    const around = new Set<Session>();
    for (let node = own; node?.parentId !== undefined && node.parentId !== null;) {
      node = this.#nodes.get(node.parentId);
      if (node !== undefined && node.session !== own?.session) around.add(node.session);
    }
    const asked = [...around].map((session) =>
      session.send("Runtime.evaluate", { expression: "0" }, session.connection.within(CATCH_UP_MS))
    );
    // Only the order counts: what was done has been told before the answer, whatever it is.
    await Promise.allSettled(asked);
  }

  /** Takes the tree that a session told when it was attached. */
  seed(session: Session, tree: FrameTreeNode): void {
    this.#navigated(session, tree.frame, false);
    for (const child of tree.childFrames ?? []) this.seed(session, child);
  }

  /** A session is gone: its frames go, unless they have already moved to another one. */
  dropSession(session: Session): void {
    for (const node of [...this.#nodes.values()]) {
      if (node.session === session && this.#nodes.has(node.id)) this.#remove(node);
    }
  }

  /** The process of an out-of-process frame died. False: the frame has moved out of it before. */
  crash(frameId: string, session: Session): boolean {
    const node = this.#nodes.get(frameId);
    if (node === undefined || node.session !== session) return false;
    node.crashed = true;
    return true;
  }

  /** The target is replaced: everything known is forgotten. */
  clear(): void {
    for (const node of this.#nodes.values()) this.#events.onRemoved(node);
    this.#nodes.clear();
    this.#mainId = null;
  }

  #attached(session: Session, id: string, parentId: string): void {
    const known = this.#nodes.get(id);
    if (known !== undefined) {
      // Back from its own process into its parent's.
      known.session = session;
      known.parentId = parentId;
      return;
    }
    this.#nodes.set(id, newNode(id, parentId, session));
  }

  #navigated(session: Session, frame: ProtocolFrame, restored: boolean): void {
    let node = this.#nodes.get(frame.id);
    if (node === undefined) {
      node = newNode(frame.id, null, session);
      this.#nodes.set(frame.id, node);
    }
    const fresh = node.documentId !== frame.loaderId || restored;
    node.session = session;
    node.crashed = false;
    const url = (frame.unreachableUrl ?? frame.url) + (frame.urlFragment ?? "");
    const moved = url !== node.url;
    node.url = url;
    node.failed = frame.unreachableUrl !== undefined;
    if (frame.parentId !== undefined) node.parentId = frame.parentId;
    if (!fresh) {
      // The tree may tell of a document that is just coming, still without its address.
      if (moved) this.#events.onUrl(node);
      return;
    }
    if (node.documentId !== "") this.#removeChildren(node.id);
    node.documentId = frame.loaderId;
    this.#events.onDocument(node);
  }

  #removeChildren(id: string): void {
    for (const child of this.childrenOf(id)) this.#remove(child);
  }

  #remove(node: FrameNode): void {
    this.#removeChildren(node.id);
    if (this.#nodes.delete(node.id)) this.#events.onRemoved(node);
  }
}

function newNode(id: string, parentId: string | null, session: Session): FrameNode {
  return { id, parentId, url: "", documentId: "", session, failed: false, crashed: false };
}

export function infoOf({ id, parentId, url, documentId, failed }: FrameNode): FrameInfo {
  return { id, parentId, url, documentId, failed };
}
