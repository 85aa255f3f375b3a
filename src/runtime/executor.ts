/**
 * The pipeline of every command: gate, class, journal, engine, verify, evidence, outcome. A
 * failure is converted here, once. Source: `contract/runtime.md` 4, `contract/mcp-tools.md` 2.
 */
import {
  type Command,
  COMMAND_CLASS,
  type CommandClass,
  type CommandEnvelope,
  type CommandPhase,
} from "../model/command.ts";
import { Failure } from "../model/error.ts";
import type { Evidence, EvidenceKind } from "../model/evidence.ts";
import { DEADLINE_MARGIN_MS, MAX_TIMEOUT_MS, MIN_DEADLINE_MS } from "../model/limits.ts";
import type { CommandOutcome } from "../model/outcome.ts";
import type { Call } from "../model/ports.ts";
import { COMMAND_CAPABILITIES, requireCapabilities } from "../policy/capability.ts";
import type { CommandReply, ExecuteRequest } from "../registry/runtime.ts";
import { redactEnvelope, redactOutcome } from "../store/redact.ts";
import { callSignals, joinSignals, race } from "./calls.ts";
import type { CommandContext } from "./command_context.ts";
import { type Dispatch, dispatch } from "./commands/dispatch.ts";
import { watchHang } from "./hang_watch.ts";
import { failureOf, outcomeOf, withDialog } from "./outcomes.ts";
import { popupsOpened, takeHappenings } from "./happenings.ts";
import type { Page } from "./pages.ts";
import type { RuntimePorts } from "./ports.ts";
import type { Session, Sessions } from "./sessions.ts";

export class Executor {
  readonly #ports: RuntimePorts;
  readonly #sessions: Sessions;
  /** Aborts when the gateway closes. */
  readonly #shutdown: AbortSignal;

  constructor(ports: RuntimePorts, sessions: Sessions, shutdown: AbortSignal) {
    this.#ports = ports;
    this.#sessions = sessions;
    this.#shutdown = shutdown;
  }

  /** Throws only what the gate refuses before acceptance, and `cancelled`. */
  async execute(request: ExecuteRequest): Promise<CommandReply> {
    const { clock, ids } = this.#ports;
    const { principal } = request;
    if (principal.expiresAt !== null && principal.expiresAt <= clock.now()) {
      throw new Failure("tokenExpired", "The credential has expired");
    }
    const session = this.#sessions.owned(request.sessionId, principal);
    requireCapabilities(COMMAND_CAPABILITIES[request.command.kind], principal.capabilities);
    const timeMs = commandTimeMs(request.command);
    const joined = joinSignals(request.signal, this.#shutdown);
    const asked: Call = { deadline: clock.monotonic() + timeMs, signal: joined.signal };
    const hung = new AbortController();
    const watched = joinSignals(joined.signal, hung.signal);
    const envelope: CommandEnvelope = {
      commandId: ids.uuid(),
      workflowId: request.workflowId,
      attemptId: ids.uuid(),
      sessionId: session.id,
      pageId: request.pageId,
      deadline: clock.now() + timeMs,
      command: request.command,
    };
    const context: CommandContext = {
      ports: this.#ports,
      principal,
      sessions: this.#sessions,
      session,
      call: { deadline: asked.deadline, signal: watched.signal },
      evidence: [],
      image: null,
      progress: request.progress,
    };
    let outcome: CommandOutcome;
    try {
      outcome = await this.#run(envelope, context, asked, hung);
    } finally {
      watched.release();
      joined.release();
    }
    const page = session.pages.get(request.pageId ?? "");
    return {
      outcome,
      workflowId: envelope.workflowId,
      attemptId: envelope.attemptId,
      ...(outcome.status !== "completed" || context.image === null ? {} : { image: context.image }),
      ...(page === undefined ? {} : { page: { url: page.url, title: page.engine.title } }),
    };
  }

  async #run(
    envelope: CommandEnvelope,
    context: CommandContext,
    asked: Call,
    hung: AbortController,
  ): Promise<CommandOutcome> {
    const commandClass: CommandClass = COMMAND_CLASS[envelope.command.kind];
    const { commandId } = envelope;
    let executed = false;
    let outcome: CommandOutcome;
    let cancelled: Failure | null = null;
    let page: Page | null = null;
    try {
      await this.#journal(commandId, commandClass, "accepted", {
        envelope: redactEnvelope(envelope),
      });
      const work = dispatch(envelope.command);
      page = await this.#gatePage(envelope, context.session, work);
      await this.#journal(commandId, commandClass, "prepared");
      const act = async () => {
        await this.#journal(commandId, commandClass, "executing");
        executed = true;
        await this.#act(work, page, context);
      };
      await this.#inTurn(work, page, context, act, asked, hung);
      await this.#journal(commandId, commandClass, "verifying");
      verify(work.proves, context.evidence);
      outcome = { status: "completed", commandId, evidence: context.evidence };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code === "cancelled") cancelled = failure;
      outcome = outcomeOf(failure, commandClass, commandId, context.evidence);
    }
    if (page !== null && "evidence" in outcome) {
      await popupsOpened(this.#ports.clock, page, context.call);
      context.evidence.push(...takeHappenings(page));
    }
    const phase = outcome.status === "completed" ? "completed" : "failed";
    try {
      await this.#journal(commandId, commandClass, phase, { outcome: redactOutcome(outcome) });
    } catch (error) {
      // Before the effect the first failure says more than the journal's.
      if (executed || phase === "completed") {
        outcome = outcomeOf(failureOf(error), commandClass, commandId, context.evidence);
      }
    }
    if (cancelled !== null) throw cancelled;
    return outcome;
  }

  /** The page the command is for. Errors: invalidRequest, notFound, pageCrashed (once). */
  async #gatePage(
    envelope: CommandEnvelope,
    session: Session,
    work: Dispatch,
  ): Promise<Page | null> {
    if (work.order === "session") return null;
    if (envelope.pageId === null) throw new Failure("invalidRequest", "This command needs a page");
    return await this.#sessions.page(session, envelope.pageId);
  }

  async #inTurn(
    work: Dispatch,
    page: Page | null,
    context: CommandContext,
    act: () => Promise<void>,
    asked: Call,
    hung: AbortController,
  ): Promise<void> {
    const { clock } = this.#ports;
    const late = "The command did not end by its deadline";
    if (page === null || work.order !== "page") return await race(clock, asked, act(), late);
    const done = new AbortController();
    const watch = joinSignals(done.signal, ...callSignals(asked));
    if (work.patience !== "any") {
      const looking: Call = { deadline: asked.deadline, signal: watch.signal };
      void watchHang(clock, page, work.patience, looking, hung);
    }
    if (work.leaves) page.leaving += 1;
    try {
      // The turn is held until the work has really ended, the answer goes out at the deadline.
      await race(clock, asked, page.turns.take(clock, context.call, act), late);
    } finally {
      if (work.leaves) page.leaving -= 1;
      done.abort();
      watch.release();
    }
  }

  async #act(work: Dispatch, page: Page | null, context: CommandContext): Promise<void> {
    if (page === null) return await work.run(context, null);
    // The page may have died while the command waited for its turn.
    await this.#sessions.page(context.session, page.id);
    if (work.crashed !== "always") page.refuseCrashed(work.crashed === "told");
    try {
      await work.run(context, page);
    } catch (error) {
      const failure = withDialog(failureOf(error), page.engine.dialog);
      if (BROKEN.has(failure.code) || page.ended) await this.#explain(context.session, page);
      throw failure;
    }
  }

  /** A failure that may be a dead browser's or renderer's: tells the death in its place, once. */
  async #explain(session: Session, page: Page): Promise<void> {
    if (page.engine.crashed !== null) page.markCrashTold();
    else await this.#sessions.settleDeath(session);
    if (page.ended && session.dead.has(page.id)) await this.#sessions.page(session, page.id);
  }

  async #journal(
    commandId: string,
    commandClass: CommandClass,
    phase: CommandPhase,
    more: { readonly envelope?: CommandEnvelope; readonly outcome?: CommandOutcome } = {},
  ): Promise<void> {
    try {
      // Replayable commands do not wait for the disk.
      await this.#ports.journal.append({ commandId, phase, ...more }, {
        durable: commandClass !== "replayable",
      });
    } catch (cause) {
      throw new Failure("journalFailed", `Journal did not take the ${phase} record`, { cause });
    }
  }
}

/** Codes by which a dead browser or renderer may show first. */
const BROKEN: ReadonlySet<string> = new Set(["pageCrashed", "engineUnreachable"]);

/** Time from now to a minted deadline. Source: `contract/README.md` 11. */
function commandTimeMs(command: Command): number {
  const asked = "timeoutMs" in command.input ? command.input.timeoutMs + DEADLINE_MARGIN_MS : 0;
  return Math.min(Math.max(MIN_DEADLINE_MS, asked), MAX_TIMEOUT_MS);
}

function verify(kind: EvidenceKind, evidence: readonly Evidence[]): void {
  if (evidence.some((item) => item.kind === kind)) return;
  throw new Failure("verificationFailed", `The command ended without ${kind} evidence`);
}
