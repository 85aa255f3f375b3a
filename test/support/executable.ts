/** The built executable, run as a person or a host runs it. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { BROWSER } from "./tested_browser.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const EXECUTABLE = join(ROOT, "dist", "drover");
/** A command that does not end by itself hangs, milliseconds. */
const RUN_MS = 120_000;

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Replaces the environment where given. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly cwd?: string;
}

/** Fails where nothing was built: these tests prove the executable, nothing else. */
export function executable(): string {
  if (!existsSync(EXECUTABLE)) throw new Error("dist/drover is missing: run make build");
  return EXECUTABLE;
}

/**
 * The environment of a person's shell, without what steers a gateway; `TEST_BROWSER=firefox` has
 * the tests of the executable drive that browser.
 */
export function plainEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env)
    .filter(([name]) => !/^(DROVER_|AUTOMATION_RUNTIME_|DENO_|NO_COLOR)/.test(name));
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""])),
    ...(BROWSER === "chromium" ? {} : { DROVER_BROWSER: BROWSER }),
  };
}

export function run(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Finished> {
  const { promise, resolve, reject } = Promise.withResolvers<Finished>();
  const child = spawn(command, args, {
    env: options.env ?? plainEnvironment(),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => stdout += text);
  child.stderr.setEncoding("utf8").on("data", (text: string) => stderr += text);
  child.stdin.on("error", () => {
    // The program may end without reading its input.
  });
  child.stdin.end(options.input ?? "");
  const timer = setTimeout(() => child.kill("SIGKILL"), RUN_MS);
  child.on("error", reject);
  child.on("close", (code) => {
    clearTimeout(timer);
    resolve({ code, stdout, stderr });
  });
  return promise;
}

export function drover(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return run(executable(), args, options);
}
