/** One page: the pieces that follow the events of its tab, and the calls into it. */
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
} from "../src/engine/engine.ts";
import {
  documentReplaced,
  frameCrashed,
  frameGone,
  pageCrashed,
  pending,
} from "../src/engine/failures.ts";
import { Heartbeat } from "../src/engine/heartbeat.ts";
import { InFlight } from "../src/engine/in_flight.ts";
import { InfoQuestion } from "../src/engine/info_question.ts";
import { LoadState } from "../src/engine/load_state.ts";
import { type Ending, PageLife } from "../src/engine/page_life.ts";
import { Pulse } from "../src/engine/pulse.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, HEARTBEAT_MS, PAGE_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import { catchUp, Dialogs } from "./dialogs.ts";
import { focusedContext, placeAt } from "./frame_routes.ts";
import { FirefoxFrame } from "./frame.ts";
import { type FrameNode, FrameTree } from "./frames.ts";
import { Loading } from "./loading.ts";
import { navigate, type NavigationHost, waitForLoad } from "./navigation.ts";
import { Network } from "./network.ts";
import { PageInput } from "./page_input.ts";
import type { PageParts } from "./page_parts.ts";
import type { BidiEvent } from "./protocol.ts";
import { titleOf } from "./realm.ts";
import { captureScreenshot } from "./screenshot.ts";
import type { Tab } from "./tabs.ts";
import { FRONT_MS } from "./turns.ts";

export class FirefoxPage implements EnginePage {
  readonly id: string;
  readonly opener: EnginePage | null;
  readonly gone: Promise<Ending>;
  readonly #parts: PageParts;
  readonly #pulse: Pulse;
  readonly #inFlight = new InFlight();
  readonly #life = new PageLife();
  readonly #frames: FrameTree;
  readonly #dialogs: Dialogs;
  readonly #network: Network;
  readonly #loadState: LoadState;
  readonly #loading: Loading;
  readonly #heartbeat: Heartbeat;
  readonly #input: PageInput;
  readonly #navigationHost: NavigationHost;
  readonly #frameCalls = new Map<string, FirefoxFrame>();
  /** The browser tells no titles: the page itself is asked. */
  readonly #titleQuestion = new InfoQuestion(() => this.#askTitle());
  #tab: Tab;
  #title = "";
  #url = "about:blank";
  #replacing: Promise<void> | null = null;

  constructor(parts: PageParts, tab: Tab, opener: EnginePage | null) {
    this.id = tab.id;
    this.opener = opener;
    this.gone = this.#life.gone;
    this.#parts = parts;
    this.#tab = tab;
    this.#pulse = new Pulse(parts.clock);
    const changed = () => this.#pulse.fire();
    this.#frames = new FrameTree({
      onDocument: (node) => this.#onDocument(node),
      onCommitted: (node, navigation) => this.#onCommitted(node, navigation),
      onCrashed: (node) => this.#onCrashed(node),
      onRemoved: (node) => this.#onFrameRemoved(node),
      onUrl: (node) => {
        if (node.parentId === null) this.#url = node.url;
        this.#titleQuestion.want();
        changed();
      },
      onRealm: changed,
    });
    const { session } = parts;
    const context = () => this.#tab.id;
    this.#dialogs = new Dialogs({
      session,
      context,
      catchUp: (id) => catchUp(session, this.#frames, id),
      onOpened: (dialog) => {
        this.#inFlight.failAll(pending(dialog));
        changed();
      },
      onClosed: changed,
    });
    this.#network = new Network(parts.clock, changed);
    this.#loadState = new LoadState(() => (this.#titleQuestion.want(), changed()));
    this.#loading = new Loading(this.#loadState);
    const calls = {
      session,
      context,
      assertCallable: () => this.#assertCallable(),
      race: <T>(work: Promise<T>) => this.#inFlight.race(null, work),
    };
    this.#heartbeat = new Heartbeat(parts.clock, this.#pulse, {
      ask: () => titleOf(session, context(), session.connection.within(HEARTBEAT_MS)),
      assertCallable: calls.assertCallable,
      excused: () => this.#frames.main?.sandbox === null,
    });
    this.#navigationHost = {
      ...calls,
      loading: this.#loading,
      loadState: this.#loadState,
      pulse: this.#pulse,
      dialogs: this.#dialogs,
      main: () => this.#frames.main,
      crashed: () => this.#life.dead,
      crashes: () => this.#life.crashes,
      assertAlive: () => {
        this.#life.assertAlive();
        this.#dialogs.assertNone();
      },
      replaceTab: (call) => this.#replaceTab(call),
    };
    const routes = { frames: this.#frames, frame: (id: string) => this.frame(id) };
    this.#input = new PageInput({
      ...calls,
      inFront: (call, work) => this.#inFront(call, work),
      placeAt: (at, call) => placeAt(routes, this.#tab.id, at, call),
      focused: (call) => focusedContext(routes, this.#tab.id, call),
      documentId: () => this.#frames.main?.documentId ?? "",
      closed: () => this.#life.ended?.reason === "closed",
      askTitle: () => this.#titleQuestion.want(),
    });
    this.#follow(tab);
  }

  get tabId(): string {
    return this.#tab.id;
  }
  get url(): string {
    return this.#url;
  }
  get title(): string {
    return this.#title;
  }
  get crashed(): string | null {
    return this.#life.crashed;
  }
  get dialog(): DialogInfo | null {
    return this.#dialogs.current;
  }

  /** Resolves when the page can be called, or asks. Errors: those of its end; deadlineExceeded. */
  async start(call: Call): Promise<void> {
    const ready = await this.#pulse.until(() => {
      this.#life.assertAlive();
      return this.dialog !== null || (this.#frames.main?.sandbox ?? null) !== null;
    }, call);
    if (!ready) throw new Failure("deadlineExceeded", "The page did not begin in time");
  }

  onPopup(change: 1 | -1): void {
    this.#life.popupsOpening += change;
    this.#pulse.fire();
  }

  /** The page is gone for good. Idempotent. */
  end(ending: Ending, failure: Failure): void {
    if (!this.#life.end(ending, failure)) return;
    this.#inFlight.failAll(failure);
    this.#tab.mute();
    this.#dialogs.clear();
    this.#network.clear();
    this.#pulse.fire();
  }

  async nextDialog(call: Call): Promise<DialogInfo | null> {
    await this.#pulse.until(() => this.dialog !== null || this.#life.ended !== null, call);
    return this.dialog;
  }

  takeNews(): PageNews {
    return { dismissed: this.#dialogs.takeDismissed(), downloads: this.#network.downloads.take() };
  }

  async answerDialog(accept: boolean, promptText: string | undefined, call: Call): Promise<void> {
    this.#life.assertAlive();
    await this.#dialogs.answer(accept, promptText, call);
  }

  frames(): readonly FrameInfo[] {
    return this.#frames.list();
  }

  frame(frameId: string): EngineFrame {
    this.#life.assertAlive();
    if (this.#frames.get(frameId) === undefined) throw frameGone();
    const known = this.#frameCalls.get(frameId);
    if (known !== undefined) return known;
    const frame = new FirefoxFrame(frameId, {
      session: this.#parts.session,
      pulse: this.#pulse,
      node: (id) => this.#frames.get(id),
      children: (id) => this.#frames.childrenOf(id),
      assertCallable: () => this.#assertCallable(),
      race: (id, work) => this.#inFlight.race(id, work),
      inFront: (call, work) => this.#inFront(call, work),
    });
    this.#frameCalls.set(frameId, frame);
    return frame;
  }

  navigate(url: string, waitUntil: WaitUntil, call: Call): Promise<NavigationResult> {
    return navigate(this.#navigationHost, url, waitUntil, call);
  }

  waitForLoad(state: WaitUntil, call: Call): Promise<void> {
    return waitForLoad(this.#navigationHost, state, call);
  }

  movePointer(point: Point): Promise<void> {
    return this.#input.movePointer(point);
  }

  click(point: Point, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#input.click(point, modifiers, call);
  }

  typeText(text: string, call: Call): Promise<void> {
    return this.#input.typeText(text, call);
  }

  pressKey(key: string, modifiers: readonly Modifier[], call: Call): Promise<void> {
    return this.#input.pressKey(key, modifiers, call);
  }

  silent(call: Call): Promise<boolean> {
    return this.#heartbeat.silent(call);
  }

  async screenshot(options: ScreenshotOptions, call: Call): Promise<Uint8Array> {
    this.#assertCallable();
    const { session } = this.#parts;
    const bound = session.connection.atMost(BROWSER_CALL_MS, call);
    const shot = captureScreenshot(session, this.#tab.id, options, bound);
    return await this.#inFlight.race(null, shot);
  }

  async activate(call: Call): Promise<void> {
    this.#life.assertAlive();
    const { session, turns } = this.#parts;
    const bound = session.connection.atMost(BROWSER_CALL_MS, call);
    await turns.take(bound, () => this.#show(bound));
  }

  async #show(call: Call): Promise<void> {
    await this.#parts.session.send("browsingContext.activate", { context: this.#tab.id }, call);
  }

  #inFront<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const { turns, session } = this.#parts;
    return turns.take(call, async () => {
      const bound = session.connection.atMost(FRONT_MS, call);
      await Promise.race([this.#show(bound), this.nextDialog(bound)]).catch(() => {});
      return await work();
    });
  }

  async close(call: Call): Promise<void> {
    if (this.#life.ended !== null) return;
    const { session } = this.#parts;
    const bound = session.connection.atMost(BROWSER_CALL_MS, call);
    await this.#parts.closeTab(this.#tab, bound);
    await session.connection.bound(this.gone, bound);
  }

  requests(): readonly NetworkRequest[] {
    return this.#network.log.list();
  }

  activity(): PageActivity {
    return {
      requestsStarted: this.#network.log.started,
      requestsFinished: this.#network.log.finished,
      ...this.#loadState.activity(),
      popupsOpening: this.#life.popupsOpening,
    };
  }

  nextActivity(call: Call): Promise<void> {
    return this.#life.ended === null ? this.#pulse.next(call) : Promise.resolve();
  }

  #follow(tab: Tab): void {
    this.#tab = tab;
    this.#frames.begin(tab.id);
    // A blank document, which is there from the start.
    this.#loadState.raise("", "complete");
    tab.listen((event) => this.#onEvent(event));
  }

  #onEvent(event: BidiEvent): void {
    this.#loading.on(event, this.#frames.main);
    this.#network.on(event);
    this.#frames.on(event);
    this.#dialogs.on(event);
  }

  #onDocument(node: FrameNode): void {
    this.#inFlight.failFrame(node.id, documentReplaced());
    if (node.parentId === null) this.#heartbeat.forget();
    this.#pulse.fire();
  }

  #onCommitted(node: FrameNode, navigation: string): void {
    this.#network.committed(node.id);
    if (node.parentId === null) {
      this.#url = node.url;
      this.#loading.committed(node, navigation);
    }
    this.#pulse.fire();
  }

  #onFrameRemoved(node: FrameNode): void {
    this.#frameCalls.delete(node.id);
    this.#inFlight.failFrame(node.id, frameGone());
    this.#network.dropFrame(node.id);
    this.#dialogs.onFrameRemoved(node.id);
    this.#pulse.fire();
  }

  #onCrashed(node: FrameNode): void {
    if (node.parentId !== null) {
      this.#inFlight.failFrame(node.id, frameCrashed());
      return;
    }
    if (!this.#life.crash()) return;
    this.#forget();
    this.#inFlight.failAll(pageCrashed());
    this.#pulse.fire();
  }

  #assertCallable(): void {
    this.#life.assertAlive();
    this.#dialogs.assertNone();
    this.#life.assertWhole();
  }

  async #askTitle(): Promise<void> {
    if (this.#life.ended !== null || this.#life.dead) return;
    const { session } = this.#parts;
    const tab = this.#tab;
    try {
      const title = await titleOf(session, tab.id, session.connection.within(PAGE_CALL_MS));
      if (tab === this.#tab) this.#title = title;
    } catch (cause) {
      // It hangs, or its document went: the title known last stays, and the next change asks again.
      if (!(cause instanceof Failure)) throw cause;
    }
  }

  /** Who wants it while it is under way waits for the same one. */
  #replaceTab(call: Call): Promise<void> {
    const { connection } = this.#parts.session;
    this.#replacing ??= this.#startAnew(call).finally(() => this.#replacing = null);
    return connection.bound(this.#replacing, call);
  }

  async #startAnew(call: Call): Promise<void> {
    const fresh = await this.#parts.openTab(call);
    const old = this.#tab;
    old.mute();
    this.#forget();
    this.#life.dead = false;
    this.#follow(fresh);
    // It fails only when the old tab has gone by itself.
    this.#parts.closeTab(old, this.#parts.session.connection.within(BROWSER_CALL_MS))
      .catch(() => {});
    await this.start(call);
  }

  /** Nothing that the process of the page owed will come. */
  #forget(): void {
    this.#heartbeat.forget();
    this.#dialogs.clear();
    this.#network.clear();
    this.#loadState.reset();
  }
}
