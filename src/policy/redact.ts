/** What journals, logs, events and error messages may hold of what passes. Source: `contract/mcp-tools.md` 2.3. */

import { MAX_MESSAGE_URL_CHARS, MAX_SHOWN_URL_CHARS } from "../model/limits.ts";

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

/**
 * A URL in an error message: a form sent by GET puts what was typed into it. Marks what was left
 * out, so that two addresses which differ there alone are not taken for one.
 */
export function messageUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === "") return journalUrl(text);
  const shown = cutTo(journalUrl(text), MAX_MESSAGE_URL_CHARS);
  return `${shown}${url.search === "" ? "" : "?…"}${url.hash === "" ? "" : "#…"}`;
}

/** A page's own URL in an answer: whole, unless a page has made one of megabytes. */
export function shownUrl(text: string): string {
  return cutTo(text, MAX_SHOWN_URL_CHARS);
}

function cutTo(text: string, chars: number): string {
  return text.length <= chars ? text : `${text.slice(0, chars - 1)}…`;
}
