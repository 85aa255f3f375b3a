import type { WaitUntil } from "../../engine/engine.ts";
import type { ReadyState } from "../../model/target.ts";
import { navigationUrl } from "../../policy/navigation.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { landing } from "../landing.ts";

/** Source: `contract/mcp-tools.md` 2.5: networkIdle is the complete document. */
const WAIT_UNTIL = {
  commit: "commit",
  domContentLoaded: "interactive",
  interactive: "interactive",
  networkIdle: "complete",
} as const satisfies Record<ReadyState, WaitUntil>;

export const navigate: CommandRunner<"navigate"> = {
  proves: "navigation",
  order: "page",
  crashed: "told",
  async run(input, { page, call, evidence, ports: { clock } }) {
    const url = navigationUrl(input.url);
    const limit = within(clock, call, input.timeoutMs);
    const result = await page.engine.navigate(url, WAIT_UNTIL[input.waitUntil], limit);
    page.navigated(result.documentId);
    evidence.push(await landing(clock, page, call));
  },
};
