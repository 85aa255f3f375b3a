/** The sessions of one page: its own and one for each out-of-process frame, each set up before its document runs. */
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { FrameTreeNode } from "./protocol.ts";
import { REALM_NAME } from "./realm.ts";
import { Session } from "./session.ts";
import { release } from "./targets.ts";

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

export interface SessionSettings {
  readonly pageScript: string;
  /** Answers the proxy's challenge; null: the context has none. */
  readonly proxyLogin: ProxyLogin | null;
}

/** What hears of sessions; all run synchronously, before the session's first event. */
export interface SessionEvents {
  onSession(session: Session, targetId: string, isRoot: boolean): void;
  onTree(session: Session, tree: FrameTreeNode): void;
  onEnded(session: Session): void;
}

export class PageSessions {
  readonly #settings: SessionSettings;
  readonly #events: SessionEvents;
  readonly #children = new Map<string, Session>();

  constructor(settings: SessionSettings, events: SessionEvents) {
    this.#settings = settings;
    this.#events = events;
  }

  /** Sets the page's own session up and lets it run. Errors: those of its calls. */
  async start(session: Session, targetId: string): Promise<void> {
    await this.#start(session, targetId, true);
  }

  /** The page's target is gone or replaced. */
  end(): void {
    for (const [id, session] of this.#children) this.#endChild(id, session);
  }

  async #start(session: Session, targetId: string, isRoot: boolean): Promise<void> {
    const call = session.connection.within(BROWSER_CALL_MS);
    this.#events.onSession(session, targetId, isRoot);
    session.on("Target.attachedToTarget", (event) => {
      this.#attached(session, event.sessionId, event.targetInfo.type, event.targetInfo.targetId);
    });
    session.on("Target.detachedFromTarget", (event) => {
      const child = this.#children.get(event.sessionId);
      if (child !== undefined) this.#endChild(event.sessionId, child);
    });
    const { proxyLogin, pageScript } = this.#settings;
    answerChallenges(session, proxyLogin);
    const tree = session.send("Page.enable", {}, call)
      .then(() => session.send("Page.getFrameTree", {}, call));
    const prepared = Promise.all([
      tree,
      session.send("Inspector.enable", {}, call),
      session.send("Network.enable", {}, call),
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: pageScript,
        worldName: REALM_NAME,
        runImmediately: true,
      }, call),
      session.send("Target.setAutoAttach", {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: "iframe", exclude: false }],
      }, call),
      // Each page behaves as the focused one, whatever window is in front.
      session.send("Emulation.setFocusEmulationEnabled", { enabled: true }, call),
      session.send("Fetch.enable", {
        handleAuthRequests: true,
        ...(proxyLogin === null && { patterns: CHALLENGED }),
      }, call),
      session.send("Runtime.runIfWaitingForDebugger", {}, call),
    ]);
    const [{ frameTree }] = await prepared;
    this.#events.onTree(session, frameTree);
    // After the tree, so that the replayed events meet a known document.
    await session.send("Page.setLifecycleEventsEnabled", { enabled: true }, call);
  }

  #attached(parent: Session, sessionId: string, type: string, targetId: string): void {
    if (type !== "iframe") {
      release(parent, sessionId);
      return;
    }
    const session = new Session(parent.connection, sessionId);
    this.#children.set(sessionId, session);
    // It fails only when the frame or the page went away meanwhile, which their events tell.
    this.#start(session, targetId, false).catch(() => {});
  }

  #endChild(id: string, session: Session): void {
    this.#children.delete(id);
    session.end();
    this.#events.onEnded(session);
  }
}

/** Requests that sites ask a login for; each waits for our word, so the many others are left out. */
const CHALLENGED = ["Document", "XHR", "Fetch"].map((resourceType) => ({ resourceType }));

/**
 * Answers the proxy with the login. A website's own challenge is refused, so that the page gets its
 * 401: the browser's login window would take all input of the page, for ever.
 */
function answerChallenges(session: Session, login: ProxyLogin | null): void {
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.post("Fetch.continueRequest", { requestId }, BROWSER_CALL_MS);
  });
  const answered = new Set<string>();
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    // Asked again for the same request: the login is wrong, and asking on would never end.
    const known = login !== null && authChallenge.source === "Proxy" && !answered.has(requestId);
    const response = known
      ? { response: "ProvideCredentials", ...login } as const
      : { response: "CancelAuth" } as const;
    answered.add(requestId);
    session.post(
      "Fetch.continueWithAuth",
      { requestId, authChallengeResponse: response },
      BROWSER_CALL_MS,
    );
  });
}
