/** A running browser of others: we add our own contexts and leave the rest alone. */
import type { EngineGone } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, MAX_BROWSER_FRAME_BYTES } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { connectWebSocket } from "../src/rpc/carrier_websocket.ts";
import type { Carrier } from "../src/rpc/connection.ts";
import { debugSocketUrl } from "./debug_port.ts";
import type { BrowserHost } from "./engine.ts";

export const ATTACHED_HOST: BrowserHost = {
  launched: false,
  // Nothing of it is ours but the contexts, which the engine closes and the browser drops with us.
  end: () => Promise.resolve(),
  ended: (reason: string): Promise<EngineGone> =>
    Promise.resolve({ reason: "disconnected", message: `The attached browser is gone: ${reason}` }),
};

/**
 * Connects to `ws://…/devtools/browser/…` or to the debug port at `http://host:port`, in 10
 * seconds at most. Errors: browserLaunchFailed, cancelled.
 */
export async function attach(endpoint: string, clock: Clock, call: Call): Promise<Carrier> {
  const deadline = Math.min(call.deadline, clock.monotonic() + BROWSER_CALL_MS);
  const bound = call.signal === undefined ? { deadline } : { deadline, signal: call.signal };
  try {
    const url = await socketUrl(endpoint, clock, bound);
    return await connectWebSocket(url, { maxBytes: MAX_BROWSER_FRAME_BYTES, clock }, bound);
  } catch (cause) {
    if (call.signal?.aborted === true) {
      throw new Failure("cancelled", "The launch was cancelled", { cause });
    }
    if (cause instanceof Failure && cause.code === "browserLaunchFailed") throw cause;
    throw new Failure("browserLaunchFailed", "No browser answers at --browser-endpoint", {
      cause,
      repair: "Start it with --remote-debugging-port=PORT and give http://127.0.0.1:PORT.",
    });
  }
}

async function socketUrl(endpoint: string, clock: Clock, call: Call): Promise<string> {
  const url = URL.parse(endpoint);
  if (url?.protocol === "ws:" || url?.protocol === "wss:") return endpoint;
  if (url?.protocol === "http:" || url?.protocol === "https:") {
    return await debugSocketUrl(url, clock, call);
  }
  throw new Failure(
    "browserLaunchFailed",
    "--browser-endpoint is not a ws:// or http:// address",
  );
}
