/** Choosing options of a select element. Source: `contract/mcp-tools.md` 2.6. */
import type { PageFunctions, PageRefusal } from "../../model/page_functions.ts";
import { changed, changedAtFocus } from "./control.ts";
import { collapse } from "./text.ts";
import { lineOf, quote, refuse } from "./describe.ts";
import { connected, matchesOf } from "./dom.ts";
import { disabledReason } from "./enabled.ts";
import { focusOn } from "./native.ts";
import { DETACHED } from "./prepare.ts";
import { refuseRenamed } from "./promised.ts";
import { elementOf } from "./walking.ts";

/** Options named in a message. */
const NAMED_OPTIONS = 10;

export function chooseOptions(
  args: PageFunctions["chooseOptions"]["args"],
): { readonly ok: true } | PageRefusal {
  const target = elementOf(args.ref);
  if (target === null || !connected(target)) return DETACHED;
  const line = lineOf(target);
  if (!(target instanceof HTMLSelectElement)) {
    return refuse(
      "intentActionMismatch",
      `Target ${line} is not a native select; click it, then click the option in a fresh snapshot`,
    );
  }
  const other = refuseRenamed(target);
  if (other !== null) return other;
  const disabled = disabledReason(target);
  if (disabled !== null) {
    return refuse("targetDisabled", `Target ${line} cannot be used: ${disabled}`);
  }
  if (!target.multiple && args.values.length !== 1) {
    return refuse("invalidRequest", `Target ${line} takes exactly one option`);
  }
  const wanted = new Set<HTMLOptionElement>();
  for (const value of args.values) {
    const option = optionOf(target, value);
    if (!(option instanceof HTMLOptionElement)) return option;
    wanted.add(option);
  }
  focusOn(target);
  const answer = changedAtFocus(target);
  if (answer !== null) return answer;
  if (choose(target, wanted)) changed(target);
  return { ok: true };
}

/** Sets the selection; whether that changed anything. */
function choose(select: HTMLSelectElement, wanted: ReadonlySet<HTMLOptionElement>): boolean {
  let differs = false;
  for (const option of select.options) {
    if (option.selected === wanted.has(option)) continue;
    differs = true;
    if (select.multiple) option.selected = wanted.has(option);
  }
  const [only] = wanted;
  if (!select.multiple && only !== undefined) only.selected = true;
  return differs;
}

/** The one enabled option: by value, else by its label, trimmed and without regard to case. */
function optionOf(select: HTMLSelectElement, value: string): HTMLOptionElement | PageRefusal {
  const options = [...select.options];
  const label = collapse(value).toLowerCase();
  const byValue = options.filter((option) => option.value === value);
  const found = byValue.length > 0
    ? byValue
    : options.filter((option) => collapse(option.label).toLowerCase() === label);
  const enabled = found.filter((option) => !matchesOf(option, ":disabled"));
  const [only] = enabled;
  if (only !== undefined && enabled.length === 1) return only;
  const line = lineOf(select);
  if (enabled.length > 1) {
    return refuse("targetAmbiguous", `${enabled.length} options of ${line} answer to that`);
  }
  if (found.length > 0) {
    return refuse("targetDisabled", `The option of ${line} that was asked for is disabled`);
  }
  const names = options.slice(0, NAMED_OPTIONS).map((option) => quote(collapse(option.label)));
  const more = options.length > NAMED_OPTIONS ? `, … ${options.length - NAMED_OPTIONS} more` : "";
  return refuse(
    "targetNotFound",
    `No option of ${line} answers to that; it has ${names.join(", ")}${more}`,
  );
}
