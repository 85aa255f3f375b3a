/**
 * Which printed line stands for which node of Chromium's tree: told by role, name and place alone,
 * frame by frame, never by the product's word.
 */
import { aligned } from "./aligned.ts";
import { type OutlineLine, readOutline } from "./coverage.ts";
import { ACTIONABLE } from "./page_truth.ts";
import { FRAME_ROLE, type TrueFrame, type TrueNode } from "./true_page.ts";

/** A printed name is cut at 1,000 characters; so much of any name is compared, white space aside. */
const COMPARED_CHARS = 400;
/** The lines of one document, and those of the documents inside it by their `iframe` line. */
interface FrameLines {
  readonly own: OutlineLine[];
  readonly inside: Map<OutlineLine, FrameLines>;
}

/** By node: its line as printed. Nodes that have none are not in the map. */
export function linesOfNodes(
  frames: readonly TrueFrame[],
  outline: string,
): ReadonlyMap<TrueNode, string> {
  const found = new Map<TrueNode, string>();
  const top = frames[0];
  if (top !== undefined) join(frames, top, split(readOutline(outline)), found);
  return found;
}

function join(
  frames: readonly TrueFrame[],
  frame: TrueFrame,
  lines: FrameLines,
  found: Map<TrueNode, string>,
): void {
  for (const [node, line] of pairs(frame.nodes, lines.own)) {
    found.set(node, line.text);
    const shown = frame.shows.get(node);
    const child = frames.find((one) => one.id === shown);
    const inside = lines.inside.get(line);
    if (child !== undefined && inside !== undefined) join(frames, child, inside, found);
  }
}

function split(lines: readonly OutlineLine[]): FrameLines {
  const top: FrameLines = { own: [], inside: new Map() };
  const open: { readonly depth: number; readonly lines: FrameLines }[] = [];
  for (const line of lines) {
    while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
    const document = open.at(-1)?.lines ?? top;
    if (!ACTIONABLE.has(line.role) && line.role !== FRAME_ROLE) continue;
    document.own.push(line);
    if (line.role !== FRAME_ROLE) continue;
    const inside: FrameLines = { own: [], inside: new Map() };
    document.inside.set(line, inside);
    open.push({ depth: line.depth, lines: inside });
  }
  return top;
}

function keyOf({ role, name }: { readonly role: string; readonly name: string }): string {
  const kind = role === "searchbox" ? "textbox" : role;
  const same = name.replace(/\s+/gu, "").toLowerCase().replace(/…$/u, "");
  return `${kind} ${same.slice(0, COMPARED_CHARS)}`;
}

/**
 * By what stands around them: pairs of a longest common order. Where some of the like nodes are not
 * listed, which the order alone cannot tell, their numbers count: unlisted ones are numbered too.
 */
function pairs(
  nodes: readonly TrueNode[],
  lines: readonly OutlineLine[],
): ReadonlyMap<TrueNode, OutlineLine> {
  const nodesBy = Map.groupBy(nodes, keyOf);
  const linesBy = Map.groupBy(lines, keyOf);
  const found = new Map<TrueNode, OutlineLine>();
  const numbered = new Set<string>();
  for (const [key, alike] of nodesBy) {
    const some = linesBy.get(key) ?? [];
    const one = new Set(alike.map(({ role, name }) => `${role} ${name}`)).size === 1;
    const counted = some.every(({ ordinal }) => ordinal !== null && ordinal < alike.length);
    if (some.length >= alike.length || !one || !counted) continue;
    numbered.add(key);
    for (const line of some) {
      const node = alike[line.ordinal ?? 0];
      if (node !== undefined) found.set(node, line);
    }
  }
  for (const [at, to] of aligned(nodes.map(keyOf), lines.map(keyOf))) {
    const node = nodes[at];
    const line = lines[to];
    if (node === undefined || line === undefined || numbered.has(keyOf(node))) continue;
    found.set(node, line);
  }
  return found;
}
