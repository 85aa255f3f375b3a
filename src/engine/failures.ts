/** What can happen to a page or frame, each in one wording. */
import { abortFailure, Failure } from "../model/error.ts";
import type { Call } from "../model/ports.ts";
import type { DialogInfo } from "./engine.ts";

export function frameGone(cause?: Failure): Failure {
  return new Failure("frameNotFound", "The frame is gone", { cause });
}

export function documentReplaced(cause?: Failure): Failure {
  return new Failure("targetDetached", "The document was replaced during the call", { cause });
}

export function frameCrashed(): Failure {
  return new Failure("pageCrashed", "The process of the frame died");
}

export function pageCrashed(): Failure {
  return new Failure("pageCrashed", "The page's process died");
}

export function dialogLeftBehind(): Failure {
  return new Failure(
    "pageCrashed",
    "A frame was removed while its dialog was open; the browser cannot go on with the page",
  );
}

export function pageClosed(): Failure {
  return new Failure("notFound", "The page is closed");
}

export function sessionClosed(): Failure {
  return new Failure("notFound", "The session is closed");
}

/** A deadline of a call into the page means that the page does not answer; others stay as they are. */
export function asUnresponsive(cause: unknown): unknown {
  if (!(cause instanceof Failure) || cause.code !== "deadlineExceeded") return cause;
  return new Failure("pageUnresponsive", "The page's own script is busy and does not answer", {
    cause,
  });
}

/** The old document cannot be called while its successor is awaited. */
export function underWay(cause: Failure): Failure {
  return new Failure(
    "pageUnresponsive",
    "The page is going to another address whose server has not answered yet",
    { cause, repair: "Wait for it with wait_for (document), or navigate elsewhere." },
  );
}

/** Pages of one process wait for each other's dialogs. */
export function heldUp(cause?: Failure): Failure {
  return new Failure("dialogPending", "Another page of the session shows a dialog", { cause });
}

export function pending(dialog: DialogInfo): Failure {
  return new Failure("dialogPending", `The page shows a dialog (${dialog.type})`);
}

/** A dialog ends the wait for `work`, not the work. */
export async function exceptDialog(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code !== "dialogPending") throw cause;
  }
}

/** Nothing is there to be answered. */
export function noDialog(): Failure {
  return new Failure("invalidRequest", "No dialog is open on the page", {
    repair: "Go on: there is nothing to answer.",
  });
}

/** It was there when the answer was on its way. */
export function dialogWentAway(): Failure {
  return new Failure("invalidRequest", "The dialog was closed meanwhile", {
    repair: "Look at the page: it has gone on without an answer.",
  });
}

/** Errors of a navigation that ended before its time: its caller's, or the deadline. */
export function tooLate(call: Call): Failure {
  return call.signal?.aborted === true
    ? abortFailure(call.signal)
    : new Failure("deadlineExceeded", "The page did not load in time");
}

/** The browser gave no document; `reason` is its own word for it. */
export function navigationFailed(reason: string): Failure {
  return new Failure("browserCommandFailed", `The page could not be loaded: ${reason}`, {
    repair: "Check the url and whether its site can be reached before you try again.",
  });
}

export function navigationIsDownload(): Failure {
  return new Failure(
    "browserCommandFailed",
    "The address gives a download, not a page; it was not saved",
    { repair: "Open a page instead; downloads are not taken by navigate." },
  );
}

/** A key that no keyboard has. */
export function noSuchKey(): Failure {
  return new Failure("invalidRequest", "There is no such key", {
    repair: "Use a DOM key value such as Enter, Escape, ArrowDown or a single character.",
  });
}
