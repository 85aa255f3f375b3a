import { abortFailure, Failure } from "../../model/error.ts";
import { BROWSER_CALL_MS } from "../../model/limits.ts";
import { disarm } from "../acting.ts";
import { expired, within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { dialogEvidence } from "../happenings.ts";
import { act } from "../settle.ts";

export const handleDialog: CommandRunner<"handleDialog"> = {
  proves: "dialog",
  order: "aside",
  patience: "any",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports: { clock } } = context;
    const { action, promptText } = input;
    const patience = within(clock, call, input.timeoutMs);
    const dialog = page.engine.dialog ?? await page.engine.nextDialog(patience);
    if (dialog === null) {
      if (call.signal?.aborted === true) throw abortFailure(call.signal);
      // Before its time: the page has gone, and says how when it is asked for anything.
      if (!expired(clock, patience)) {
        await page.engine.frame(page.mainFrameId).call("facts", {}, patience);
      }
      throw new Failure("deadlineExceeded", "No dialog opened in time", {
        repair: "Do first what opens the dialog, or wait longer.",
      });
    }
    const limit = within(clock, call, BROWSER_CALL_MS);
    await act(context, async () => {
      await page.engine.answerDialog(action === "accept", promptText, limit);
      evidence.push(dialogEvidence(dialog, action));
      await disarm(clock, page, call);
    });
  },
};
