/**
 * A launched Firefox and the socket of its remote agent. The agent takes one session at a time and no
 * caller with an Origin header; the port is the system's choice and lives as long as the process.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineGone } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { LAUNCH_MS, MAX_BROWSER_FRAME_BYTES } from "../src/model/limits.ts";
import type { Call, Clock } from "../src/model/ports.ts";
import { BrowserProcess } from "../src/platform/browser_process.ts";
import { connectWebSocket } from "../src/rpc/carrier_websocket.ts";
import type { Carrier } from "../src/rpc/connection.ts";
import { firefoxArguments, userPrefs } from "./prefs.ts";

export const PROFILE_PREFIX = "drover-firefox-";
/** What the browser says on stderr when its agent can be spoken to. */
const LISTENING = /WebDriver BiDi listening on (ws:\/\/127\.0\.0\.1:\d+)\s/;
/** A browser whose socket has closed and which still lives is not waited for longer, milliseconds. */
const LIVING_MS = 400;
/** The screen of a headless browser, CSS pixels. */
const SCREEN = { width: 1_280, height: 900 } as const;

export interface LaunchOptions {
  readonly path: string;
  readonly headed: boolean;
  readonly extraArguments: readonly string[];
  readonly clock: Clock;
}

export class LaunchedFirefox {
  readonly #process: BrowserProcess;
  readonly #clock: Clock;

  private constructor(browser: BrowserProcess, clock: Clock) {
    this.#process = browser;
    this.#clock = clock;
  }

  get profileDir(): string {
    return this.#process.profileDir;
  }
  get pid(): number {
    return this.#process.pid;
  }

  /** Starts the process. Errors: browserLaunchFailed; cancelled before anything was started. */
  static async start(options: LaunchOptions, signal?: AbortSignal): Promise<LaunchedFirefox> {
    const browser = await BrowserProcess.start({
      profilePrefix: PROFILE_PREFIX,
      path: options.path,
      arguments: (profileDir) => {
        writeFileSync(join(profileDir, "user.js"), userPrefs());
        return firefoxArguments({
          profileDir,
          headed: options.headed,
          extra: options.extraArguments,
        });
      },
      env: {
        MOZ_CRASHREPORTER_DISABLE: "1",
        MOZ_HEADLESS_WIDTH: String(SCREEN.width),
        MOZ_HEADLESS_HEIGHT: String(SCREEN.height),
      },
      pipes: false,
      clock: options.clock,
    }, signal);
    return new LaunchedFirefox(browser, options.clock);
  }

  /** Connects to the agent as soon as it listens. Errors: browserLaunchFailed, cancelled, deadlineExceeded. */
  async connect(call: Call): Promise<Carrier> {
    const url = `${await this.#address(call)}/session`;
    const options = { maxBytes: MAX_BROWSER_FRAME_BYTES, clock: this.#clock };
    return await connectWebSocket(url, options, call);
  }

  /** The launch did not come to a first answer: what the process said of it. */
  launchFailure(cause: unknown): Failure {
    return this.#process.launchFailure(cause);
  }

  end(): Promise<void> {
    return this.#process.end();
  }

  async ended(): Promise<EngineGone> {
    const message = await this.#process.howItEnded(LIVING_MS);
    // Whoever waits to hear of it does not wait for the clean-up; what it could not remove, the
    // watchdog and the next start do.
    this.end().catch(() => {});
    return { reason: "died", message };
  }

  async #address(call: Call): Promise<string> {
    const listening = Promise.withResolvers<string>();
    this.#process.hearStderr((said) => {
      const address = LISTENING.exec(said)?.[1];
      if (address !== undefined) listening.resolve(address);
    });
    void this.#process.ended().then(() =>
      listening.reject(new Failure("browserLaunchFailed", "The browser ended at its start"))
    );
    const late = new AbortController();
    const stop = () => late.abort();
    call.signal?.addEventListener("abort", stop);
    const left = Math.min(LAUNCH_MS, call.deadline - this.#clock.monotonic());
    const over = this.#clock.sleep(left, late.signal).then(() => {
      throw call.signal?.aborted === true
        ? new Failure("cancelled", "The launch was cancelled")
        : new Failure("browserLaunchFailed", "The browser did not begin to listen in time");
    });
    // The one that loses has no reader.
    over.catch(() => {});
    listening.promise.catch(() => {});
    try {
      return await Promise.race([listening.promise, over]);
    } finally {
      call.signal?.removeEventListener("abort", stop);
      late.abort();
    }
  }
}
