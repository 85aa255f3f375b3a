/** The page's dialog (alert, confirm, prompt, beforeunload), known from events only. */
import type { DialogInfo } from "../src/engine/engine.ts";
import { dialogWentAway, noDialog, pending } from "../src/engine/failures.ts";
import { Failure } from "../src/model/error.ts";
import { BROWSER_CALL_MS, CATCH_UP_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { BidiEvent } from "./protocol.ts";
import type { FrameTree } from "./frames.ts";
import { titleOf } from "./realm.ts";
import type { Session } from "./session.ts";

export interface DialogHost {
  readonly session: Session;
  /** Of the tab. */
  context(): string;
  /** What the processes around the frame have done to it by now has been told. Never rejects. */
  catchUp(context: string): Promise<void>;
  onOpened(dialog: DialogInfo): void;
  onClosed(): void;
}

/** What the processes around a frame have done to it by now has been told. Never rejects. */
export async function catchUp(
  session: Session,
  frames: FrameTree,
  frameId: string,
): Promise<void> {
  const asked: Promise<unknown>[] = [];
  for (let at = frames.get(frameId)?.parentId ?? null; at !== null;) {
    asked.push(titleOf(session, at, session.connection.within(CATCH_UP_MS)));
    at = frames.get(at)?.parentId ?? null;
  }
  // Only the order counts: what was done has been told before the answer, whatever it is.
  await Promise.allSettled(asked);
}

export class Dialogs {
  readonly #host: DialogHost;
  readonly #dismissed: DialogInfo[] = [];
  #open: DialogInfo | null = null;
  /** The frame that asks. */
  #context = "";
  /** Answers of ours under way. */
  #answers = 0;

  constructor(host: DialogHost) {
    this.#host = host;
  }

  get current(): DialogInfo | null {
    return this.#open;
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case "browsingContext.userPromptOpened": {
        const { type, message, defaultValue, context } = event.params;
        // Before it is left a page asks in the browser's own words, which say nothing of the page.
        const words = type === "beforeunload" ? "" : message;
        this.#open = { type, message: words, defaultPrompt: defaultValue ?? "" };
        this.#context = context;
        this.#host.onOpened(this.#open);
        break;
      }
      case "browsingContext.userPromptClosed":
        if (event.params.accepted) this.clear();
        else this.#vanish();
        break;
    }
  }

  /** The browser closes what a removed frame asks, and tells it by the name of a frame that is gone. */
  onFrameRemoved(context: string): void {
    if (this.#open !== null && context === this.#context) this.#vanish();
  }

  /** No dialog can be open any more. */
  clear(): void {
    if (this.#open === null) return;
    this.#open = null;
    this.#context = "";
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
    if (await this.#answer(info, false, undefined, call)) this.#dismissed.push(info);
  }

  takeDismissed(): readonly DialogInfo[] {
    return this.#dismissed.splice(0);
  }

  /**
   * Answers the open dialog. `promptText` undefined: what the prompt proposes. Errors: invalidRequest
   * when none is open (any more); those of the call.
   */
  async answer(accept: boolean, promptText: string | undefined, call: Call): Promise<void> {
    if (this.#open === null) throw noDialog();
    if (!await this.#answer(this.#open, accept, promptText, call)) throw dialogWentAway();
  }

  /** False: the dialog has gone by itself, which is kept to be told. */
  async #answer(
    open: DialogInfo,
    accept: boolean,
    promptText: string | undefined,
    call: Call,
  ): Promise<boolean> {
    const { session } = this.#host;
    const userText = open.type === "prompt" && accept
      ? promptText ?? open.defaultPrompt
      : undefined;
    const bound = session.connection.atMost(BROWSER_CALL_MS, call);
    // What a removed frame asks could still be answered for a moment, and nobody would hear it.
    await this.#host.catchUp(this.#context);
    if (this.#open !== open) return false;
    this.#answers++;
    try {
      await session.send("browsingContext.handleUserPrompt", {
        context: this.#host.context(),
        accept,
        ...(userText === undefined ? {} : { userText }),
      }, bound);
      return true;
    } catch (cause) {
      // The browser finds nothing to answer.
      if (!(cause instanceof Failure) || cause.code !== "browserCommandFailed") throw cause;
      this.#dismissed.push(open);
      return false;
    } finally {
      this.#answers--;
      if (this.#open === open) this.clear();
    }
  }

  /** Not by an answer of ours: a person dismissed it, or its frame was removed. */
  #vanish(): void {
    if (this.#open !== null && this.#answers === 0) this.#dismissed.push(this.#open);
    this.clear();
  }
}
