/** Short ways to meet a page's dialogs: each call answers within its bound, and tells them. */
import assert from "node:assert/strict";
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { answered } from "./deadlines.ts";
import type { FaultStand } from "./stand.ts";

/** A call that opens, meets or answers a dialog has its answer within this, milliseconds. */
export const DIALOG_MS = 5_000;

export interface Caller {
  attempt(name: string, args?: Readonly<Record<string, unknown>>): Promise<AgentReply>;
}

const Dialog = v.looseObject({
  kind: v.literal("dialog"),
  dialogType: v.string(),
  message: v.string(),
  action: v.string(),
});
export type Told = readonly [type: string, message: string, action: string];

const Structured = v.looseObject({
  status: v.string(),
  evidence: v.optional(v.array(v.looseObject({ kind: v.string() })), []),
  error: v.optional(v.looseObject({
    code: v.string(),
    message: v.string(),
    repair: v.looseObject({ action: v.string() }),
  })),
});
export type Structured = v.InferOutput<typeof Structured>;

/** Opens a page of its own for the work; its session is closed in time, whatever the page does. */
export async function onPage(
  stand: FaultStand,
  path: string,
  html: string,
  work: (page: OpenPage) => Promise<void>,
): Promise<void> {
  const page = await stand.open(path, html);
  try {
    await work(page);
  } finally {
    await answered("session_close", DIALOG_MS, page.close());
    stand.forget();
  }
}

const kept = new WeakMap<FaultStand, OpenPage>();

/** The same on one page for all such work, which costs no new session; a failed one leaves it behind. */
export async function onKeptPage(
  stand: FaultStand,
  path: string,
  html: string,
  work: (page: OpenPage) => Promise<void>,
): Promise<void> {
  const page = kept.get(stand) ?? await stand.open("/kept", "<h1>Kept</h1>");
  kept.delete(stand);
  await page.call("navigate", { url: stand.page(path, html) });
  await work(page);
  kept.set(stand, page);
  stand.forget();
  stand.forgetHeld();
}

/** Makes the call, and has its outcome in time. */
export async function outcomeOf(
  page: Caller,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  ms = DIALOG_MS,
): Promise<Structured> {
  const { value } = await answered(name, ms, page.attempt(name, args));
  return v.parse(Structured, value.structured);
}

/** The dialogs that an outcome tells of, in order. */
export function toldDialogs({ evidence }: Structured): readonly Told[] {
  return evidence.flatMap((item) => {
    const { success, output } = v.safeParse(Dialog, item);
    return success ? [[output.dialogType, output.message, output.action] as const] : [];
  });
}

/** The call is refused because of the dialog, whose kind and words the answer tells. */
export async function refused(
  page: Caller,
  name: string,
  args: Readonly<Record<string, unknown>>,
  words: RegExp,
): Promise<void> {
  const { error } = await outcomeOf(page, name, args);
  assert.equal(error?.code, "dialogPending", `${name}: ${JSON.stringify(error)}`);
  assert.match(error?.message ?? "", words);
}

/** Answers the open dialog, which is told with what was done to it. */
export async function answer(
  page: Caller,
  args: Readonly<Record<string, unknown>>,
): Promise<readonly Told[]> {
  const outcome = await outcomeOf(page, "dialog", args);
  assert.equal(outcome.status, "completed", JSON.stringify(outcome));
  return toldDialogs(outcome);
}
