import * as v from "valibot";
import { DEFAULT_SNAPSHOT_NODES } from "../../model/limits.ts";
import { defineTool } from "../../registry/define.ts";
import {
  cursor,
  nodeBudget,
  outcome,
  snapshotFormat,
  target,
  unseen,
} from "../../registry/words.ts";

export default defineTool({
  name: "a11y_snapshot",
  title: "Accessibility snapshot",
  description:
    "Reads the page as an outline, one node a line (role, name, states); any line can be passed as target to other tools. With target it reads one element's subtree, with after the next part of a long page.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act", "intent", "verify"],
  annotations: { readOnly: true },
  input: {
    maxNodes: v.optional(nodeBudget, DEFAULT_SNAPSHOT_NODES),
    format: v.optional(snapshotFormat, "outline"),
    target: v.exactOptional(target),
    after: v.exactOptional(cursor),
    unseen: v.exactOptional(unseen),
  },
  choice: { of: ["target", "after"], required: false },
  output: outcome,
  examples: [{}, { target: 'list "Orders"', maxNodes: 64 }, { after: "c1", format: "nodes" }],
  handle: (input, context) => context.execute({ kind: "accessibilitySnapshot", input }),
});
