/** Arguments of a tool as the registry's tests build them. */
import type { AnyTool } from "../../src/registry/define.ts";
import { HANDLE, PAGE_ID, SESSION_ID } from "./fake_runtime.ts";

export type Arguments = Record<string, unknown>;

/** The scope's arguments, by ids where there is a choice. */
export function scopeArguments(tool: AnyTool): Arguments {
  switch (tool.scope) {
    case "none":
      return {};
    case "session":
      return { sessionId: SESSION_ID };
    case "page":
      return { sessionId: SESSION_ID, pageId: PAGE_ID };
    case "workflow":
      return { workflowHandle: HANDLE };
  }
}

/** The tool's first example with its scope: a call that succeeds. */
export function validArguments(tool: AnyTool): Arguments {
  return { ...scopeArguments(tool), ...tool.examples[0] };
}
