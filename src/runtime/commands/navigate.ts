import type { WaitUntil } from "../../engine/engine.ts";
import { Failure } from "../../model/error.ts";
import type { ReadyState } from "../../model/target.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "data:"]);

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
    requireUrl(input.url);
    const limit = within(clock, call, input.timeoutMs);
    const result = await page.engine.navigate(input.url, WAIT_UNTIL[input.waitUntil], limit);
    page.navigated(result.documentId);
    const title = page.engine.title;
    evidence.push({ kind: "navigation", url: page.engine.url, title });
  },
};

/** Errors: invalidRequest for other schemes than http, https and data. */
export function requireUrl(text: string): void {
  let scheme = "";
  try {
    scheme = new URL(text).protocol;
  } catch {
    throw new Failure("invalidRequest", "The url is not an absolute URL");
  }
  if (!SCHEMES.has(scheme)) {
    throw new Failure("invalidRequest", "The url must be http, https or data");
  }
}
