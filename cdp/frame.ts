/** One frame of a page: calls into its isolated realm. */
import type { EngineFrame, FrameInfo } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { PAGE_CALL_MS } from "../src/model/limits.ts";
import { type CallMoment, OVERDUE, type PageFunctions } from "../src/model/page_functions.ts";
import type { Call } from "../src/model/ports.ts";
import {
  asUnresponsive,
  documentReplaced,
  frameGone,
  heldUp,
  underWay,
} from "../src/engine/failures.ts";
import { type FrameNode, infoOf } from "./frames.ts";
import { openRealm, type Realm, valueOf } from "./realm.ts";
import type { Session } from "./session.ts";

/** What a frame needs of its page. */
export interface FrameHost {
  readonly pageScript: string;
  /** The frame as known now; undefined: gone. */
  node(frameId: string): FrameNode | undefined;
  children(frameId: string): readonly FrameNode[];
  /** Throws what forbids a call now: page gone, crashed, a dialog open. */
  assertCallable(frameId: string): void;
  /** Ends `work` early when an event tells that it cannot end well. */
  race<T>(frameId: string, work: Promise<T>): Promise<T>;
  dialogElsewhere(): boolean;
  /** The page goes to an address whose server has not answered yet. */
  awaitsServer(): boolean;
}

/** Functions that answer with their rows as they are; the others answer with JSON. */
const RAW_ANSWERS: ReadonlySet<keyof PageFunctions> = new Set(["walk", "part"]);
const LINK_GROUP = "drover-link";

export class ChromiumFrame implements EngineFrame {
  readonly #id: string;
  readonly #host: FrameHost;
  #realm: { readonly documentId: string; readonly opened: Promise<Realm> } | null = null;
  /** Child frames told to the realm of `#linkedIn`. */
  #linked = new Set<string>();
  #linkedIn = "";

  constructor(id: string, host: FrameHost) {
    this.#id = id;
    this.#host = host;
  }

  get info(): FrameInfo {
    return infoOf(this.#node());
  }

  async call<K extends keyof PageFunctions>(
    name: K,
    args: PageFunctions[K]["args"],
    call: Call,
  ): Promise<PageFunctions[K]["result"]> {
    const answer = await this.#inRealm(call, async (realm, session, inner) => {
      const moment = { sentMs: session.connection.monotonic(), untilMs: inner.deadline };
      const first = await callRealm(realm, session, name, args, moment, inner);
      // We still wait: the clocks have moved against each other, as after a machine slept.
      return first === OVERDUE ? await callRealm(realm, session, name, args, null, inner) : first;
    });
    if (typeof answer !== "string") {
      throw new Failure("internal", `The page script gave no answer to ${name}`);
    }
    const parsed: unknown = RAW_ANSWERS.has(name) ? answer : JSON.parse(answer);
    // Our own script's answer: its types are those of `page_functions.ts` on both sides.
    return parsed as PageFunctions[K]["result"];
  }

  async linkChildren(call: Call): Promise<void> {
    const { documentId } = this.#node();
    if (this.#linkedIn !== documentId) {
      this.#linkedIn = documentId;
      this.#linked = new Set();
    }
    const linked = this.#linked;
    const fresh = this.#host.children(this.#id).filter((child) => !linked.has(child.id));
    if (fresh.length === 0) return;
    await this.#inRealm(call, async (realm, session, inner) => {
      await Promise.all(fresh.map(async ({ id }) => {
        if (await linkChild(realm, session, id, inner)) linked.add(id);
      }));
      session.post("Runtime.releaseObjectGroup", { objectGroup: LINK_GROUP }, PAGE_CALL_MS);
    });
  }

  async linkClosedRoots(hosts: readonly number[], call: Call): Promise<number> {
    if (hosts.length === 0) return 0;
    return await this.#inRealm(call, async (realm, session, inner) => {
      const found = await Promise.all(
        hosts.map((host) => linkClosedRoot(realm, session, host, inner)),
      );
      session.post("Runtime.releaseObjectGroup", { objectGroup: LINK_GROUP }, PAGE_CALL_MS);
      return found.filter((linked) => linked).length;
    });
  }

  #node(): FrameNode {
    const node = this.#host.node(this.#id);
    if (node === undefined) throw frameGone();
    return node;
  }

  /** Runs `work` against the realm of the frame's document of now; never of a later one. */
  async #inRealm<T>(
    call: Call,
    work: (realm: Realm, session: Session, inner: Call) => Promise<T>,
  ): Promise<T> {
    this.#host.assertCallable(this.#id);
    const node = this.#node();
    const { documentId, session } = node;
    const inner = session.connection.atMost(PAGE_CALL_MS, call);
    const run = async () => {
      const realm = await this.#open(node);
      if (node.documentId !== documentId) throw documentReplaced();
      return await work(realm, session, inner);
    };
    try {
      return await this.#host.race(this.#id, session.connection.bound(run(), inner));
    } catch (cause) {
      throw this.#explained(cause, documentId);
    }
  }

  /** Opens the realm of the current document, or takes the one opened before. */
  #open(node: FrameNode): Promise<Realm> {
    const held = this.#realm;
    if (held !== null && held.documentId === node.documentId) return held.opened;
    const { session } = node;
    // Shared by all calls of the moment: bounded by its own time, not by that of the first call.
    const within = session.connection.within(PAGE_CALL_MS);
    const opened = openRealm(session, node.id, this.#host.pageScript, within);
    const holder = { documentId: node.documentId, opened };
    this.#realm = holder;
    // A realm that could not be opened is tried anew by the next call; this one reports it.
    opened.catch(() => {
      if (this.#realm === holder) this.#realm = null;
    });
    return opened;
  }

  /** Turns what went wrong on the wire into what happened to the page. */
  #explained(cause: unknown, documentId: string): unknown {
    if (!(cause instanceof Failure)) return cause;
    if (cause.code === "deadlineExceeded") {
      if (this.#host.dialogElsewhere()) return heldUp(cause);
      return this.#host.awaitsServer() ? underWay(cause) : asUnresponsive(cause);
    }
    const refused = cause.code === "browserCommandFailed" || cause.code === "targetDetached";
    if (!refused) return cause;
    const node = this.#host.node(this.#id);
    if (node === undefined) return frameGone(cause);
    // Our calls into a realm are refused only when the realm is gone: its document was replaced.
    if (node.documentId === documentId) this.#realm = null;
    return documentReplaced(cause);
  }
}

async function callRealm(
  realm: Realm,
  session: Session,
  name: keyof PageFunctions,
  args: unknown,
  moment: CallMoment | null,
  call: Call,
): Promise<unknown> {
  const result = await session.send("Runtime.callFunctionOn", {
    objectId: realm.objectId,
    functionDeclaration: "function(name,args,moment){return this.call(name,args,moment)}",
    arguments: [{ value: name }, { value: args }, { value: moment }],
    awaitPromise: true,
    returnByValue: true,
  }, call);
  return valueOf(result, name);
}

/** False: the frame element is gone already, which its own events tell. */
async function linkChild(
  realm: Realm,
  session: Session,
  frameId: string,
  call: Call,
): Promise<boolean> {
  const owner = await orGone(session.send("DOM.getFrameOwner", { frameId }, call));
  if (owner === null) return false;
  const element = await orGone(session.send("DOM.resolveNode", {
    backendNodeId: owner.backendNodeId,
    executionContextId: realm.contextId,
    objectGroup: LINK_GROUP,
  }, call));
  if (element?.object.objectId === undefined) return false;
  await session.send("Runtime.callFunctionOn", {
    objectId: realm.objectId,
    functionDeclaration: "function(element,id){this.linkChild(element,id)}",
    arguments: [{ objectId: element.object.objectId }, { value: frameId }],
    returnByValue: true,
  }, call);
  return true;
}

async function linkClosedRoot(
  realm: Realm,
  session: Session,
  host: number,
  call: Call,
): Promise<boolean> {
  const held = await session.send("Runtime.callFunctionOn", {
    objectId: realm.objectId,
    functionDeclaration: "function(number){return this.host(number)}",
    arguments: [{ value: host }],
    objectGroup: LINK_GROUP,
  }, call);
  if (held.result.objectId === undefined) return false;
  const described = await orGone(session.send("DOM.describeNode", {
    objectId: held.result.objectId,
    depth: 0,
    pierce: true,
  }, call));
  const root = described?.node.shadowRoots?.find((node) => node.shadowRootType === "closed");
  if (root === undefined) return false;
  const resolved = await orGone(session.send("DOM.resolveNode", {
    backendNodeId: root.backendNodeId,
    executionContextId: realm.contextId,
    objectGroup: LINK_GROUP,
  }, call));
  if (resolved?.object.objectId === undefined) return false;
  await session.send("Runtime.callFunctionOn", {
    objectId: realm.objectId,
    functionDeclaration: "function(root){this.linkRoot(root)}",
    arguments: [{ objectId: resolved.object.objectId }],
    returnByValue: true,
  }, call);
  return true;
}

/** A refused look at a node means that the node is gone; null then. */
async function orGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (cause) {
    if (cause instanceof Failure && cause.code === "browserCommandFailed") return null;
    throw cause;
  }
}
