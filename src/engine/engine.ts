/**
 * THE contract that both browsers implement (`cdp/`, `firefox/`, and the scripted engine of the
 * tests). Small and generic: it knows frames, input and events, not accessibility, targets or
 * policy; those stand above and are the same for every engine.
 *
 * Rules that hold for every method:
 * - it ends by `call.deadline` or when `call.signal` aborts, with a `Failure`;
 * - a page whose script is busy: `pageUnresponsive`; a page whose process died: `pageCrashed`;
 *   an open dialog that would block the call: `dialogPending`, at once;
 * - no optional methods and no default bodies: what an engine lacks is absent from `supports` and
 *   throws `notSupported` before anything happens;
 * - no method retries into another document: a frame whose document went away during the call
 *   throws `targetDetached`.
 */
import type { DialogType } from "../model/evidence.ts";
import type { Call } from "../model/ports.ts";
import type { Modifier } from "../model/target.ts";
import type { PageFunctions } from "../model/page_functions.ts";

export type EngineKind = "chromium" | "firefox" | "scripted";

/** Abilities that not every engine has. The contract suite proves: listed <=> works. */
export type Feature = "networkQuiet" | "closedShadowRoots" | "contextProxy" | "rendererCrash";

export interface ProxySetting {
  /** `http://host:port`, `https://…` or `socks5://…`, without credentials. */
  readonly server: string;
  readonly username?: string;
  readonly password?: string;
}

/** A running (or attached) browser process. */
export interface Engine {
  readonly kind: EngineKind;
  /** Product and version as the browser tells it, e.g. `Chrome/156.0.8078.114`. */
  readonly version: string;
  readonly supports: ReadonlySet<Feature>;
  /** Settles once, when the browser is gone: closed by us, died, or its connection was lost. Never rejects. */
  readonly gone: Promise<EngineGone>;
  /** Its own cookies, storage and proxy; ends with `BrowserContext.close` or the engine. */
  createContext(options: { readonly proxy?: ProxySetting }, call: Call): Promise<BrowserContext>;
  /** Ends a launched browser and removes its temp profile; from an attached one only our contexts go. Idempotent. */
  close(): Promise<void>;
}

export interface EngineGone {
  readonly reason: "closed" | "died" | "disconnected";
  /** One sentence for people, e.g. `Browser process ended by SIGKILL`. */
  readonly message: string;
}

/** Starts or attaches; `main.ts` binds it to an engine room and its options. */
export interface EngineLauncher {
  readonly kind: EngineKind;
  /** Errors: browserLaunchFailed with what to do in the message. */
  launch(call: Call): Promise<Engine>;
}

/** The isolation unit of one session. */
export interface BrowserContext {
  /** Opens a blank page (`about:blank`), in its own window, ready for calls. */
  openPage(call: Call): Promise<EnginePage>;
  /**
   * Every page opened by the page's own doing (`window.open`, `_blank`), as soon as it can be
   * called; or when it has ended, where that comes first.
   */
  onPopup(listener: (popup: EnginePage) => void): void;
  close(call: Call): Promise<void>;
}

export interface DialogInfo {
  readonly type: DialogType;
  readonly message: string;
  readonly defaultPrompt: string;
}

export interface FrameInfo {
  /** The engine's id of the frame; unique within the browser, never reused. */
  readonly id: string;
  readonly parentId: string | null;
  readonly url: string;
  /** Changes with every new document of the frame (CDP loaderId, BiDi navigation/realm). */
  readonly documentId: string;
  /** Its address could not be loaded; what stands there is the browser's own page about it. */
  readonly failed: boolean;
}

export type WaitUntil = "commit" | "interactive" | "complete";

export interface NavigationResult {
  readonly url: string;
  readonly documentId: string;
  /** HTTP status of the main document; null when there was none (data:, about:, same document). */
  readonly status: number | null;
}

/** Counts and marks since the page was opened; used to settle and for networkQuiet. */
export interface NetworkRequest {
  readonly id: string;
  readonly url: string;
  /** CDP ResourceType names (`Document`, `XHR`, …); engines map their own onto these. */
  readonly resourceType: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  readonly longLived: boolean;
}

/** Main-frame viewport coordinates, CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PageNews {
  /** The dialogs that `navigate` has dismissed on its way out, in order. */
  readonly dismissed: readonly DialogInfo[];
  /** Downloads that the page has begun, which are never saved; null: none. */
  readonly downloads: { readonly count: number; readonly lastUrl: string } | null;
}

export interface EnginePage {
  /** The engine's id of the page, unique within the browser. */
  readonly id: string;
  readonly opener: EnginePage | null;
  /** Last known URL and title; never asks the page, so that a hung page can be listed. */
  readonly url: string;
  readonly title: string;
  /** Settles once, when the page is gone for good (closed, engine gone). Not at a renderer crash. */
  readonly gone: Promise<{ readonly reason: "closed" | "engineGone" }>;
  /** The renderer died and no new document has been loaded since; message for people. */
  readonly crashed: string | null;
  /** The open dialog, known from events without asking the page. */
  readonly dialog: DialogInfo | null;
  /** Resolves with the dialog when one opens (at once when one is open), null at the deadline or when the page goes. */
  nextDialog(call: Call): Promise<DialogInfo | null>;
  answerDialog(accept: boolean, promptText: string | undefined, call: Call): Promise<void>;
  /** What has come about since the last call of this and is to be told. */
  takeNews(): PageNews;

  /** Frames as known from events, main frame first, parents before children; never asks the page. */
  frames(): readonly FrameInfo[];
  /**
   * The frame to call into. Throws `frameNotFound` when it is gone.
   * Several calls may be in flight; they run in the page's own order.
   */
  frame(frameId: string): EngineFrame;

  /** Frees a hung page first (design: "A page that hangs or asks"), and dismisses what it asks but beforeunload. Errors: `browserCommandFailed` with the network reason; deadlineExceeded. */
  navigate(url: string, waitUntil: WaitUntil, call: Call): Promise<NavigationResult>;
  /** Waits until the main document (or the one that a started navigation brings) reaches `state`. */
  waitForLoad(state: WaitUntil, call: Call): Promise<void>;

  /**
   * Sends the pointer there. Resolves when the browser has begun with what it takes (Chromium) or the
   * page has felt it (Firefox); a page that is not painted hears of it late. Never rejects.
   */
  movePointer(point: Point): Promise<void>;
  /** Like all input it resolves when the page has handled it, a dialog opened, or the page closed by it. */
  click(point: Point, modifiers: readonly Modifier[], call: Call): Promise<void>;
  /** Types into the focused element as a keyboard would: key events for keys, inserted text otherwise. */
  typeText(text: string, call: Call): Promise<void>;
  /** One key by its DOM `key` value (`Enter`, `Backspace`, `a`), with modifiers held. */
  pressKey(key: string, modifiers: readonly Modifier[], call: Call): Promise<void>;

  /**
   * True: until the call's end the page's own script kept it from answering anything. False as soon
   * as it answers, or when something else is why it cannot (a dialog, a crash, a server that a
   * navigation waits for). Never rejects.
   */
  silent(call: Call): Promise<boolean>;
  screenshot(options: ScreenshotOptions, call: Call): Promise<Uint8Array>;
  /** Brings the page to the front of its window, so that it paints and takes input. */
  activate(call: Call): Promise<void>;
  /** Closes without asking beforeunload. Works on a hung page. Idempotent. */
  close(call: Call): Promise<void>;

  /** Requests in flight now, all frames. */
  requests(): readonly NetworkRequest[];
  /** Monotonic count of things that happened on the page: requests started, navigations started and committed. */
  activity(): PageActivity;
  /** Resolves at the next change of `activity()`, `requests()`, `dialog` or `gone`, or at the deadline; never rejects. */
  nextActivity(call: Call): Promise<void>;
}

export interface PageActivity {
  readonly requestsStarted: number;
  readonly requestsFinished: number;
  readonly navigationsStarted: number;
  readonly documentsCommitted: number;
  /** A main-frame navigation has started and not yet committed or failed. */
  readonly navigating: boolean;
  /** Pages that it has opened and that are not announced yet (`BrowserContext.onPopup`). */
  readonly popupsOpening: number;
  /** Load state of the main document. */
  readonly loadState: "loading" | "interactive" | "complete";
}

export interface ScreenshotOptions {
  readonly format: "png" | "jpeg" | "webp";
  readonly quality?: number;
  /** Whole document instead of the viewport. */
  readonly fullPage: boolean;
  /** CSS pixels; of the document with `fullPage`, of the viewport otherwise. */
  readonly clip?: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** 1: as it is; below 1: scaled down by the browser. */
  readonly scale: number;
}

export interface EngineFrame {
  readonly info: FrameInfo;
  /**
   * Runs one function of the page script in the frame's isolated realm, installing the script
   * where it is missing. Arguments are JSON; the answer is what the function returned or resolved to.
   */
  call<K extends keyof PageFunctions>(
    name: K,
    args: PageFunctions[K]["args"],
    call: Call,
  ): Promise<PageFunctions[K]["result"]>;
  /**
   * Tells this frame's realm which of its frame elements holds which child frame, for every child
   * not told yet: the page script then knows the element by the child's frame id.
   */
  linkChildren(call: Call): Promise<void>;
  /**
   * Hands closed shadow roots of the candidate hosts, which the page script holds under the given
   * numbers, to the page script. Engines without `closedShadowRoots` return 0 at once.
   * Returns how many roots were found.
   */
  linkClosedRoots(hosts: readonly number[], call: Call): Promise<number>;
}
