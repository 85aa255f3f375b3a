import { Failure } from "../../model/error.ts";
import type { CommandRunner } from "../command_context.ts";
import { observe } from "../observation.ts";

export const accessibilitySnapshot: CommandRunner<"accessibilitySnapshot"> = {
  proves: "accessibilitySnapshot",
  order: "page",
  patience: "total",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports, session } = context;
    if (input.after !== undefined && input.target !== undefined) {
      throw new Failure("invalidRequest", "Give either after or a target, not both");
    }
    const engine = (await session.seat)?.engine;
    const closedRoots = engine?.supports.has("closedShadowRoots") === true;
    const { clock, ids } = ports;
    evidence.push(await observe({ clock, ids, closedRoots }, page, input, call));
  },
};
