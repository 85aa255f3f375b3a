/** Progress of one call. Source: MCP "Progress": strictly rising, none after the result. */
import { MAX_PROGRESS_MESSAGE_CHARS } from "../model/limits.ts";
import type { OutgoingNotification, RequestId } from "../rpc/json_rpc.ts";

export interface ProgressReporter {
  /** What does not rise, is no finite number, or comes after `end` is not sent. */
  report(progress: number, message?: string): void;
  end(): void;
}

/** Without a token nothing is ever sent. */
export function createProgress(
  token: RequestId | undefined,
  notify: (notification: OutgoingNotification) => void,
): ProgressReporter {
  let last = -Infinity;
  let ended = token === undefined;
  return {
    report(progress, message) {
      if (ended || !Number.isFinite(progress) || progress <= last) return;
      last = progress;
      notify({
        method: "notifications/progress",
        params: {
          progressToken: token,
          progress,
          ...(message === undefined
            ? {}
            : { message: message.slice(0, MAX_PROGRESS_MESSAGE_CHARS) }),
        },
      });
    },
    end() {
      ended = true;
    },
  };
}
