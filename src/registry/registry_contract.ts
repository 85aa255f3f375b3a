/** What the MCP server (and later REST and the CLI) ask of the registry. */
import type { Principal } from "../model/capability.ts";
import type { Phase } from "../model/phase.ts";
import type { AnyTool, ToolResult } from "./define.ts";
import type { ServerState } from "./runtime.ts";

export interface ToolCall {
  readonly name: string;
  /** As received; absent arguments are `{}`. */
  readonly arguments: unknown;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly server: ServerState;
  readonly progress: (progress: number, message?: string) => void;
}

export interface Registry {
  readonly tools: readonly AnyTool[];
  /**
   * The JSON text of the `tools` array for a principal in a phase, stable order, harmless reads
   * first; cached per (capabilities, phase). If only toolset_select would remain: `[]`.
   */
  list(principal: Principal, phase: Phase): string;
  /** The tool exists and its static capabilities are held; otherwise the edge answers -32601. */
  callable(name: string, principal: Principal): boolean;
  /**
   * Order: bound of the input (256 KiB, depth), scope (handle or ids), schema, dynamic
   * capabilities, handler. Throws `Failure`: argument reasons become -32602 at the edge, all
   * others -32000.
   */
  call(call: ToolCall): Promise<ToolResult>;
}
