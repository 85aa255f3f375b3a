/** A page of the scripted engine, with the levers by which a test makes things happen in it. */
import { abortFailure, Failure } from "../model/error.ts";
import type { PageFunctionName, PageFunctions } from "../model/page_functions.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { Modifier } from "../model/target.ts";
import type {
  DialogInfo,
  EngineFrame,
  EnginePage,
  FrameInfo,
  NavigationResult,
  NetworkRequest,
  PageActivity,
  PageNews,
  Point,
  ScreenshotOptions,
  WaitUntil,
} from "./engine.ts";
import type { ScriptedDocument, ScriptedElement, ScriptedSite } from "./scripted_document.ts";
import { type LiveFrame, ScriptedFrames } from "./scripted_frames.ts";
import { ScriptedNews } from "./scripted_news.ts";

export interface ScriptedPorts {
  readonly clock: Clock;
  readonly site: ScriptedSite;
  readonly nextId: () => string;
  readonly screenshot: (options: ScreenshotOptions) => Uint8Array;
  readonly openPopup: (opener: ScriptedPage | null, url: string) => ScriptedPage;
}

export class ScriptedPage implements EnginePage {
  readonly id: string;
  readonly opener: ScriptedPage | null;
  readonly gone: Promise<{ readonly reason: "closed" | "engineGone" }>;
  /** Names of engine methods and page functions called, in order. */
  readonly log: string[] = [];
  /** Points and modifiers of the clicks. */
  readonly clicks: { x: number; y: number; modifiers: readonly Modifier[] }[] = [];
  crashed: string | null = null;
  dialog: DialogInfo | null = null;
  /** The page's script is busy for ever once a click has arrived. */
  hangAfterClick = false;
  readonly shots: ScreenshotOptions[] = [];
  readonly news: ScriptedNews = new ScriptedNews();
  readonly #ports: ScriptedPorts;
  #document: ScriptedDocument;
  #documentId = "";
  readonly #frames: ScriptedFrames;
  readonly #requests = new Map<string, NetworkRequest>();
  readonly #activity: { -readonly [K in keyof PageActivity]: PageActivity[K] } = {
    requestsStarted: 0,
    requestsFinished: 0,
    navigationsStarted: 0,
    documentsCommitted: 0,
    navigating: false,
    loadState: "complete",
    popupsOpening: 0,
  };
  #ended: "closed" | "engineGone" | null = null;
  #endPage: (end: { reason: "closed" | "engineGone" }) => void = () => {};
  readonly #changes = new Set<() => void>();

  constructor(id: string, opener: ScriptedPage | null, ports: ScriptedPorts) {
    this.id = id;
    this.opener = opener;
    this.#ports = ports;
    this.#frames = new ScriptedFrames(`${id}-main`, ports.nextId);
    this.gone = new Promise((resolve) => (this.#endPage = resolve));
    this.#document = { url: "about:blank", title: "", elements: [] };
    this.#commit(this.#document);
  }

  get url(): string {
    return this.#document.url;
  }

  get title(): string {
    return this.#document.title;
  }

  // Levers of the tests.

  /** The page goes to another document by itself. */
  load(document: ScriptedDocument): void {
    this.#activity.navigationsStarted += 1;
    this.#commit(document);
  }

  /** The page's script is busy from now on. */
  hang(): void {
    this.#document.hangs = true;
  }

  /** Adds an element to the main document. */
  append(element: ScriptedElement): void {
    this.#document.elements.push(element);
  }

  /** A navigation that stays under way until `load`. */
  startNavigation(): void {
    this.#activity.navigationsStarted += 1;
    this.#activity.navigating = true;
    this.#activity.loadState = "loading";
    this.#changed();
  }

  startRequest(url: string, resourceType = "Fetch", longLived = false): string {
    const id = this.#ports.nextId();
    const startedAt = this.#ports.clock.monotonic();
    this.#requests.set(id, { id, url, resourceType, startedAt, longLived });
    this.#activity.requestsStarted += 1;
    this.#changed();
    return id;
  }

  finishRequest(id: string): void {
    if (this.#requests.delete(id)) this.#activity.requestsFinished += 1;
    this.#changed();
  }

  ask(dialog: DialogInfo): void {
    this.dialog = dialog;
    this.#changed();
  }

  /** Opens another page; `named` false: the browser does not say that this one did. */
  popup(url: string, named = true): ScriptedPage {
    return this.#ports.openPopup(named ? this : null, url);
  }

  crash(message: string): void {
    this.crashed = message;
    this.#changed();
  }

  end(reason: "closed" | "engineGone"): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.#endPage({ reason });
    this.#changed();
  }

  /** The guard waits for a press somewhere on the page. */
  get armed(): boolean {
    return this.#live().some((frame) => frame.realm.armed);
  }

  // The contract.

  frames(): readonly FrameInfo[] {
    return this.#live().map((frame) => frame.info);
  }

  frame(frameId: string): EngineFrame {
    const live = this.#live().find((frame) => frame.info.id === frameId);
    if (live === undefined) throw new Failure("frameNotFound", "The frame is gone");
    return {
      info: live.info,
      call: (name, args, call) => this.#callFrame(live, name, args, call),
      linkChildren: async (call) => {
        await this.#enter("linkChildren", live, call);
        for (const frame of this.#live()) {
          if (frame.info.parentId === frameId) live.realm.linked.add(frame.info.id);
        }
      },
      linkClosedRoots: async (hosts, call) => {
        await this.#enter("linkClosedRoots", live, call);
        return hosts.filter((host) => live.realm.linkRoot(host)).length;
      },
    };
  }

  async nextDialog(call: Call): Promise<DialogInfo | null> {
    while (this.dialog === null && this.#ended === null && !this.#over(call)) {
      await this.nextActivity(call);
    }
    return this.dialog;
  }

  async answerDialog(_accept: boolean, _prompt: string | undefined, call: Call): Promise<void> {
    await this.#enter("answerDialog", null, call);
    this.dialog = null;
    this.#changed();
  }

  takeNews(): PageNews {
    return this.news.take();
  }

  async navigate(url: string, _until: WaitUntil, call: Call): Promise<NavigationResult> {
    this.log.push("navigate");
    this.#refuseEnded();
    if (this.dialog?.type === "beforeunload") throw new Failure("dialogPending", "It asks first");
    if (this.dialog !== null) this.news.dismissed.push(this.dialog);
    this.dialog = null;
    const document = this.#ports.site(url);
    if (document === null) {
      throw new Failure("browserCommandFailed", "Navigation failed: net::ERR_CONNECTION_REFUSED");
    }
    if (document.hangs === true) await this.#hang(call);
    this.crashed = null;
    this.#activity.navigationsStarted += 1;
    this.#commit(document);
    if (document.asks !== undefined) {
      this.ask(document.asks);
      throw new Failure("dialogPending", `A ${document.asks.type} dialog is open`);
    }
    return { url: document.url, documentId: this.#documentId, status: 200 };
  }

  async waitForLoad(_state: WaitUntil, call: Call): Promise<void> {
    while (this.#activity.navigating) {
      if (this.#over(call)) throw new Failure("deadlineExceeded", "Page did not load in time");
      await this.nextActivity(call);
    }
  }

  movePointer(): Promise<void> {
    for (const { realm } of this.#live()) realm.hover();
    return Promise.resolve();
  }

  async click(point: Point, modifiers: readonly Modifier[], call: Call): Promise<void> {
    await this.#enter("click", null, call);
    this.clicks.push({ ...point, modifiers });
    for (const { realm } of this.#live()) {
      const element = realm.armed ? realm.press() : null;
      if (element === null) continue;
      if (element.controlKind === "checkable") element.checked = element.checked !== true;
      element.onClick?.(this, modifiers);
    }
    if (this.hangAfterClick) this.#document.hangs = true;
    this.#changed();
  }

  async typeText(text: string, call: Call): Promise<void> {
    await this.#enter("typeText", null, call);
    this.#edit((before) => before + text);
  }

  async pressKey(key: string, _modifiers: readonly Modifier[], call: Call): Promise<void> {
    await this.#enter(`pressKey ${key}`, null, call);
    if (key === "Backspace") this.#edit((before) => before.slice(0, -1));
  }

  async silent(call: Call): Promise<boolean> {
    const busy = () =>
      this.#document.hangs === true && this.#ended === null &&
      this.crashed === null && this.dialog === null;
    while (busy() && !this.#over(call)) await this.nextActivity(call);
    return busy() && call.signal?.aborted !== true;
  }

  async screenshot(options: ScreenshotOptions, call: Call): Promise<Uint8Array> {
    await this.#enter("screenshot", null, call);
    this.shots.push(options);
    return this.#ports.screenshot(options);
  }

  async activate(call: Call): Promise<void> {
    await this.#enter("activate", null, call);
  }

  close(): Promise<void> {
    this.log.push("close");
    this.end("closed");
    return Promise.resolve();
  }

  requests(): readonly NetworkRequest[] {
    return [...this.#requests.values()];
  }

  activity(): PageActivity {
    return { ...this.#activity };
  }

  async nextActivity(call: Call): Promise<void> {
    const stop = new AbortController();
    const wake = () => stop.abort();
    this.#changes.add(wake);
    call.signal?.addEventListener("abort", wake);
    if (call.signal?.aborted === true) wake();
    const ms = Math.max(0, call.deadline - this.#ports.clock.monotonic());
    await this.#ports.clock.sleep(ms, stop.signal);
    this.#changes.delete(wake);
    call.signal?.removeEventListener("abort", wake);
  }

  #edit(change: (before: string) => string): void {
    for (const { realm } of this.#live()) {
      const element = realm.focused;
      if (element === null) continue;
      const text = change(realm.selected ? "" : element.value ?? "");
      realm.selected = false;
      element.value = element.format?.(text) ?? text;
      element.onInput?.(this, element.value);
    }
    this.#changed();
  }

  async #callFrame<K extends PageFunctionName>(
    live: LiveFrame,
    name: K,
    args: PageFunctions[K]["args"],
    call: Call,
  ): Promise<PageFunctions[K]["result"]> {
    await this.#enter(name, live, call);
    const present = this.#live().some((frame) => frame.info.documentId === live.info.documentId);
    if (!present) throw new Failure("targetDetached", "The document went away during the call");
    return live.realm.call(name, args);
  }

  async #enter(what: string, live: LiveFrame | null, call: Call): Promise<void> {
    this.log.push(what);
    this.#refuseEnded();
    if (call.signal?.aborted === true) throw abortFailure(call.signal);
    if (this.crashed !== null) throw new Failure("pageCrashed", this.crashed);
    if (this.dialog !== null && what !== "answerDialog") {
      throw new Failure("dialogPending", `A ${this.dialog.type} dialog is open`);
    }
    if (live?.document.hangs === true) await this.#hang(call);
    await Promise.resolve();
    // What the page did meanwhile counts.
    this.#refuseEnded();
  }

  async #hang(call: Call): Promise<never> {
    while (!this.#over(call)) {
      await this.nextActivity(call);
      this.#refuseEnded();
    }
    if (call.signal?.aborted === true) throw abortFailure(call.signal);
    throw new Failure("pageUnresponsive", "The page's script is busy");
  }

  #refuseEnded(): void {
    if (this.#ended === "engineGone") throw new Failure("pageCrashed", "Browser is gone");
    if (this.#ended === "closed") throw new Failure("browserCommandFailed", "The page was closed");
  }

  #over(call: Call): boolean {
    return call.signal?.aborted === true || this.#ports.clock.monotonic() >= call.deadline;
  }

  #commit(document: ScriptedDocument): void {
    this.#document = document;
    this.#frames.renew(document);
    this.#activity.navigating = false;
    this.#activity.loadState = "complete";
    this.#activity.documentsCommitted += 1;
    this.#documentId = this.#live()[0]?.info.documentId ?? "";
    this.#changed();
  }

  #live(): readonly LiveFrame[] {
    return this.#frames.of(this.#document);
  }

  #changed(): void {
    const waiting = [...this.#changes];
    this.#changes.clear();
    for (const wake of waiting) wake();
  }
}
