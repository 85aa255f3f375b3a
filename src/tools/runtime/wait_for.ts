import { defineTool } from "../../registry/define.ts";
import { outcome, timeoutMs, waitCondition } from "../../registry/words.ts";

export default defineTool({
  name: "wait_for",
  title: "Wait for condition",
  description:
    "Waits until condition holds, or fails at timeoutMs. Acting tools settle by themselves; this is for what comes later.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act", "intent"],
  annotations: { readOnly: true },
  input: { condition: waitCondition, timeoutMs },
  output: outcome,
  examples: [
    { condition: { kind: "element", target: 'button "Pay"', state: "enabled" }, timeoutMs: 5000 },
    { condition: { kind: "url", matcher: { kind: "contains", value: "/done" } }, timeoutMs: 5000 },
  ],
  handle: (input, context) => context.execute({ kind: "waitFor", input }),
});
