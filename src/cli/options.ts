/**
 * Options of the commands that start a browser. A flag beats its environment variable
 * (contract README 14: `DROVER_SECTION_KEY`).
 */
import { RESULT_MODES, type ResultMode } from "../mcp/tool_result.ts";
import { type Phase, PHASES, STARTUP_PHASE } from "../model/phase.ts";

/** Kinds of browsers that `--browser` names. */
export const BROWSERS = ["chromium", "firefox"] as const;
export type BrowserName = (typeof BROWSERS)[number];

export interface StdioOptions {
  /** The engine of sessions that name none; the other browser options are its own. */
  readonly browser: BrowserName;
  readonly browserPath?: string;
  /** More arguments for a launched browser, in order. */
  readonly browserArgs: readonly string[];
  /** `ws://…` or `http://…` of a running browser; nothing is launched then. */
  readonly browserEndpoint?: string;
  readonly headed: boolean;
  readonly result: ResultMode;
  readonly toolset: Phase;
}

/** A wrong flag, variable or command: told on stderr, exit code 2. */
export class UsageError extends Error {}

export type Environment = Readonly<Record<string, string | undefined>>;
export type Flags = Readonly<Record<string, unknown>>;

/** Throws UsageError naming the flag or variable, never its value. */
export function readStdioOptions(flags: Flags, environment: Environment): StdioOptions {
  const text = (flag: string, variable: string): string | undefined => {
    const given = flags[flag];
    if (Array.isArray(given)) throw new UsageError(`--${flag} may be given once`);
    if (given !== undefined && (typeof given !== "string" || given === "")) {
      throw new UsageError(`--${flag} needs a value`);
    }
    return given ?? (environment[variable] || undefined);
  };
  const choice = <T extends string>(
    flag: string,
    variable: string,
    choices: readonly T[],
    standard: T,
  ): T => {
    const value = text(flag, variable);
    if (value === undefined) return standard;
    const found = choices.find((one) => one === value);
    if (found !== undefined) return found;
    const source = flags[flag] === undefined ? variable : `--${flag}`;
    throw new UsageError(`${source} must be one of: ${choices.join(", ")}`);
  };
  const browserPath = text("browser-path", "DROVER_BROWSER_PATH");
  const browserEndpoint = text("browser-endpoint", "DROVER_BROWSER_ENDPOINT");
  if (browserEndpoint !== undefined && !isEndpoint(browserEndpoint)) {
    const source = flags["browser-endpoint"] === undefined
      ? "DROVER_BROWSER_ENDPOINT"
      : "--browser-endpoint";
    throw new UsageError(`${source} must be a ws://, wss://, http:// or https:// URL`);
  }
  const browser = choice("browser", "DROVER_BROWSER", BROWSERS, "chromium");
  if (browser === "firefox" && browserEndpoint !== undefined) {
    // Firefox keeps its one session for good when a connection breaks (`docs/browsers.md`).
    throw new UsageError("--browser-endpoint attaches to Chromium browsers only");
  }
  return {
    browser,
    ...(browserPath === undefined ? {} : { browserPath }),
    ...(browserEndpoint === undefined ? {} : { browserEndpoint }),
    browserArgs: browserArgs(flags["browser-arg"], environment["DROVER_BROWSER_ARGS"]),
    headed: headed(flags["headed"], environment["DROVER_BROWSER_HEADED"]),
    result: choice("result", "DROVER_MCP_RESULT", RESULT_MODES, "both"),
    toolset: choice("toolset", "DROVER_MCP_TOOLSET", PHASES, STARTUP_PHASE),
  };
}

function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && ["ws:", "wss:", "http:", "https:"].includes(url.protocol);
}

function browserArgs(flag: unknown, variable: string | undefined): readonly string[] {
  if (flag !== undefined) {
    const given: readonly unknown[] = Array.isArray(flag) ? flag : [flag];
    return given.map((one) => {
      if (typeof one === "string" && one !== "") return one;
      throw new UsageError("--browser-arg needs a value");
    });
  }
  if (variable === undefined || variable.trim() === "") return [];
  if (!variable.trimStart().startsWith("[")) return variable.trim().split(/\s+/);
  const wrong = new UsageError(
    "DROVER_BROWSER_ARGS must be words separated by spaces or a JSON array of strings",
  );
  let parsed: unknown;
  try {
    parsed = JSON.parse(variable);
  } catch {
    throw wrong;
  }
  if (!Array.isArray(parsed)) throw wrong;
  return parsed.map((one: unknown) => {
    if (typeof one === "string") return one;
    throw wrong;
  });
}

function headed(flag: unknown, variable: string | undefined): boolean {
  if (typeof flag === "boolean") return flag;
  if (variable === undefined || variable === "") return false;
  if (variable === "true" || variable === "1") return true;
  if (variable === "false" || variable === "0") return false;
  throw new UsageError("DROVER_BROWSER_HEADED must be true or false");
}
