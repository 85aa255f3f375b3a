/** The shape of `tools/call` parameters, before any tool is looked up. */
import { Failure } from "../model/error.ts";
import { MAX_TOOL_NAME_CHARS } from "../model/limits.ts";
import { isObject } from "../rpc/json_rpc.ts";
import type { JsonObject, RequestId } from "../rpc/json_rpc.ts";

/**
 * `task` asks for a task instead of a result; a server that declares no tasks serves the call as
 * if it were absent (MCP 2025-11-25, "Tasks").
 */
const MEMBERS: ReadonlySet<string> = new Set(["name", "arguments", "_meta", "task"]);

export interface ToolCallParams {
  readonly name: string;
  readonly args: JsonObject;
  readonly progressToken: RequestId | undefined;
}

/** Throws Failure malformedArguments. */
export function parseToolCall(params: JsonObject | undefined): ToolCallParams {
  if (params === undefined) throw malformed("The call has no params");
  const { name, arguments: args = {}, _meta: meta = {} } = params;
  if (typeof name !== "string" || name === "" || name.length > MAX_TOOL_NAME_CHARS) {
    throw malformed(`The tool name must be a string of 1 to ${MAX_TOOL_NAME_CHARS} characters`);
  }
  if (!isObject(args)) throw malformed("The arguments must be an object");
  if (!isObject(meta)) throw malformed("The member _meta must be an object");
  for (const key of Object.keys(params)) {
    if (!MEMBERS.has(key)) throw malformed("The call has a member that is not known");
  }
  const token = meta.progressToken;
  if (token === undefined) return { name, args, progressToken: undefined };
  if (typeof token === "string" || (typeof token === "number" && Number.isInteger(token))) {
    return { name, args, progressToken: token };
  }
  throw malformed("The progress token must be a string or an integer");
}

function malformed(message: string): Failure {
  return new Failure("malformedArguments", message);
}
