/** `drover tools [--json]`: what `tools/list` has in the full phase for the agent preset. */
import { presetCapabilities, type Principal } from "../model/capability.ts";
import { ToolLists } from "../registry/lists.ts";
import { TOOLS } from "../tools/all.gen.ts";
import { print } from "./terminal.ts";
import { toolCatalogue } from "./tools.ts";

export async function catalogue(json: boolean): Promise<number> {
  const lists = new ToolLists(TOOLS);
  const principal: Principal = {
    id: "catalogue",
    capabilities: presetCapabilities("agent"),
    expiresAt: null,
  };
  await print(
    json
      ? `${JSON.stringify(JSON.parse(lists.json(principal, "full")), null, 2)}\n`
      : toolCatalogue(lists.shown(principal, "full")),
  );
  return 0;
}
