/** A registry of a few scripted tools, for the MCP side alone. */
import type { Failure } from "../../src/model/error.ts";
import type { Phase } from "../../src/model/phase.ts";
import type { ToolResult } from "../../src/registry/define.ts";
import type { Registry, ToolCall } from "../../src/registry/registry_contract.ts";

export type Script = (call: ToolCall) => Promise<ToolResult>;

export interface FakeRegistry extends Registry {
  /** Calls that reached a script, in order. */
  readonly calls: readonly ToolCall[];
}

/** A registry whose tools are the scripts; `refused` exist but are not callable. */
export function fakeRegistry(
  scripts: Readonly<Record<string, Script>>,
  refused: readonly string[] = [],
): FakeRegistry {
  const calls: ToolCall[] = [];
  return {
    calls,
    tools: [],
    list: (_principal, phase: Phase) =>
      JSON.stringify(
        Object.keys(scripts).map((name) => ({
          name,
          title: `Tool ${name}`,
          description: `Listed in ${phase}`,
          inputSchema: { type: "object", properties: {}, additionalProperties: false },
          outputSchema: { type: "object", properties: { status: { type: "string" } } },
          annotations: { readOnlyHint: true },
        })),
      ),
    callable: (name) => Object.hasOwn(scripts, name) && !refused.includes(name),
    call: async (call) => {
      calls.push(call);
      const script = scripts[call.name];
      if (script === undefined) throw new Error("The test calls a tool it has not scripted");
      return await script(call);
    },
  };
}

export const echo: Script = async (call) => ({ structured: { echo: call.arguments } });

export function failing(error: Failure | Error): Script {
  return async () => {
    throw error;
  };
}

/** Ends when the client cancels. */
export const untilCancelled: Script = (call) =>
  new Promise((_resolve, reject) => {
    call.signal.addEventListener("abort", () => reject(call.signal.reason), { once: true });
  });

export interface Gate {
  readonly script: Script;
  /** Lets all calls that wait, and all later ones, end. */
  readonly open: () => void;
}

/** A tool that ends when the test says so, whatever the client does. */
export function gate(): Gate {
  const opened = Promise.withResolvers<void>();
  return {
    script: async () => {
      await opened.promise;
      return { structured: { status: "completed" } };
    },
    open: opened.resolve,
  };
}
