/** How a failure becomes an outcome. Source: `contract/mcp-tools.md` 2.2, `contract/runtime.md` 4.5. */
import type { DialogInfo } from "../engine/engine.ts";
import type { CommandClass } from "../model/command.ts";
import { type ErrorCode, ERRORS, Failure, repairOf } from "../model/error.ts";
import type { Evidence } from "../model/evidence.ts";
import type { CommandId } from "../model/ids.ts";
import { MAX_DIALOG_WORDS_CHARS } from "../model/limits.ts";
import { type CommandOutcome, type OutcomeError, TAXONOMY_URI } from "../model/outcome.ts";
import { quote } from "../snapshot/line.ts";
import { collapse, cut } from "../snapshot/page/text.ts";

/** Nothing can have happened yet. */
const PRE_EFFECT: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "invalidRequest",
  "targetNotFound",
  "targetAmbiguous",
  "frameNotFound",
  "shadowRootUnavailable",
  "intentCompileFailed",
  "intentActionMismatch",
  "httpResponseTooLarge",
  "expectedStatePreSatisfied",
  "visionAssistDenied",
  // Ours: the preflight refuses before the act.
  "targetDisabled",
  "targetHidden",
  "targetUnstable",
  "targetOutOfBounds",
  "targetObscured",
  "notFound",
  "notSupported",
]);
/** The act happened and what it should bring did not. */
const POSTCONDITION: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "verificationFailed",
  "waitConditionTimedOut",
  "targetDetached",
]);

const RETRY_AFTER_MS = 1_000;

export function outcomeOf(
  failure: Failure,
  commandClass: CommandClass,
  commandId: CommandId,
  evidence: readonly Evidence[],
): CommandOutcome {
  const error = outcomeError(failure);
  const { code } = failure;
  if (code === "policyDenied" || code === "networkPolicyDenied") {
    return { status: "policyDenied", commandId, error };
  }
  if (commandClass === "boundary" && !PRE_EFFECT.has(code) && !POSTCONDITION.has(code)) {
    const action =
      "Never repeat it: call recovery_status, then workflow_recover if there is a checkpoint.";
    return {
      status: "needsReconciliation",
      commandId,
      error: { ...error, repair: { ...error.repair, action } },
      evidence,
    };
  }
  if (code === "resourceExhausted") {
    const retryAfterMs = failure.detail.retryAfterMs ?? RETRY_AFTER_MS;
    return { status: "resourceExhausted", commandId, error, retryAfterMs };
  }
  if (error.retryable) return { status: "retryableFailure", commandId, error };
  return { status: "failed", commandId, error, evidence };
}

function outcomeError(failure: Failure): OutcomeError {
  const info = ERRORS[failure.code];
  return {
    code: failure.code,
    message: failure.message,
    layer: info.layer,
    retryable: info.retryable,
    repair: { action: repairOf(failure), doc: TAXONOMY_URI },
  };
}

/** Any thrown value as the one failure type; an unexpected one is `internal` and keeps its cause. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const name = error instanceof Error ? error.name : typeof error;
  return new Failure("internal", `Unexpected ${name} in the gateway`, { cause: error });
}

/** A pending dialog is told with its words: the answer depends on them. */
export function withDialog(failure: Failure, dialog: DialogInfo | null): Failure {
  if (failure.code !== "dialogPending" || dialog === null) return failure;
  const words = cut(collapse(dialog.message), MAX_DIALOG_WORDS_CHARS);
  const said = words === "" ? "" : `: ${quote(words)}`;
  const repair = failure.detail.repair ?? (dialog.type === "beforeunload" ? LEAVE_OR_STAY : null);
  return new Failure(failure.code, `The page shows a dialog (${dialog.type})${said}`, {
    ...failure.detail,
    ...(repair !== null && { repair }),
  });
}

const LEAVE_OR_STAY =
  "Accept it with the dialog tool to leave the page as asked, or dismiss it to stay.";
