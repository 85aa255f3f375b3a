/** Short ways to what answers tell of popups and downloads, and to a session's list of pages. */
import * as v from "valibot";
import type { OpenPage } from "../support/agent.ts";
import { answered } from "./deadlines.ts";
import { type Caller, DIALOG_MS, outcomeOf, type Structured } from "./dialogs.ts";
import type { FaultStand } from "./stand.ts";

const Popup = v.looseObject({
  kind: v.literal("popup"),
  openerPageId: v.string(),
  pageId: v.string(),
  url: v.string(),
  closed: v.optional(v.boolean()),
});

export function popups({ evidence }: Structured): readonly v.InferOutput<typeof Popup>[] {
  return evidence.flatMap((item) => {
    const { success, output } = v.safeParse(Popup, item);
    return success ? [output] : [];
  });
}

const Download = v.looseObject({
  kind: v.literal("configuration"),
  name: v.literal("downloadRefused"),
  value: v.string(),
});

/** Addresses of the downloads that an outcome tells of. */
export function downloads({ evidence }: Structured): readonly string[] {
  return evidence.flatMap((item) => {
    const { success, output } = v.safeParse(Download, item);
    return success ? [output.value] : [];
  });
}

/** Reads of a page until one tells something; what it tells. */
export async function nextTold<T>(
  page: Caller,
  told: (outcome: Structured) => readonly T[],
): Promise<readonly T[]> {
  for (let looks = 0; looks < 100; looks++) {
    const found = told(await outcomeOf(page, "inspect"));
    if (found.length > 0) return found;
  }
  return [];
}

const Pages = v.looseObject({
  evidence: v.array(v.looseObject({
    pages: v.optional(v.array(v.looseObject({ pageId: v.string() })), []),
  })),
});

/** Ids of the pages that the session lists. */
export async function listed(stand: FaultStand, page: OpenPage): Promise<readonly string[]> {
  const list = stand.agent.call("page_list", { sessionId: page.sessionId });
  const { value } = await answered("page_list", DIALOG_MS, list);
  const { evidence } = v.parse(Pages, value.structured);
  return evidence.flatMap((item) => item.pages.map((one) => one.pageId));
}

/** Waits until the session lists so many pages; false: it never does. */
export async function lists(stand: FaultStand, page: OpenPage, count: number): Promise<boolean> {
  for (let looks = 0; looks < 1_000; looks++) {
    if ((await listed(stand, page)).length === count) return true;
  }
  return false;
}
