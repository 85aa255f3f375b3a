import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { outcome, uuid } from "../../registry/words.ts";

export default defineTool({
  name: "page_list",
  title: "List pages",
  description: "The open pages of a session, popups too: id, url and title of each.",
  scope: "session",
  capabilities: ["browser:mutate"],
  phases: "all",
  annotations: { readOnly: true },
  input: { workflowId: v.exactOptional(uuid) },
  output: outcome,
  examples: [{}],
  handle: (input, context) => context.execute({ kind: "listPages", input: {} }, input.workflowId),
});
