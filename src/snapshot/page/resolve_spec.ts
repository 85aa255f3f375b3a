/** Resolves a TargetSpec. Source: `contract/mcp-tools.md` 2.4. */
import { MAX_CANDIDATES } from "../../model/limits.ts";
import type { PageFunctions, PageRefusal, SpecResolution } from "../../model/page_functions.ts";
import type { TargetSpec } from "../../model/target.ts";
import { factsOf, lineOf, quote, refuse, spoken, tagWords } from "./describe.ts";
import { hiddenReason } from "./hidden.ts";
import type { Scope } from "./native.ts";
import { promise, unpromise } from "./promised.ts";
import { rootOfHost } from "./roots.ts";
import { resolveLine } from "./resolve_line.ts";
import { candidatesOf } from "./spec_candidates.ts";
import type { Candidate } from "./spec_candidates.ts";
import { elementOf, isInSight } from "./walking.ts";

/** Candidates named in a message. */
const NAMED = 10;
/** Candidates told in an answer. */
const TOLD = 10;

export type Found =
  | { readonly ok: true; readonly element: Element; readonly candidates: readonly Candidate[] }
  | PageRefusal;

export function resolveSpec(args: PageFunctions["resolveSpec"]["args"]): SpecResolution {
  const found = findSpec(args.spec, args.visible);
  if (!found.ok) return found;
  if (args.spec.accessibleName === undefined) unpromise(found.element);
  else promise(found.element);
  return {
    ok: true,
    element: factsOf(found.element),
    candidates: found.candidates.slice(0, TOLD).map(({ element, score, reasons }) => {
      const { role, name } = spoken(element);
      return { role, name: name === "" ? null : name, score, reasons };
    }),
    bestMatch: found.candidates.length > 1 && args.spec.ordinal === undefined,
  };
}

/** The element of a spec, or why there is none. `visible` false: hidden elements count too. */
export function findSpec(spec: TargetSpec, visible: boolean): Found {
  if (!hasCriterion(spec)) {
    return refuse("invalidRequest", "The target says nothing to look for");
  }
  const printed = asPrinted(spec);
  if (printed !== null) return printed;
  const scope = scopeOfPath(spec.shadowPath ?? []);
  if (!(scope instanceof Node)) return scope;
  const candidates = candidatesOf(scope, spec, visible);
  if (!Array.isArray(candidates)) return candidates;
  if (visible && candidates.length === 0) return unseen(scope, spec);
  return choose(candidates, spec);
}

/** What answers to the spec and cannot be seen, and why; else that nothing answers. */
function unseen(scope: Scope, spec: TargetSpec): PageRefusal {
  const hidden = candidatesOf(scope, spec, false);
  if (!Array.isArray(hidden)) return hidden;
  const [first] = hidden;
  if (first === undefined) return refuse("targetNotFound", "No element answers to the target");
  const reason = hiddenReason(first.element) ?? "it has no size";
  const line = lineOf(first.element);
  return refuse(
    "targetHidden",
    hidden.length === 1
      ? `Target ${line} is not visible: ${reason}`
      : `${hidden.length} elements answer to the target and none is visible; ${line}: ${reason}`,
  );
}

function hasCriterion(spec: TargetSpec): boolean {
  return spec.css !== undefined || spec.testId !== undefined || spec.ordinal !== undefined ||
    spec.accessibleName !== undefined || spec.label !== undefined || spec.role !== undefined ||
    spec.text !== undefined || Object.keys(spec.attributes ?? {}).length > 0;
}

/**
 * A spec of role and name alone is the object form of an outline line: where such a line was
 * printed it means that line, its number included, and never another element.
 */
function asPrinted(spec: TargetSpec): Found | null {
  const { role, accessibleName, ordinal } = spec;
  if (role === undefined || accessibleName === undefined || spec.allowBestMatch === true) {
    return null;
  }
  const others = [spec.css, spec.testId, spec.label, spec.text, spec.shadowPath, spec.attributes];
  if (others.some((field) => field !== undefined)) return null;
  const line = resolveLine({
    line: {
      role: role.toLowerCase(),
      name: accessibleName,
      nameCut: false,
      ordinal: ordinal ?? null,
      frame: null,
    },
  });
  if (line.state === "gone") {
    const wanted = accessibleName === "" ? role : `${role} ${quote(accessibleName)}`;
    return refuse("targetDetached", `The ${wanted} is gone: ${line.message}`);
  }
  if (line.state !== "bound" && line.state !== "rebound") return null;
  const element = elementOf(line.element.ref);
  return element === null ? null : {
    ok: true,
    element,
    candidates: [{ element, score: 80, reasons: ["accessibleName", "role"] }],
  };
}

/** Each step of the path resolves a shadow host in the root of the one before. */
function scopeOfPath(path: readonly TargetSpec[]): Scope | PageRefusal {
  let scope: Scope = document;
  for (const step of path) {
    const candidates = candidatesOf(scope, step, false);
    if (!Array.isArray(candidates)) return candidates;
    const host = choose(candidates, step);
    if (!host.ok) return host;
    const root = rootOfHost(host.element);
    if (root === null) {
      return refuse("shadowRootUnavailable", `${lineOf(host.element)} has no shadow root`);
    }
    scope = root;
  }
  return scope;
}

/** `candidates`: best first. */
function choose(candidates: readonly Candidate[], spec: TargetSpec): Found {
  const count = candidates.length;
  if (spec.ordinal !== undefined) {
    const one = candidates[spec.ordinal];
    if (one !== undefined) return { ok: true, element: one.element, candidates: [one] };
    return refuse(
      "targetNotFound",
      count === 0
        ? "No element answers to the target"
        : `The target's ordinal is out of range: ${count} elements answer to the rest of it`,
    );
  }
  if (count > MAX_CANDIDATES) {
    return refuse(
      "invalidRequest",
      `candidate limit exceeded: ${count} match; ${named(candidates)}`,
    );
  }
  const [best, second] = candidates;
  if (best === undefined) return refuse("targetNotFound", "No element answers to the target");
  if (second === undefined || best.score - second.score >= 1 || spec.allowBestMatch === true) {
    return { ok: true, element: best.element, candidates };
  }
  return refuse("targetAmbiguous", `${count} elements answer to the target: ${named(candidates)}`);
}

function named(candidates: readonly Candidate[]): string {
  const more = candidates.length > NAMED ? ", …" : "";
  return candidates.slice(0, NAMED).map(({ element }) =>
    isInSight(element) ? lineOf(element) : tagWords(element)
  ).join(", ") + more;
}
