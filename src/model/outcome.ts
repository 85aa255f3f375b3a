/** How a command ended. Source: `contract/mcp-tools.md` 2.2. */
import type { ErrorCode, Layer } from "./error.ts";
import type { Evidence } from "./evidence.ts";
import type { AttemptId, CommandId } from "./ids.ts";

export interface OutcomeError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly layer: Layer;
  readonly retryable: boolean;
  readonly repair: { readonly action: string; readonly doc: string };
}

export type CommandOutcome =
  | {
    readonly status: "completed";
    readonly commandId: CommandId;
    readonly evidence: readonly Evidence[];
  }
  | {
    readonly status: "retryableFailure" | "policyDenied";
    readonly commandId: CommandId;
    readonly error: OutcomeError;
  }
  | {
    readonly status: "needsReconciliation" | "failed";
    readonly commandId: CommandId;
    readonly error: OutcomeError;
    readonly evidence: readonly Evidence[];
  }
  | {
    readonly status: "resourceExhausted";
    readonly commandId: CommandId;
    readonly error: OutcomeError;
    readonly retryAfterMs: number;
  }
  | {
    readonly status: "restarted";
    readonly commandId: CommandId;
    readonly priorAttemptId: AttemptId;
    readonly attemptId: AttemptId;
    readonly reason: string;
    readonly evidence: readonly Evidence[];
  };

/** The taxonomy document that every repair points into. */
export const TAXONOMY_URI = "drover://failure-taxonomy";
