/**
 * Addresses of links as the browser resolves them. Its parser costs ten times what the rest of a
 * link costs, so addresses that it would leave as they are written are told by their form, and
 * the rest is parsed once.
 */
import { baseOf } from "./dom.ts";

/** Path, query and fragment of characters that no parser changes. */
const PLAIN_TAIL = /^\/[\w\-~!$&()*+,;=:@/.?#%]*$/;
/** `http` or `https`, a lower-case host by name, default port. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?=\/)/;
/** An origin that plain paths may be put after. */
const PLAIN_BASE = /^https?:\/\/[^/?#\\]+(?=\/)/;
const PLAIN_FRAGMENT = /^#[\w\-~!$&()*+,;=:@/.?%]*$/;

/** Parsed addresses kept. */
const MAX_KEPT = 5_000;
const kept = new Map<string, string>();
let base = "";
/** What stands before a path of this document, and before a fragment. "": ask the parser. */
let origin = "";
let page = "";

/** Call before a series of `resolveAddress`: the document's base may have changed. */
export function readBase(): void {
  const now = baseOf(document);
  if (now !== base) rebase(now);
}

/** The full address; as written where it is none. */
export function resolveAddress(written: string): string {
  if (written.startsWith("#")) {
    if (page !== "" && PLAIN_FRAGMENT.test(written)) return page + written;
  } else if (written.startsWith("/")) {
    if (origin !== "" && !written.startsWith("//") && isPlain(written)) return origin + written;
  } else {
    const before = PLAIN_ORIGIN.exec(written)?.[0];
    if (
      before !== undefined && !before.includes("xn--") && isPlain(written.slice(before.length))
    ) return written;
  }
  let known = kept.get(written);
  if (known === undefined) {
    known = URL.parse(written, base)?.href ?? written;
    if (kept.size < MAX_KEPT) kept.set(written, known);
  }
  return known;
}

function rebase(now: string): void {
  base = now;
  kept.clear();
  origin = PLAIN_BASE.exec(now)?.[0] ?? "";
  page = origin === "" ? "" : now.split("#", 1)[0] ?? "";
}

/** No segment of dots that the parser takes away: neither written nor escaped. */
function isPlain(tail: string): boolean {
  return PLAIN_TAIL.test(tail) && !tail.includes("/.") && !/%2e/i.test(tail);
}
