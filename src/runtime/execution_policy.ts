/** What a session's flags ask for, against what the principal holds. Source: `contract/mcp-tools.md` 4.3. */
import type { Principal } from "../model/capability.ts";
import { Failure } from "../model/error.ts";
import { requireCapabilities } from "../policy/capability.ts";
import type { ExecutionPolicy } from "../registry/runtime.ts";

/** Errors: missingCapability; invalidRequest for visionAssist without a provider. */
export function grantPolicy(
  asked: Partial<ExecutionPolicy> | undefined,
  principal: Principal,
): ExecutionPolicy {
  const forced = asked?.zigzagzig === true;
  const fingerprint = forced || asked?.fingerprint === true;
  const humanize = forced || asked?.humanize === true;
  if (fingerprint) requireCapabilities(["browser:fingerprint"], principal.capabilities);
  if (humanize) requireCapabilities(["browser:humanize"], principal.capabilities);
  if (asked?.visionAssist === true || asked?.visionNode !== undefined) {
    throw new Failure("invalidRequest", "No vision provider is set up in this gateway", {
      repair: "Leave visionAssist and visionNode out.",
    });
  }
  return {
    javascriptEvaluation: asked?.javascriptEvaluation === true,
    visionAssist: false,
    fingerprint,
    humanize,
    ...(asked?.zigzagzig === undefined ? {} : { zigzagzig: asked.zigzagzig }),
  };
}
