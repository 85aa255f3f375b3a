/** One frame of a page: calls into its sandbox realm. */
import type { EngineFrame, FrameInfo } from "../src/engine/engine.ts";
import { asUnresponsive, documentReplaced, frameGone } from "../src/engine/failures.ts";
import type { Pulse } from "../src/engine/pulse.ts";
import { Failure } from "../src/model/error.ts";
import { PAGE_CALL_MS } from "../src/model/limits.ts";
import { type CallMoment, OVERDUE, type PageFunctions } from "../src/model/page_functions.ts";
import type { Call } from "../src/model/ports.ts";
import { type FrameNode, infoOf } from "./frames.ts";
import type { LocalValue, RemoteNode } from "./protocol.ts";
import { callIn, type Place, valueOf } from "./realm.ts";
import type { Session } from "./session.ts";

/** What a frame needs of its page. */
export interface FrameHost {
  readonly session: Session;
  readonly pulse: Pulse;
  /** The frame as known now; undefined: gone. */
  node(frameId: string): FrameNode | undefined;
  children(frameId: string): readonly FrameNode[];
  /** Throws what forbids a call now: page gone, crashed, a dialog open. */
  assertCallable(): void;
  /** Ends `work` early when an event tells that it cannot end well. */
  race<T>(frameId: string, work: Promise<T>): Promise<T>;
  /** Runs `work` with the page's window in front, and its tab in it. */
  inFront<T>(call: Call, work: () => Promise<T>): Promise<T>;
}

/** Functions that answer with their rows as they are; the others answer with JSON. */
const RAW_ANSWERS: ReadonlySet<keyof PageFunctions> = new Set(["walk", "part"]);
const CALL = "(text)=>{const [name,args,moment]=JSON.parse(text);" +
  "return globalThis.__drover.call(name,args,moment)}";
const HIDDEN = "()=>document.hidden";
const LINK_CHILD = "(element,id)=>globalThis.__drover.linkChild(element,id)";
const HOSTS = "(text)=>JSON.parse(text).map((number)=>globalThis.__drover.host(number))";
const LINK_ROOTS = "(...roots)=>{for(const root of roots)globalThis.__drover.linkRoot(root)}";

export class FirefoxFrame implements EngineFrame {
  readonly #id: string;
  readonly #host: FrameHost;
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
    this.#host.assertCallable();
    // Only a page in front feels the focus, and only one that is painted comes to rest.
    if (name === "focusText") {
      return await this.#host.inFront(call, () => this.#ask(name, args, call));
    }
    if (name === "prepare" && await this.#hidden(call)) {
      await this.#host.inFront(call, () => Promise.resolve());
    }
    return await this.#ask(name, args, call);
  }

  /** Whether another tab stands before the page's in their window. */
  async #hidden(call: Call): Promise<boolean> {
    const answer = await this.#inRealm(
      call,
      async (place, inner) =>
        valueOf(await callIn(this.#host.session, place, HIDDEN, [], {}, inner), "its being shown"),
    );
    return answer.value === true;
  }

  async #ask<K extends keyof PageFunctions>(
    name: K,
    args: PageFunctions[K]["args"],
    call: Call,
  ): Promise<PageFunctions[K]["result"]> {
    const { session } = this.#host;
    const answer = await this.#inRealm(call, async (place, inner) => {
      const ask = async (moment: CallMoment | null) => {
        const value = JSON.stringify([name, args, moment]);
        return valueOf(
          await callIn(session, place, CALL, [{ type: "string", value }], {}, inner),
          name,
        );
      };
      const first = await ask({ sentMs: session.connection.monotonic(), untilMs: inner.deadline });
      // We still wait: the clocks have moved against each other, as after a machine slept.
      return first.value === OVERDUE ? await ask(null) : first;
    });
    if (typeof answer.value !== "string") {
      throw new Failure("internal", `The page script gave no answer to ${name}`);
    }
    const parsed: unknown = RAW_ANSWERS.has(name) ? answer.value : JSON.parse(answer.value);
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
    await this.#inRealm(call, async (place, inner) => {
      await Promise.all(fresh.map(async ({ id }) => {
        if (await this.#linkChild(place, id, inner)) linked.add(id);
      }));
    });
  }

  async linkClosedRoots(hosts: readonly number[], call: Call): Promise<number> {
    if (hosts.length === 0) return 0;
    const { session } = this.#host;
    return await this.#inRealm(call, async (place, inner) => {
      const value = JSON.stringify(hosts);
      const { value: found } = valueOf(
        await callIn(session, place, HOSTS, [{ type: "string", value }], {
          maxDomDepth: 0,
          maxObjectDepth: 1,
          includeShadowTree: "all",
        }, inner),
        "host",
      );
      if (!Array.isArray(found)) return 0;
      const roots = found.flatMap((host: RemoteNode): readonly LocalValue[] => {
        const root = host.value?.shadowRoot;
        return root?.value?.mode === "closed" && root.sharedId !== undefined
          ? [{ sharedId: root.sharedId }]
          : [];
      });
      if (roots.length > 0) {
        valueOf(await callIn(session, place, LINK_ROOTS, roots, {}, inner), "linkRoot");
      }
      return roots.length;
    });
  }

  /** False: the frame element is gone already, which its own events tell. */
  async #linkChild(place: Place, id: string, call: Call): Promise<boolean> {
    const { session } = this.#host;
    try {
      const { nodes: [element] } = await session.send("browsingContext.locateNodes", {
        context: this.#id,
        locator: { type: "context", value: { context: id } },
        serializationOptions: { maxDomDepth: 0 },
      }, call);
      if (element?.sharedId === undefined) return false;
      const args = [{ sharedId: element.sharedId }, { type: "string", value: id }] as const;
      valueOf(await callIn(session, place, LINK_CHILD, args, {}, call), "linkChild");
      return true;
    } catch (cause) {
      if (cause instanceof Failure && cause.code === "browserCommandFailed") return false;
      throw cause;
    }
  }

  #node(): FrameNode {
    const node = this.#host.node(this.#id);
    if (node === undefined) throw frameGone();
    return node;
  }

  /** Runs `work` against the realm of the frame's document of now; never of a later one. */
  async #inRealm<T>(
    call: Call,
    work: (place: Place, inner: Call) => Promise<T>,
  ): Promise<T> {
    const { session, pulse } = this.#host;
    this.#host.assertCallable();
    const { documentId } = this.#node();
    const inner = session.connection.atMost(PAGE_CALL_MS, call);
    const run = async () => {
      await pulse.until(() => this.#host.node(this.#id)?.sandbox !== null, inner);
      // What has become of the page meanwhile tells more than the realm that did not come.
      this.#host.assertCallable();
      const node = this.#node();
      if (node.documentId !== documentId) throw documentReplaced();
      if (node.sandbox === null) {
        throw new Failure("deadlineExceeded", "The document did not begin in time");
      }
      return await work({ context: this.#id, realm: node.sandbox }, inner);
    };
    try {
      return await this.#host.race(this.#id, session.connection.bound(run(), inner));
    } catch (cause) {
      throw await this.#explained(cause, documentId, call);
    }
  }

  /** Turns what went wrong on the wire into what happened to the page. */
  async #explained(cause: unknown, documentId: string, call: Call): Promise<unknown> {
    if (!(cause instanceof Failure)) return cause;
    if (cause.code === "deadlineExceeded") return asUnresponsive(cause);
    if (cause.code !== "browserCommandFailed") return cause;
    // Our calls into a realm are refused only when the realm is gone: its document was replaced,
    // or its process died. Which of both, the browser tells a moment later.
    const bound = this.#host.session.connection.atMost(PAGE_CALL_MS, call);
    await this.#host.pulse.until(() => {
      const node = this.#host.node(this.#id);
      return node === undefined || node.documentId !== documentId;
    }, bound);
    try {
      this.#host.assertCallable();
    } catch (known) {
      return known;
    }
    return this.#host.node(this.#id) === undefined ? frameGone(cause) : documentReplaced(cause);
  }
}
