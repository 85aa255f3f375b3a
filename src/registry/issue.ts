/**
 * A valibot issue as a rejection: JSON Pointer, JSON Schema keyword, and a message made from
 * kind, type and requirement only. Valibot's own `message`, `received` and `input` carry what was
 * submitted and are never read, and neither is the name of an unknown key.
 *
 * The first violation is reported. A choice between shapes is reported at its branch point
 * (`oneOf`) while the value does not say which shape it is; once it does (the `kind` is known, or
 * a target is an object), the violation inside that shape is more use and is reported instead.
 * No schema of ours is a `record`, so every key in a path is one that we declare.
 */
import type { BaseIssue } from "valibot";
import { Failure } from "../model/error.ts";

/** Keywords a rejection may name. Source: `contract/mcp-tools.md` 4.1. */
const CONSTRAINTS = [
  "required",
  "type",
  "enum",
  "const",
  "oneOf",
  "minLength",
  "maxLength",
  "format",
  "pattern",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "maxProperties",
  "propertyNames",
  "additionalProperties",
  "maxDepth",
] as const;
export type Constraint = (typeof CONSTRAINTS)[number];

/** Types of valibot issues that stand for one keyword whatever they stand on. */
const KEYWORDS: Readonly<Record<string, Constraint>> = {
  picklist: "enum",
  literal: "const",
  union: "oneOf",
  variant: "oneOf",
  min_bytes: "minLength",
  max_bytes: "maxLength",
  min_value: "minimum",
  gt_value: "exclusiveMinimum",
  max_value: "maximum",
  min_length: "minItems",
  max_length: "maxItems",
  uuid: "format",
  regex: "pattern",
};

/** A keyword as message names itself: `v.check(unique, "uniqueItems")`. */
function keywordOf(issue: BaseIssue<unknown>): Constraint {
  const named = CONSTRAINTS.find((keyword) => keyword === issue.message);
  if (named !== undefined) return named;
  if (issue.type === "variant" && issue.expected === "Object") return "type";
  return KEYWORDS[issue.type] ?? "type";
}

interface Violation {
  readonly pointer: string;
  readonly constraint: Constraint;
  /** What is wanted, from the schema alone; "" when the keyword says it all. */
  readonly wanted: string;
}

/** "/" for the root (the contract's spelling), else RFC 6901. */
export function jsonPointer(keys: readonly (string | number)[]): string {
  return `/${keys.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

function pathKeys(issue: BaseIssue<unknown>): (string | number)[] {
  const keys: (string | number)[] = [];
  for (const item of issue.path ?? []) {
    if (typeof item.key === "string" || typeof item.key === "number") keys.push(item.key);
  }
  return keys;
}

/** `allowed`: names of the root's arguments, told when an unknown one came. */
export function violationOf(issue: BaseIssue<unknown>, allowed: readonly string[]): Violation {
  const keys = pathKeys(issue);
  const last = issue.path?.at(-1);
  if (issue.type === "strict_object" && last !== undefined && isKeyItem(last)) {
    if (issue.expected !== "never") {
      return { pointer: jsonPointer(keys), constraint: "required", wanted: "" };
    }
    const parent = keys.slice(0, -1);
    const wanted = parent.length === 0 ? `allowed are ${allowed.join(", ") || "none"}` : "";
    return { pointer: jsonPointer(parent), constraint: "additionalProperties", wanted };
  }
  const constraint = keywordOf(issue);
  // A variant's issue stands on its discriminator; the branch point is the object that holds it.
  const branch = issue.type === "variant" && constraint === "oneOf";
  return {
    pointer: jsonPointer(branch ? keys.slice(0, -1) : keys),
    constraint,
    wanted: wantedOf(issue, constraint),
  };
}

function isKeyItem(item: object): boolean {
  return "origin" in item && item.origin === "key";
}

function wantedOf(issue: BaseIssue<unknown>, constraint: Constraint): string {
  if (typeof issue.requirement === "number") {
    const unit = issue.type.endsWith("_bytes") ? " bytes" : "";
    return `${boundWords(constraint)} ${issue.requirement}${unit}`;
  }
  if (constraint === "oneOf" || constraint === "enum" || constraint === "const") {
    // Valibot writes `("a" | ("b" | "c"))`.
    return `one of ${(issue.expected ?? "").replace(/[()"]/g, "").replaceAll(" | ", ", ")}`;
  }
  if (issue.message === constraint || constraint !== "type") return "";
  return issue.kind === "schema" && issue.expected !== null
    ? issue.expected.toLowerCase()
    : issue.type;
}

function boundWords(constraint: Constraint): string {
  if (constraint === "exclusiveMinimum") return "more than";
  return constraint.startsWith("min") ? "at least" : "at most";
}

/** The rejection of a call's arguments. */
export function schemaViolation(
  pointer: string,
  constraint: Constraint,
  wanted = "",
): Failure {
  const more = wanted === "" ? "" : `: ${wanted}`;
  return new Failure("schemaViolation", `Argument ${pointer} violates ${constraint}${more}`, {
    pointer,
    constraint,
    // Clients show the repair where they drop the message.
    ...(wanted !== "" && { repair: `Correct the value at pointer to meet constraint: ${wanted}.` }),
  });
}
