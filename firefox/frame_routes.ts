/**
 * Which frame input is for. The browser takes it for one document and the frames of its process, not
 * for frames of other processes: so it goes to the innermost frame, which the frames around it know.
 */
import type { EngineFrame, Point } from "../src/engine/engine.ts";
import type { Call } from "../src/model/ports.ts";
import type { FrameNode, FrameTree } from "./frames.ts";

/** What is asked of the page. */
export interface RouteHost {
  readonly frames: FrameTree;
  frame(frameId: string): EngineFrame;
}

/** The browsing context of the innermost frame that has the focus. Errors: those of the calls. */
export async function focusedContext(
  host: RouteHost,
  context: string,
  call: Call,
): Promise<string> {
  let found = context;
  for (let node = host.frames.main; node !== null && mayHold(host, node);) {
    const frame = await linked(host, node, call);
    const { frameId } = await frame.call("focusedFrame", {}, call);
    const inner = host.frames.get(frameId ?? "");
    if (inner === undefined) break;
    found = inner.id;
    node = inner;
  }
  return found;
}

/** A place in a document: its browsing context, and a point in its viewport. */
export interface Place {
  readonly context: string;
  readonly point: Point;
}

/** The innermost frame at a point of the main frame's viewport. Errors: those of the calls. */
export async function placeAt(
  host: RouteHost,
  context: string,
  point: Point,
  call: Call,
): Promise<Place> {
  let place: Place = { context, point };
  for (let node = host.frames.main; node !== null && mayHold(host, node);) {
    const frame = await linked(host, node, call);
    const { x, y } = place.point;
    const at = await frame.call("frameAt", { x, y }, call);
    const inner = host.frames.get(at?.frameId ?? "");
    if (at === null || inner === undefined) break;
    place = { context: inner.id, point: { x: at.x, y: at.y } };
    node = inner;
  }
  return place;
}

/** A child frame is known to the page by what the browser has told of it. */
async function linked(host: RouteHost, node: FrameNode, call: Call): Promise<EngineFrame> {
  const frame = host.frame(node.id);
  await frame.linkChildren(call);
  return frame;
}

/** Whether a frame in it may live in another process: in one process the browser finds the way itself. */
function mayHold({ frames }: RouteHost, node: FrameNode): boolean {
  if (node.sandbox === null) return false;
  const origin = URL.parse(node.url)?.origin ?? "";
  const far = (one: FrameNode): boolean =>
    frames.childrenOf(one.id).some((child) => !isAt(child.url, origin) || far(child));
  return far(node);
}

/** The blank document and one in an attribute are of the origin of their page. */
function isAt(url: string, origin: string): boolean {
  if (/^about:(blank|srcdoc)$/.test(url)) return true;
  return origin !== "null" && URL.parse(url)?.origin === origin;
}
