/**
 * A launched Chromium and its pipe. The pipe keeps the debug interface closed to other local users,
 * and the browser ends itself when we are gone.
 */
import type { Readable, Writable } from "node:stream";
import type { EngineGone } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { MAX_BROWSER_FRAME_BYTES } from "../src/model/limits.ts";
import type { Clock } from "../src/model/ports.ts";
import { BrowserProcess } from "../src/platform/browser_process.ts";
import { PipeCarrier } from "../src/rpc/carrier_pipe.ts";
import type { Carrier } from "../src/rpc/connection.ts";
import type { BrowserHost } from "./engine.ts";
import { chromiumFlags } from "./flags.ts";
import { sandboxState } from "./sandbox.ts";

export const PROFILE_PREFIX = "drover-chromium-";

export interface LaunchOptions {
  readonly path: string;
  readonly headed: boolean;
  readonly extraArguments: readonly string[];
  readonly clock: Clock;
}

export class LaunchedBrowser implements BrowserHost {
  readonly launched = true;
  readonly carrier: Carrier;
  readonly #process: BrowserProcess;

  private constructor(browser: BrowserProcess, input: Readable, output: Writable) {
    this.#process = browser;
    this.carrier = new PipeCarrier({ input, output, maxBytes: MAX_BROWSER_FRAME_BYTES });
  }

  get profileDir(): string {
    return this.#process.profileDir;
  }
  get pid(): number {
    return this.#process.pid;
  }

  /** Starts the process. Errors: browserLaunchFailed; cancelled before anything was started. */
  static async start(options: LaunchOptions, signal?: AbortSignal): Promise<LaunchedBrowser> {
    const browser = await BrowserProcess.start({
      profilePrefix: PROFILE_PREFIX,
      path: options.path,
      arguments: (profileDir) =>
        chromiumFlags({
          profileDir,
          headed: options.headed,
          sandboxed: sandboxState().sandboxed,
          extra: options.extraArguments,
        }),
      pipes: true,
      clock: options.clock,
    }, signal);
    const [, , , output, input] = browser.child.stdio;
    if (isWritable(output) && isReadable(input)) return new LaunchedBrowser(browser, input, output);
    await browser.end();
    throw new Failure("browserLaunchFailed", "The browser program was started without its pipes");
  }

  /** The launch did not come to a first answer: what the process said of it. */
  launchFailure(cause: unknown): Failure {
    return this.#process.launchFailure(cause);
  }

  async end(): Promise<void> {
    const ended = this.#process.end();
    this.carrier.close();
    await ended;
  }

  async ended(_connectionReason: string): Promise<EngineGone> {
    const message = await this.#process.howItEnded();
    // Whoever waits to hear of it does not wait for the clean-up; what it could not remove, the
    // watchdog and the next start do.
    this.end().catch(() => {});
    return { reason: "died", message };
  }
}

function isWritable(stream: unknown): stream is Writable {
  return typeof stream === "object" && stream !== null && "write" in stream;
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === "object" && stream !== null && "on" in stream;
}
