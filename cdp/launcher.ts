/** The door of this room: launches a Chromium or attaches to one. */
import type { Engine, EngineLauncher } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { LAUNCH_MS } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { Connection } from "../src/rpc/connection.ts";
import { attach, ATTACHED_HOST } from "./attach.ts";
import { chooseBrowser } from "./discovery.ts";
import { ChromiumEngine } from "./engine.ts";
import { LaunchedBrowser } from "./launch.ts";

export interface ChromiumOptions {
  readonly clock: Clock;
  /** Source of the page script (`snapshot/page.gen.ts`). */
  readonly pageScript: string;
  /** `--browser-path` */
  readonly browserPath?: string;
  /** `--browser-endpoint`: attach instead of launching. */
  readonly browserEndpoint?: string;
  /** `--browser-arg`, each as it stands. */
  readonly browserArguments?: readonly string[];
  /** With a window on the screen; default: headless. */
  readonly headed?: boolean;
}

export function chromiumLauncher(options: ChromiumOptions): EngineLauncher {
  return {
    kind: "chromium",
    launch: (call) =>
      options.browserEndpoint === undefined
        ? launch(options, call)
        : attachTo(options.browserEndpoint, options, call),
  };
}

async function launch(options: ChromiumOptions, call: Call): Promise<Engine> {
  const { path } = chooseBrowser(options.browserPath);
  const { clock, pageScript } = options;
  const host = await LaunchedBrowser.start({
    path,
    headed: options.headed ?? false,
    extraArguments: options.browserArguments ?? [],
    clock,
  }, call.signal);
  const connection = new Connection(host.carrier, clock);
  try {
    const bound = connection.atMost(LAUNCH_MS, call);
    return await ChromiumEngine.start({ connection, host, clock, pageScript }, bound);
  } catch (cause) {
    if (cause instanceof Failure && cause.code === "cancelled") throw cause;
    throw host.launchFailure(cause);
  }
}

async function attachTo(endpoint: string, options: ChromiumOptions, call: Call): Promise<Engine> {
  const { clock, pageScript } = options;
  const connection = new Connection(await attach(endpoint, clock, call), clock);
  try {
    const bound = connection.atMost(LAUNCH_MS, call);
    return await ChromiumEngine.start(
      { connection, host: ATTACHED_HOST, clock, pageScript },
      bound,
    );
  } catch (cause) {
    connection.close();
    throw cause;
  }
}
