/**
 * Hears in a world of ours, in every frame, where pointer and change events go, and cancels what
 * the browser would do about them, so that the page stays.
 */
import type CDP from "chrome-remote-interface";
import * as v from "valibot";
import { type TrueFrame, type TrueNode, WORLD } from "./true_page.ts";

export const TOLD = "droverHeard";

/** One event, as heard at the window of its frame. */
export interface Heard {
  readonly type: string;
  /** Its path holds the node aimed at, the node's shadow host or label, or it changes the option's select. */
  readonly holds: boolean;
  /** Where it went, for the report. */
  readonly where: string;
}

export const ToldEvent = v.object({ type: v.string(), holds: v.boolean(), where: v.string() });

/** Source text, because it runs in the page: types of the DOM are not those of the tests. */
export const LISTEN = `(() => {
  if (globalThis.droverAim) return;
  let aim = null;
  let taken = [];
  const hosts = (node) => {
    const found = [];
    for (let root = node.getRootNode(); root.host; root = root.host.getRootNode()) found.push(root.host);
    return found;
  };
  globalThis.droverAim = (node) => {
    aim = node;
    taken = node ? [node, ...hosts(node)] : [];
  };
  const words = (node) => node?.nodeType === 1
    ? node.tagName.toLowerCase() + (node.id ? "#" + node.id : "") + (node.classList[0] ? "." + node.classList[0] : "")
    : String(node?.nodeName ?? "window");
  const serves = (event, path) =>
    path.some((one) => taken.includes(one) || (one instanceof HTMLLabelElement && one.control === aim)) ||
    ((event.type === "change" || event.type === "input") && aim instanceof HTMLOptionElement &&
      path[0] instanceof HTMLSelectElement && path[0].contains(aim));
  const hear = (event) => {
    if (event.cancelable) event.preventDefault();
    if (!event.isTrusted) return;
    const path = event.composedPath();
    const told = { type: event.type, holds: aim !== null && serves(event, path), where: path.slice(0, 3).map(words).join(" < ") };
    globalThis.${TOLD}(JSON.stringify(told));
  };
  for (const type of ["mousedown", "click", "auxclick", "input", "change", "submit"]) {
    addEventListener(type, hear, { capture: true, passive: false });
  }
})()`;

/** Aims at one node of a page, hears what goes where, and asks the node itself. */
export interface Ears {
  aim(node: TrueNode): Promise<void>;
  heard(): Promise<readonly Heard[]>;
  call(node: TrueNode, source: string): Promise<unknown>;
}

export class Listening implements Ears {
  readonly #client: CDP.Client;
  readonly #frames: readonly TrueFrame[];
  #heard: Heard[] = [];
  #aimed: TrueFrame | null = null;

  private constructor(client: CDP.Client, frames: readonly TrueFrame[]) {
    this.#client = client;
    this.#frames = frames;
  }

  static async start(client: CDP.Client, frames: readonly TrueFrame[]): Promise<Listening> {
    const listening = new Listening(client, frames);
    client.on("Runtime.bindingCalled", ({ name, payload }) => {
      if (name === TOLD) listening.#heard.push(v.parse(ToldEvent, JSON.parse(payload)));
    });
    for (const sessionId of new Set(frames.map((frame) => frame.sessionId))) {
      await client.send("Runtime.enable", undefined, sessionId);
      const binding = { name: TOLD, executionContextName: WORLD };
      await client.send("Runtime.addBinding", binding, sessionId);
    }
    for (const { contextId, sessionId } of frames) {
      const script = { expression: LISTEN, contextId };
      const { exceptionDetails } = await client.send("Runtime.evaluate", script, sessionId);
      if (exceptionDetails) throw new Error(`Listening failed: ${exceptionDetails.text}`);
    }
    return listening;
  }

  /** From now on events are judged by this node. */
  async aim(node: TrueNode): Promise<void> {
    await this.#release();
    await this.call(node, "function () { droverAim(this); }");
    this.#aimed = node.frame;
    this.#heard = [];
  }

  /** All that was heard since `aim`, after every frame has said all it knows. */
  async heard(): Promise<readonly Heard[]> {
    for (const sessionId of new Set(this.#frames.map((frame) => frame.sessionId))) {
      // A frame may be gone, with its process; the events of the living ones still come.
      await this.#client.send("Runtime.evaluate", { expression: "0" }, sessionId).catch(() => {});
    }
    return [...this.#heard];
  }

  /** Runs a function of no arguments with the node as `this`, in our world. Errors: the node is gone. */
  async call(node: TrueNode, source: string): Promise<unknown> {
    const { backendNodeId, frame: { sessionId, contextId: executionContextId } } = node;
    const { object: { objectId } } = await this.#client.send("DOM.resolveNode", {
      backendNodeId,
      executionContextId,
    }, sessionId);
    if (objectId === undefined) throw new Error("The node has no object");
    const { result, exceptionDetails } = await this.#client.send("Runtime.callFunctionOn", {
      functionDeclaration: source,
      objectId,
      returnByValue: true,
      awaitPromise: true,
    }, sessionId);
    if (exceptionDetails) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    }
    return result.value;
  }

  async #release(): Promise<void> {
    const frame = this.#aimed;
    this.#aimed = null;
    if (frame === null) return;
    const script = { expression: "droverAim(null)", contextId: frame.contextId };
    await this.#client.send("Runtime.evaluate", script, frame.sessionId);
  }
}
