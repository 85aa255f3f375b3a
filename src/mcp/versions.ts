/** The protocol versions served. Source: `contract/mcp-tools.md` 0. */

/** Newest first; all of them open with `initialize`. */
export const HANDSHAKE_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
export type HandshakeVersion = (typeof HANDSHAKE_VERSIONS)[number];

/** The `_meta` key by which a request claims the era without handshake. */
export const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";

/** The version asked for if we serve it, else our newest. */
export function negotiate(asked: string): HandshakeVersion {
  return HANDSHAKE_VERSIONS.find((version) => version === asked) ?? HANDSHAKE_VERSIONS[0];
}
