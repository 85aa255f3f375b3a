import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { outcome, selector, target } from "../../registry/words.ts";

export default defineTool({
  name: "inspect",
  title: "Inspect page",
  description:
    "Reads text: of the whole page, or of one element by selector or target (a control's text is its value). includeHtml adds its HTML.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "verify"],
  annotations: { readOnly: true },
  input: {
    selector: v.exactOptional(selector),
    target: v.exactOptional(target),
    includeHtml: v.optional(v.boolean(), false),
  },
  choice: { of: ["selector", "target"], required: false },
  output: outcome,
  examples: [{}, { selector: "main", includeHtml: true }, { target: 'textbox "E-mail"' }],
  handle: (input, context) => context.execute({ kind: "inspect", input }),
});
