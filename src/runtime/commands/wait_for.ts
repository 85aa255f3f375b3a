import { abortFailure, Failure } from "../../model/error.ts";
import type { Evidence } from "../../model/evidence.ts";
import { MAX_OBSERVED_CHARS, WAIT_POLL_MS } from "../../model/limits.ts";
import { expired, left, within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { watch } from "../waits.ts";

export const waitFor: CommandRunner<"waitFor"> = {
  proves: "wait",
  order: "page",
  patience: "unbroken",
  crashed: "never",
  async run({ condition, timeoutMs }, context) {
    const { page, call, evidence, session, ports: { clock } } = context;
    const features = (await session.seat)?.engine.supports ?? new Set();
    const look = watch(clock, page, condition, features);
    const started = clock.monotonic();
    const cap = within(clock, call, timeoutMs);
    let observed: string | null = null;
    let observations = 0;
    const proof = (): Extract<Evidence, { kind: "wait" }> => ({
      kind: "wait",
      condition,
      elapsedMs: Math.round(clock.monotonic() - started),
      observations,
      ...(look.excludedClasses.length === 0 ? {} : { excludedClasses: look.excludedClasses }),
      ...(observed === null ? {} : { observed: observed.slice(0, MAX_OBSERVED_CHARS) }),
    });
    while (true) {
      const seen = await look.once(cap);
      observations += 1;
      observed = seen.observed ?? observed;
      if (seen.met) break;
      if (expired(clock, cap)) {
        if (call.signal?.aborted === true) throw abortFailure(call.signal);
        evidence.push(proof());
        throw new Failure(
          "waitConditionTimedOut",
          `The ${condition.kind} condition was not met in ${timeoutMs} ms`,
        );
      }
      await clock.sleep(Math.min(WAIT_POLL_MS, left(clock, cap)), cap.signal);
    }
    evidence.push(proof());
  },
};
