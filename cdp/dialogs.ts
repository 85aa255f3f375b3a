/** The page's dialog (alert, confirm, prompt, beforeunload), known from events only. */
import type { DialogInfo } from "../src/engine/engine.ts";
import { dialogWentAway, noDialog, pending } from "../src/engine/failures.ts";
import type { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { Session } from "./session.ts";

export interface DialogEvents {
  onOpened(dialog: DialogInfo): void;
  onClosed(): void;
  /** What the processes around the frame have done to it by now has been told. Never rejects. */
  catchUp(frameId: string): Promise<void>;
}

interface Open {
  readonly info: DialogInfo;
  readonly session: Session;
  readonly frameId: string;
  /** Of the document that asks. */
  readonly url: string;
  /** Why it cannot be answered any more. */
  ended?: Failure;
}

export class Dialogs {
  readonly #events: DialogEvents;
  readonly #dismissed: DialogInfo[] = [];
  #open: Open | null = null;

  constructor(events: DialogEvents) {
    this.#events = events;
  }

  get current(): DialogInfo | null {
    return this.#open?.info ?? null;
  }

  /** The document that asks by its own script; null: none does, or it asks before it is left. */
  get asking(): { readonly frameId: string; readonly url: string } | null {
    return this.#open?.info.type === "beforeunload" ? null : this.#open;
  }

  isOf(frameId: string): boolean {
    return this.#open?.frameId === frameId;
  }

  follow(session: Session): void {
    session.on("Page.javascriptDialogOpening", (event) => {
      const info: DialogInfo = {
        type: event.type,
        message: event.message,
        defaultPrompt: event.defaultPrompt ?? "",
      };
      this.#open = { info, session, frameId: event.frameId, url: event.url };
      this.#events.onOpened(info);
    });
    // A dialog may also be closed by others: by a person at an attached browser, by a navigation.
    session.on("Page.javascriptDialogClosed", () => {
      if (this.#open?.session === session) this.clear();
    });
  }

  /** No dialog can be open any more (the renderer or the target is gone); `why` for who answers it. */
  clear(why?: Failure): void {
    if (this.#open === null) return;
    if (why !== undefined) this.#open.ended = why;
    this.#open = null;
    this.#events.onClosed();
  }

  dropSession(session: Session): void {
    if (this.#open?.session === session) this.clear();
  }

  /** Throws dialogPending while a dialog is open. */
  assertNone(): void {
    if (this.#open !== null) throw pending(this.#open.info);
  }

  /** Dismisses the open dialog, and keeps it to be told. */
  async dismiss(call: Call): Promise<void> {
    const info = this.current;
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
    const { session, info } = open;
    // The answer to a frame that was removed meanwhile would end the browser (Chromium 156).
    await this.#events.catchUp(open.frameId);
    if (this.#open !== open) throw open.ended ?? dialogWentAway();
    const text = info.type === "prompt" && accept ? promptText ?? info.defaultPrompt : undefined;
    await session.send(
      "Page.handleJavaScriptDialog",
      text === undefined ? { accept } : { accept, promptText: text },
      session.connection.atMost(BROWSER_CALL_MS, call),
    );
    if (this.#open === open) this.clear();
  }
}
