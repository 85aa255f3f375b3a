/** The stand of target truth on Firefox: the built executable, and pages that carry `planted.ts`. */
import { Client } from "@modelcontextprotocol/sdk/client";
// The package publishes no types under the name that it publishes the code.
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.d.ts"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { WebSocketServer } from "ws";
import { executable, plainEnvironment } from "../support/executable.ts";
import { Site, type SiteHost } from "../support/site.ts";
import { linesOfNodes } from "./lines_of_nodes.ts";
import { type Ears, type Heard, ToldEvent } from "./listening.ts";
import { planted, SOURCES } from "./planted.ts";
import { wholePage } from "./stand.ts";
import type { Opened } from "./target_truth.ts";
import { FRAME_ROLE, type TrueFrame, type TrueNode } from "./true_page.ts";

/** A page that is not hung answers within this, also on a busy machine, milliseconds. */
const ANSWER_MS = 30_000;

const Message = v.variant("kind", [
  v.object({ kind: v.literal("hello"), frame: v.string(), top: v.boolean() }),
  v.object({ kind: v.literal("heard"), event: ToldEvent }),
  v.object({ kind: v.literal("answer"), id: v.number(), value: v.unknown() }),
  v.object({ kind: v.literal("failed"), id: v.number(), message: v.string() }),
]);
const Listed = v.array(v.object({
  number: v.number(),
  role: v.string(),
  name: v.string(),
  boxed: v.boolean(),
  where: v.string(),
  shows: v.nullable(v.string()),
}));
const Started = v.object({ workflowHandle: v.string(), sessionId: v.string() });

/** One document with the script in it. */
interface Link {
  frame: string;
  top: boolean;
  open: boolean;
  readonly waiting: Map<number, PromiseWithResolvers<unknown>>;
  readonly send: (message: unknown) => void;
}

export class PlantedStand implements Ears {
  readonly client: Client;
  readonly #site: Site;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #links = new Set<Link>();
  #heard: Heard[] = [];
  #questions = 0;

  private constructor(client: Client, site: Site) {
    this.client = client;
    this.#site = site;
    site.onUpgrade((request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        const link: Link = {
          frame: "",
          top: false,
          open: true,
          waiting: new Map(),
          send: (message) => opened.send(JSON.stringify(message)),
        };
        this.#links.add(link);
        opened.on("message", (data) => this.#told(link, String(data)));
        opened.on("error", () => {});
        opened.on("close", () => {
          link.open = false;
          this.#links.delete(link);
          for (const { reject } of link.waiting.values()) reject(new Error("The document is gone"));
        });
      });
    });
  }

  static async start(): Promise<PlantedStand> {
    const site = await Site.start();
    const client = new Client({ name: "drover-measure", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: executable(),
        args: ["stdio", "--browser", "firefox"],
        env: plainEnvironment(),
        stderr: "inherit",
      }),
    );
    return new PlantedStand(client, site);
  }

  /** Serves the page with the script in it; its URL. */
  page(path: string, html: string, host?: SiteHost): string {
    return this.#site.page(
      path,
      planted(html, `ws://127.0.0.1:${this.#site.port}/truth`),
      host,
    );
  }

  url(path: string, host?: SiteHost): string {
    return this.#site.url(path, host);
  }

  async open(url: string, linesOf = linesOfNodes): Promise<Opened> {
    const earlier = new Set(this.#links);
    const reply = await this.client.callTool(
      { name: "workflow_start", arguments: { profile: "default", url } },
      undefined,
      { timeout: 60_000 },
    );
    const { workflowHandle: handle, sessionId } = v.parse(Started, reply.structuredContent);
    const top = await this.#settled(earlier);
    const { outline } = await wholePage(this.client, handle);
    const frames = await this.#frames(top, earlier);
    const all = frames.flatMap((frame) => frame.nodes);
    return {
      handle,
      listening: this,
      nodes: all.filter((node) => node.boxed && node.role !== FRAME_ROLE),
      lines: linesOf(frames, outline),
      stays: () => Promise.resolve(top.open),
      close: async () => {
        await this.client.callTool({ name: "session_close", arguments: { sessionId } });
        for (let looks = 0; this.#links.size > 0 && looks < 100; looks++) await sleep(50);
      },
    };
  }

  async aim(node: TrueNode): Promise<void> {
    for (const link of this.#links) {
      const number = link.frame === node.frame.id ? node.backendNodeId : -1;
      await this.#ask(link, { ask: "aim", number });
    }
    this.#heard = [];
  }

  async heard(): Promise<readonly Heard[]> {
    // A frame may be gone by now; the events of the living ones still come.
    await Promise.allSettled([...this.#links].map((link) => this.#ask(link, { ask: "size" })));
    return [...this.#heard];
  }

  async call(node: TrueNode, source: string): Promise<unknown> {
    const link = [...this.#links].find((one) => one.frame === node.frame.id);
    if (link === undefined) throw new Error("The frame of the node is gone");
    return await this.#ask(link, {
      ask: "call",
      number: node.backendNodeId,
      source: SOURCES.indexOf(source),
    });
  }

  async close(): Promise<void> {
    await this.client.close();
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    await this.#site.close();
  }

  /** The page's own document, once its size stands still for three looks. */
  async #settled(earlier: ReadonlySet<Link>): Promise<Link> {
    let last = "";
    let same = 0;
    let found: Link | undefined;
    for (let looks = 0; looks < 300 && same < 3; looks++) {
      found = [...this.#links].find((link) => link.top && !earlier.has(link));
      const now = found === undefined
        ? ""
        : String(await this.#ask(found, { ask: "size" }).catch(() => ""));
      same = now === last && now.startsWith("complete") ? same + 1 : 0;
      last = now;
      await sleep(100);
    }
    if (found === undefined) throw new Error("The page does not carry the script");
    return found;
  }

  async #frames(top: Link, earlier: ReadonlySet<Link>): Promise<readonly TrueFrame[]> {
    const links = [
      top,
      ...[...this.#links].filter((link) => link !== top && !earlier.has(link)),
    ];
    return await Promise.all(links.map(async (link) => {
      const nodes: TrueNode[] = [];
      const shows = new Map<TrueNode, string>();
      const frame = { id: link.frame, sessionId: undefined, contextId: 0, nodes, shows };
      for (const one of v.parse(Listed, await this.#ask(link, { ask: "list" }))) {
        const { role, name, boxed, where, number } = one;
        const node: TrueNode = { frame, backendNodeId: number, role, name, boxed, where };
        nodes.push(node);
        if (one.shows !== null) shows.set(node, one.shows);
      }
      return frame;
    }));
  }

  async #ask(link: Link, question: Readonly<Record<string, unknown>>): Promise<unknown> {
    const id = ++this.#questions;
    const answer = Promise.withResolvers<unknown>();
    const timer = setTimeout(() => answer.reject(new Error("The page gave no answer")), ANSWER_MS);
    link.waiting.set(id, answer);
    link.send({ ...question, id });
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      link.waiting.delete(id);
    }
  }

  #told(link: Link, text: string): void {
    const message = v.parse(Message, JSON.parse(text));
    if (message.kind === "hello") {
      link.frame = message.frame;
      link.top = message.top;
    }
    if (message.kind === "heard") this.#heard.push(message.event);
    if (message.kind === "answer") link.waiting.get(message.id)?.resolve(message.value);
    if (message.kind === "failed") {
      link.waiting.get(message.id)?.reject(new Error(message.message));
    }
  }
}
