/** Progress of one call. Source: MCP "Progress": strictly rising, none after the result. */
import { MAX_PROGRESS_MESSAGE_CHARS, PROGRESS_BEAT_MS } from "../model/limits.ts";
import type { Clock } from "../model/ports.ts";
import type { OutgoingNotification, RequestId } from "../rpc/json_rpc.ts";

export interface ProgressReporter {
  /** What does not rise, is no finite number, or comes after `end` is not sent. */
  report(progress: number, message?: string): void;
  end(): void;
}

/**
 * Without a token nothing is ever sent. With one the client hears every second that the call
 * lives, also of a tool that reports nothing: clients take a silent call for lost. What is sent
 * counts those beats and, above them, the tool's own steps, so that it always rises.
 */
export function createProgress(
  token: RequestId | undefined,
  notify: (notification: OutgoingNotification) => void,
  clock: Clock,
): ProgressReporter {
  let own = 0;
  let beats = 0;
  const over = new AbortController();
  const send = (message?: string): void => {
    notify({
      method: "notifications/progress",
      params: {
        progressToken: token,
        progress: beats + own,
        ...(message === undefined ? {} : { message: message.slice(0, MAX_PROGRESS_MESSAGE_CHARS) }),
      },
    });
  };
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(PROGRESS_BEAT_MS, over.signal);
      if (over.signal.aborted) return;
      beats++;
      send();
    }
  };
  if (token === undefined) over.abort();
  else void beat();
  return {
    report(progress, message) {
      if (over.signal.aborted || !Number.isFinite(progress) || progress <= own) return;
      own = progress;
      send(message);
    },
    end() {
      over.abort();
    },
  };
}
