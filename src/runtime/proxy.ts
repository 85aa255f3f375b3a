/** The `proxy` argument of a session. Source: `contract/README.md` 15. */
import type { ProxySetting } from "../engine/engine.ts";
import { Failure } from "../model/error.ts";

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "socks5:"]);

/** Errors: invalidRequest, without the value (it may hold credentials). */
export function parseProxy(text: string): ProxySetting {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw invalid();
  }
  if (!SCHEMES.has(url.protocol) || url.hostname === "") throw invalid();
  if (!["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "") throw invalid();
  const server = `${url.protocol}//${url.host}`;
  if (url.username === "" && url.password === "") return { server };
  try {
    return {
      server,
      username: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    throw invalid();
  }
}

function invalid(): Failure {
  return new Failure(
    "invalidRequest",
    "Proxy must be http://, https:// or socks5:// with host and port, and optional user:password",
    { repair: "Give proxy as http://, https:// or socks5:// with host and port, or leave it out." },
  );
}
