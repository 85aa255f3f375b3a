/** The registry: what is listed, what may be called, and the way of a call to its tool. */
import * as v from "valibot";
import type { Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import { MAX_JSON_DEPTH, MAX_TOOL_INPUT_BYTES } from "../model/limits.ts";
import type { Ids } from "../model/ports.ts";
import { requireCapabilities } from "../policy/capability.ts";
import type { AnyTool, ToolContext, ToolResult } from "./define.ts";
import { schemaViolation, violationOf } from "./issue.ts";
import { holdsAll, ToolLists } from "./lists.ts";
import type { Registry, ToolCall } from "./registry_contract.ts";
import { commandResult } from "./result.ts";
import type { CommandReply, ToolRuntime } from "./runtime.ts";
import { type Arguments, expandHandle, resolveScope, SCOPE_ENTRIES } from "./scope.ts";
import { closed } from "./words.ts";

type InputSchema = ReturnType<typeof closed<v.ObjectEntries>>;

interface Entry {
  readonly tool: AnyTool;
  /** Scope and arguments together, as a call must hold them after expansion of a handle. */
  readonly schema: InputSchema;
  /** Names that a caller may use. */
  readonly allowed: readonly string[];
}

/** Throws TypeError when two tools have one name: an error of ours, found at start. */
export function createRegistry(
  tools: readonly AnyTool[],
  runtime: ToolRuntime,
  ids: Ids,
): Registry {
  const lists = new ToolLists(tools);
  const entries = new Map<string, Entry>();
  for (const tool of lists.tools) {
    if (entries.has(tool.name)) throw new TypeError(`Two tools are named ${tool.name}`);
    entries.set(tool.name, entryOf(tool));
  }

  return {
    tools: lists.tools,
    list: (principal, phase) => lists.json(principal, phase),
    callable(name: string, principal: Principal): boolean {
      const entry = entries.get(name);
      return entry !== undefined && holdsAll(entry.tool, principal.capabilities);
    },
    async call(call: ToolCall): Promise<ToolResult> {
      const args = boundedArguments(call.arguments);
      const entry = entries.get(call.name);
      if (entry === undefined) throw new Failure("unsupportedOperation", "There is no such tool");
      const { tool } = entry;
      requireCapabilities(tool.capabilities, call.principal.capabilities);
      const expansion = expandHandle(tool.scope, args, call.server.handles);
      const valid = validate(entry, expansion.arguments);
      // The ids of the scope are no part of a command.
      const input = Object.fromEntries(
        Object.entries(valid).filter(([key]) => Object.hasOwn(tool.input, key)),
      );
      if (tool.needs !== undefined) {
        requireCapabilities(tool.needs(input), call.principal.capabilities);
      }
      const scope = resolveScope(tool.scope, valid, expansion.bound, ids);
      return await tool.handle(input, contextOf(call, scope, runtime, ids));
    },
  };
}

function entryOf(tool: AnyTool): Entry {
  const scopeEntries = SCOPE_ENTRIES[tool.scope];
  const scopeKeys = Object.keys(scopeEntries);
  return {
    tool,
    schema: closed({ ...scopeEntries, ...tool.input }),
    allowed: [
      ...(tool.scope === "page" ? ["workflowHandle"] : []),
      ...scopeKeys,
      ...Object.keys(tool.input),
    ],
  };
}

function isArguments(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Errors: malformedArguments when they are no object or over 256 KiB; maxDepth when too deep. */
function boundedArguments(value: unknown): Arguments {
  const args = value === undefined ? {} : value;
  if (!isArguments(args)) {
    throw new Failure("malformedArguments", "The arguments of a tool are one JSON object");
  }
  if (deeperThan(args, MAX_JSON_DEPTH)) {
    throw schemaViolation("/", "maxDepth", `${MAX_JSON_DEPTH}`);
  }
  const size = new TextEncoder().encode(JSON.stringify(args)).length;
  if (size > MAX_TOOL_INPUT_BYTES) {
    throw new Failure("malformedArguments", "The arguments are larger than a call may send", {
      maxBytes: MAX_TOOL_INPUT_BYTES,
    });
  }
  return args;
}

/** More than `most` containers within one another; walks level by level, without recursion. */
function deeperThan(value: object, most: number): boolean {
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > most) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const item of Object.values(container)) {
        if (typeof item === "object" && item !== null) next.push(item);
      }
    }
    level = next;
  }
  return false;
}

const SCOPE_FORMS = "give workflowHandle, or sessionId and pageId";

function validate(entry: Entry, args: Arguments): v.InferOutput<InputSchema> {
  const parsed = v.safeParse(entry.schema, args, { abortEarly: true });
  if (!parsed.success) {
    const { pointer, constraint, wanted } = violationOf(parsed.issues[0], entry.allowed);
    const unscoped = entry.tool.scope === "page" && constraint === "required" &&
      pointer === "/sessionId";
    throw schemaViolation(pointer, constraint, unscoped ? SCOPE_FORMS : wanted);
  }
  const { choice } = entry.tool;
  if (choice !== undefined) {
    const given = choice.of.filter((key) => Object.hasOwn(parsed.output, key));
    const names = choice.of.join(" or ");
    const last = choice.of.at(-1) ?? "";
    if (given.length > 1) throw schemaViolation(`/${last}`, "oneOf", `only one of ${names}`);
    if (given.length === 0 && choice.required) {
      throw schemaViolation(`/${last}`, "required", `give ${names}`);
    }
  }
  return parsed.output;
}

function contextOf(
  call: ToolCall,
  scope: ToolContext["scope"],
  runtime: ToolRuntime,
  ids: Ids,
): ToolContext {
  const run: ToolContext["run"] = async (command, workflowId): Promise<CommandReply> => {
    if (scope === null) throw new Failure("internal", "A tool without a scope ran a command");
    const page = "pageId" in scope ? scope : null;
    return await runtime.execute({
      command,
      sessionId: scope.sessionId,
      pageId: page?.pageId ?? null,
      workflowId: page?.workflowId ?? workflowId ?? ids.uuid(),
      principal: call.principal,
      signal: call.signal,
      progress: call.progress,
    });
  };
  return {
    principal: call.principal,
    signal: call.signal,
    scope,
    runtime,
    server: call.server,
    progress: call.progress,
    run,
    execute: async (command, workflowId) => commandResult(await run(command, workflowId)),
  };
}
