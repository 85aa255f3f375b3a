/** Signals that ask the process to end, and errors that nobody caught. */
import process from "node:process";

/** Signal numbers for the exit code, 128 + number, as shells have it. */
const STOP_SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type StopSignal = keyof typeof STOP_SIGNALS;

/**
 * `stop` gets the exit code with the first signal. A second SIGINT ends the process at once: the
 * person at the keyboard means it, and a browser ends with its pipe.
 */
export function onStopSignals(stop: (exitCode: number) => void): void {
  let interrupted = false;
  let stopping = false;
  const handle = (signal: StopSignal) => {
    const code = 128 + STOP_SIGNALS[signal];
    if (signal === "SIGINT") {
      if (interrupted) process.exit(code);
      interrupted = true;
    }
    if (stopping) return;
    stopping = true;
    stop(code);
  };
  process.on("SIGINT", () => handle("SIGINT"));
  process.on("SIGTERM", () => handle("SIGTERM"));
  process.on("SIGHUP", () => handle("SIGHUP"));
}

/**
 * An exception or rejection that reached nobody: a fault of ours. What is passed on is its class
 * and place; its message may carry submitted values.
 */
export function onUncaught(report: (name: string, place: string) => void): void {
  const handle = (error: unknown) => {
    if (!(error instanceof Error)) return report(typeof error, "unknown");
    const place = error.stack?.split("\n").find((line) => /^\s+at /.test(line))?.trim();
    report(error.constructor.name, place ?? "unknown");
  };
  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
}
