/** One look at a wait condition. Source: `contract/mcp-tools.md` 2.5. */
import { MAX_OBSERVED_CHARS } from "../../model/limits.ts";
import type { PageFunctions, PageRefusal } from "../../model/page_functions.ts";
import type { LineTarget, TargetSpec, TextMatch, WaitState } from "../../model/target.ts";
import { cutUnits } from "./cut.ts";
import { disabledReason } from "./enabled.ts";
import { boxesOf } from "./hidden.ts";
import { bodyText } from "./inspect.ts";
import { textControlOf } from "./kinds.ts";
import { resolveLine } from "./resolve_line.ts";
import { findSpec } from "./resolve_spec.ts";
import { collapse } from "./text.ts";
import { matcherOf } from "./text_match.ts";
import { shownTextOf, shownValueOf } from "./values.ts";
import { elementOf, isVisible } from "./walking.ts";

type Result = PageFunctions["check"]["result"];

const BODY_ROLES = new Set([
  "main",
  "rootwebarea",
  "document",
  "application",
  "generic",
  "body",
]);
const BODY_SELECTORS = new Set(["body", "html", ":root"]);

/** What a target is now. */
type Look =
  | { readonly element: Element }
  | {
    readonly element: null;
    readonly why: string;
    /** Some answer, but not one for certain. */
    readonly several: boolean;
    readonly refusal?: PageRefusal;
  };

export function check(args: PageFunctions["check"]["args"]): Result {
  const match = args.text ?? args.value;
  if (match !== undefined && args.text !== undefined && isBodyLike(args.target)) {
    return matched(match, [bodyText()]);
  }
  const look = lookAt(args.target);
  if (look.element === null && look.refusal !== undefined) {
    return { met: false, observed: null, refusal: look.refusal };
  }
  if (args.state !== undefined) return stateOf(look, args.state);
  if (look.element === null) return { met: false, observed: look.why };
  if (args.value !== undefined) return matched(args.value, [valueNow(look.element)]);
  if (args.text === undefined) return { met: true, observed: null };
  const text = shownTextOf(look.element);
  const value = shownValueOf(look.element);
  return matched(args.text, value === null || value === text ? [text] : [text, value]);
}

/** A target that stands for the whole page. */
function isBodyLike(target: LineTarget | TargetSpec): boolean {
  if (isLine(target)) {
    return target.name === null && BODY_ROLES.has(target.role.toLowerCase());
  }
  const { framePath: _outer, ...own } = target;
  const fields = Object.entries(own).filter(([, value]) => value !== undefined);
  const [only] = fields;
  if (only === undefined || fields.length !== 1 || typeof only[1] !== "string") return false;
  const word = only[1].trim().toLowerCase();
  return only[0] === "role" ? BODY_ROLES.has(word) : only[0] === "css" && BODY_SELECTORS.has(word);
}

function isLine(target: LineTarget | TargetSpec): target is LineTarget {
  return "nameCut" in target;
}

function lookAt(target: LineTarget | TargetSpec): Look {
  if (!isLine(target)) {
    const found = findSpec(target, false);
    if (found.ok) return { element: found.element };
    const several = found.code === "targetAmbiguous";
    return found.code === "invalidRequest"
      ? { element: null, why: found.message, several, refusal: found }
      : { element: null, why: found.message, several };
  }
  const line = resolveLine({ line: target });
  switch (line.state) {
    case "bound":
    case "rebound":
    case "unique": {
      const element = elementOf(line.element.ref);
      return element === null ? { element, why: "detached", several: false } : { element };
    }
    case "several":
      return { element: null, why: `${line.count} elements answer to the target`, several: true };
    case "gone":
      return { element: null, why: line.message, several: false };
    case "none":
      return { element: null, why: "detached", several: false };
  }
}

function stateOf(look: Look, state: WaitState): Result {
  const { element } = look;
  if (element === null) {
    // Several are not none: the condition stays open until the target is one.
    return {
      met: !look.several && (state === "detached" || state === "hidden"),
      observed: look.why,
    };
  }
  const shown = isVisible(element) && boxesOf(element).length > 0;
  const enabled = disabledReason(element) === null;
  const met: Record<WaitState, boolean> = {
    attached: true,
    detached: false,
    visible: shown,
    hidden: !shown,
    enabled,
    disabled: !enabled,
  };
  const observed = `${shown ? "visible" : "hidden"}, ${enabled ? "enabled" : "disabled"}`;
  return { met: met[state], observed };
}

function valueNow(element: Element): string {
  const part = textControlOf(element) ?? element;
  return shownValueOf(part) ?? "";
}

function matched(match: TextMatch, texts: readonly string[]): Result {
  const matcher = matcherOf(match);
  if (typeof matcher !== "function") return { met: false, observed: null, refusal: matcher };
  const met = texts.some((text) => matcher(text) || matcher(collapse(text)));
  return { met, observed: cutUnits(texts[0] ?? "", MAX_OBSERVED_CHARS) };
}
