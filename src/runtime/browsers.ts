/** One shared browser process per engine kind: started when first needed, anew after it died. */
import type { Engine, EngineGone, EngineKind, EngineLauncher } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";
import { LAUNCH_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { freshCall, race } from "./calls.ts";

export class Browsers {
  readonly #clock: Clock;
  readonly #launchers: ReadonlyMap<EngineKind, EngineLauncher>;
  readonly #running = new Map<EngineKind, Promise<Engine>>();
  readonly #onGone: (engine: Engine, gone: EngineGone) => void;
  /** Aborts when the gateway closes: a browser that is just starting is not waited for. */
  readonly #closing = new AbortController();

  constructor(
    launchers: readonly EngineLauncher[],
    clock: Clock,
    onGone: (engine: Engine, gone: EngineGone) => void,
  ) {
    this.#clock = clock;
    this.#launchers = new Map(launchers.map((launcher) => [launcher.kind, launcher]));
    this.#onGone = onGone;
  }

  /** The kind used when none is asked for: the first launcher's. */
  get defaultKind(): EngineKind {
    const first = this.#launchers.keys().next();
    if (first.done === true) {
      throw new Failure("browserLaunchFailed", "No browser engine is set up");
    }
    return first.value;
  }

  /** Errors: notSupported for a kind without a launcher; browserLaunchFailed; the call's end. */
  get(kind: EngineKind, call: Call): Promise<Engine> {
    return race(this.#clock, call, this.#start(kind), "Browser did not start in time");
  }

  /** Starts the default browser in the background, if there is none. */
  warm(): void {
    if (this.#launchers.size === 0 || this.#closing.signal.aborted) return;
    // A failed start is forgotten: the call that needs the browser starts it again and reports.
    this.#start(this.defaultKind).catch(() => {});
  }

  /** Ends every browser; later calls are refused. */
  async close(): Promise<void> {
    this.#closing.abort();
    const engines = await Promise.allSettled(this.#running.values());
    await Promise.all(
      engines.map((engine) => engine.status === "fulfilled" ? engine.value.close() : undefined),
    );
  }

  #start(kind: EngineKind): Promise<Engine> {
    if (this.#closing.signal.aborted) {
      return Promise.reject(new Failure("browserLaunchFailed", "The gateway is shutting down"));
    }
    const running = this.#running.get(kind);
    if (running !== undefined) return running;
    const launcher = this.#launchers.get(kind);
    if (launcher === undefined) {
      return Promise.reject(
        new Failure("notSupported", `Engine ${kind} is not available in this gateway`, {
          repair: "Leave engine out to use the default one.",
        }),
      );
    }
    // The launch serves all callers, so no single caller's deadline or cancellation ends it.
    const launched = this.#launch(launcher);
    this.#running.set(kind, launched);
    return launched;
  }

  async #launch(launcher: EngineLauncher): Promise<Engine> {
    let engine: Engine;
    try {
      const { deadline } = freshCall(this.#clock, LAUNCH_MS);
      engine = await launcher.launch({ deadline, signal: this.#closing.signal });
    } catch (error) {
      this.#running.delete(launcher.kind);
      throw error;
    }
    void engine.gone.then((gone) => {
      this.#running.delete(launcher.kind);
      this.#onGone(engine, gone);
    });
    return engine;
  }
}
