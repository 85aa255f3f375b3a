/** One tool call on a fake runtime, and what became of it. */
import type { Command } from "../../src/model/command.ts";
import type { ToolResult } from "../../src/registry/define.ts";
import { createRegistry } from "../../src/registry/registry.ts";
import { TOOLS } from "../../src/tools/all.gen.ts";
import {
  countingIds,
  FakeRuntime,
  FakeServer,
  PAGE_ID,
  SESSION_ID,
  toolCall,
} from "./fake_runtime.ts";

export const PAGE_SCOPE = { sessionId: SESSION_ID, pageId: PAGE_ID };

export class ToolBench {
  readonly runtime = new FakeRuntime();
  readonly server = new FakeServer();

  call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<ToolResult> {
    const registry = createRegistry(TOOLS, this.runtime, countingIds());
    return registry.call(toolCall(name, args, { server: this.server }));
  }

  /** The command that the last call ran. */
  get command(): Command | undefined {
    return this.runtime.executed.at(-1)?.command;
  }
}

/** The command that a page tool runs for these arguments. */
export async function commandOf(
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<Command | undefined> {
  const bench = new ToolBench();
  await bench.call(name, { ...PAGE_SCOPE, ...args });
  return bench.command;
}
