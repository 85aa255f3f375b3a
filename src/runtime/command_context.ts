/** What a command's runner works with. */
import type { Principal } from "../model/capability.ts";
import type { CommandInputs, CommandKind } from "../model/command.ts";
import type { Evidence, EvidenceKind } from "../model/evidence.ts";
import type { Call } from "../model/ports.ts";
import type { Patience } from "./hang_watch.ts";
import type { Page } from "./pages.ts";
import type { RuntimePorts } from "./ports.ts";
import type { Session, Sessions } from "./sessions.ts";

export interface CommandContext {
  readonly ports: RuntimePorts;
  readonly principal: Principal;
  readonly sessions: Sessions;
  readonly session: Session;
  /** Ends at the command's deadline, when the client cancels, or when the gateway closes. */
  readonly call: Call;
  /** What the command has proved so far; kept when it fails. */
  readonly evidence: Evidence[];
  /** The picture to be shown inline. */
  image: { readonly data: Uint8Array; readonly mediaType: string } | null;
  progress(progress: number, message?: string): void;
}

export interface PageContext extends CommandContext {
  readonly page: Page;
}

export interface CommandRunner<K extends CommandKind> {
  /** The kind of evidence without which the command is not done. */
  readonly proves: EvidenceKind;
  /** `page`: one at a time in order; `aside`: gets through while another command of the page hangs. */
  readonly order: "page" | "aside";
  /** Of a page that does not answer, while the command waits for its turn and while it runs. */
  readonly patience: Patience;
  /** Runs on a page whose renderer died: `never`, `told` (once the crash was told), `always`. */
  readonly crashed: "never" | "told" | "always";
  run(input: CommandInputs[K], context: PageContext): Promise<void>;
}

/** A command of the session, not of one page. */
export interface SessionRunner<K extends CommandKind> {
  readonly proves: EvidenceKind;
  readonly order: "session";
  run(input: CommandInputs[K], context: CommandContext): Promise<void>;
}
