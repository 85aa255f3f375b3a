/** The official client driving the built executable, with helpers an agent would not need. */
import { Client } from "@modelcontextprotocol/sdk/client";
// The package publishes no types under the name that it publishes the code.
// @ts-types="../../node_modules/@modelcontextprotocol/sdk/dist/esm/client/stdio.d.ts"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as v from "valibot";
import { executable, plainEnvironment } from "./executable.ts";
import { tapped } from "./wire_tap.ts";

const Reply = v.looseObject({
  content: v.array(v.looseObject({
    type: v.string(),
    text: v.optional(v.string()),
    data: v.optional(v.string()),
    mimeType: v.optional(v.string()),
  })),
  structuredContent: v.optional(v.record(v.string(), v.unknown())),
  isError: v.optional(v.boolean()),
});

/** How long the client waits for an answer where nothing else is said, milliseconds: its own default. */
const CALL_MS = 60_000;

export interface AgentReply {
  readonly text: string;
  readonly structured: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
  readonly image: { readonly data: string; readonly mimeType: string } | null;
}

export interface AgentOptions {
  /** Records every line on the wire into this file. */
  readonly tap?: string;
  /** Gets what the process writes on stderr, which is passed on otherwise. */
  readonly heard?: (text: string) => void;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class Agent {
  readonly client: Client;
  readonly #transport: StdioClientTransport;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start(options: AgentOptions = {}): Promise<Agent> {
    const command = [executable(), "stdio", ...(options.args ?? [])];
    const [file = "", ...args] = command;
    const transport = new StdioClientTransport({
      ...(options.tap === undefined ? { command: file, args } : tapped(options.tap, command)),
      env: { ...plainEnvironment(), ...options.env },
      stderr: options.heard === undefined ? "inherit" : "pipe",
    });
    transport.stderr?.on("data", (chunk: unknown) => options.heard?.(String(chunk)));
    const client = new Client({ name: "drover-test", version: "1" });
    await client.connect(transport);
    return new Agent(client, transport);
  }

  /** Of the process that the client has started. */
  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  /** Rejects for a JSON-RPC error; a failed outcome has `isError`. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    timeoutMs = CALL_MS,
  ): Promise<AgentReply> {
    const options = { timeout: timeoutMs };
    const reply = v.parse(
      Reply,
      await this.client.callTool({ name, arguments: { ...args } }, undefined, options),
    );
    const image = reply.content.find((block) => block.type === "image");
    return {
      text: reply.content.map((block) => block.text ?? "").join("\n"),
      structured: reply.structuredContent ?? {},
      isError: reply.isError === true,
      image: image === undefined
        ? null
        : { data: image.data ?? "", mimeType: image.mimeType ?? "" },
    };
  }

  /** Starts a workflow on a page of its own. */
  async open(url: string, timeoutMs = CALL_MS): Promise<OpenPage> {
    const { structured, isError, text } = await this.call("workflow_start", {
      profile: "test",
      url,
    }, timeoutMs);
    if (isError) throw new Error(`workflow_start failed: ${text}`);
    const { workflowHandle, sessionId, pageId } = v.parse(
      v.looseObject({ workflowHandle: v.string(), sessionId: v.string(), pageId: v.string() }),
      structured,
    );
    return new OpenPage(this, workflowHandle, sessionId, pageId);
  }

  async close(): Promise<void> {
    await this.client.close();
  }
}

export class OpenPage {
  readonly #agent: Agent;
  /** null: the page is called by its ids. */
  readonly handle: string | null;
  readonly sessionId: string;
  readonly pageId: string;

  constructor(agent: Agent, handle: string | null, sessionId: string, pageId: string) {
    this.#agent = agent;
    this.handle = handle;
    this.sessionId = sessionId;
    this.pageId = pageId;
  }

  /** May be a failed outcome. */
  attempt(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<AgentReply> {
    const scope = this.handle === null
      ? { sessionId: this.sessionId, pageId: this.pageId }
      : { workflowHandle: this.handle };
    return this.#agent.call(name, { ...scope, ...args });
  }

  /** Throws for a failed outcome. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<AgentReply> {
    const reply = await this.attempt(name, args);
    if (reply.isError) throw new Error(`${name} failed: ${reply.text}`);
    return reply;
  }

  /** Lines of the outline without indentation, the status line left out. */
  async outline(): Promise<readonly string[]> {
    const { text } = await this.call("a11y_snapshot", { maxNodes: 2048 });
    return text.split("\n").slice(1).map((line) => line.trim());
  }

  /** Another page of the same session, called by its ids. */
  sibling(pageId: string): OpenPage {
    return new OpenPage(this.#agent, null, this.sessionId, pageId);
  }

  async close(): Promise<void> {
    await this.#agent.call("session_close", { sessionId: this.sessionId });
  }
}
