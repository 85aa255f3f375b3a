/** Bounds of what a client declares at `initialize`. Source: `contract/mcp-tools.md` 0. */
import {
  MAX_CLIENT_CAPABILITIES,
  MAX_CLIENT_CAPABILITIES_BYTES,
  MAX_CLIENT_CAPABILITY_DEPTH,
  MAX_CLIENT_CAPABILITY_KEY_BYTES,
  MAX_CLIENT_CAPABILITY_MEMBERS,
  MAX_CLIENT_CAPABILITY_NODES,
  MAX_CLIENT_CAPABILITY_STRING_BYTES,
} from "../model/limits.ts";
import { isObject } from "../rpc/json_rpc.ts";

/** The first bound that the capabilities break, as JSON Schema keyword; null when they are fine. */
export function capabilityFault(capabilities: unknown): string | null {
  if (!isObject(capabilities)) return "type";
  const values = Object.values(capabilities);
  if (values.length > MAX_CLIENT_CAPABILITIES) return "maxProperties";
  if (!values.every(isObject)) return "type";
  if (byteLength(JSON.stringify(capabilities)) > MAX_CLIENT_CAPABILITIES_BYTES) return "maxLength";
  return treeFault(capabilities);
}

function treeFault(root: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  let nodes = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (++nodes > MAX_CLIENT_CAPABILITY_NODES) return "maxItems";
    if (typeof value === "string" && byteLength(value) > MAX_CLIENT_CAPABILITY_STRING_BYTES) {
      return "maxLength";
    }
    if (typeof value !== "object" || value === null) continue;
    if (depth + 1 > MAX_CLIENT_CAPABILITY_DEPTH) return "maxDepth";
    const entries = Object.entries(value);
    if (entries.length > MAX_CLIENT_CAPABILITY_MEMBERS) return "maxProperties";
    for (const [key, member] of entries) {
      if (!Array.isArray(value) && byteLength(key) > MAX_CLIENT_CAPABILITY_KEY_BYTES) {
        return "propertyNames";
      }
      open.push({ value: member, depth: depth + 1 });
    }
  }
  return null;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
