/** What journals, logs and events may hold of what passes. Source: `contract/mcp-tools.md` 2.3. */

/**
 * A URL without userinfo, query and fragment. Of `data:` only the media type stays, of any scheme
 * without an authority (`blob:`, `about:`, `javascript:`) only the scheme, except `about:blank`.
 */
export function journalUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null) return "[redacted]";
  if (url.protocol === "data:") {
    const mediaType = /^[a-z0-9.+-]{1,64}\/[a-z0-9.+-]{1,64}(?=[;,])/i.exec(url.pathname)?.[0];
    return `data:${mediaType ?? ""},[redacted]`;
  }
  if (url.host !== "") return `${url.protocol}//${url.host}${url.pathname}`;
  return url.href === "about:blank" ? url.href : `${url.protocol}[redacted]`;
}
