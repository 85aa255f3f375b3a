/** A running browser of others: we add our own contexts and leave the rest alone. */
import type { EngineGone } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { MAX_BROWSER_FRAME_BYTES } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { connectWebSocket } from "../src/rpc/carrier_websocket.ts";
import type { Carrier } from "../src/rpc/connection.ts";
import type { BrowserHost } from "./engine.ts";

export const ATTACHED_HOST: BrowserHost = {
  launched: false,
  // Nothing of it is ours but the contexts, which the engine closes and the browser drops with us.
  end: () => Promise.resolve(),
  ended: (reason: string): Promise<EngineGone> =>
    Promise.resolve({ reason: "disconnected", message: `The attached browser is gone: ${reason}` }),
};

/** Connects to `ws://…/devtools/browser/…` or to the debug port at `http://host:port`. Errors: browserLaunchFailed. */
export async function attach(endpoint: string, clock: Clock, call: Call): Promise<Carrier> {
  try {
    const url = await socketUrl(endpoint);
    return await connectWebSocket(url, { maxBytes: MAX_BROWSER_FRAME_BYTES, clock }, call);
  } catch (cause) {
    if (cause instanceof Failure && cause.code !== "engineUnreachable") throw cause;
    throw new Failure("browserLaunchFailed", "No browser answers at --browser-endpoint", {
      cause,
      repair: "Start it with --remote-debugging-port=PORT and give http://127.0.0.1:PORT.",
    });
  }
}

async function socketUrl(endpoint: string): Promise<string> {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url?.protocol === "ws:" || url?.protocol === "wss:") return endpoint;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Failure(
      "browserLaunchFailed",
      "--browser-endpoint is not a ws:// or http:// address",
    );
  }
  const secure = url.protocol === "https:";
  // Loaded only here: a launched browser does not need it.
  const { default: chrome } = await import("chrome-remote-interface");
  const version: unknown = await chrome.Version({
    host: url.hostname,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
  });
  if (
    typeof version === "object" && version !== null && "webSocketDebuggerUrl" in version &&
    typeof version.webSocketDebuggerUrl === "string"
  ) return version.webSocketDebuggerUrl;
  throw new Failure("engineUnreachable", "The endpoint is not a browser's debug port");
}
