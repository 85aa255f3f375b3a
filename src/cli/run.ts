/** Reads the command line and runs one command. Commands are loaded when they are needed only. */
import process from "node:process";
import { BROWSERS, readStdioOptions, type StdioOptions, UsageError } from "./options.ts";
import { RESULT_MODES } from "../mcp/tool_result.ts";
import { PHASES } from "../model/phase.ts";
import { print, printError } from "./terminal.ts";
import type { Composition } from "./composition.ts";

/** Resolves with the exit code: 0, 1 for a failure, 2 for a usage error. */
export async function runCli(argv: readonly string[], composition: Composition): Promise<number> {
  // The two that hosts and people run most need no parser.
  if (argv.length === 1 && argv[0] === "--version") {
    return (await import("./version.ts")).version(false);
  }
  if (argv.length === 1 && argv[0] === "stdio") {
    return await guarded(() => serve({}, composition));
  }
  return await guarded(() => parse(argv, composition));
}

async function guarded(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await printError(`drover: ${error.message}\nRun drover --help for the commands and options.\n`);
    return 2;
  }
}

function stdioOptions(flags: Readonly<Record<string, unknown>>): StdioOptions {
  return readStdioOptions(flags, process.env);
}

async function serve(
  flags: Readonly<Record<string, unknown>>,
  composition: Composition,
): Promise<number> {
  const options = stdioOptions(flags);
  return (await import("./stdio.ts")).stdio(options, composition);
}

/** yargs takes a value that starts with a dash for the next flag; `--browser-arg` needs just those. */
function joinBrowserArgs(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? "";
    const next = argv[index + 1];
    if (word === "--browser-arg" && next !== undefined) {
      joined.push(`${word}=${next}`);
      index += 1;
    } else joined.push(word);
  }
  return joined;
}

async function parse(argv: readonly string[], composition: Composition): Promise<number> {
  const { default: yargs } = await import("yargs");
  let chosen: (() => Promise<number>) | undefined;
  let helped = false;
  const browserOptions = {
    browser: {
      type: "string",
      describe: `Browser of sessions that name none: ${BROWSERS.join(", ")} [DROVER_BROWSER]`,
    },
    "browser-path": { type: "string", describe: "Browser to launch [DROVER_BROWSER_PATH]" },
    "browser-arg": {
      type: "string",
      describe: "Argument for the browser, may be repeated [DROVER_BROWSER_ARGS]",
    },
    "browser-endpoint": {
      type: "string",
      describe: "Attach to a running browser: ws://... or http://... [DROVER_BROWSER_ENDPOINT]",
    },
    headed: { type: "boolean", describe: "Show the browser's windows [DROVER_BROWSER_HEADED]" },
  } as const;
  const parser = yargs(joinBrowserArgs(argv))
    .scriptName("drover")
    .usage(
      "Usage: $0 <command> [options]\n\nA gateway through which AI agents drive real browsers.",
    )
    .command(
      "stdio",
      "Serve MCP on stdin and stdout",
      (y) =>
        y.options({
          ...browserOptions,
          result: {
            type: "string",
            describe: `Form of tool results: ${RESULT_MODES.join(", ")} [DROVER_MCP_RESULT]`,
          },
          toolset: {
            type: "string",
            describe: `Tools listed at the start: ${PHASES.join(", ")} [DROVER_MCP_TOOLSET]`,
          },
        }),
      (flags) => {
        chosen = () => serve(flags, composition);
      },
    )
    .command(
      "demo [url]",
      "Drive a page and show what happens",
      (y) =>
        y.positional("url", { type: "string", describe: "Page to open; without: a bundled one" })
          .options(browserOptions),
      (flags) => {
        chosen = async () => (await import("./demo.ts")).demo(flags.url, stdioOptions(flags));
      },
    )
    .command(
      "doctor",
      "Check browsers, folders and a live handshake",
      (y) => y.options(browserOptions),
      (flags) => {
        chosen = async () => (await import("./doctor.ts")).doctor(stdioOptions(flags), composition);
      },
    )
    .command(
      "tools",
      "Print the catalogue of tools",
      (y) => y.option("json", { type: "boolean", describe: "As JSON, the way tools/list has it" }),
      (flags) => {
        chosen = async () => (await import("./catalogue.ts")).catalogue(flags.json === true);
      },
    )
    .version(false)
    .option("version", { type: "boolean", describe: "Print the version", global: false })
    .option("verbose", {
      type: "boolean",
      describe: "With --version: build and runtime",
      global: false,
    })
    .help()
    .strict()
    .strictCommands()
    .exitProcess(false)
    .detectLocale(false)
    .showHelpOnFail(false)
    .wrap(100)
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
      "greedy-arrays": false,
    })
    .fail((message, error) => {
      throw error instanceof UsageError ? error : new UsageError(message ?? error.message);
    });
  let output = "";
  const flags = await parser.parseAsync(joinBrowserArgs(argv), {}, (_error, _argv, text) => {
    output = text;
    helped = text !== "";
  });
  if (helped) {
    await print(`${output}\n`);
    return 0;
  }
  if (chosen !== undefined) return await chosen();
  if (flags["version"] === true) {
    return (await import("./version.ts")).version(flags["verbose"] === true);
  }
  throw new UsageError("No command given");
}
