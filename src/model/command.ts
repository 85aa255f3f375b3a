/**
 * What the executor runs. Kinds and inputs as in `contract/mcp-tools.md` 2.1; every kind has its
 * class here and its runner in `runtime/commands/`, so that a forgotten one does not compile.
 */
import type { AttemptId, CommandId, PageId, SessionId, WorkflowId } from "./ids.ts";
import type { Modifier, ReadyState, ScreenshotMode, Target, WaitCondition } from "./target.ts";

export interface SnapshotInput {
  readonly format: "outline" | "nodes";
  readonly maxNodes: number;
  /** Only this element's subtree. */
  readonly target?: Target;
  /** Show what a person cannot see too, marked. A later part shows what the first one does. */
  readonly unseen?: boolean;
  /** Cursor of the part to show next; excludes `target`. */
  readonly after?: string;
}

export interface ElementInput {
  /** CSS selector; "" or absent with a target. */
  readonly selector?: string;
  readonly target?: Target;
}

export interface CommandInputs {
  navigate: { readonly url: string; readonly waitUntil: ReadyState; readonly timeoutMs: number };
  inspect: ElementInput & { readonly includeHtml: boolean };
  accessibilitySnapshot: SnapshotInput;
  captureScreenshot: {
    readonly mode: ScreenshotMode;
    readonly imageFormat: "png" | "jpeg" | "webp";
    readonly quality?: number;
    readonly maxSide: number;
  };
  waitFor: { readonly condition: WaitCondition; readonly timeoutMs: number };
  click: ElementInput & { readonly modifiers: readonly Modifier[]; readonly expectedUrl?: string };
  typeText: ElementInput & {
    readonly value: string;
    readonly clearFirst: boolean;
    readonly expectedUrl?: string;
  };
  handleDialog: {
    readonly action: "accept" | "dismiss";
    readonly promptText?: string;
    readonly timeoutMs: number;
  };
  listPages: Record<never, never>;
  activatePage: Record<never, never>;
  closePage: Record<never, never>;
}

export type CommandKind = keyof CommandInputs;
export type Command = {
  [K in CommandKind]: { readonly kind: K; readonly input: CommandInputs[K] };
}[CommandKind];

/** replayable: never risks a duplicate effect. reconciliable: look before redoing. boundary: needs a stored checkpoint, never blindly retried. */
export type CommandClass = "replayable" | "reconciliable" | "boundary";

/** Source: `contract/runtime.md` 4.2. */
export const COMMAND_CLASS = {
  navigate: "replayable",
  inspect: "replayable",
  accessibilitySnapshot: "replayable",
  captureScreenshot: "replayable",
  waitFor: "replayable",
  listPages: "replayable",
  activatePage: "replayable",
  click: "reconciliable",
  typeText: "reconciliable",
  handleDialog: "reconciliable",
  closePage: "reconciliable",
} as const satisfies Record<CommandKind, CommandClass>;

/** The phases a command passes, in order; `failed` ends it from any of them. */
const COMMAND_PHASES = [
  "accepted",
  "prepared",
  "executing",
  "verifying",
  "completed",
  "failed",
] as const;
export type CommandPhase = (typeof COMMAND_PHASES)[number];

export interface CommandEnvelope {
  readonly commandId: CommandId;
  readonly workflowId: WorkflowId;
  readonly attemptId: AttemptId;
  readonly sessionId: SessionId;
  /** null only for listPages. */
  readonly pageId: PageId | null;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly command: Command;
}
