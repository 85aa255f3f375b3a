import { BROWSER_CALL_MS } from "../../model/limits.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";

export const activatePage: CommandRunner<"activatePage"> = {
  proves: "page",
  order: "page",
  patience: "any",
  crashed: "never",
  async run(_input, { page, call, evidence, ports: { clock } }) {
    await page.engine.activate(within(clock, call, BROWSER_CALL_MS));
    evidence.push(page.evidence());
  },
};
