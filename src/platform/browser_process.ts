/**
 * A browser program that we have started: its process group, its temp profile, and the watchdog that
 * ends both when we are killed.
 */
import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { Failure } from "../model/error.ts";
import type { Clock } from "../model/ports.ts";
import { endProcess } from "./processes.ts";
import { keepOwned, makeOwnedDir, ownedDirName, removeDir, sweepStaleDirs } from "./temp_dirs.ts";
import { startWatchdog, type Watchdog } from "./watchdog.ts";

/** The exit status of a killed process comes after its connection breaks; waited for this long, milliseconds. */
const EXIT_MS = 1_000;
const STDERR_CHARS = 2_000;
/** Longest name of a folder under which the browser can still bind its own socket, bytes. */
const MAX_SOCKET_FOLDER_BYTES = 60;

export interface BrowserCommand {
  /** Begins the name of the profile folder, e.g. `drover-chromium-`. */
  readonly profilePrefix: string;
  readonly path: string;
  /** The arguments, once the folder is there; may put files into it. */
  arguments(profileDir: string): readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Two more pipes: 3 is read by the browser, 4 is written by it. */
  readonly pipes: boolean;
  readonly clock: Clock;
}

/** How the process ended. */
interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

export class BrowserProcess {
  readonly profileDir: string;
  readonly pid: number;
  readonly child: ChildProcess;
  readonly #watchdog: Watchdog;
  readonly #exited: Promise<Exit>;
  readonly #letGo: () => void;
  #stderr = "";
  #onStderr: (text: string) => void = () => {};
  #cleaned: Promise<void> | null = null;

  private constructor(child: ChildProcess, pid: number, profileDir: string, watchdog: Watchdog) {
    this.child = child;
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
      this.#onStderr(this.#stderr);
    });
  }

  /** Starts the process. Errors: browserLaunchFailed; cancelled before anything was started. */
  static async start(command: BrowserCommand, signal?: AbortSignal): Promise<BrowserProcess> {
    await sweep(command);
    if (signal?.aborted === true) throw new Failure("cancelled", "The launch was cancelled");
    const profileDir = ownedDirName(command.profilePrefix);
    // Before the folder is there: from its first moment on somebody removes it when we are killed.
    const watchdog = startWatchdog(profileDir);
    let args: readonly string[];
    try {
      makeOwnedDir(profileDir);
      args = command.arguments(profileDir);
    } catch (cause) {
      await removeDir(profileDir);
      watchdog.done();
      throw noFolder(cause);
    }
    try {
      const child = spawn(command.path, args, {
        detached: true,
        stdio: ["ignore", "ignore", "pipe", ...(command.pipes ? ["pipe", "pipe"] as const : [])],
        env: { ...browserEnvironment(profileDir), ...command.env },
      });
      const { pid } = child;
      if (pid === undefined) throw await startFailure(child);
      watchdog.guard(pid);
      return new BrowserProcess(child, pid, profileDir, watchdog);
    } catch (cause) {
      await removeDir(profileDir);
      watchdog.done();
      throw cause;
    }
  }

  /** Hears the end of what the process has said so far, at once and whenever it says more. */
  hearStderr(listener: (text: string) => void): void {
    this.#onStderr = listener;
    listener(this.#stderr);
  }

  /** Resolves when the process has ended. Never rejects. */
  async ended(): Promise<void> {
    await this.#exited;
  }

  /** The launch did not come to a first answer: what the process said of it. */
  launchFailure(cause: unknown): Failure {
    const said = this.#stderr.split("\n").findLast((line) => line.trim() !== "");
    const told = said === undefined ? "" : `: ${said.trim().slice(0, 300)}`;
    const { exitCode } = this.child;
    const ended = exitCode === null ? "" : ` (exit code ${exitCode})`;
    return new Failure("browserLaunchFailed", `The browser did not start${ended}${told}`, {
      cause,
    });
  }

  /** How it ended, for people; asked once its connection has closed. A process that lives has `ms`. */
  async howItEnded(ms = EXIT_MS): Promise<string> {
    const exit = await this.#exitedWithin(ms);
    if (exit === null) return "The browser closed its connection";
    if (exit.signal !== null) return `The browser process was ended by ${exit.signal}`;
    return `The browser process ended with exit code ${exit.code ?? "unknown"}`;
  }

  /**
   * Ends whatever is left of the process group, at once: the profile is thrown away, so there is
   * nothing that the browser should still save. Then removes the profile. Idempotent.
   */
  end(): Promise<void> {
    this.#cleaned ??= this.#clean();
    return this.#cleaned;
  }

  async #clean(): Promise<void> {
    this.#letGo();
    endProcess(this.pid, true);
    if (await this.#exitedWithin(EXIT_MS) !== null) this.#watchdog.groupEnded();
    this.child.stderr?.destroy();
    await removeDir(this.profileDir);
    this.#watchdog.done();
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
}

async function sweep({ profilePrefix, clock }: BrowserCommand): Promise<void> {
  try {
    await sweepStaleDirs(profilePrefix, clock.now());
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
