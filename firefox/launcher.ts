/** The door of this room: launches a Firefox. */
import type { Engine, EngineLauncher } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { Connection } from "../src/rpc/connection.ts";
import { chooseFirefox } from "./discovery.ts";
import { FirefoxEngine } from "./engine.ts";
import { LaunchedFirefox } from "./launch.ts";

export interface FirefoxOptions {
  readonly clock: Clock;
  /** Source of the page script (`snapshot/page.gen.ts`). */
  readonly pageScript: string;
  /** `--browser-path` */
  readonly browserPath?: string;
  /** `--browser-arg`, each as it stands. */
  readonly browserArguments?: readonly string[];
  /** With a window on the screen; default: headless. */
  readonly headed?: boolean;
}

export function firefoxLauncher(options: FirefoxOptions): EngineLauncher {
  return { kind: "firefox", launch: (call) => launch(options, call) };
}

async function launch(options: FirefoxOptions, call: Call): Promise<Engine> {
  const { path } = chooseFirefox(options.browserPath);
  const { clock, pageScript } = options;
  const host = await LaunchedFirefox.start({
    path,
    headed: options.headed ?? false,
    extraArguments: options.browserArguments ?? [],
    clock,
  }, call.signal);
  try {
    const connection = new Connection(await host.connect(call), clock);
    return await FirefoxEngine.start({ connection, host, clock, pageScript }, call);
  } catch (cause) {
    const failure = host.launchFailure(cause);
    await host.end();
    throw cause instanceof Failure && cause.code === "cancelled" ? cause : failure;
  }
}
