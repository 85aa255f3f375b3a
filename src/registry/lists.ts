/** What `tools/list` shows to whom. */
import type { Capability, Principal } from "../model/capability.ts";
import { MAX_CACHED_TOOL_LISTS } from "../model/limits.ts";
import type { Phase } from "../model/phase.ts";
import type { AnyTool } from "./define.ts";
import { toolEntry } from "./schema.ts";

/** Harmless reads first, then what acts, then what destroys; by name within each. */
function compareTools(a: AnyTool, b: AnyTool): number {
  const rank = (tool: AnyTool) =>
    tool.annotations.readOnly ? 0 : tool.annotations.destructive ? 2 : 1;
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

export function holdsAll(tool: AnyTool, held: ReadonlySet<Capability>): boolean {
  return tool.capabilities.every((capability) => held.has(capability));
}

function advertised(tool: AnyTool, phase: Phase): boolean {
  return phase === "full" || tool.phases === "all" || tool.phases.includes(phase);
}

export class ToolLists {
  readonly tools: readonly AnyTool[];
  readonly #cache = new Map<string, string>();

  constructor(tools: readonly AnyTool[]) {
    this.tools = tools.toSorted(compareTools);
  }

  /** In order. A list of toolset_select alone would offer nothing: it is empty. */
  shown(principal: Principal, phase: Phase): readonly AnyTool[] {
    const shown = this.tools.filter((tool) =>
      advertised(tool, phase) && holdsAll(tool, principal.capabilities)
    );
    return shown.every((tool) => tool.name === "toolset_select") ? [] : shown;
  }

  /** The JSON text of the `tools` array; kept per phase and set of capabilities. */
  json(principal: Principal, phase: Phase): string {
    const key = `${phase} ${[...principal.capabilities].sort().join(" ")}`;
    const kept = this.#cache.get(key);
    if (kept !== undefined) return kept;
    const entries = this.shown(principal, phase).map((tool) =>
      toolEntry(tool, principal.capabilities)
    );
    const json = JSON.stringify(entries);
    const oldest = this.#cache.keys().next();
    if (this.#cache.size >= MAX_CACHED_TOOL_LISTS && !oldest.done) {
      this.#cache.delete(oldest.value);
    }
    this.#cache.set(key, json);
    return json;
  }
}
