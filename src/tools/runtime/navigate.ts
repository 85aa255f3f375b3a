import * as v from "valibot";
import { DEFAULT_TIMEOUT_MS } from "../../model/limits.ts";
import { defineTool } from "../../registry/define.ts";
import { outcome, timeoutMs, url, waitUntil } from "../../registry/words.ts";

export default defineTool({
  name: "navigate",
  title: "Navigate",
  description:
    "Sends the page to a URL (http, https, data), waits until it is ready, and returns the final url and title. Frees a page that hangs.",
  scope: "page",
  capabilities: ["browser:mutate"],
  phases: ["explore", "act", "intent"],
  annotations: { openWorld: true },
  input: {
    url,
    waitUntil: v.optional(waitUntil, "interactive"),
    timeoutMs: v.optional(timeoutMs, DEFAULT_TIMEOUT_MS),
  },
  output: outcome,
  examples: [{ url: "https://example.org/" }],
  handle: (input, context) => context.execute({ kind: "navigate", input }),
});
