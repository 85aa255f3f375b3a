/** What a page has done by itself and no answer has told yet. */
import type { DialogInfo, PageNews } from "../engine/engine.ts";
import type { Evidence } from "../model/evidence.ts";
import { MAX_DIALOG_MESSAGE_CHARS, POPUP_START_MS } from "../model/limits.ts";
import type { Call, Clock } from "../model/ports.ts";
import { shownUrl } from "../policy/redact.ts";
import { cut } from "../snapshot/page/text.ts";
import { expired, within } from "./calls.ts";
import type { Page } from "./pages.ts";

type DialogEvidence = Extract<Evidence, { readonly kind: "dialog" }>;

/** A dialog as answers tell it: of a longer message the first MAX_DIALOG_MESSAGE_CHARS. */
export function dialogEvidence(
  dialog: DialogInfo,
  action: DialogEvidence["action"],
): DialogEvidence {
  const message = cut(dialog.message, MAX_DIALOG_MESSAGE_CHARS);
  return { kind: "dialog", dialogType: dialog.type, message, action };
}

function downloadEvidence(downloads: PageNews["downloads"]): readonly Evidence[] {
  if (downloads === null) return [];
  const { count, lastUrl } = downloads;
  return [
    { kind: "configuration", name: "downloadRefused", value: shownUrl(lastUrl) },
    ...(count === 1
      ? []
      : [{ kind: "configuration", name: "downloadsRefused", value: String(count) } as const]),
  ];
}

/** Resolves when every page that this one has opened so far can be told, or the call ends; never rejects. */
export async function popupsOpened(clock: Clock, page: Page, call: Call): Promise<void> {
  const limit = within(clock, call, POPUP_START_MS);
  while (page.engine.activity().popupsOpening > 0 && !page.ended && !expired(clock, limit)) {
    await page.engine.nextActivity(limit);
  }
}

/**
 * Popups, downloads, dialogs that a navigation has dismissed, and the open dialog. All but the last
 * count as told from now on: to be called only for an answer that carries evidence.
 */
export function takeHappenings(page: Page): readonly Evidence[] {
  const { dismissed, downloads } = page.engine.takeNews();
  const found: Evidence[] = dismissed.map((each) => dialogEvidence(each, "dismiss"));
  found.push(...[downloads, page.takeInherited()].flatMap(downloadEvidence));
  for (const popup of page.takePopups()) {
    const { engine, ended } = popup;
    found.push({
      kind: "popup",
      openerPageId: page.id,
      pageId: popup.id,
      url: shownUrl(engine.url),
      title: engine.title,
      ...(ended && { closed: true }),
    });
  }
  if (page.refusedPopups > 0) {
    found.push({ kind: "configuration", name: "popupsClosed", value: String(page.refusedPopups) });
    page.refusedPopups = 0;
  }
  const { dialog } = page.engine;
  if (dialog !== null) {
    found.push(dialogEvidence(dialog, "pending"));
    found.push({ kind: "configuration", name: "dialogOpened", value: dialog.type });
  }
  return found;
}
