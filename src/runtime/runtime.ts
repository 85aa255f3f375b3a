/** The running gateway behind the tools: composed here, reached by `ToolRuntime`. */
import type { Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import { MIN_DEADLINE_MS } from "../model/limits.ts";
import type {
  CommandReply,
  ExecuteRequest,
  HandleRegistry,
  PageOpenResult,
  RuntimeInfo,
  SessionOptions,
  SessionState,
  ToolRuntime,
  WorkflowStartResult,
} from "../registry/runtime.ts";
import { Browsers } from "./browsers.ts";
import { joinSignals } from "./calls.ts";
import { Executor } from "./executor.ts";
import { openPage } from "./page_open.ts";
import type { RuntimePorts } from "./ports.ts";
import { Sessions } from "./sessions.ts";
import { startWorkflow } from "./workflow.ts";

export interface Runtime extends ToolRuntime {
  /** Starts the browser in the background; asked for at the first `tools/call`. */
  warm(): void;
  /** Cancels what is running and ends every browser. Idempotent. */
  close(): Promise<void>;
}

export function createRuntime(ports: RuntimePorts): Runtime {
  return new Gateway(ports);
}

class Gateway implements Runtime {
  readonly #ports: RuntimePorts;
  readonly #browsers: Browsers;
  readonly #sessions: Sessions;
  readonly #executor: Executor;
  readonly #shutdown = new AbortController();
  readonly #startedAt: number;
  #closing: Promise<void> | null = null;

  constructor(ports: RuntimePorts) {
    this.#ports = ports;
    this.#startedAt = ports.clock.monotonic();
    this.#browsers = new Browsers(
      ports.engines,
      ports.clock,
      (engine, gone) => this.#sessions.engineGone(engine, gone.message),
    );
    this.#sessions = new Sessions(ports.clock, ports.ids, this.#browsers);
    this.#executor = new Executor(ports, this.#sessions, this.#shutdown.signal);
  }

  warm(): void {
    this.#browsers.warm();
  }

  close(): Promise<void> {
    this.#shutdown.abort();
    this.#closing ??= this.#browsers.close();
    return this.#closing;
  }

  execute(request: ExecuteRequest): Promise<CommandReply> {
    return this.#executor.execute(request);
  }

  info(principal: Principal): RuntimeInfo {
    const { clock, version } = this.#ports;
    const { expiresAt } = principal;
    return {
      version,
      capabilities: [],
      active_sessions: this.#sessions.size,
      queued_jobs: 0,
      uptime_ms: Math.round(clock.monotonic() - this.#startedAt),
      credentialExpiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    };
  }

  async createSession(
    options: SessionOptions,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<SessionState> {
    this.#refuseClosed();
    const joined = joinSignals(signal, this.#shutdown.signal);
    try {
      const deadline = this.#ports.clock.monotonic() + MIN_DEADLINE_MS;
      const call = { deadline, signal: joined.signal };
      return (await this.#sessions.create(options, principal, call)).state();
    } finally {
      joined.release();
    }
  }

  listSessions(principal: Principal): readonly SessionState[] {
    return this.#sessions.list(principal).map((session) => session.state());
  }

  async closeSession(sessionId: string, principal: Principal): Promise<void> {
    await this.#sessions.close(this.#sessions.owned(sessionId, principal));
  }

  async openPage(
    sessionId: string,
    url: string | undefined,
    principal: Principal,
    signal: AbortSignal,
  ): Promise<PageOpenResult> {
    this.#refuseClosed();
    return await openPage(this.#work(), sessionId, url, principal, signal);
  }

  async startWorkflow(
    options: SessionOptions & { readonly url?: string },
    principal: Principal,
    handles: HandleRegistry,
    signal: AbortSignal,
  ): Promise<WorkflowStartResult> {
    this.#refuseClosed();
    return await startWorkflow(this.#work(), options, principal, handles, signal);
  }

  #refuseClosed(): void {
    if (!this.#shutdown.signal.aborted) return;
    throw new Failure("browserLaunchFailed", "The gateway is shutting down");
  }

  #work() {
    return {
      ports: this.#ports,
      sessions: this.#sessions,
      executor: this.#executor,
      shutdown: this.#shutdown.signal,
    };
  }
}
