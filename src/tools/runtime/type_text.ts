import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { outcome, selector, target, text, url } from "../../registry/words.ts";

export default defineTool({
  name: "type_text",
  title: "Type text",
  description:
    "Types value into the field named by target (an outline line) or selector, after what is there unless clearFirst. Also checks a checkbox (true, false) and chooses an option. Returns what the field then holds and whether it is valid.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act"],
  annotations: {},
  input: {
    target: v.exactOptional(target),
    selector: v.exactOptional(selector),
    value: text,
    clearFirst: v.optional(v.boolean(), false),
    expectedUrl: v.exactOptional(url),
  },
  choice: { of: ["selector", "target"], required: true },
  output: outcome,
  examples: [{ target: 'textbox "E-mail"', value: "a@example.org", clearFirst: true }],
  handle: (input, context) => context.execute({ kind: "typeText", input }),
});
