import { Failure } from "../../model/error.ts";
import { EXPECTED_URL_MS, NEW_TAB_MS } from "../../model/limits.ts";
import type { Modifier } from "../../model/target.ts";
import { clickElement } from "../acting.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { reach } from "../expected_url.ts";
import { act } from "../settle.ts";
import { askedOf, resolutionEvidence, resolve } from "../targets.ts";

export const click: CommandRunner<"click"> = {
  proves: "element",
  order: "page",
  patience: "total",
  crashed: "never",
  async run(input, context) {
    const { page, call, evidence, ports: { clock } } = context;
    if (new Set(input.modifiers).size < input.modifiers.length) {
      throw new Failure("invalidRequest", "A modifier is given twice");
    }
    const asked = askedOf(input);
    const target = await resolve(clock, page, asked, call, { visible: true });
    const { expectedUrl } = input;
    await act(context, async () => {
      await clickElement(clock, page, target, input.modifiers, call);
      const { role, name, tag } = target.element;
      evidence.push({ kind: "element", selector: input.selector ?? tag, text: name });
      evidence.push(resolutionEvidence(page, target));
      // Such a tab comes a little later, and nothing on this page tells of it.
      if (role === "link" && input.modifiers.some((each) => OPENS_TAB.has(each))) {
        await page.nextPopup(clock, within(clock, call, NEW_TAB_MS));
      }
    }, async () => {
      if (expectedUrl === undefined) return;
      await reach(clock, page, expectedUrl, within(clock, call, EXPECTED_URL_MS));
    });
  },
};

const OPENS_TAB: ReadonlySet<Modifier> = new Set(["ctrl", "meta", "shift"]);
