import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { modifiers, outcome, selector, target, url } from "../../registry/words.ts";

export default defineTool({
  name: "click",
  title: "Click",
  description:
    "Clicks the element named by target (an outline line) or selector, then waits for the page to settle. Tells a popup or dialog that it opened. expectedUrl also checks where the page went.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act"],
  annotations: { openWorld: true },
  input: {
    target: v.exactOptional(target),
    selector: v.exactOptional(selector),
    modifiers: v.optional(modifiers, []),
    expectedUrl: v.exactOptional(url),
  },
  choice: { of: ["selector", "target"], required: true },
  output: outcome,
  examples: [{ target: 'button "Pay" #1' }, { selector: "#pay", modifiers: ["shift"] }],
  handle: (input, context) => context.execute({ kind: "click", input }),
});
