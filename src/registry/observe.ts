/** What workflow_observe does. Source: `contract/mcp-tools.md` 3. */
import { Failure } from "../model/error.ts";
import type { Target } from "../model/target.ts";
import type { ToolContext, ToolResult } from "./define.ts";
import { observationResult } from "./result.ts";

interface ObserveInput {
  readonly maxNodes: number;
  readonly format: "outline" | "nodes";
  readonly target?: Target;
  readonly after?: string;
  readonly unseen?: boolean;
  readonly includeForms: boolean;
  readonly evidenceDetail: "compact" | "full";
}

/** Observes the live page. Errors: notSupported for `includeForms`. */
export async function observe(
  input: ObserveInput,
  context: ToolContext<"workflow">,
): Promise<ToolResult> {
  const { includeForms, evidenceDetail, maxNodes, format, target, after, unseen } = input;
  if (includeForms) {
    throw new Failure("notSupported", "Form snapshots are not available", {
      repair: "Leave includeForms out; the outline shows each field with its value and states.",
    });
  }
  const reply = await context.run({
    kind: "accessibilitySnapshot",
    input: {
      maxNodes,
      format,
      ...(target !== undefined && { target }),
      ...(after !== undefined && { after }),
      ...(unseen !== undefined && { unseen }),
    },
  });
  return observationResult(reply, context.scope, evidenceDetail);
}
