import { defineTool } from "../../registry/define.ts";
import { anyObject, phase } from "../../registry/words.ts";

export default defineTool({
  name: "toolset_select",
  title: "Select a toolset phase",
  description:
    "Chooses which tools are listed: explore, act, intent, verify, or full. Tools that are not listed can still be called.",
  scope: "none",
  capabilities: [],
  phases: "all",
  annotations: { readOnly: true },
  input: { toolset: phase },
  output: anyObject,
  examples: [{ toolset: "act" }],
  handle: (input, { server }) => {
    server.selectPhase(input.toolset);
    return Promise.resolve({ structured: { toolset: input.toolset } });
  },
});
