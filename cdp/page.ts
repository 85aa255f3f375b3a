/** One page: the pieces that follow its events, and the calls into it. */
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
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Modifier } from "../src/model/target.ts";
import { Dialogs } from "./dialogs.ts";
import {
  dialogLeftBehind,
  documentReplaced,
  exceptDialog,
  frameCrashed,
  frameGone,
  pageCrashed,
  pending,
} from "../src/engine/failures.ts";
import { ChromiumFrame } from "./frame.ts";
import { type FrameNode, FrameTree } from "./frames.ts";
import { Heartbeat } from "../src/engine/heartbeat.ts";
import { InFlight } from "../src/engine/in_flight.ts";
import { InfoQuestion } from "../src/engine/info_question.ts";
import { LoadState } from "../src/engine/load_state.ts";
import { followLoading } from "./loading.ts";
import { navigate, type NavigationHost, waitForLoad } from "./navigation.ts";
import { navigationHost } from "./navigation_host.ts";
import { Network } from "./network.ts";
import { PageInput } from "./page_input.ts";
import { type Ending, PageLife } from "../src/engine/page_life.ts";
import type { PageParts } from "./page_parts.ts";
import { PageSessions } from "./page_sessions.ts";
import { PageTarget } from "./page_target.ts";
import { Pulse } from "../src/engine/pulse.ts";
import { captureScreenshot } from "./screenshot.ts";
import { beat, type Session } from "./session.ts";
import { type Attached, documentTitle } from "./targets.ts";

export class ChromiumPage implements EnginePage {
  readonly id: string;
  readonly opener: EnginePage | null;
  readonly gone: Promise<Ending>;
  /** Another tab shares its window: it may stand behind that one. */
  sharesWindow: boolean;
  readonly #parts: PageParts;
  readonly #pulse: Pulse;
  readonly #inFlight = new InFlight();
  readonly #frames: FrameTree;
  readonly #dialogs: Dialogs;
  readonly #network: Network;
  readonly #loading: LoadState;
  readonly #sessions: PageSessions;
  readonly #heartbeat: Heartbeat;
  readonly #frameCalls = new Map<string, ChromiumFrame>();
  readonly #input: PageInput;
  readonly #navigationHost: NavigationHost;
  /** The browser tells a changed title by itself only now and then. */
  readonly #info = new InfoQuestion(() =>
    this.#life.ended === null ? this.#parts.askInfo(this.targetId) : Promise.resolve()
  );
  readonly #target: PageTarget;
  #replacing: Promise<void> | null = null;
  #url: string;
  #title: string;
  readonly #life = new PageLife();

  constructor(parts: PageParts, attached: Attached, opener: EnginePage | null, shared: boolean) {
    this.id = attached.info.targetId;
    this.opener = opener;
    this.#parts = parts;
    this.gone = this.#life.gone;
    this.#target = new PageTarget(parts, attached);
    this.sharesWindow = shared;
    this.#url = attached.info.url;
    this.#title = documentTitle(attached.info.url, attached.info.title);
    this.#pulse = new Pulse(parts.clock);
    const changed = () => this.#pulse.fire();
    this.#frames = new FrameTree({
      onDocument: (node) => this.#onDocument(node),
      onRemoved: (node) => this.#onFrameRemoved(node),
      onUrl: (node) => {
        if (node.parentId === null) this.#url = node.url;
        this.#info.want();
        changed();
      },
    });
    this.#dialogs = new Dialogs({
      onOpened: (dialog) => {
        this.#inFlight.failAll(pending(dialog));
        changed();
      },
      onClosed: changed,
      catchUp: (frameId) => this.#frames.catchUp(frameId),
    });
    this.#loading = new LoadState(() => (this.#info.want(), changed()));
    this.#network = new Network(parts.clock, {
      onChange: changed,
      onDocumentRequest: (id) => this.#loading.requested(id),
      onDocumentResponse: (id, status) => this.#loading.responded(id, status),
      onFailed: (id) => this.#loading.failed(id),
    });
    this.#sessions = new PageSessions(parts, {
      onSession: (session, targetId, isRoot) => this.#follow(session, targetId, isRoot),
      onTree: (session, tree) => {
        this.#frames.seed(session, tree);
        changed();
      },
      onEnded: (session) => {
        this.#frames.dropSession(session);
        this.#network.dropSession(session);
        this.#dialogs.dropSession(session);
        changed();
      },
    });
    const calls = {
      session: () => this.#target.session,
      assertCallable: () => this.#assertCallable(null),
      ask: () => beat(this.#target.session),
      excused: () => this.#loading.awaitsServer || parts.dialogElsewhere(),
    };
    this.#heartbeat = new Heartbeat(parts.clock, this.#pulse, calls);
    this.#navigationHost = navigationHost({
      session: () => this.#target.session,
      life: this.#life,
      loading: this.#loading,
      pulse: this.#pulse,
      frames: this.#frames,
      dialogs: this.#dialogs,
      inFlight: this.#inFlight,
      heartbeat: this.#heartbeat,
      heldUp: () => parts.dialogElsewhere(),
      replaceTarget: (call) => this.#replaceTarget(call),
    });
    this.#input = new PageInput({
      ...calls,
      race: (work) => this.#inFlight.race(null, work),
      closed: () => this.#life.ended?.reason === "closed",
      askInfo: () => this.#info.want(),
    });
  }

  get targetId(): string {
    return this.#target.id;
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

  /** Sets the page up and lets it run; a dialog that opens meanwhile holds the rest up, not this. */
  start(): Promise<void> {
    const started = this.#sessions.start(this.#target.session, this.targetId);
    return exceptDialog(this.#inFlight.race(null, started));
  }

  /** The browser told a new URL or title. */
  onInfo(url: string, title: string): void {
    if (this.#frames.main === null) this.#url = url;
    this.#title = documentTitle(url, title);
    this.#pulse.fire();
  }

  onCrashed(): void {
    if (!this.#life.crash()) return;
    this.#forgetRenderer();
    this.#inFlight.failAll(pageCrashed());
    this.#pulse.fire();
  }

  onPopup(change: 1 | -1): void {
    this.#life.popupsOpening += change;
    this.#pulse.fire();
  }

  /** The page is gone for good. Idempotent. */
  end(ending: Ending, failure: Failure): void {
    if (!this.#life.end(ending, failure)) return;
    this.#inFlight.failAll(failure);
    this.#sessions.end();
    this.#target.session.end();
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
    const frame = new ChromiumFrame(frameId, {
      pageScript: this.#parts.pageScript,
      node: (id) => this.#frames.get(id),
      children: (id) => this.#frames.childrenOf(id),
      assertCallable: (id) => this.#assertCallable(id),
      race: (id, work) => this.#inFlight.race(id, work),
      dialogElsewhere: () => this.#parts.dialogElsewhere(),
      awaitsServer: () => this.#loading.awaitsServer,
    });
    this.#frameCalls.set(frameId, frame);
    return frame;
  }

  async navigate(url: string, waitUntil: WaitUntil, call: Call): Promise<NavigationResult> {
    const { lost } = this.#life;
    if (lost !== null) await this.#target.session.connection.bound(lost.replaced, call);
    try {
      return await navigate(this.#navigationHost, url, waitUntil, call);
    } finally {
      if (this.#frames.main !== null && this.#url !== "about:blank") this.#life.lost = null;
    }
  }

  waitForLoad(state: WaitUntil, call: Call): Promise<void> {
    return waitForLoad(this.#navigationHost, state, call);
  }

  movePointer(point: Point): Promise<void> {
    this.#input.movePointer(point);
    return Promise.resolve();
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
    this.#assertCallable(null);
    const { session } = this.#target;
    const bound = session.connection.atMost(BROWSER_CALL_MS, call);
    // A tab behind another one is not painted, and its capture would never end.
    if (this.sharesWindow) session.post("Page.bringToFront", {}, BROWSER_CALL_MS);
    return await this.#inFlight.race(null, captureScreenshot(session, options, bound));
  }

  async activate(call: Call): Promise<void> {
    this.#life.assertAlive();
    await this.#target.activate(call);
  }

  /** To be sent before the page's whole context is closed: see `PageTarget.prepareClose`. */
  prepareClose(): void {
    this.#target.prepareClose();
  }

  async close(call: Call): Promise<void> {
    if (this.#life.ended === null) await this.#target.close(this.gone, call);
  }

  requests(): readonly NetworkRequest[] {
    return this.#network.list();
  }

  activity(): PageActivity {
    return {
      requestsStarted: this.#network.started,
      requestsFinished: this.#network.finished,
      ...this.#loading.activity(),
      popupsOpening: this.#life.popupsOpening,
    };
  }

  nextActivity(call: Call): Promise<void> {
    return this.#life.ended === null ? this.#pulse.next(call) : Promise.resolve();
  }

  #follow(session: Session, targetId: string, isRoot: boolean): void {
    this.#frames.follow(session, targetId, isRoot);
    this.#dialogs.follow(session);
    this.#network.follow(session);
    if (isRoot) {
      followLoading(session, targetId, this.#loading);
      session.on("Inspector.targetCrashed", () => this.onCrashed());
    } else {
      session.on("Inspector.targetCrashed", () => {
        if (!this.#frames.crash(targetId, session)) return;
        this.#inFlight.failFrame(targetId, frameCrashed());
      });
    }
  }

  #onDocument(node: FrameNode): void {
    this.#inFlight.failFrame(node.id, documentReplaced());
    this.#network.dropDocument(node.id, node.documentId);
    if (node.parentId === null) {
      this.#life.dead = false;
      this.#heartbeat.forget();
      this.#url = node.url;
      this.#loading.committed(node.documentId);
    }
    this.#pulse.fire();
  }

  #onFrameRemoved(node: FrameNode): void {
    if (this.#dialogs.isOf(node.id)) this.#abandon();
    this.#frameCalls.delete(node.id);
    this.#inFlight.failFrame(node.id, frameGone());
    this.#network.dropFrame(node.id);
    this.#pulse.fire();
  }

  #assertCallable(frameId: string | null): void {
    this.#life.assertAlive();
    this.#dialogs.assertNone();
    this.#life.assertWhole();
    if (frameId !== null && this.#frames.get(frameId)?.crashed === true) throw frameCrashed();
  }

  /**
   * A frame went while its dialog was open. Whatever then closes the dialog would end the browser
   * (Chromium 156), so the target makes way for a blank one.
   */
  #abandon(): void {
    if (this.#life.ended !== null) return;
    this.#target.prepareClose();
    const failure = dialogLeftBehind();
    const { connection } = this.#target.session;
    const replaced = this.#replaceTarget(connection.within(BROWSER_CALL_MS));
    // The navigation that follows tells of a failure.
    replaced.catch(() => {});
    this.#life.lost = { message: failure.message, replaced };
    this.#dialogs.clear(failure);
    this.#inFlight.failAll(failure);
    this.#pulse.fire();
  }

  /** Who wants it while it is under way waits for the same one: two would end each other's targets. */
  #replaceTarget(call: Call): Promise<void> {
    this.#replacing ??= this.#startAnew(call).finally(() => this.#replacing = null);
    return this.#target.session.connection.bound(this.#replacing, call);
  }

  async #startAnew(call: Call): Promise<void> {
    await this.#target.replace(() => {
      this.#sessions.end();
      // Before the frames: one that goes with its dialog open has the target replaced once more.
      this.#forgetRenderer();
      this.#frames.clear();
      this.#life.dead = false;
    }, call);
    await this.start();
  }

  /** Nothing that the renderer owed will come. */
  #forgetRenderer(): void {
    this.#heartbeat.forget();
    this.#dialogs.clear();
    this.#network.clear();
    this.#loading.reset();
  }
}
