/** A Chromium browser, launched or attached. */
import type {
  BrowserContext,
  Engine,
  EngineGone,
  Feature,
  ProxySetting,
} from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import type { Connection } from "../src/rpc/connection.ts";
import { ChromiumContext } from "./context.ts";
import { Session } from "./session.ts";
import { Targets } from "./targets.ts";

/** The process behind the connection, or what stands for it. */
export interface BrowserHost {
  /** The process is ours: it is ended with the engine, and all its pages are ours. */
  readonly launched: boolean;
  /** Ends it and everything of it; resolves when nothing is left. Idempotent. */
  end(): Promise<void>;
  /** How it ended, asked once the connection has closed; begins to clean up what is left of it. */
  ended(connectionReason: string): Promise<EngineGone>;
}

export interface EngineParts {
  readonly connection: Connection;
  readonly host: BrowserHost;
  readonly clock: Clock;
  readonly pageScript: string;
}

export class ChromiumEngine implements Engine {
  readonly kind = "chromium";
  readonly supports: ReadonlySet<Feature> = new Set<Feature>([
    "networkQuiet",
    "closedShadowRoots",
    "contextProxy",
    "rendererCrash",
  ]);
  readonly version: string;
  readonly gone: Promise<EngineGone>;
  readonly #parts: EngineParts;
  readonly #browser: Session;
  readonly #targets: Targets;
  readonly #contexts = new Set<ChromiumContext>();
  #closing: Promise<void> | null = null;

  private constructor(parts: EngineParts, browser: Session, targets: Targets, version: string) {
    this.#parts = parts;
    this.#browser = browser;
    this.#targets = targets;
    this.version = version;
    this.gone = parts.connection.closed.then((reason) => this.#onClosed(reason));
  }

  /** Shakes hands with the browser. On failure nothing of it is left. */
  static async start(parts: EngineParts, call: Call): Promise<ChromiumEngine> {
    const browser = new Session(parts.connection, null);
    const targets = new Targets(browser);
    try {
      const [{ product }] = await Promise.all([
        browser.send("Browser.getVersion", {}, call),
        targets.start(parts.host.launched, call),
      ]);
      return new ChromiumEngine(parts, browser, targets, product);
    } catch (cause) {
      await parts.host.end();
      throw cause;
    }
  }

  async createContext(
    options: { readonly proxy?: ProxySetting },
    call: Call,
  ): Promise<BrowserContext> {
    const { connection, clock, pageScript } = this.#parts;
    const bound = connection.atMost(BROWSER_CALL_MS, call);
    const { proxy } = options;
    const { browserContextId } = await this.#browser.send("Target.createBrowserContext", {
      disposeOnDetach: true,
      // Chromium keeps local addresses off a proxy by default; a set proxy is to see everything.
      ...(proxy === undefined ? {} : { proxyServer: proxy.server, proxyBypassList: "<-loopback>" }),
    }, bound);
    const context = new ChromiumContext(browserContextId, {
      browser: this.#browser,
      targets: this.#targets,
      clock,
      pageScript,
      proxyLogin: proxy?.username === undefined
        ? null
        : { username: proxy.username, password: proxy.password ?? "" },
      onClosed: (closed) => this.#contexts.delete(closed),
    });
    this.#contexts.add(context);
    try {
      await this.#browser.send(
        "Browser.setDownloadBehavior",
        { behavior: "deny", browserContextId },
        bound,
      );
    } catch (cause) {
      // Told by `cause`; what could not be set up is not to stay behind.
      await context.close(connection.within(BROWSER_CALL_MS)).catch(() => {});
      throw cause;
    }
    return context;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    if (!this.#parts.host.launched && !this.#parts.connection.isClosed) {
      const call = this.#parts.connection.within(BROWSER_CALL_MS);
      // A context that cannot be closed now goes with the connection (disposeOnDetach).
      await Promise.allSettled([...this.#contexts].map((context) => context.close(call)));
    }
    await this.#parts.host.end();
    this.#parts.connection.close();
    await this.gone;
  }

  async #onClosed(reason: string): Promise<EngineGone> {
    const fail = (message: string) => {
      const failure = new Failure("engineUnreachable", message);
      for (const context of this.#contexts) context.end({ reason: "engineGone" }, failure);
      this.#contexts.clear();
    };
    if (this.#closing !== null) {
      fail("The browser was closed");
      return { reason: "closed", message: "The browser was closed" };
    }
    const gone = await this.#parts.host.ended(reason);
    fail(gone.message);
    return gone;
  }
}
