/** Which capabilities a command needs, whoever asks for it. Source: `contract/mcp-tools.md` 1.1, 1.2. */
import type { Capability } from "../model/capability.ts";
import type { CommandKind } from "../model/command.ts";
import { Failure } from "../model/error.ts";

export const COMMAND_CAPABILITIES = {
  navigate: ["browser:mutate"],
  inspect: ["browser:mutate"],
  accessibilitySnapshot: ["browser:mutate"],
  captureScreenshot: ["browser:mutate"],
  waitFor: ["browser:mutate"],
  click: ["browser:mutate"],
  typeText: ["browser:mutate"],
  handleDialog: ["browser:mutate"],
  listPages: ["browser:mutate"],
  activatePage: ["browser:mutate"],
  closePage: ["browser:mutate"],
} as const satisfies Record<CommandKind, readonly Capability[]>;

/** Errors: missingCapability, naming the first one that is not held. */
export function requireCapabilities(
  needed: readonly Capability[],
  held: ReadonlySet<Capability>,
): void {
  const missing = needed.find((capability) => !held.has(capability));
  if (missing !== undefined) {
    throw new Failure("missingCapability", `The call needs the capability ${missing}`, {
      requiredCapability: missing,
    });
  }
}
