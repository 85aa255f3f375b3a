/** Composition root: the only file that imports a browser engine's room. */
import { realpathSync } from "node:fs";
import process from "node:process";
import type { FoundBrowser } from "./cli/composition.ts";
import { type BrowserName, BROWSERS, type StdioOptions } from "./cli/options.ts";
import { runCli } from "./cli/run.ts";
import type { EngineLauncher } from "./engine/engine.ts";
import { systemClock } from "./platform/system.ts";

/** Loaded with the first browser: a host that only lists the tools does not pay for it. */
function chromium(options: StdioOptions): EngineLauncher {
  return {
    kind: "chromium",
    launch: async (call) => {
      const [{ chromiumLauncher }, { PAGE_SCRIPT }] = await Promise.all([
        import("../cdp/launcher.ts"),
        import("./snapshot/page.gen.ts"),
      ]);
      const launcher = chromiumLauncher({
        clock: systemClock,
        pageScript: PAGE_SCRIPT,
        ...own("chromium", options),
        ...(options.browserEndpoint === undefined
          ? {}
          : { browserEndpoint: options.browserEndpoint }),
      });
      return await launcher.launch(call);
    },
  };
}

function firefox(options: StdioOptions): EngineLauncher {
  return {
    kind: "firefox",
    launch: async (call) => {
      const [{ firefoxLauncher }, { PAGE_SCRIPT }] = await Promise.all([
        import("../firefox/launcher.ts"),
        import("./snapshot/page.gen.ts"),
      ]);
      const launcher = firefoxLauncher({
        clock: systemClock,
        pageScript: PAGE_SCRIPT,
        ...own("firefox", options),
      });
      return await launcher.launch(call);
    },
  };
}

/** Path and arguments name a program of the chosen kind; the other one is started as it is found. */
function own(kind: BrowserName, options: StdioOptions) {
  const { browser, browserPath, browserArgs, headed } = options;
  return {
    ...(browser === kind && browserPath !== undefined ? { browserPath } : {}),
    browserArguments: browser === kind ? browserArgs : [],
    headed,
  };
}

const LAUNCHERS = { chromium, firefox } as const satisfies Record<
  BrowserName,
  (options: StdioOptions) => EngineLauncher
>;

/** The chosen one first: it is the default. */
function engines(options: StdioOptions): readonly EngineLauncher[] {
  const others = BROWSERS.filter((kind) => kind !== options.browser);
  return [options.browser, ...others].map((kind) => LAUNCHERS[kind](options));
}

async function browsers(
  kind: BrowserName,
  options: StdioOptions,
): Promise<readonly FoundBrowser[]> {
  const path = kind === options.browser ? options.browserPath : undefined;
  if (kind === "firefox") {
    const { chooseFirefox, findFirefox, firefoxVersion } = await import("../firefox/discovery.ts");
    return distinct([chooseFirefox(path), ...findFirefox(path)], firefoxVersion);
  }
  const { browserVersion, chooseBrowser, findBrowsers } = await import("../cdp/discovery.ts");
  return distinct([chooseBrowser(path), ...findBrowsers(path)], browserVersion);
}

/** One program may stand under several names (`/bin` is often a link to `/usr/bin`). */
function distinct<T extends { readonly path: string }>(
  found: readonly T[],
  version: (browser: T) => string | null,
): readonly FoundBrowser[] {
  const byFile = new Map<string, T>();
  for (const one of found) {
    const file = realpathSync(one.path);
    if (!byFile.has(file)) byFile.set(file, one);
  }
  return [...byFile.values()].map((one) => ({ path: one.path, version: version(one) }));
}

const code = await runCli(process.argv.slice(2), {
  engines,
  browsers,
  sandbox: async (options) => {
    if (options.browser !== "chromium") return null;
    const { sandboxed, reason } = (await import("../cdp/sandbox.ts")).sandboxState();
    return { on: sandboxed, reason };
  },
});
// Whatever still holds the event loop, the command is over and everything of its own is closed.
process.exit(code);
