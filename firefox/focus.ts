/** Where keys go: the browser takes them for one document only, not for the frames in it. */
import type { Call } from "../src/model/ports.ts";
import type { FrameNode } from "./frames.ts";
import { callIn, valueOf } from "./realm.ts";
import type { Session } from "./session.ts";

const FOCUSED_WINDOW = `() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.contentWindow ?? null;
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
  for (let node = frames.main; node !== null && frames.childrenOf(node.id).length > 0;) {
    if (node.sandbox === null) break;
    const answer = await callIn(session, node.sandbox, FOCUSED_WINDOW, [], {}, call);
    const { type, value } = valueOf(answer, "the focus");
    const inner = type === "window" && typeof value === "object" && value !== null &&
        "context" in value && typeof value.context === "string"
      ? frames.get(value.context)
      : undefined;
    if (inner === undefined || inner.id === found) break;
    found = inner.id;
    node = inner;
  }
  return found;
}
