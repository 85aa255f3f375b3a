import * as v from "valibot";
import { DEFAULT_FORM_CONTROLS, DEFAULT_SNAPSHOT_NODES } from "../../model/limits.ts";
import { defineTool } from "../../registry/define.ts";
import { observe } from "../../registry/observe.ts";
import * as words from "../../registry/words.ts";

export default defineTool({
  name: "workflow_observe",
  title: "Observe retained workflow",
  description:
    "Reads the page of a workflow as an outline of what it shows and offers, one node a line; pass a line as target to click or type_text. Use it after workflow_start and whenever the page changed.",
  scope: "workflow",
  capabilities: ["browser:mutate"],
  needs: words.formNeeds,
  phases: "all",
  annotations: { readOnly: true },
  input: {
    goal: v.exactOptional(words.goal),
    maxNodes: v.optional(words.nodeBudget, DEFAULT_SNAPSHOT_NODES),
    format: v.optional(words.snapshotFormat, "outline"),
    target: v.exactOptional(words.target),
    after: v.exactOptional(words.cursor),
    unseen: v.exactOptional(words.unseen),
    includeForms: v.optional(v.boolean(), false),
    maxControls: v.optional(words.controlBudget, DEFAULT_FORM_CONTROLS),
    evidenceDetail: v.optional(v.picklist(["compact", "full"]), "compact"),
  },
  choice: { of: ["target", "after"], required: false },
  output: words.outcome,
  examples: [{}, { target: 'list "Orders"', maxNodes: 64, evidenceDetail: "full" }],
  handle: observe,
});
