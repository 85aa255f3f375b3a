import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { workflowStartResult } from "../../registry/result.ts";
import * as words from "../../registry/words.ts";

export default defineTool({
  name: "workflow_start",
  title: "Start retained workflow",
  description:
    "Start here: opens a session and a page at url, and returns a workflowHandle that other tools take in place of sessionId and pageId. Then call workflow_observe. After a lost answer call session_list before starting again.",
  scope: "none",
  capabilities: ["session:read", "session:write", "page:write"],
  needs: words.sessionNeeds,
  phases: "all",
  annotations: { openWorld: true },
  input: {
    profile: words.profile,
    url: v.exactOptional(words.url),
    proxy: v.exactOptional(words.proxy),
    executionPolicy: v.exactOptional(words.executionPolicy),
    engine: v.exactOptional(words.engine),
  },
  output: words.outcome,
  examples: [{ profile: "default", url: "https://example.org/" }, { profile: "default" }],
  handle: async (input, { runtime, principal, server, signal }) =>
    workflowStartResult(await runtime.startWorkflow(input, principal, server.handles, signal)),
});
