/**
 * All frames of a page as an independent connection sees them, also those in processes of their
 * own: their nodes in Chromium's accessibility tree, and a world of ours in each.
 */
import type CDP from "chrome-remote-interface";
import { readBoxes } from "./boxes.ts";
import { ACTIONABLE } from "./page_truth.ts";

/** Worlds of this name hear what happens in the page (`listening.ts`). */
export const WORLD = "drover-truth";

export interface TrueNode {
  readonly frame: TrueFrame;
  readonly backendNodeId: number;
  readonly role: string;
  readonly name: string;
  /** It has a box of some area, its own or a descendant's. */
  readonly boxed: boolean;
  /** Something like `a#id.class`, for the report. */
  readonly where: string;
}

export interface TrueFrame {
  readonly id: string;
  /** Undefined: the session of the page itself. */
  readonly sessionId: string | undefined;
  readonly contextId: number;
  /** What one can act on, and the frames inside, in the order of the tree. */
  readonly nodes: readonly TrueNode[];
  /** The frame that a node of ours shows. */
  readonly shows: ReadonlyMap<TrueNode, string>;
}

interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[] | undefined;
}

export const FRAME_ROLE = "iframe";
const FRAME_ROLES: ReadonlySet<string> = new Set(["Iframe", "IframePresentational"]);

/** The page's session and one for each frame in another process, nested ones too. */
export async function attachAll(
  client: CDP.Client,
): Promise<readonly (string | undefined)[]> {
  const sessions: (string | undefined)[] = [undefined];
  client.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "iframe") sessions.push(sessionId);
  });
  // The list grows while it is walked: frames inside frames tell of themselves in turn.
  for (const session of sessions) {
    const how = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    await client.send("Target.setAutoAttach", how, session);
  }
  return sessions;
}

/** Every frame but those that show the browser's own error page. */
export async function trueFrames(
  client: CDP.Client,
  sessions: readonly (string | undefined)[],
): Promise<readonly TrueFrame[]> {
  const frames: TrueFrame[] = [];
  for (const sessionId of sessions) {
    await client.send("DOM.enable", {}, sessionId);
    const places = await readBoxes(client, sessionId);
    const { frameTree } = await client.send("Page.getFrameTree", undefined, sessionId);
    for (const frameId of idsOf(frameTree)) {
      frames.push(await trueFrame(client, sessionId, frameId, places));
    }
  }
  return frames;
}

function idsOf({ frame, childFrames = [] }: FrameTree): readonly string[] {
  const own = frame.url.startsWith("chrome-error:") ? [] : [frame.id];
  return [...own, ...childFrames.flatMap(idsOf)];
}

async function trueFrame(
  client: CDP.Client,
  sessionId: string | undefined,
  id: string,
  places: ReadonlyMap<number, string>,
): Promise<TrueFrame> {
  const { executionContextId: contextId } = await client.send("Page.createIsolatedWorld", {
    frameId: id,
    worldName: WORLD,
  }, sessionId);
  const nodes: TrueNode[] = [];
  const shows = new Map<TrueNode, string>();
  const frame: TrueFrame = { id, sessionId, contextId, nodes, shows };
  for (const { role, name, backendNodeId } of await inOrder(client, sessionId, id)) {
    const where = places.get(backendNodeId);
    const boxed = where !== undefined;
    const isFrame = FRAME_ROLES.has(role);
    const node: TrueNode = {
      frame,
      backendNodeId,
      role: isFrame ? FRAME_ROLE : role,
      name,
      boxed,
      where: where ?? "",
    };
    nodes.push(node);
    if (!isFrame) continue;
    const described = await client.send("DOM.describeNode", { backendNodeId }, sessionId);
    if (described.node.frameId !== undefined) shows.set(node, described.node.frameId);
  }
  return frame;
}

interface Exposed {
  readonly role: string;
  readonly name: string;
  readonly backendNodeId: number;
}

/** Actionables and frame elements of one document; the browser lists them level by level. */
async function inOrder(
  client: CDP.Client,
  sessionId: string | undefined,
  frameId: string,
): Promise<readonly Exposed[]> {
  const { nodes } = await client.send("Accessibility.getFullAXTree", { frameId }, sessionId);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const found: Exposed[] = [];
  const open: { readonly id: string; readonly inList: boolean }[] = nodes
    .filter((node) => node.parentId === undefined || !byId.has(node.parentId))
    .map((node) => ({ id: node.nodeId, inList: false })).reverse();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const node = byId.get(at.id);
    if (node === undefined) continue;
    const role = String(node.role?.value ?? "");
    const actionable = role === "option" ? at.inList : ACTIONABLE.has(role);
    if (!node.ignored && node.backendDOMNodeId !== undefined) {
      if (actionable || FRAME_ROLES.has(role)) {
        const name = String(node.name?.value ?? "");
        found.push({ role, name, backendNodeId: node.backendDOMNodeId });
      }
    }
    const inList = role === "listbox" || (at.inList && !POPUPS.has(role));
    for (const id of [...node.childIds ?? []].reverse()) open.push({ id, inList });
  }
  return found;
}

const POPUPS: ReadonlySet<string> = new Set(["combobox", "MenuListPopup", "menuListPopup"]);
