import * as v from "valibot";
import { DEFAULT_TIMEOUT_MS } from "../../model/limits.ts";
import { defineTool } from "../../registry/define.ts";
import { outcome, text, timeoutMs } from "../../registry/words.ts";

export default defineTool({
  name: "dialog",
  title: "Handle dialog",
  description:
    "Accepts or dismisses the open alert, confirm, prompt or leave-page dialog, or the next one within timeoutMs. promptText answers a prompt.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act"],
  annotations: {},
  input: {
    action: v.picklist(["accept", "dismiss"]),
    promptText: v.exactOptional(text),
    timeoutMs: v.optional(timeoutMs, DEFAULT_TIMEOUT_MS),
  },
  output: outcome,
  examples: [{ action: "accept" }, { action: "accept", promptText: "Ada" }],
  handle: (input, context) => context.execute({ kind: "handleDialog", input }),
});
