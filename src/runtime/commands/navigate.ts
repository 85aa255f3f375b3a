import type { WaitUntil } from "../../engine/engine.ts";
import { Failure } from "../../model/error.ts";
import type { ReadyState } from "../../model/target.ts";
import { navigationUrl } from "../../policy/navigation.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { landing } from "../landing.ts";
import type { Page } from "../pages.ts";

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
  patience: "any",
  crashed: "told",
  async run(input, { page, call, evidence, ports: { clock } }) {
    const url = navigationUrl(input.url);
    const limit = within(clock, call, input.timeoutMs);
    const { documentId } = page;
    try {
      const result = await page.engine.navigate(url, WAIT_UNTIL[input.waitUntil], limit);
      page.navigated(result.documentId);
    } catch (error) {
      if (!asksWhileLoading(error, page, documentId)) throw error;
      page.navigated(page.documentId);
    }
    evidence.push(await landing(clock, page, call));
  },
};

/** The new document is there and shows a dialog: it was reached. One of the old document kept us there. */
function asksWhileLoading(error: unknown, page: Page, before: string): boolean {
  return error instanceof Failure && error.code === "dialogPending" && page.documentId !== before;
}
