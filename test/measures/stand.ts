/**
 * The measuring stand: one Chromium with a debugging port, the corpus on 127.0.0.1, and the built
 * executable attached to that Chromium over stdio MCP. Everything it starts, it ends.
 */
import CDP from "chrome-remote-interface";
import { Client } from "@modelcontextprotocol/sdk/client";
// The package publishes no types under the name that it publishes the code.
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.d.ts"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as v from "valibot";

const Start = v.object({ workflowHandle: v.nullable(v.string()), sessionId: v.string() });
const Outcome = v.object({
  evidence: v.optional(v.array(v.object({
    kind: v.string(),
    outline: v.optional(v.string()),
    after: v.optional(v.string()),
  }))),
});

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CORPUS = join(ROOT, "test/fixtures/corpus");
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** Paths of every page, relative to the corpus: the real ones, then the synthetic ones. */
export function corpusPages(): { real: string[]; synthetic: string[] } {
  const list = (folder: string): string[] =>
    readdirSync(join(CORPUS, folder)).filter((name) =>
      name.endsWith(".html") && name !== "frame.html"
    ).sort()
      .map((name) => `${folder}/${name}`);
  return {
    real: list("pages"),
    synthetic: list("synthetic").sort((a, b) => a.length - b.length || a.localeCompare(b)),
  };
}

async function serveCorpus(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(
      decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname),
    );
    const file = join(CORPUS, path);
    if (!file.startsWith(CORPUS) || !existsSync(file) || extname(file) === "") {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" })
      .end(readFileSync(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

export interface Stand {
  readonly origin: string;
  readonly port: number;
  /** The product's client, initialised. */
  readonly client: Client;
  /** Opens a page by the product and an independent connection to the same page. */
  open(url: string): Promise<{ handle: string; sessionId: string; truth: CDP.Client }>;
  close(): Promise<void>;
}

export function chromiumPath(): string {
  const path = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"].find((
    name,
  ) => existsSync(name));
  if (!path) throw new Error("No Chromium: run `make setup`");
  return path;
}

/** Starts Chromium with a debugging port; `profile` is removed by `end`. */
async function startChromium(): Promise<
  { child: ChildProcess; port: number; end: () => Promise<void> }
> {
  const profile = mkdtempSync(join(tmpdir(), "drover-measure-"));
  const child = spawn(chromiumPath(), [
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-gpu",
    "--mute-audio",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
    "--window-size=1280,800",
    // The corpus refers to hosts that are not there: refuse them at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "about:blank",
  ], {
    // The browser's own temp files go with the profile.
    stdio: "ignore",
    detached: true,
    env: { ...process.env, TMPDIR: profile },
  });
  const end = async (): Promise<void> => {
    const gone = child.exitCode !== null ? Promise.resolve() : once(child, "exit");
    if (child.pid !== undefined) {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  };
  const portFile = join(profile, "DevToolsActivePort");
  for (let tries = 0; tries < 1000; tries++) {
    if (existsSync(portFile)) {
      const port = Number(readFileSync(portFile, "utf8").split("\n")[0]);
      if (port > 0) return { child, port, end };
    }
    await sleep(10);
  }
  await end();
  throw new Error("Chromium did not open its debugging port in 10 s");
}

export async function startStand(): Promise<Stand> {
  const server = await serveCorpus();
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const chromium = await startChromium();
  const client = new Client({ name: "drover-measure", version: "1" });
  const endAll = async (): Promise<void> => {
    await client.close().catch(() => undefined);
    await chromium.end();
    server.closeAllConnections();
    server.close();
  };
  try {
    await client.connect(
      new StdioClientTransport({
        command: join(ROOT, "dist/drover"),
        args: ["stdio", "--browser-endpoint", `http://127.0.0.1:${chromium.port}`],
        stderr: "inherit",
      }),
    );
  } catch (error) {
    await endAll();
    throw error;
  }
  return {
    origin,
    port: chromium.port,
    client,
    async open(url) {
      const before = new Set((await CDP.List({ port: chromium.port })).map((target) => target.id));
      const reply = await client.callTool(
        { name: "workflow_start", arguments: { profile: "default", url } },
        undefined,
        { timeout: 60_000 },
      );
      const start = v.parse(Start, reply.structuredContent);
      if (start.workflowHandle === null) {
        throw new Error(
          `workflow_start failed: ${JSON.stringify(reply.structuredContent).slice(0, 600)}`,
        );
      }
      const target = (await CDP.List({ port: chromium.port })).find((one) =>
        one.type === "page" && !before.has(one.id) && one.url.startsWith(url)
      );
      if (!target) throw new Error(`No new page target for ${url}`);
      return {
        handle: start.workflowHandle,
        sessionId: start.sessionId,
        truth: await CDP({ port: chromium.port, target: target.id, local: true }),
      };
    },
    close: endAll,
  };
}

export interface WholePage {
  readonly outline: string;
  readonly parts: number;
  readonly lines: number;
}

/** All parts of a page by `after`, cut lines left out. */
export async function wholePage(
  client: Client,
  handle: string,
  maxNodes = 2048,
): Promise<WholePage> {
  let after: string | undefined;
  const parts: string[] = [];
  do {
    const reply = await client.callTool({
      name: "a11y_snapshot",
      arguments: { workflowHandle: handle, maxNodes, ...(after ? { after } : {}) },
    });
    const outcome = v.parse(Outcome, reply.structuredContent);
    const evidence = outcome.evidence?.find((item) => item.kind === "accessibilitySnapshot");
    if (evidence?.outline === undefined) {
      throw new Error(`a11y_snapshot failed: ${JSON.stringify(reply).slice(0, 600)}`);
    }
    parts.push(evidence.outline);
    after = evidence.after;
  } while (after !== undefined && parts.length < 1000);
  const lines = parts.join("\n").split("\n").filter((line) => line !== "" && !/^ *… /.test(line));
  return { outline: lines.join("\n"), parts: parts.length, lines: lines.length };
}

/** Waits until the page is loaded and its element count and text stand still for three looks. */
export async function settled(truth: CDP.Client): Promise<void> {
  let last = "";
  let same = 0;
  for (let looks = 0; looks < 100 && same < 3; looks++) {
    const { result } = await truth.Runtime.evaluate({
      expression:
        "document.readyState + ' ' + document.getElementsByTagName('*').length + ' ' + document.documentElement.textContent.length",
      returnByValue: true,
    });
    const now = String(result.value);
    same = now === last && now.startsWith("complete") ? same + 1 : 0;
    last = now;
    await sleep(100);
  }
}
