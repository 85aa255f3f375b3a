/**
 * The journal port: every command leaves its phases here, in order, before and after its effect.
 * The durable store fills the same port later; what is written is redacted in either case.
 * Source: `contract/runtime.md` 4.3, `contract/mcp-tools.md` 2.3.
 */
import type { CommandEnvelope, CommandPhase } from "../model/command.ts";
import type { CommandOutcome } from "../model/outcome.ts";

export interface JournalEntry {
  readonly commandId: string;
  readonly phase: CommandPhase;
  /** Redacted; only with `accepted`. */
  readonly envelope?: CommandEnvelope;
  /** Redacted; only with `completed` and `failed`. */
  readonly outcome?: CommandOutcome;
}

export interface JournalRecord extends JournalEntry {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
}

export interface Journal {
  /**
   * Resolves when the record is kept; with `durable`, when it would survive the machine.
   * Rejects when it could not be written; the executor answers `journalFailed`.
   */
  append(entry: JournalEntry, options: { readonly durable: boolean }): Promise<void>;
}
