import * as v from "valibot";
import { defineTool } from "../../registry/define.ts";
import { pageOpenResult } from "../../registry/result.ts";
import { anyObject, url, urlNeeds } from "../../registry/words.ts";

export default defineTool({
  name: "page_open",
  title: "Open page",
  description:
    "Opens one more page (tab) in a session, at url when given (http, https, data), and returns its id, url and state.",
  scope: "session",
  capabilities: ["page:write"],
  needs: urlNeeds,
  phases: "all",
  annotations: { openWorld: true },
  input: { url: v.exactOptional(url) },
  output: anyObject,
  examples: [{}, { url: "https://example.org/" }],
  handle: async (input, { runtime, scope, principal, signal }) =>
    pageOpenResult(await runtime.openPage(scope.sessionId, input.url, principal, signal)),
});
