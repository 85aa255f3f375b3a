/** The proxy of a user context, and the logins that proxies and sites ask for. */
import type { ProxySetting } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Events, ManualProxy } from "./protocol.ts";
import type { Session } from "./session.ts";

export interface ProxyLogin {
  readonly username: string;
  readonly password: string;
}

const PROXY_ASKS = 407;
/** Requests remembered as answered; the oldest leaves first. */
const MAX_ANSWERED = 256;

/** Errors: notSupported for a proxy that is spoken to over TLS, which the browser cannot be told by BiDi. */
export function proxyCapability({ server }: ProxySetting): ManualProxy {
  const { protocol, host } = new URL(server);
  if (protocol === "socks5:") {
    return { proxyType: "manual", socksProxy: host, socksVersion: 5 };
  }
  if (protocol === "http:") return { proxyType: "manual", httpProxy: host, sslProxy: host };
  throw new Failure("notSupported", "Firefox takes no proxy that is itself spoken to over https", {
    repair: "Use an http:// or socks5:// proxy, or the Chromium engine.",
  });
}

/**
 * Answers the proxy's challenge with the login of its context. A website's own is refused, so that
 * the page gets its 401: the browser's login window would hold up the page for ever.
 */
export class Challenges {
  readonly #session: Session;
  readonly #answered = new Set<string>();

  constructor(session: Session) {
    this.#session = session;
  }

  async start(call: Call): Promise<void> {
    await this.#session.send("network.addIntercept", { phases: ["authRequired"] }, call);
  }

  /** `login`: of the context whose request it is; null: it has none, or is not ours. */
  on(event: Events["network.authRequired"], login: ProxyLogin | null): void {
    if (!event.isBlocked) return;
    const { request } = event.request;
    // Asked again for the same request: the login is wrong, and asking on would never end.
    const known = login !== null && event.response.status === PROXY_ASKS &&
      !this.#answered.has(request);
    this.#answered.add(request);
    if (this.#answered.size > MAX_ANSWERED) {
      for (const oldest of [...this.#answered].slice(0, 1)) this.#answered.delete(oldest);
    }
    this.#session.post(
      "network.continueWithAuth",
      known
        ? { request, action: "provideCredentials", credentials: { type: "password", ...login } }
        : { request, action: "cancel" },
      BROWSER_CALL_MS,
    );
  }
}
