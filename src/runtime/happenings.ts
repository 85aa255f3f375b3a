/** What a page has done by itself and no answer has told yet. */
import type { DialogInfo } from "../engine/engine.ts";
import type { Evidence } from "../model/evidence.ts";
import { MAX_DIALOG_MESSAGE_CHARS } from "../model/limits.ts";
import { cut } from "../snapshot/page/text.ts";
import type { Page } from "./pages.ts";

type DialogEvidence = Extract<Evidence, { readonly kind: "dialog" }>;

export function dialogEvidence(
  dialog: DialogInfo,
  action: DialogEvidence["action"],
): DialogEvidence {
  const message = cut(dialog.message, MAX_DIALOG_MESSAGE_CHARS);
  return { kind: "dialog", dialogType: dialog.type, message, action };
}

/**
 * Popups, dialogs that a navigation has dismissed, and the open dialog. Popups and dismissed
 * dialogs count as told from now on: to be called only for an answer that carries evidence.
 */
export function takeHappenings(page: Page): readonly Evidence[] {
  const found: Evidence[] = page.engine.dismissed().map((each) => dialogEvidence(each, "dismiss"));
  for (const popup of page.takePopups()) {
    const { url, title } = popup.engine;
    found.push({ kind: "popup", openerPageId: page.id, pageId: popup.id, url, title });
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
