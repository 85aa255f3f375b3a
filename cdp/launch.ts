/**
 * A launched Chromium: its process group, its temp profile, its pipe. The pipe keeps the debug
 * interface closed to other local users, and the browser ends itself when we are gone.
 */
import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import process from "node:process";
import type { EngineGone } from "../src/engine/engine.ts";
import { Failure } from "../src/model/error.ts";
import { MAX_BROWSER_FRAME_BYTES } from "../src/model/limits.ts";
import type { Clock } from "../src/model/ports.ts";
import { endProcess } from "../src/platform/processes.ts";
import {
  keepOwned,
  makeOwnedDir,
  ownedDirName,
  removeDir,
  sweepStaleDirs,
} from "../src/platform/temp_dirs.ts";
import { startWatchdog, type Watchdog } from "../src/platform/watchdog.ts";
import { PipeCarrier } from "../src/rpc/carrier_pipe.ts";
import type { Carrier } from "../src/rpc/connection.ts";
import type { BrowserHost } from "./engine.ts";
import { chromiumFlags } from "./flags.ts";
import { sandboxState } from "./sandbox.ts";

export const PROFILE_PREFIX = "drover-chromium-";
/** The exit status of a killed process comes after its pipe breaks; waited for this long, milliseconds. */
const EXIT_MS = 1_000;
const STDERR_CHARS = 2_000;
/** Longest name of a folder under which the browser can still bind its own socket, bytes. */
const MAX_SOCKET_FOLDER_BYTES = 60;

export interface LaunchOptions {
  readonly path: string;
  readonly headed: boolean;
  readonly extraArguments: readonly string[];
  readonly clock: Clock;
}

/** How the process ended. */
interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export class LaunchedBrowser implements BrowserHost {
  readonly launched = true;
  readonly carrier: Carrier;
  readonly profileDir: string;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #watchdog: Watchdog;
  readonly #exited: Promise<Exit>;
  readonly #letGo: () => void;
  #stderr = "";
  #cleaned: Promise<void> | null = null;

  private constructor(
    child: ChildProcess,
    pid: number,
    streams: { readonly input: Readable; readonly output: Writable },
    profileDir: string,
    watchdog: Watchdog,
  ) {
    this.#child = child;
    this.pid = pid;
    this.profileDir = profileDir;
    this.#watchdog = watchdog;
    this.#letGo = keepOwned(profileDir);
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }));
    });
    child.stderr?.setEncoding("utf8");
    child.stderr?.on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS);
    });
    this.carrier = new PipeCarrier({ ...streams, maxBytes: MAX_BROWSER_FRAME_BYTES });
  }

  /** Starts the process. Errors: browserLaunchFailed; cancelled before anything was started. */
  static async start(options: LaunchOptions, signal?: AbortSignal): Promise<LaunchedBrowser> {
    await sweep(options.clock);
    if (signal?.aborted === true) throw new Failure("cancelled", "The launch was cancelled");
    const profileDir = ownedDirName(PROFILE_PREFIX);
    // Before the folder is there: from its first moment on somebody removes it when we are killed.
    const watchdog = startWatchdog(profileDir);
    try {
      makeProfile(profileDir);
    } catch (cause) {
      watchdog.done();
      throw cause;
    }
    try {
      const child = spawn(
        options.path,
        chromiumFlags({
          profileDir,
          headed: options.headed,
          sandboxed: sandboxState().sandboxed,
          extra: options.extraArguments,
        }),
        {
          detached: true,
          stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
          env: browserEnvironment(profileDir),
        },
      );
      const { pid } = child;
      const [, , , output, input] = child.stdio;
      if (pid === undefined || !isWritable(output) || !isReadable(input)) {
        throw await startFailure(child);
      }
      watchdog.guard(pid);
      return new LaunchedBrowser(child, pid, { input, output }, profileDir, watchdog);
    } catch (cause) {
      await removeDir(profileDir);
      watchdog.done();
      throw cause;
    }
  }

  /** The launch did not come to a first answer: what the process said of it. */
  launchFailure(cause: unknown): Failure {
    const said = this.#stderr.split("\n").findLast((line) => line.trim() !== "");
    const told = said === undefined ? "" : `: ${said.trim().slice(0, 300)}`;
    const { exitCode } = this.#child;
    const ended = exitCode === null ? "" : ` (exit code ${exitCode})`;
    return new Failure("browserLaunchFailed", `The browser did not start${ended}${told}`, {
      cause,
    });
  }

  /** At once: the profile is thrown away, so there is nothing that the browser should still save. */
  async end(): Promise<void> {
    await this.#cleanUp();
  }

  async ended(_connectionReason: string): Promise<EngineGone> {
    const exit = await this.#exitedWithin(EXIT_MS);
    // Whoever waits to hear of it does not wait for the clean-up; what it could not remove, the
    // watchdog and the next start do.
    this.#cleanUp().catch(() => {});
    return { reason: "died", message: describeExit(exit) };
  }

  async #exitedWithin(ms: number): Promise<Exit | null> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ms);
    });
    const exit = await Promise.race([this.#exited, late]);
    clearTimeout(timer);
    return exit;
  }

  /** Ends whatever is left of the process group, then removes the profile. */
  #cleanUp(): Promise<void> {
    this.#cleaned ??= this.#clean();
    return this.#cleaned;
  }

  async #clean(): Promise<void> {
    this.#letGo();
    endProcess(this.pid, true);
    this.carrier.close();
    if (await this.#exitedWithin(EXIT_MS) !== null) this.#watchdog.groupEnded();
    this.#child.stderr?.destroy();
    await removeDir(this.profileDir);
    this.#watchdog.done();
  }
}

async function sweep(clock: Clock): Promise<void> {
  try {
    await sweepStaleDirs(PROFILE_PREFIX, clock.now());
  } catch (cause) {
    throw noFolder(cause);
  }
}

function makeProfile(dir: string): void {
  try {
    makeOwnedDir(dir);
  } catch (cause) {
    throw noFolder(cause);
  }
}

function noFolder(cause: unknown): Failure {
  return new Failure(
    "browserLaunchFailed",
    "The folder for temporary files takes no browser profile",
    { cause, repair: "Point TMPDIR to a folder that exists, may be written and has room." },
  );
}

/**
 * What the browser puts among the temporary files goes with its profile, also when it is killed.
 * Where the folder's name is too long for the browser's socket (macOS), it keeps the usual one.
 */
function browserEnvironment(profileDir: string): NodeJS.ProcessEnv {
  const fits = Buffer.byteLength(profileDir) <= MAX_SOCKET_FOLDER_BYTES;
  return fits ? { ...process.env, TMPDIR: profileDir } : process.env;
}

function describeExit(exit: Exit | null): string {
  if (exit === null) return "The browser closed its connection";
  if (exit.signal !== null) return `The browser process was ended by ${exit.signal}`;
  return `The browser process ended with exit code ${exit.code ?? "unknown"}`;
}

function isWritable(stream: unknown): stream is Writable {
  return typeof stream === "object" && stream !== null && "write" in stream;
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === "object" && stream !== null && "on" in stream;
}

/** Why the program could not even be started; its error comes as an event. */
async function startFailure(child: ChildProcess): Promise<Failure> {
  const cause = await new Promise<unknown>((resolve) => {
    child.once("error", resolve);
    child.once("exit", resolve);
  });
  return new Failure(
    "browserLaunchFailed",
    `The browser program could not be started on ${process.platform}`,
    { cause },
  );
}
