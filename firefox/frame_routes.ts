/**
 * Which frame input is for. The browser takes it for one document and the frames of its process, not
 * for frames of other processes.
 */
import type { Point } from "../src/engine/engine.ts";
import type { Call } from "../src/model/ports.ts";
import type { FrameNode } from "./frames.ts";
import type { RemoteValue } from "./protocol.ts";
import { callIn, valueOf } from "./realm.ts";
import type { Session } from "./session.ts";

const FOCUSED_WINDOW = `() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.contentWindow ?? null;
}`;

/** The frame at a point, and the point in its own viewport; [null, x, y] where none is. */
const WINDOW_AT = `(text) => {
  const { x, y } = JSON.parse(text);
  let element = document.elementFromPoint(x, y);
  while (element?.shadowRoot) {
    const inner = element.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === element) break;
    element = inner;
  }
  const inside = element?.contentWindow ?? null;
  // One of the same origin shares the process, where the browser finds the way by itself.
  if (inside === null || element.contentDocument !== null) return [null, x, y];
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const along = (at, start, size, laidOut, border, padding) =>
    (at - start) * (size > 0 && laidOut > 0 ? laidOut / size : 1) - border - parseFloat(padding);
  return [
    inside,
    along(x, box.left, box.width, element.offsetWidth, element.clientLeft, style.paddingLeft),
    along(y, box.top, box.height, element.offsetHeight, element.clientTop, style.paddingTop),
  ];
}`;

/** What is asked of the frame tree. */
interface Frames {
  readonly main: FrameNode | null;
  get(frameId: string): FrameNode | undefined;
  childrenOf(frameId: string): readonly FrameNode[];
}

/** The browsing context of the innermost frame that has the focus. Errors: those of the calls. */
export async function focusedContext(
  session: Session,
  frames: Frames,
  context: string,
  call: Call,
): Promise<string> {
  let found = context;
  for (let node = frames.main; node !== null && mayHold(frames, node);) {
    const answer = await callIn(session, sandboxOf(node), FOCUSED_WINDOW, [], {}, call);
    const inner = frames.get(contextIn(valueOf(answer, "the focus")) ?? "");
    if (inner === undefined || inner.id === found) break;
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
  session: Session,
  frames: Frames,
  context: string,
  point: Point,
  call: Call,
): Promise<Place> {
  let place: Place = { context, point };
  for (let node = frames.main; node !== null && mayHold(frames, node);) {
    const value = JSON.stringify(place.point);
    const answer = await callIn(
      session,
      sandboxOf(node),
      WINDOW_AT,
      [{ type: "string", value }],
      { maxObjectDepth: 1 },
      call,
    );
    const { value: told } = valueOf(answer, "the place");
    if (!Array.isArray(told)) break;
    const [window, x, y]: readonly (RemoteValue | undefined)[] = told;
    const inner = window === undefined ? undefined : frames.get(contextIn(window) ?? "");
    if (inner === undefined || typeof x?.value !== "number" || typeof y?.value !== "number") break;
    place = { context: inner.id, point: { x: x.value, y: y.value } };
    node = inner;
  }
  return place;
}

function sandboxOf({ id, sandbox }: FrameNode) {
  return { context: id, realm: sandbox ?? "" };
}

function mayHold(frames: Frames, node: FrameNode): boolean {
  return node.sandbox !== null && frames.childrenOf(node.id).length > 0;
}

/** The browsing context of a window that a script gave; null: it gave none. */
function contextIn({ type, value }: RemoteValue): string | null {
  return type === "window" && typeof value === "object" && value !== null && "context" in value &&
      typeof value.context === "string"
    ? value.context
    : null;
}
