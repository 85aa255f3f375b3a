/** A launched Firefox. */
import type {
  BrowserContext,
  Engine,
  EngineGone,
  Feature,
  ProxySetting,
} from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, LAUNCH_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import type { Connection } from "../src/rpc/connection.ts";
import { FirefoxContext } from "./context.ts";
import { SANDBOX } from "./frames.ts";
import { Challenges, proxyCapability } from "./proxy.ts";
import { EVENTS } from "./protocol.ts";
import { Session } from "./session.ts";
import { Tabs } from "./tabs.ts";
import { Turns } from "./turns.ts";
import { Windows } from "./windows.ts";

/** The process behind the connection. */
export interface BrowserHost {
  /** Ends it and everything of it; resolves when nothing is left. Idempotent. */
  end(): Promise<void>;
  /** How it ended, asked once the connection has closed; begins to clean up what is left of it. */
  ended(): Promise<EngineGone>;
}

export interface EngineParts {
  readonly connection: Connection;
  readonly host: BrowserHost;
  readonly clock: Clock;
  readonly pageScript: string;
}

export class FirefoxEngine implements Engine {
  readonly kind = "firefox";
  readonly supports: ReadonlySet<Feature> = new Set<Feature>([
    "networkQuiet",
    "closedShadowRoots",
    "contextProxy",
    "rendererCrash",
  ]);
  readonly version: string;
  readonly gone: Promise<EngineGone>;
  readonly #parts: EngineParts;
  readonly #session: Session;
  readonly #tabs: Tabs;
  readonly #windows: Windows;
  readonly #turns: Turns;
  readonly #contexts = new Set<FirefoxContext>();
  #closing: Promise<void> | null = null;

  private constructor(
    parts: EngineParts,
    session: Session,
    tabs: Tabs,
    windows: Windows,
    turns: Turns,
    version: string,
  ) {
    this.#parts = parts;
    this.#session = session;
    this.#tabs = tabs;
    this.#windows = windows;
    this.#turns = turns;
    this.version = version;
    this.gone = parts.connection.closed.then(() => this.#onClosed());
  }

  /** Begins the one session that the browser takes. Errors: those of the calls. */
  static async start(parts: EngineParts, call: Call): Promise<FirefoxEngine> {
    const session = new Session(parts.connection);
    const bound = parts.connection.atMost(LAUNCH_MS, call);
    const { capabilities } = await session.send("session.new", {
      // Nobody could choose a file in the system's own window.
      capabilities: {
        alwaysMatch: { unhandledPromptBehavior: { default: "ignore", file: "dismiss" } },
      },
    }, bound);
    const tabs = new Tabs();
    const challenges = new Challenges(session);
    const turns = new Turns(parts.connection, parts.clock);
    const windows = new Windows(session, turns);
    session.listen((event) => {
      if (event.method === "network.authRequired") {
        challenges.on(event.params, tabs.ownerOf(event.params.context ?? "")?.proxyLogin ?? null);
        return;
      }
      tabs.onEvent(event);
      if (event.method === "browsingContext.contextDestroyed") windows.onGone(event.params.context);
    });
    await Promise.all([
      session.send("session.subscribe", { events: EVENTS }, bound),
      challenges.start(bound),
      windows.start(bound),
    ]);
    const { browserName, browserVersion } = capabilities;
    const name = browserName.charAt(0).toUpperCase() + browserName.slice(1);
    return new FirefoxEngine(parts, session, tabs, windows, turns, `${name}/${browserVersion}`);
  }

  async createContext(
    options: { readonly proxy?: ProxySetting },
    call: Call,
  ): Promise<BrowserContext> {
    const { connection, clock, pageScript } = this.#parts;
    const bound = connection.atMost(BROWSER_CALL_MS, call);
    const { proxy } = options;
    const { userContext } = await this.#session.send(
      "browser.createUserContext",
      proxy === undefined ? {} : { proxy: proxyCapability(proxy) },
      bound,
    );
    const context = new FirefoxContext(userContext, {
      session: this.#session,
      tabs: this.#tabs,
      windows: this.#windows,
      turns: this.#turns,
      clock,
      onClosed: (closed) => this.#contexts.delete(closed),
      proxyLogin: proxy?.username === undefined
        ? null
        : { username: proxy.username, password: proxy.password ?? "" },
    });
    this.#contexts.add(context);
    try {
      await Promise.all([
        this.#session.send("browser.setDownloadBehavior", {
          downloadBehavior: { type: "denied" },
          userContexts: [userContext],
        }, bound),
        this.#session.send("script.addPreloadScript", {
          functionDeclaration: `() => {${pageScript}\n}`,
          sandbox: SANDBOX,
          userContexts: [userContext],
        }, bound),
      ]);
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
    await this.#parts.host.end();
    this.#parts.connection.close();
    await this.gone;
  }

  async #onClosed(): Promise<EngineGone> {
    const fail = (message: string) => {
      const failure = new Failure("engineUnreachable", message);
      for (const context of this.#contexts) context.end({ reason: "engineGone" }, failure);
      this.#contexts.clear();
    };
    if (this.#closing !== null) {
      fail("The browser was closed");
      return { reason: "closed", message: "The browser was closed" };
    }
    const gone = await this.#parts.host.ended();
    fail(gone.message);
    return gone;
  }
}
