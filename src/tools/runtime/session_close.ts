import { defineTool } from "../../registry/define.ts";
import { anyObject } from "../../registry/words.ts";

export default defineTool({
  name: "session_close",
  title: "Close session",
  description: "Closes a session with all its pages, cookies and workflow handles.",
  scope: "session",
  capabilities: ["session:write"],
  phases: "all",
  annotations: { destructive: true },
  input: {},
  output: anyObject,
  examples: [{}],
  handle: async (_, { runtime, server, scope, principal }) => {
    await runtime.closeSession(scope.sessionId, principal);
    server.handles.evict({ sessionId: scope.sessionId });
    return { structured: { closed: true } };
  },
});
