/** Where a page may be sent by an agent. Source: `contract/mcp-tools.md` 1.2 (navigate), 2.1. */
import { Failure } from "../model/error.ts";

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "data:"]);

/**
 * The URL as the browser will load it. Errors: invalidRequest when it is no absolute URL, has
 * another scheme than http, https or data, or lacks a host. The message never holds any of it:
 * a URL may carry credentials.
 */
export function navigationUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) {
    throw new Failure(
      "invalidRequest",
      "The url is not an absolute URL, such as https://example.org/",
    );
  }
  if (!SCHEMES.has(url.protocol)) {
    throw new Failure("invalidRequest", "The url has a scheme other than http, https and data");
  }
  return url.href;
}
