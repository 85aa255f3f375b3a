import { defineTool } from "../../registry/define.ts";
import { outcome } from "../../registry/words.ts";

export default defineTool({
  name: "page_activate",
  title: "Activate page",
  description: "Brings a page to the front of its window, for sites that act only when visible.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: "all",
  annotations: {},
  input: {},
  output: outcome,
  examples: [{}],
  handle: (_, context) => context.execute({ kind: "activatePage", input: {} }),
});
