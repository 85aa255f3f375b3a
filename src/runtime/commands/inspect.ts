import {
  MAX_INSPECT_HTML_BYTES,
  MAX_INSPECT_TEXT_BYTES,
  PAGE_CALL_MS,
} from "../../model/limits.ts";
import { shownUrl } from "../../policy/redact.ts";
import { within } from "../calls.ts";
import type { CommandRunner } from "../command_context.ts";
import { askedOf, resolutionEvidence, resolve } from "../targets.ts";

export const inspect: CommandRunner<"inspect"> = {
  proves: "inspection",
  order: "page",
  patience: "total",
  crashed: "never",
  async run(input, { page, call, evidence, ports: { clock } }) {
    const whole = input.target === undefined && (input.selector ?? "") === "";
    const found = whole
      ? null
      : await resolve(clock, page, askedOf(input), call, { visible: false });
    const frame = found?.frame ?? page.engine.frame(page.mainFrameId);
    const limit = within(clock, call, PAGE_CALL_MS);
    const seen = await frame.call("inspect", {
      ref: found?.element.ref ?? null,
      html: input.includeHtml,
      textBytes: MAX_INSPECT_TEXT_BYTES,
      htmlBytes: MAX_INSPECT_HTML_BYTES,
    }, limit);
    const facts = await page.engine.frame(page.mainFrameId).call("facts", {}, limit);
    evidence.push({
      kind: "inspection",
      selector: found === null ? null : input.selector ?? found.element.tag,
      url: shownUrl(facts.url),
      title: facts.title,
      text: seen.text,
      ...(seen.textTruncated ? { textTruncated: true } : {}),
      html: seen.html,
      ...(seen.htmlTruncated ? { htmlTruncated: true } : {}),
    });
    if (found !== null) evidence.push(resolutionEvidence(page, found));
  },
};
