/**
 * The scripted engine: a browser without a browser, for tests of everything above the engine
 * contract. Deterministic, no I/O; time passes only by the clock it is given.
 */
import { Failure } from "../model/error.ts";
import type { Call, Clock } from "../model/ports.ts";
import type {
  BrowserContext,
  Engine,
  EngineGone,
  EngineLauncher,
  EnginePage,
  Feature,
  ProxySetting,
  ScreenshotOptions,
} from "./engine.ts";
import type { ScriptedSite } from "./scripted_document.ts";
import { ScriptedPage } from "./scripted_page.ts";

export interface ScriptedOptions {
  readonly clock: Clock;
  readonly site: ScriptedSite;
  /** Default: all of them. */
  readonly supports?: readonly Feature[];
  readonly screenshot?: (options: ScreenshotOptions) => Uint8Array;
}

interface EngineOptions extends ScriptedOptions {
  readonly nextId: () => string;
  readonly failPages: () => Failure | null;
}

const ALL: readonly Feature[] = [
  "networkQuiet",
  "closedShadowRoots",
  "contextProxy",
  "rendererCrash",
];

/** Starts scripted browsers and keeps them, so that a test can reach into them. */
export class ScriptedLauncher implements EngineLauncher {
  readonly kind = "scripted";
  readonly engines: ScriptedEngine[] = [];
  /** The next launches fail with these, first one first. */
  readonly failures: Failure[] = [];
  /** Pages cannot be opened for this reason. */
  failPages: Failure | null = null;
  /** Launches take this long, milliseconds. */
  launchMs = 0;
  readonly #options: ScriptedOptions;
  #ids = 0;

  constructor(options: ScriptedOptions) {
    this.#options = options;
  }

  async launch(call: Call): Promise<Engine> {
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    if (this.launchMs > 0) await this.#options.clock.sleep(this.launchMs, call.signal);
    if (call.signal?.aborted === true) throw new Failure("cancelled", "Cancelled");
    const engine = new ScriptedEngine({
      ...this.#options,
      nextId: () => `s${this.#ids++}`,
      failPages: () => this.failPages,
    });
    this.engines.push(engine);
    return engine;
  }

  /** Every page of the running browser, in order of opening. */
  get pages(): readonly ScriptedPage[] {
    return this.engines.at(-1)?.contexts.flatMap((context) => context.pages) ?? [];
  }

  /** The page opened last. */
  get page(): ScriptedPage {
    const page = this.pages.at(-1);
    if (page === undefined) throw new Failure("internal", "No page is open");
    return page;
  }
}

export class ScriptedEngine implements Engine {
  readonly kind = "scripted";
  readonly version = "Scripted/1.0";
  readonly supports: ReadonlySet<Feature>;
  readonly gone: Promise<EngineGone>;
  readonly contexts: ScriptedContext[] = [];
  readonly #options: EngineOptions;
  #end: (gone: EngineGone) => void = () => {};
  #over = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.supports = new Set(options.supports ?? ALL);
    this.gone = new Promise((resolve) => (this.#end = resolve));
  }

  createContext(options: { readonly proxy?: ProxySetting }, _call: Call): Promise<BrowserContext> {
    if (this.#over) {
      return Promise.reject(new Failure("engineUnreachable", "Browser is gone"));
    }
    const context = new ScriptedContext(options.proxy ?? null, this.#options);
    this.contexts.push(context);
    return Promise.resolve(context);
  }

  close(): Promise<void> {
    this.#finish({ reason: "closed", message: "Browser was closed" });
    return Promise.resolve();
  }

  /** The process dies. */
  die(message: string): void {
    this.#finish({ reason: "died", message });
  }

  #finish(gone: EngineGone): void {
    if (this.#over) return;
    this.#over = true;
    for (const context of this.contexts) {
      for (const page of context.pages) page.end("engineGone");
    }
    this.#end(gone);
  }
}

export class ScriptedContext implements BrowserContext {
  readonly proxy: ProxySetting | null;
  readonly pages: ScriptedPage[] = [];
  closed = false;
  readonly #options: EngineOptions;
  #onPopup: (popup: EnginePage) => void = () => {};

  constructor(proxy: ProxySetting | null, options: EngineOptions) {
    this.proxy = proxy;
    this.#options = options;
  }

  openPage(_call: Call): Promise<EnginePage> {
    const failure = this.#options.failPages();
    if (failure !== null) return Promise.reject(failure);
    return Promise.resolve(this.#open(null));
  }

  onPopup(listener: (popup: EnginePage) => void): void {
    this.#onPopup = listener;
  }

  close(_call: Call): Promise<void> {
    this.closed = true;
    for (const page of this.pages) page.end("closed");
    return Promise.resolve();
  }

  #open(opener: ScriptedPage | null): ScriptedPage {
    const { clock, site, nextId, screenshot = picture } = this.#options;
    const page = new ScriptedPage(nextId(), opener, {
      clock,
      site,
      nextId,
      screenshot,
      openPopup: (from, url) => {
        const popup = this.#open(from);
        popup.load(site(url) ?? { url, title: "", elements: [] });
        this.#onPopup(popup);
        return popup;
      },
    });
    this.pages.push(page);
    return page;
  }
}

/** The head of a PNG as large as asked for: enough to read its size. */
function picture(options: ScreenshotOptions): Uint8Array {
  const width = Math.round((options.clip?.width ?? 800) * options.scale);
  const height = Math.round(
    (options.clip?.height ?? (options.fullPage ? 3000 : 600)) * options.scale,
  );
  const bytes = new Uint8Array(33);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x89504e47);
  view.setUint32(4, 0x0d0a1a0a);
  view.setUint32(8, 13);
  view.setUint32(12, 0x49484452);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
}
