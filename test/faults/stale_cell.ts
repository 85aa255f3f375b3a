/** One cell of the matrix of stale targets: a page, its change, an act on a line of before, the verdict. */
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { answered } from "./deadlines.ts";
import type { Happening } from "./recorder.ts";
import type { Act, Change, Expected } from "./stale_changes.ts";
import { frameHtml, type Kind, type Place, stageHtml } from "./stale_stage.ts";
import type { FaultStand } from "./stand.ts";

/** What the issue allows from call to answer, milliseconds. */
const ANSWER_MS = 1_000;

export type Form = "line" | "object";

export interface Cell {
  readonly change: Change;
  readonly act: Act;
  readonly place: Place;
  readonly form: Form;
}

let lastNumber = 0;

/** Null when all is well, else what went wrong. */
export async function verdictOf(
  stand: FaultStand,
  page: OpenPage,
  { change, act, place, form }: Cell,
): Promise<string | null> {
  const number = ++lastNumber;
  const path = `/stale/${number}`;
  const hold = `change ${number}`;
  const stage = { path, kind: act.kind, place, fill: change.fill, change: change.change, hold };
  const url = place === "frame" || place === "foreign frame"
    ? stand.page(
      `${path}/around`,
      frameHtml(
        stand.page(path, stageHtml(stage), place === "frame" ? "127.0.0.1" : "localhost"),
        "",
        `${hold} around`,
      ),
    )
    : stand.page(path, stageHtml(stage));
  await page.call("navigate", { url });
  await stand.holding(hold);
  const target = await targetOf(page, change, form);
  await stand.release(hold);
  if (change.looksAgain === true) await page.outline();
  const what = `${act.tool} on a ${act.kind}`;
  const { value: reply } = await answered(
    what,
    ANSWER_MS,
    page.attempt(act.tool, { ...argumentsOf(act, target) }),
  );
  const happened = (await stand.happened()).filter(({ at }) => at.split("?")[0] === path);
  stand.forget();
  return judged(reply, happened, act, change.expected(act, place));
}

/** The line as printed, or the object form of the same. */
export async function targetOf(
  page: OpenPage,
  { target, nth = 0 }: Pick<Change, "target" | "nth">,
  form: Form,
): Promise<unknown> {
  const found = form === "line"
    ? (await page.outline()).filter((line) =>
      line.split(" ").slice(1).join(" ").startsWith(`"${target}"`)
    )
    : targetsIn(await page.call("a11y_snapshot", { format: "nodes" }), target);
  const one = found[nth];
  if (one === undefined) throw new Error(`Not in the snapshot: ${target}`);
  return one;
}

const Node: v.GenericSchema<NodeShape> = v.looseObject({
  target: v.optional(v.looseObject({ accessibleName: v.string() })),
  children: v.optional(v.array(v.lazy(() => Node))),
});
interface NodeShape {
  readonly target?: { readonly accessibleName: string } | undefined;
  readonly children?: NodeShape[] | undefined;
}
const Nodes = v.looseObject({
  evidence: v.array(v.looseObject({ nodes: v.optional(v.array(Node)) })),
});

function targetsIn(reply: AgentReply, name: string): readonly unknown[] {
  const { evidence } = v.parse(Nodes, reply.structured);
  const found: unknown[] = [];
  const look = (nodes: readonly NodeShape[]): void => {
    for (const { target, children } of nodes) {
      if (target?.accessibleName === name) found.push(target);
      look(children ?? []);
    }
  };
  look(evidence.flatMap(({ nodes }) => nodes ?? []));
  return found;
}

const TYPED: Readonly<Record<Kind, string>> = {
  button: "",
  clickable: "",
  textbox: "typed",
  editable: "typed",
  checkbox: "true",
  switch: "true",
  select: "two",
  date: "2026-11-30",
};

function argumentsOf({ tool, kind }: Act, target: unknown): Readonly<Record<string, unknown>> {
  switch (tool) {
    case "click":
      return { target };
    case "type_text":
      return { target, value: TYPED[kind] };
    case "inspect":
      return { target, includeHtml: true };
    case "screenshot":
      return { mode: { kind: "element", target } };
  }
}

/** The event that shows that the act had its effect; change events do not leave a shadow root. */
const EFFECT: Readonly<Record<Kind, string>> = {
  button: "click",
  clickable: "click",
  textbox: "input",
  editable: "input",
  checkbox: "click",
  switch: "click",
  select: "input",
  date: "input",
};

function judged(
  reply: AgentReply,
  happened: readonly Happening[],
  act: Act,
  expected: Expected,
): string | null {
  const events = happened.filter(({ type }) => type !== "told");
  const acts = act.tool === "click" || act.tool === "type_text";
  const got = `${reply.isError ? "refused" : "done"}: ${reply.text.slice(0, 300)}; events ${
    JSON.stringify(events.map(({ type, key }) => `${type} ${key}`))
  }`;
  const elsewhere = events.find(({ key }) => key !== expected.to);
  if (elsewhere !== undefined) return `another element was acted on; ${got}`;
  if (reply.isError) {
    if (events.length > 0) return `refused, and yet it had an effect; ${got}`;
    if (expected.refused === undefined) return `the element that was meant was there; ${got}`;
    return expected.refused.test(failureWords(reply))
      ? null
      : `the refusal says too little; ${got}`;
  }
  if (expected.to === undefined) return `it should have been refused; ${got}`;
  if (!acts) return seen(reply, act) === expected.to ? null : `another element was read; ${got}`;
  const effect = act.tool === "click" ? "click" : EFFECT[act.kind];
  return events.some(({ type }) => type === effect) ? null : `success without effect; ${got}`;
}

const Failed = v.looseObject({
  error: v.looseObject({ code: v.string(), message: v.string() }),
});

/** `code message`. */
export function failureWords(reply: AgentReply): string {
  const { error } = v.parse(Failed, reply.structured);
  return `${error.code} ${error.message}`;
}

const Seen = v.looseObject({
  evidence: v.array(v.looseObject({
    html: v.optional(v.nullable(v.string())),
    fingerprint: v.optional(v.looseObject({ stableAttributes: v.record(v.string(), v.string()) })),
  })),
});

/** The id of the element that was read. */
function seen(reply: AgentReply, act: Act): string | null {
  const { evidence } = v.parse(Seen, reply.structured);
  if (act.tool === "inspect") {
    const html = evidence.find((one) => typeof one.html === "string")?.html ?? "";
    return / id="(\w+)"/.exec(html)?.[1] ?? null;
  }
  const told = evidence.find((one) => one.fingerprint !== undefined)?.fingerprint;
  return told?.stableAttributes["id"] ?? null;
}
