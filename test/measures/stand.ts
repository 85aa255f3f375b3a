/**
 * The measuring stand: one Chromium with a debugging port, the corpus on 127.0.0.1, and the built
 * executable attached to that Chromium over stdio MCP. Everything it starts, it ends.
 */
import CDP from "chrome-remote-interface";
import { Client } from "@modelcontextprotocol/sdk/client";
// The package publishes no types under the name that it publishes the code.
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.d.ts"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { ROOT, serveCorpus, startBrowser } from "../../bench/stand.ts";

const Start = v.object({ workflowHandle: v.nullable(v.string()), sessionId: v.string() });
const Outcome = v.object({
  status: v.optional(v.string()),
  evidence: v.optional(v.array(v.object({
    kind: v.string(),
    outline: v.optional(v.string()),
    after: v.optional(v.string()),
  }))),
});

export interface Stand {
  readonly origin: string;
  /** The product's client, initialised. */
  readonly client: Client;
  /** Opens a page by the product and an independent connection to the same page. */
  open(url: string): Promise<{ handle: string; sessionId: string; truth: CDP.Client }>;
  close(): Promise<void>;
}

export async function startStand(): Promise<Stand> {
  const site = await serveCorpus();
  const chromium = await startBrowser();
  const client = new Client({ name: "drover-measure", version: "1" });
  const endAll = async (): Promise<void> => {
    await client.close().catch(() => undefined);
    await chromium.end();
    await site.end();
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
    origin: site.origin,
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

/** Answers that a page is busy, over all its parts, before the measure gives up. */
const MAX_BUSY = 30;
const MAX_PARTS = 1000;

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
  let busy = 0;
  const parts: string[] = [];
  do {
    const reply = await client.callTool({
      name: "a11y_snapshot",
      arguments: { workflowHandle: handle, maxNodes, ...(after ? { after } : {}) },
    });
    const outcome = v.parse(Outcome, reply.structuredContent);
    // A page that a busy machine keeps from answering in time: asked again, as the answer says.
    if (outcome.status === "retryableFailure" && ++busy <= MAX_BUSY) continue;
    const evidence = outcome.evidence?.find((item) => item.kind === "accessibilitySnapshot");
    if (evidence?.outline === undefined) {
      throw new Error(`a11y_snapshot failed: ${JSON.stringify(reply).slice(0, 600)}`);
    }
    parts.push(evidence.outline);
    after = evidence.after;
    if (after === undefined) break;
  } while (parts.length < MAX_PARTS);
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
