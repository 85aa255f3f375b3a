import { Failure } from "../../model/error.ts";
import { BROWSER_CALL_MS } from "../../model/limits.ts";
import { disarm } from "../acting.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { happenings, markPage, settle } from "../settle.ts";

export const handleDialog: CommandRunner<"handleDialog"> = {
  proves: "dialog",
  order: "aside",
  crashed: "never",
  async run(input, { page, call, evidence, ports: { clock } }) {
    const { action, promptText } = input;
    const dialog = page.engine.dialog ??
      await page.engine.nextDialog(within(clock, call, input.timeoutMs));
    if (dialog === null) {
      if (call.signal?.aborted === true) {
        throw new Failure("cancelled", "The client cancelled the call");
      }
      throw new Failure("deadlineExceeded", "No dialog opened in time", {
        repair: "Do first what opens the dialog, or wait longer.",
      });
    }
    const mark = markPage(page);
    await page.engine.answerDialog(
      action === "accept",
      promptText,
      within(clock, call, BROWSER_CALL_MS),
    );
    evidence.push({ kind: "dialog", dialogType: dialog.type, message: dialog.message, action });
    await disarm(clock, page, call);
    await settle(clock, page, mark, call);
    evidence.push(...happenings(page, mark));
  },
};
