/** Whether a refusal tells the truth: the page itself is asked why a node cannot be clicked. */
import * as v from "valibot";
import type { ErrorCode } from "../../src/model/error.ts";
import type { Ears } from "./listening.ts";
import type { TrueNode } from "./true_page.ts";

const Proof = v.object({
  /** What a pointer meets: `disabled`, `hidden: …`, `moving`; the reasons that hold. */
  reasons: v.array(v.string()),
  /** A point was found where a click reaches the node. */
  hittable: v.boolean(),
  /** What was hit instead, for the report. */
  cover: v.string(),
});

export interface Reason {
  readonly proved: boolean;
  /** For the report. */
  readonly words: string;
}

/** A fine grid over all boxes of the node, scrolled to in every way, in its own frame. */
export const ASK = `async function () {
  const node = this.nodeType === 1 ? this : this.parentElement;
  const up = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host ?? null;
  const chain = (one) => { const all = []; for (let at = one; at; at = up(at)) all.push(at); return all; };
  const around = chain(node);
  const words = (one) => one ? one.tagName.toLowerCase() + (one.id ? "#" + one.id : "") + (one.classList[0] ? "." + one.classList[0] : "") : "nothing";
  const reasons = [];
  if (!node.isConnected) return { reasons: ["detached"], hittable: false, cover: "" };
  if (node.matches(":disabled") || around.some((one) => one.getAttribute("aria-disabled") === "true" || one.hasAttribute("inert"))) reasons.push("disabled");
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const deep = (x, y) => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const inner = hit?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner === hit || inner.getRootNode() !== hit.shadowRoot) return hit;
      hit = inner;
    }
  };
  const area = (box) => box.width > 0 && box.height > 0;
  const own = (one) => [...one.getClientRects()].filter(area);
  let source = [node];
  if (node.tagName === "AREA") {
    const map = node.closest("map");
    source = [...document.querySelectorAll("img[usemap]")].filter((image) => image.getAttribute("usemap") === "#" + map?.name);
  } else if (!own(node).length) source = [...node.querySelectorAll("*")].slice(0, 500);
  const boxes = () => source.flatMap(own).slice(0, 60);
  if (!boxes().length) reasons.push("hidden: no box");
  const style = getComputedStyle(node);
  if (style.visibility !== "visible") reasons.push("hidden: visibility " + style.visibility);
  for (const one of around) if (getComputedStyle(one).opacity === "0") { reasons.push("hidden: opacity 0"); break; }
  const labels = [...(node.labels ?? [])];
  const mine = (hit) => chain(hit).some((one) => one === node || (labels.includes(one)));
  let hittable = false;
  let cover = null;
  let inside = 0;
  const look = () => {
    const targets = [...boxes(), ...labels.flatMap(own)];
    for (const box of targets) {
      const steps = 24;
      for (let row = 0; row <= steps; row++) for (let column = 0; column <= steps; column++) {
        const x = box.left + box.width * (column + 0.5) / (steps + 1);
        const y = box.top + box.height * (row + 0.5) / (steps + 1);
        if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) continue;
        inside++;
        const hit = deep(x, y);
        if (hit && mine(hit)) { hittable = true; return; }
        cover ??= hit;
      }
    }
  };
  look();
  for (const [block, inline] of [["center", "center"], ["start", "start"], ["end", "end"], ["nearest", "nearest"]]) {
    if (hittable) break;
    (source.find((one) => own(one).length) ?? node).scrollIntoView({ block, inline, behavior: "instant" });
    await frame();
    look();
  }
  if (!hittable) {
    if (style.pointerEvents === "none") reasons.push("no pointer");
    reasons.push(inside ? "covered everywhere" : "out of reach");
  }
  const before = node.getBoundingClientRect();
  await frame(); await frame(); await frame();
  const after = node.getBoundingClientRect();
  if (Math.abs(before.x - after.x) + Math.abs(before.y - after.y) > 0.5) reasons.push("moving");
  return { reasons, hittable, cover: hittable ? "" : words(cover) + (cover ? " in " + words(up(cover)) : "") };
}`;

const NOWHERE = ["covered everywhere", "out of reach"];

/** Which reasons a code may stand for; no entry: the code tells nothing of the node. */
const STANDS_FOR: ReadonlyMap<string, readonly string[]> = new Map<ErrorCode, readonly string[]>([
  ["targetDisabled", ["disabled", "no pointer"]],
  ["targetHidden", ["hidden", ...NOWHERE]],
  ["targetObscured", NOWHERE],
  ["targetOutOfBounds", NOWHERE],
  ["targetUnstable", ["moving"]],
  ["targetDetached", ["detached"]],
]);

/** What a node that is not listed must be, so that leaving it out was right. */
const UNLISTED = ["detached", "hidden", ...NOWHERE];

export async function proofOf(
  listening: Ears,
  node: TrueNode,
  code: string | null,
): Promise<Reason> {
  let proof;
  try {
    proof = v.parse(Proof, await listening.call(node, ASK));
  } catch (error) {
    return { proved: false, words: `not asked: ${String(error).slice(0, 80)}` };
  }
  const accepted = code === null ? UNLISTED : STANDS_FOR.get(code) ?? [];
  const proved = proof.reasons.some((reason) => accepted.some((one) => reason.startsWith(one)));
  const cover = proof.cover === "" ? "" : ` (${proof.cover})`;
  const words = proof.reasons.length === 0 ? "can be clicked" : proof.reasons.join(", ") + cover;
  return { proved, words };
}
