import { defineTool } from "../../registry/define.ts";
import { anyObject } from "../../registry/words.ts";

export default defineTool({
  name: "runtime_info",
  title: "Runtime info",
  description: "Version, wired features, open sessions and uptime of this gateway.",
  scope: "none",
  capabilities: ["session:read"],
  phases: "all",
  annotations: { readOnly: true },
  input: {},
  output: anyObject,
  examples: [{}],
  handle: (_, context) =>
    Promise.resolve({ structured: { ...context.runtime.info(context.principal) } }),
});
