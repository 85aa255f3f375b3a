import { defineTool } from "../../registry/define.ts";
import { anyObject } from "../../registry/words.ts";

export default defineTool({
  name: "session_list",
  title: "List sessions",
  description: "Your open sessions with their page ids. Use it to pick up after a lost answer.",
  scope: "none",
  capabilities: ["session:read"],
  phases: "all",
  annotations: { readOnly: true },
  input: {},
  output: anyObject,
  examples: [{}],
  handle: (_, { runtime, principal }) =>
    Promise.resolve({ structured: { sessions: runtime.listSessions(principal) } }),
});
