import { Failure } from "../../model/error.ts";
import { EXPECTED_URL_MS } from "../../model/limits.ts";
import type { Call } from "../../model/ports.ts";
import { clickElement } from "../acting.ts";
import { expired, within } from "../calls.ts";
import type { CommandRunner, PageContext } from "../command_context.ts";
import { happenings, markPage, settle } from "../settle.ts";
import { askedOf, resolutionEvidence, resolve } from "../targets.ts";

export const click: CommandRunner<"click"> = {
  proves: "element",
  order: "page",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports: { clock } } = context;
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
      await reach(context, input.expectedUrl, within(clock, call, EXPECTED_URL_MS));
    }
  },
};

/** Waits until the page is at exactly this URL. Errors: verificationFailed with where it is instead. */
async function reach(context: PageContext, expected: string, cap: Call): Promise<void> {
  const { page, ports: { clock } } = context;
  const wanted = normal(expected);
  while (page.engine.url !== expected && page.engine.url !== wanted) {
    if (expired(clock, cap) || page.ended || page.engine.dialog !== null) {
      throw new Failure(
        "verificationFailed",
        `The click landed, but the page is at ${page.engine.url}`,
        { repair: "Look at the page; do not click again before you know what happened." },
      );
    }
    await page.engine.nextActivity(cap);
  }
}

/** As a browser writes it; what is no URL can only be met literally. */
function normal(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    return url;
  }
}
