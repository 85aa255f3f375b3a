/** A stand-in for the page script, and deadlines for tests. */
import type { Call } from "../../src/model/ports.ts";
import { systemClock } from "../../src/platform/system.ts";

/**
 * What the engine needs of a page script: `walk` answers with the value of the expression given
 * as its `walk` argument, evaluated in the realm; children and roots told are kept in `linked`.
 */
export const STAND_IN = `
globalThis.__drover = {
  linked: { children: [], roots: [] },
  starts: (globalThis.__drover ? globalThis.__drover.starts : 0) + 1,
  async call(name, args, moment) {
    this.moment = moment;
    if (name === "walk") return String(await (0, eval)(args.walk));
    if (name === "focusedFrame") {
      return JSON.stringify({ frameId: this.frames.get(document.activeElement) ?? null });
    }
    if (name === "frameAt") {
      const element = document.elementFromPoint(args.x, args.y);
      const frameId = this.frames.get(element);
      if (frameId === undefined) return "null";
      const { left, top } = element.getBoundingClientRect();
      return JSON.stringify({ frameId, x: args.x - left - element.clientLeft, y: args.y - top - element.clientTop });
    }
    return JSON.stringify({ url: location.href, title: document.title, readyState: document.readyState,
      width: innerWidth, height: innerHeight, devicePixelRatio });
  },
  frames: new Map(),
  linkChild(element, id) {
    this.frames.set(element, id);
    this.linked.children.push([element.id, id]);
  },
  linkRoot(root) { this.linked.roots.push(root.host.id + ":" + root.textContent); },
  host(number) { return document.querySelectorAll("[data-host]")[number] ?? null; },
};`;

export function within(ms = 15_000): Call {
  return { deadline: systemClock.monotonic() + ms };
}
