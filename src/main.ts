/** Composition root: the only file that imports a browser engine's room. */
import { realpathSync } from "node:fs";
import process from "node:process";
import type { FoundBrowser } from "./cli/composition.ts";
import type { StdioOptions } from "./cli/options.ts";
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
        ...(options.browserPath === undefined ? {} : { browserPath: options.browserPath }),
        ...(options.browserEndpoint === undefined
          ? {}
          : { browserEndpoint: options.browserEndpoint }),
        browserArguments: options.browserArgs,
        headed: options.headed,
      });
      return await launcher.launch(call);
    },
  };
}

async function browsers(options: StdioOptions): Promise<readonly FoundBrowser[]> {
  const { browserVersion, chooseBrowser, findBrowsers } = await import("../cdp/discovery.ts");
  const first = chooseBrowser(options.browserPath);
  const all = [first, ...findBrowsers(options.browserPath)];
  // One program may stand under several names (`/bin` is often a link to `/usr/bin`).
  const byFile = new Map<string, typeof first>();
  for (const one of all) {
    const file = realpathSync(one.path);
    if (!byFile.has(file)) byFile.set(file, one);
  }
  return [...byFile.values()].map((one) => ({ path: one.path, version: browserVersion(one) }));
}

const code = await runCli(process.argv.slice(2), {
  engines: (options) => [chromium(options)],
  browsers,
  sandbox: async () => {
    const { sandboxed, reason } = (await import("../cdp/sandbox.ts")).sandboxState();
    return { on: sandboxed, reason };
  },
});
// Whatever still holds the event loop, the command is over and everything of its own is closed.
process.exit(code);
