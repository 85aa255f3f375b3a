import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import * as words from "../../registry/words.ts";

export default defineTool({
  name: "session_create",
  title: "Create session",
  description:
    "Opens a browser session with its own cookies and storage and returns it with its id. For one task on one page, workflow_start does this and more in one call.",
  scope: "none",
  capabilities: ["session:write"],
  needs: words.sessionNeeds,
  phases: "all",
  annotations: {},
  input: {
    profile: words.profile,
    proxy: v.exactOptional(words.proxy),
    executionPolicy: v.exactOptional(words.executionPolicy),
    engine: v.exactOptional(words.engine),
  },
  output: words.anyObject,
  examples: [{ profile: "default" }, { profile: "default", engine: "chromium", proxy: null }],
  handle: async (input, { runtime, principal, signal }) => ({
    structured: { ...await runtime.createSession(input, principal, signal) },
  }),
});
