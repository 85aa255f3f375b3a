/** Clicks drawn nodes of a page by their printed lines and judges by what an independent connection heard. */
import type { Client } from "@modelcontextprotocol/sdk/client";
import type CDP from "chrome-remote-interface";
import * as v from "valibot";
import type { ErrorCode } from "../../src/model/error.ts";
import { draw, seeded } from "./draw.ts";
import { linesOfNodes } from "./lines_of_nodes.ts";
import { type Ears, type Heard, Listening } from "./listening.ts";
import { proofOf } from "./refusal_proof.ts";
import { settled, type Stand, wholePage } from "./stand.ts";
import { attachAll, FRAME_ROLE, trueFrames, type TrueNode } from "./true_page.ts";

export type Judgement =
  | "right"
  /** The event went elsewhere, or success was told and no event came. */
  | "wrong"
  /** Refused with a code whose reason the page proves. */
  | "refused"
  | "refusedUnproved"
  /** No line stands for it, and the page proves that it cannot be seen or clicked. */
  | "unlisted"
  | "missed"
  | "untyped";

export interface Verdict {
  readonly judgement: Judgement;
  readonly node: string;
  readonly where: string;
  /** What was answered, heard and proved. */
  readonly cause: string;
}

interface Told {
  /** Null: success. Empty: a failure without a code. */
  readonly code: string | null;
  readonly message: string;
  readonly asksDialog: boolean;
}

const Answer = v.object({
  structuredContent: v.object({
    status: v.string(),
    error: v.optional(v.object({ code: v.string(), message: v.string() })),
    evidence: v.optional(v.array(v.object({ kind: v.string() }))),
  }),
});

/** A JSON-RPC error of ours carries its code here. */
const Thrown = v.object({
  message: v.string(),
  data: v.object({ interfaceError: v.object({ code: v.string() }) }),
});

/** A page with its outline and who listens in it, until it moves to another document. */
export interface Opened {
  readonly handle: string;
  readonly listening: Ears;
  readonly nodes: readonly TrueNode[];
  readonly lines: ReadonlyMap<TrueNode, string>;
  /** Whether it still shows the same document. */
  stays(): Promise<boolean>;
  close(): Promise<void>;
}

export const CONNECTED = "function () { return this.isConnected; }";

const BUSY: ErrorCode = "pageUnresponsive";
/** Clicks at a page that is busy, one after the other. */
const MAX_BUSY = 3;

/** How often a page that its own scripts send elsewhere is opened again. */
const MAX_REOPENS = 40;

export function targetTruth(
  stand: Stand,
  url: string,
  count: number,
  seed: number,
  linesOf = linesOfNodes,
): Promise<readonly Verdict[]> {
  return judgeDrawn(stand.client, url, () => open(stand, url, linesOf), count, seed);
}

/** Draws nodes of the page and clicks each; `reopen` opens it, again where it has gone elsewhere. */
export async function judgeDrawn(
  client: Client,
  url: string,
  reopen: () => Promise<Opened>,
  count: number,
  seed: number,
): Promise<readonly Verdict[]> {
  let page = await reopen();
  const verdicts: Verdict[] = [];
  try {
    const places = page.nodes.map((_, place) => place);
    for (const place of draw(places, count, seeded(seed))) {
      const node = page.nodes[place];
      if (node === undefined) throw new Error(`${url} has another tree when it is opened again`);
      verdicts.push(await verdict(client, page, node));
      if (await page.stays()) continue;
      if (verdicts.length > MAX_REOPENS) throw new Error(`${url} does not stay`);
      await page.close();
      page = await reopen();
    }
  } finally {
    await page.close();
  }
  return verdicts;
}

async function open(stand: Stand, url: string, linesOf: typeof linesOfNodes): Promise<Opened> {
  const { handle, sessionId, truth } = await stand.open(url);
  await settled(truth);
  const { outline } = await wholePage(stand.client, handle);
  const frames = await trueFrames(truth, await attachAll(truth));
  const all = frames.flatMap((frame) => frame.nodes);
  const loaderId = await loaderOf(truth);
  return {
    handle,
    // Begun after the snapshot: what the product stops must not be heard as an event.
    listening: await Listening.start(truth, frames),
    nodes: all.filter((node) => node.boxed && node.role !== FRAME_ROLE),
    lines: linesOf(frames, outline),
    stays: async () => await loaderOf(truth) === loaderId,
    async close() {
      await truth.close();
      await stand.client.callTool({ name: "session_close", arguments: { sessionId } });
    },
  };
}

async function loaderOf(truth: CDP.Client): Promise<string> {
  return (await truth.send("Page.getFrameTree")).frameTree.frame.loaderId;
}

async function verdict(client: Client, page: Opened, node: TrueNode): Promise<Verdict> {
  const name = `${node.role} ${JSON.stringify(node.name.slice(0, 60))}`;
  const judged = (judgement: Judgement, cause: string): Verdict => ({
    judgement,
    node: name,
    where: `${node.where} in ${node.frame.id.slice(0, 4)}`,
    cause,
  });
  const line = page.lines.get(node);
  if (line === undefined) {
    const proof = await proofOf(page.listening, node, null);
    return judged(proof.proved ? "unlisted" : "missed", `no line; ${proof.words}`);
  }
  try {
    await page.listening.aim(node);
  } catch (error) {
    // The page has taken it away since; the line must then be refused as well.
    if (await connected(page, node)) throw error;
  }
  let told = await click(client, page.handle, line);
  let heard = await page.listening.heard();
  // A busy machine keeps the page from answering in time, which says nothing of the target.
  for (let tries = 0; told.code === BUSY && heard.length === 0 && tries < MAX_BUSY; tries++) {
    told = await click(client, page.handle, line);
    heard = await page.listening.heard();
  }
  if (told.asksDialog) {
    await client.callTool({
      name: "dialog",
      arguments: { workflowHandle: page.handle, action: "dismiss" },
    });
  }
  const stray = heard.find((one) => one.type === "mousedown" && !one.holds);
  const came = heard.some((one) => one.holds && one.type !== "submit");
  const said = told.code === null ? "success" : `${told.code}: ${told.message}`;
  if (told.code === "") return judged("untyped", said);
  if (stray !== undefined) return judged("wrong", `${said}; went to ${stray.where}`);
  if (told.code === null) {
    return came ? judged("right", "") : judged("wrong", `${said}; heard ${describe(heard)}`);
  }
  const proof = await proofOf(page.listening, node, told.code);
  const proved = proof.proved && !came;
  return judged(
    proved ? "refused" : "refusedUnproved",
    `${said}; ${proof.words}${came ? `; yet heard ${describe(heard)}` : ""}`,
  );
}

function describe(heard: readonly Heard[]): string {
  return heard.length === 0
    ? "nothing"
    : heard.map(({ type, holds, where }) => `${type}${holds ? "" : ` at ${where}`}`).join(", ");
}

async function connected(page: Opened, node: TrueNode): Promise<boolean> {
  try {
    return await page.listening.call(node, CONNECTED) === true;
  } catch {
    // No object can be had of a node that was destroyed.
    return false;
  }
}

async function click(client: Client, handle: string, line: string): Promise<Told> {
  try {
    const { structuredContent: { status, error, evidence } } = v.parse(
      Answer,
      await client.callTool({
        name: "click",
        arguments: { workflowHandle: handle, target: line },
      }),
    );
    const asksDialog = evidence?.some((one) => one.kind === "dialog") === true;
    if (status === "completed") return { code: null, message: "", asksDialog };
    return { code: error?.code ?? "", message: error?.message ?? status, asksDialog };
  } catch (error) {
    const thrown = v.safeParse(Thrown, error);
    return thrown.success
      ? {
        code: thrown.output.data.interfaceError.code,
        message: thrown.output.message,
        asksDialog: false,
      }
      : { code: "", message: String(error), asksDialog: false };
  }
}
