/** The page's dialog (alert, confirm, prompt, beforeunload), known from events only. */
import type { DialogInfo } from "../src/engine/engine.ts";
import { noDialog, pending } from "../src/engine/failures.ts";
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { BidiEvent } from "./protocol.ts";
import type { Session } from "./session.ts";

export interface DialogHost {
  readonly session: Session;
  /** Of the tab. */
  context(): string;
  onOpened(dialog: DialogInfo): void;
  onClosed(): void;
}

export class Dialogs {
  readonly #host: DialogHost;
  readonly #dismissed: DialogInfo[] = [];
  #open: DialogInfo | null = null;

  constructor(host: DialogHost) {
    this.#host = host;
  }

  get current(): DialogInfo | null {
    return this.#open;
  }

  on(event: BidiEvent): void {
    if (event.method === "browsingContext.userPromptOpened") {
      const { type, message, defaultValue } = event.params;
      this.#open = { type, message, defaultPrompt: defaultValue ?? "" };
      this.#host.onOpened(this.#open);
    } else if (event.method === "browsingContext.userPromptClosed") this.clear();
  }

  /** No dialog can be open any more. */
  clear(): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#host.onClosed();
  }

  /** Throws dialogPending while a dialog is open. */
  assertNone(): void {
    if (this.#open !== null) throw pending(this.#open);
  }

  /** Dismisses the open dialog, and keeps it to be told. */
  async dismiss(call: Call): Promise<void> {
    const info = this.#open;
    if (info === null) return;
    await this.answer(false, undefined, call);
    this.#dismissed.push(info);
  }

  takeDismissed(): readonly DialogInfo[] {
    return this.#dismissed.splice(0);
  }

  /** Answers the open dialog. `promptText` undefined: what the prompt proposes. */
  async answer(accept: boolean, promptText: string | undefined, call: Call): Promise<void> {
    const open = this.#open;
    if (open === null) throw noDialog();
    const { session } = this.#host;
    const userText = open.type === "prompt" && accept
      ? promptText ?? open.defaultPrompt
      : undefined;
    await session.send("browsingContext.handleUserPrompt", {
      context: this.#host.context(),
      accept,
      ...(userText === undefined ? {} : { userText }),
    }, session.connection.atMost(BROWSER_CALL_MS, call));
    if (this.#open === open) this.clear();
  }
}
