import { defineTool } from "../../registry/define.ts";
import { evictClosedPage } from "../../registry/result.ts";
import { outcome } from "../../registry/words.ts";

export default defineTool({
  name: "page_close",
  title: "Close page",
  description: "Closes one page; its session stays open. Its workflow handles end.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: "all",
  annotations: { destructive: true },
  input: {},
  output: outcome,
  examples: [{}],
  handle: async (_, context) =>
    evictClosedPage(await context.run({ kind: "closePage", input: {} }), context),
});
