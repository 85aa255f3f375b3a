/** The servers that are measured side by side, each driven by its own tools over stdio MCP. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { atLast, chromiumArgs, chromiumPath, ROOT } from "./stand.ts";
import { isRecord, StdioClient } from "./stdio_client.ts";

export interface Sample {
  /** Sum over the calls, milliseconds. */
  readonly ms: number;
  /** Bytes of the answers' frames. */
  readonly bytes: number;
  /** Text blocks of the answers. */
  readonly texts: readonly string[];
}

export interface Running {
  readonly client: StdioClient;
  /** Goes to the page, in this server's own tab. */
  open(url: string): Promise<void>;
  /** One snapshot of the whole page, in as many calls as it takes. */
  whole(): Promise<Sample>;
  /** The view that the server gives when nothing is asked for; null when that is the whole page. */
  first: (() => Promise<Sample>) | null;
  end(): Promise<void>;
}

export interface MeasuredServer {
  readonly name: string;
  readonly version: string;
  /** `port` null: the server launches its own headless browser. */
  start(tag: string, port: number | null): Promise<Running>;
}

export const PEERS = join(ROOT, "bench/peers/node_modules");

export function peerVersion(name: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PEERS, name, "package.json"), "utf8"));
  if (!isRecord(manifest) || typeof manifest["version"] !== "string") {
    throw new Error(`${name} has no version`);
  }
  return manifest["version"];
}

/** Node of the package when it is installed, as the peers' authors recommend the current one. */
export function node(): string {
  const own = join(ROOT, "node_modules/node/bin/node");
  return existsSync(own) ? own : "node";
}

export interface Wiring {
  readonly name: string;
  readonly tag: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Removed at the end; the process's working folder. */
  readonly folder: string;
}

export async function connect(
  wiring: Wiring,
  use: (client: StdioClient) => Omit<Running, "client" | "end"> & { close?: () => Promise<void> },
): Promise<Running> {
  const { name, tag, command, args, env, folder } = wiring;
  const client = new StdioClient(name, tag, command, args, folder, env);
  const running = use(client);
  const remove = (): void =>
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const last = atLast(remove);
  const end = async (): Promise<void> => {
    try {
      await running.close?.();
    } finally {
      await client.end();
      remove();
      last.cancel();
    }
  };
  try {
    await client.initialize();
  } catch (error) {
    await end();
    throw error;
  }
  return { client, open: running.open, whole: running.whole, first: running.first, end };
}

export function tempFolder(): string {
  return mkdtempSync(join(tmpdir(), "drover-bench-"));
}

/** The built executable, or another one to compare with. */
const EXECUTABLE = process.env["DROVER_BENCH_EXECUTABLE"] ?? join(ROOT, "dist/drover");

const drover: MeasuredServer = {
  name: "drover",
  version: "",
  start(tag, port) {
    const args = port === null
      ? chromiumArgs().map((arg) => `--browser-arg=${arg}`)
      : ["--browser-endpoint", `http://127.0.0.1:${port}`];
    return startDrover(tag, args);
  },
};

/** `args`: which browser, and how. */
export function startDrover(tag: string, args: readonly string[]): Promise<Running> {
  const wiring = {
    name: "drover",
    tag,
    command: EXECUTABLE,
    args: ["stdio", ...args],
    folder: tempFolder(),
  };
  return connect(wiring, (client) => {
    let handle: string | null = null;
    const snapshot = async (maxNodes: number | null, parts: number): Promise<Sample> => {
      let ms = 0;
      let bytes = 0;
      const texts: string[] = [];
      let after: string | null = null;
      do {
        const answer = await client.call("a11y_snapshot", {
          workflowHandle: handle,
          ...(maxNodes === null ? {} : { maxNodes }),
          ...(after === null ? {} : { after }),
        });
        ms += answer.ms;
        bytes += answer.bytes;
        texts.push(answer.text);
        after = cursorOf(answer.structured);
      } while (after !== null && texts.length < parts);
      return { ms, bytes, texts };
    };
    return {
      async open(url) {
        if (handle === null) {
          const start = await client.call("workflow_start", { profile: "default", url });
          const said = start.structured;
          if (!isRecord(said) || typeof said["workflowHandle"] !== "string") {
            throw new Error(`drover: workflow_start gave no handle: ${start.text.slice(0, 300)}`);
          }
          handle = said["workflowHandle"];
        } else await client.call("navigate", { workflowHandle: handle, url });
      },
      whole: () => snapshot(2_048, 10_000),
      first: () => snapshot(null, 1),
    };
  });
}

function cursorOf(structured: unknown): string | null {
  if (!isRecord(structured) || !Array.isArray(structured["evidence"])) return null;
  for (const item of structured["evidence"]) {
    if (isRecord(item) && item["kind"] === "accessibilitySnapshot") {
      return typeof item["after"] === "string" ? item["after"] : null;
    }
  }
  return null;
}

export async function sample(
  client: StdioClient,
  tool: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Sample> {
  const { ms, bytes, text } = await client.call(tool, args);
  return { ms, bytes, texts: [text] };
}

function playwright(): MeasuredServer {
  return {
    name: "@playwright/mcp",
    version: peerVersion("@playwright/mcp"),
    start(tag, port) {
      const folder = tempFolder();
      const browser = port === null
        ? ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromiumPath()]
        : ["--cdp-endpoint", `http://127.0.0.1:${port}`];
      const args = [
        join(PEERS, "@playwright/mcp/cli.js"),
        "--output-dir",
        join(folder, "out"),
        ...browser,
      ];
      return connect({ name: "@playwright/mcp", tag, command: node(), args, folder }, (client) => {
        // In a browser shared with others it must not take another's tab.
        let own = port === null;
        return {
          async open(url) {
            if (own) await client.call("browser_navigate", { url });
            else await client.call("browser_tabs", { action: "new", url });
            own = true;
          },
          whole: () => sample(client, "browser_snapshot", {}),
          first: null,
        };
      });
    },
  };
}

function devtools(): MeasuredServer {
  return {
    name: "chrome-devtools-mcp",
    version: peerVersion("chrome-devtools-mcp"),
    start(tag, port) {
      const browser = port === null
        ? ["--headless", "--isolated", "--executablePath", chromiumPath()].concat(
          chromiumArgs().map((arg) => `--chromeArg=${arg}`),
        )
        : ["--browserUrl", `http://127.0.0.1:${port}`];
      const args = [
        join(PEERS, "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js"),
        "--no-usage-statistics",
        ...browser,
      ];
      const wiring = {
        name: "chrome-devtools-mcp",
        tag,
        command: node(),
        args,
        folder: tempFolder(),
        env: { CHROME_DEVTOOLS_MCP_NO_UPDATE_CHECKS: "1" },
      };
      return connect(wiring, (client) => {
        let pageId: number | null = null;
        return {
          async open(url) {
            if (pageId !== null) {
              await client.call("navigate_page", { pageId, type: "url", url });
              return;
            }
            const { text } = await client.call("new_page", { url });
            const selected = /^(\d+): .*\[selected\]/m.exec(text)?.[1];
            if (selected === undefined) {
              throw new Error(`chrome-devtools-mcp: no page in ${text.slice(0, 300)}`);
            }
            pageId = Number(selected);
          },
          whole: () => sample(client, "take_snapshot", { pageId }),
          first: null,
        };
      });
    },
  };
}

function agentBrowser(): MeasuredServer {
  return {
    name: "agent-browser",
    version: peerVersion("agent-browser"),
    start(tag, port) {
      const folder = tempFolder();
      const browser = port === null
        ? {
          AGENT_BROWSER_EXECUTABLE_PATH: chromiumPath(),
          AGENT_BROWSER_ARGS: chromiumArgs().join("\n"),
        }
        : { AGENT_BROWSER_CDP: String(port) };
      // Its own program, without the script around it: the quickest way to start it.
      const program = `agent-browser-${process.platform}-${process.arch}`;
      const wiring = {
        name: "agent-browser",
        tag,
        command: executable(join(PEERS, "agent-browser/bin", program)),
        args: ["mcp"],
        folder,
        env: {
          ...browser,
          AGENT_BROWSER_SESSION: tag,
          AGENT_BROWSER_SOCKET_DIR: folder,
          AGENT_BROWSER_NO_VERSION_CHECK: "1",
        },
      };
      return connect(wiring, (client) => {
        let own = port === null;
        return {
          async open(url) {
            await client.call(own ? "agent_browser_open" : "agent_browser_tab_new", { url });
            own = true;
          },
          whole: () => sample(client, "agent_browser_snapshot", { interactive: false }),
          first: () => sample(client, "agent_browser_snapshot", {}),
          // Its daemon outlives the MCP server.
          close: async () => {
            if (own) await client.call("agent_browser_close", {}).catch(() => undefined);
          },
        };
      });
    },
  };
}

/** npm unpacks the program without the right to run it; its own script would set it. */
function executable(path: string): string {
  chmodSync(path, 0o755);
  return path;
}

/** Drover first when it is built, then the installed peers. */
export function measuredServers(): readonly MeasuredServer[] {
  const own = existsSync(EXECUTABLE) ? [{ ...drover, version: ownVersion() }] : [];
  return [...own, playwright(), devtools(), agentBrowser()];
}

export function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return isRecord(manifest) && typeof manifest["version"] === "string" ? manifest["version"] : "?";
}
