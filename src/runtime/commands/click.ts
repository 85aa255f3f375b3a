import { Failure } from "../../model/error.ts";
import { EXPECTED_URL_MS } from "../../model/limits.ts";
import { clickElement } from "../acting.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { reach } from "../expected_url.ts";
import { happenings, markPage, settle } from "../settle.ts";
import { askedOf, resolutionEvidence, resolve } from "../targets.ts";

export const click: CommandRunner<"click"> = {
  proves: "element",
  order: "page",
  crashed: "never",
  async run(input, { page, call, evidence, ports: { clock } }) {
    if (new Set(input.modifiers).size < input.modifiers.length) {
      throw new Failure("invalidRequest", "A modifier is given twice");
    }
    const asked = askedOf(input);
    const target = await resolve(clock, page, asked, call, { visible: true });
    const mark = markPage(page);
    await clickElement(clock, page, target, input.modifiers, call);
    evidence.push({
      kind: "element",
      selector: input.selector ?? target.element.tag,
      text: target.element.name,
    });
    evidence.push(resolutionEvidence(page, target));
    try {
      await settle(clock, page, mark, call);
    } finally {
      evidence.push(...happenings(page, mark));
    }
    if (input.expectedUrl !== undefined) {
      await reach(clock, page, input.expectedUrl, within(clock, call, EXPECTED_URL_MS));
    }
  },
};
