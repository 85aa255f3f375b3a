import { BROWSER_CALL_MS } from "../../model/limits.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";

export const closePage: CommandRunner<"closePage"> = {
  proves: "page",
  order: "aside",
  patience: "any",
  crashed: "always",
  async run(_input, { page, session, call, evidence, ports: { clock } }) {
    const closed = page.evidence();
    await page.engine.close(within(clock, call, BROWSER_CALL_MS));
    page.ended = true;
    session.pages.delete(page.id);
    evidence.push(closed);
  },
};
