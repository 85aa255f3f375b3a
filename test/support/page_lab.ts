/**
 * A real Chromium for tests of the page script, without our engine: a pipe, a page, the script in
 * an isolated world, and fixture pages on 127.0.0.1. Pages write what really happened into their
 * own document, which tests read from the page's own world.
 */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { PageFunctionName, PageFunctions } from "../../src/model/page_functions.ts";
import { chromiumPath } from "../../bench/stand.ts";
import { bundle, removeFolder } from "./page_lab_parts.ts";

const WORLD = "drover-test";
const CALL_MS = 20_000;
const CLOSE_MS = 5_000;
const FLAGS = [
  "--headless=new",
  "--remote-debugging-pipe",
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-extensions",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-background-timer-throttling",
  "--window-size=800,600",
  "--hide-scrollbars",
  // Pages of the corpus refer to hosts that are not there: refuse them at once.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

type Json = Record<string, unknown>;

/** A browser and a server that one test file shares; `close` ends both. */
export class PageLab {
  readonly #browser: ChildProcess;
  readonly #profile: string;
  readonly #server: Server;
  readonly #origin: string;
  readonly #script: string;
  readonly #pages = new Map<string, string>();
  readonly #waiting = new Map<number, (message: Json) => void>();
  readonly #listeners = new Set<(message: Json) => void>();
  readonly #idle: LabPage[] = [];
  #lastId = 0;
  #lastPage = 0;

  private constructor(
    browser: ChildProcess,
    profile: string,
    server: Server,
    origin: string,
    script: string,
    pages: Map<string, string>,
  ) {
    this.#browser = browser;
    this.#profile = profile;
    this.#server = server;
    this.#origin = origin;
    this.#script = script;
    this.#pages = pages;
  }

  static async open(): Promise<PageLab> {
    const script = await bundle();
    const pages = new Map<string, string>();
    const server = createServer((request, response) => {
      const html = pages.get(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
      response.writeHead(html === undefined ? 404 : 200, {
        "content-type": "text/html; charset=utf-8",
      });
      response.end(html ?? "");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("No port");
    const profile = mkdtempSync(join(tmpdir(), "drover-page-lab-"));
    const root = typeof process.getuid === "function" && process.getuid() === 0;
    const browser = spawn(
      chromiumPath(),
      [...FLAGS, ...(root ? ["--no-sandbox"] : []), `--user-data-dir=${profile}`, "about:blank"],
      {
        stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
        detached: true,
        // The browser's own temp files go with the profile.
        env: { ...process.env, TMPDIR: profile },
      },
    );
    const lab = new PageLab(
      browser,
      profile,
      server,
      `http://127.0.0.1:${address.port}`,
      script,
      pages,
    );
    lab.#read();
    await lab.send("Target.getTargets", {});
    return lab;
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#browser.once("exit", () => resolve()));
    const timer = setTimeout(() => this.#kill(), CLOSE_MS);
    await Promise.allSettled([this.send("Browser.close", {}), ended]);
    clearTimeout(timer);
    this.#kill();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await removeFolder(this.#profile);
  }

  /** The browser and all its processes. */
  #kill(): void {
    const { pid } = this.#browser;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch (error) {
      // Already gone: what we want.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }

  /** Serves `html` under a path and returns its address. */
  serve(html: string, path = `/page-${++this.#lastPage}`): string {
    this.#pages.set(path, html);
    return this.#origin + path;
  }

  /** A page showing `html` in a fresh document, loaded, with the script in an isolated world. */
  async page(html: string): Promise<LabPage> {
    const url = this.serve(`<!doctype html><meta charset="utf-8">${html}`);
    const page = this.#idle.pop() ?? await this.#newPage();
    await page.open(url);
    return page;
  }

  /** A closed page is used again by the next test: a new window costs half a second. */
  release(page: LabPage): void {
    this.#idle.push(page);
  }

  async #newPage(): Promise<LabPage> {
    const { targetId } = await this.send("Target.createTarget", {
      url: "about:blank",
      newWindow: true,
    });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    return new LabPage(this, String(sessionId), String(targetId), this.#script);
  }

  send(method: string, params: Json, sessionId?: string): Promise<Json> {
    const id = ++this.#lastId;
    const message = JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method} did not answer`));
      }, CALL_MS);
      this.#waiting.set(id, (answer) => {
        clearTimeout(timer);
        if (isJson(answer.error)) reject(new Error(`${method}: ${String(answer.error.message)}`));
        else resolve(isJson(answer.result) ? answer.result : {});
      });
      this.#input().write(`${message}\0`);
    });
  }

  /** Resolves at the next event of that name in the session. */
  event(name: string, sessionId: string): Promise<Json> {
    return new Promise((resolve) => {
      const listen = (message: Json): void => {
        if (message.method !== name || message.sessionId !== sessionId) return;
        this.#listeners.delete(listen);
        resolve(isJson(message.params) ? message.params : {});
      };
      this.#listeners.add(listen);
    });
  }

  #input(): Writable {
    const stream = this.#browser.stdio[3];
    if (stream === null || stream === undefined || !("write" in stream)) throw new Error("No pipe");
    return stream;
  }

  #read(): void {
    // The fifth stream is the browser's output; node types it as either direction.
    const output = this.#browser.stdio[4] as Readable;
    let rest = "";
    output.setEncoding("utf8");
    output.on("data", (chunk: string) => {
      const messages = (rest + chunk).split("\0");
      rest = messages.pop() ?? "";
      for (const text of messages) this.#take(JSON.parse(text));
    });
  }

  #take(message: unknown): void {
    if (!isJson(message)) return;
    if (typeof message.id === "number") {
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    } else for (const listen of [...this.#listeners]) listen(message);
  }
}

/** One page of the lab. Functions of the page script run in the main frame unless told otherwise. */
export class LabPage {
  readonly #lab: PageLab;
  readonly #session: string;
  readonly #target: string;
  readonly #script: string;
  readonly #worlds = new Map<string, number>();
  #ready = false;

  constructor(lab: PageLab, session: string, target: string, script: string) {
    this.#lab = lab;
    this.#session = session;
    this.#target = target;
    this.#script = script;
  }

  async open(url: string): Promise<void> {
    if (!this.#ready) {
      this.#ready = true;
      await this.send("Page.enable", {});
      // As the engine does: the script comes before the page's own, so that its guard is first.
      await this.send("Page.addScriptToEvaluateOnNewDocument", {
        source: this.#script,
        worldName: WORLD,
      });
    }
    const loaded = this.#lab.event("Page.loadEventFired", this.#session);
    await this.send("Page.navigate", { url });
    await loaded;
    this.#worlds.clear();
  }

  send(method: string, params: Json): Promise<Json> {
    return this.#lab.send(method, params, this.#session);
  }

  close(): void {
    this.#lab.release(this);
  }

  /** Calls a function of the page script. */
  async call<K extends PageFunctionName>(
    name: K,
    args: PageFunctions[K]["args"],
    frameId?: string,
  ): Promise<PageFunctions[K]["result"]> {
    const text = await this.#evaluate(
      `__drover.call(${JSON.stringify(name)}, ${JSON.stringify(args)})`,
      await this.#world(frameId),
    );
    // What the page script answers is typed by the contract; rows are no JSON.
    return (name === "walk" || name === "part" ? text : JSON.parse(String(text))) as PageFunctions[
      K
    ]["result"];
  }

  /** Evaluates in the page's own world: what really happened there. */
  async eval(expression: string): Promise<unknown> {
    return await this.#evaluate(expression, undefined);
  }

  /** Evaluates in the isolated world. */
  async isolated(expression: string, frameId?: string): Promise<unknown> {
    return await this.#evaluate(expression, await this.#world(frameId));
  }

  /** Execution context of the isolated world of the main frame. */
  async isolatedContext(): Promise<number> {
    return await this.#world();
  }

  /** The ref of what a selector finds in the main frame. */
  async ref(css: string, frameId?: string): Promise<number> {
    const spec = { css, ordinal: 0 };
    const found = await this.call("resolveSpec", { spec, visible: false }, frameId);
    if (!found.ok) throw new Error(found.message);
    return found.element.ref;
  }

  /** Ids of the child frames of the main frame, in order. */
  async childFrames(): Promise<string[]> {
    const { frameTree } = await this.send("Page.getFrameTree", {});
    const children = isJson(frameTree) && Array.isArray(frameTree.childFrames)
      ? frameTree.childFrames
      : [];
    return children.map((child) =>
      isJson(child) && isJson(child.frame) ? String(child.frame.id) : ""
    );
  }

  /** Tells the main frame which element holds the child frame. */
  async link(css: string, frameId: string): Promise<void> {
    const quoted = JSON.stringify(css);
    await this.isolated(
      `__drover.linkChild(document.querySelector(${quoted}), ${JSON.stringify(frameId)})`,
    );
  }

  /** Hands the closed root of the host to the page script, as the engine does. */
  async linkClosedRoot(css: string): Promise<void> {
    await this.#world();
    const { root } = await this.send("DOM.getDocument", { depth: -1, pierce: true });
    const host = await this.send("DOM.querySelector", {
      nodeId: isJson(root) ? root.nodeId : 0,
      selector: css,
    });
    const { node } = await this.send("DOM.describeNode", { nodeId: host.nodeId, pierce: true });
    const roots = isJson(node) && Array.isArray(node.shadowRoots) ? node.shadowRoots : [];
    const closed = roots[0];
    const { object } = await this.send("DOM.resolveNode", {
      backendNodeId: isJson(closed) ? closed.backendNodeId : 0,
      executionContextId: await this.#world(),
    });
    await this.send("Runtime.callFunctionOn", {
      objectId: isJson(object) ? object.objectId : "",
      functionDeclaration: "function () { __drover.linkRoot(this); }",
    });
  }

  /** A real click at a point of the viewport. */
  async move(x: number, y: number): Promise<void> {
    await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y });
  }

  async click(x: number, y: number): Promise<void> {
    const base = { x, y, button: "left", clickCount: 1 };
    await this.move(x, y);
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...base });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...base });
  }

  async type(text: string): Promise<void> {
    await this.send("Input.insertText", { text });
  }

  /** Evaluates the script in the frame once more, as after a lost answer. */
  async install(frameId?: string): Promise<void> {
    await this.#evaluate(this.#script, await this.#world(frameId));
  }

  async #world(frameId = this.#target): Promise<number> {
    const known = this.#worlds.get(frameId);
    if (known !== undefined) return known;
    const { executionContextId } = await this.send("Page.createIsolatedWorld", {
      frameId,
      worldName: WORLD,
    });
    const id = Number(executionContextId);
    this.#worlds.set(frameId, id);
    await this.#evaluate(this.#script, id);
    return id;
  }

  async #evaluate(expression: string, contextId: number | undefined): Promise<unknown> {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      ...(contextId === undefined ? {} : { contextId }),
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return isJson(result) ? result.value : undefined;
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
