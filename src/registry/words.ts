/**
 * Schemas that tools share. String bounds are UTF-8 bytes. Every check is linear in the value,
 * and a call's arguments are at most 256 KiB, so no schema can be made to work long.
 */
import * as v from "valibot";
import type { Capability } from "../model/capability.ts";
import { UUID_PATTERN } from "../model/ids.ts";
import * as limits from "../model/limits.ts";
import { PHASES } from "../model/phase.ts";
import {
  MODIFIERS,
  READY_STATES,
  type ScreenshotMode,
  type Target,
  type TargetSpec,
  type TextMatch,
  WAIT_STATES,
  type WaitCondition,
} from "../model/target.ts";

export type Json = Readonly<Record<string, unknown>>;
export type Held = ReadonlySet<Capability>;

const forms = new WeakMap<object, (held: Held) => Json>();

/** Publishes `schema` as `form` in `tools/list`; what is enforced stays the schema. */
function publishAs<S extends v.GenericSchema>(schema: S, form: Json | ((held: Held) => Json)): S {
  forms.set(schema, typeof form === "function" ? form : () => form);
  return schema;
}

export function publishedForm(schema: object, held: Held): Json | undefined {
  return forms.get(schema)?.(held);
}

/** A closed object. valibot's own also takes arrays, whose elements it would call unknown keys. */
export function closed<const E extends v.ObjectEntries>(
  entries: E,
): v.StrictObjectSchema<E, undefined> {
  const schema = v.strictObject(entries);
  return {
    ...schema,
    "~run": (dataset, config) =>
      schema["~run"](Array.isArray(dataset.value) ? { value: undefined } : dataset, config),
  };
}

/** A string of `least` to `most` UTF-8 bytes. */
export function bytes(least: number, most: number) {
  return v.pipe(v.string(), v.minBytes(least), v.maxBytes(most));
}

export function integer(least: number, most: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
}

/**
 * Any case is taken and lowered, since ids are compared as text; the version is not checked.
 * Ids, URLs and selectors are published as plain strings: their bounds are of no use to an agent
 * and would stand in nearly every tool.
 */
export const uuid = publishAs(
  v.pipe(v.string(), v.regex(UUID_PATTERN, "format"), v.toLowerCase()),
  { type: "string" },
);

export const url = publishAs(bytes(1, limits.MAX_URL_BYTES), { type: "string" });
export const selector = publishAs(bytes(1, limits.MAX_SELECTOR_BYTES), {
  type: "string",
  description: "CSS selector",
});
export const timeoutMs = integer(1, limits.MAX_TIMEOUT_MS);
export const nodeBudget = integer(1, limits.MAX_SNAPSHOT_NODES);
export const cursor = bytes(1, limits.MAX_CURSOR_BYTES);
export const unseen = v.pipe(
  v.boolean(),
  v.description("Also what a person cannot see (transparent, clipped, off-screen), marked unseen"),
);
export const snapshotFormat = v.picklist(["outline", "nodes"]);
export const phase = v.picklist(PHASES);
export const engine = v.picklist(["chromium", "firefox"]);
export const imageFormat = v.picklist(["png", "jpeg", "webp"]);
export const controlBudget = integer(1, limits.MAX_FORM_CONTROLS);
/** 0 to 4096 bytes. */
export const text = v.pipe(v.string(), v.maxBytes(limits.MAX_TEXT_BYTES));

/** At most 256 Unicode scalar values. */
export const goal = publishAs(
  v.pipe(
    v.string(),
    v.check(
      (value) =>
        value.length <= 2 * limits.MAX_GOAL_CHARS && [...value].length <= limits.MAX_GOAL_CHARS,
      "maxLength",
    ),
  ),
  { type: "string", maxLength: limits.MAX_GOAL_CHARS },
);

export const textMatch: v.GenericSchema<TextMatch> = closed({
  kind: v.picklist(["exact", "contains", "regex"]),
  value: text,
});

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checked as one value, so that no submitted name can stand in a pointer. */
const attributes = v.pipe(
  v.custom<Readonly<Record<string, string>>>(
    (value) =>
      isPlainObject(value) && Object.values(value).every((item) => typeof item === "string"),
    "type",
  ),
  v.check((value) => Object.keys(value).length <= limits.MAX_ATTRIBUTES, "maxProperties"),
  v.check(
    (value) => Object.keys(value).every((name) => within(name, limits.MAX_ATTRIBUTE_NAME_BYTES)),
    "propertyNames",
  ),
  v.check(
    (value) => Object.values(value).every((item) => within(item, limits.MAX_TEXT_BYTES)),
    "maxLength",
  ),
);

const encoder = new TextEncoder();
function within(value: string, most: number): boolean {
  return encoder.encode(value).length <= most;
}

const targetPath: v.GenericSchema<TargetSpec[]> = v.pipe(
  v.array(v.lazy(() => targetSpec)),
  v.maxLength(limits.MAX_TARGET_PATH),
);

export const targetSpec: v.GenericSchema<TargetSpec> = closed({
  css: v.exactOptional(text),
  testId: v.exactOptional(text),
  accessibleName: v.exactOptional(text),
  label: v.exactOptional(text),
  role: v.exactOptional(bytes(0, limits.MAX_ROLE_BYTES)),
  text: v.exactOptional(textMatch),
  attributes: v.exactOptional(attributes),
  framePath: v.exactOptional(targetPath),
  shadowPath: v.exactOptional(targetPath),
  ordinal: v.exactOptional(integer(0, limits.MAX_TARGET_ORDINAL)),
  allowBestMatch: v.exactOptional(v.boolean()),
});

const line = bytes(1, limits.MAX_LINE_BYTES);
const lineOrSpec = v.union([line, targetSpec]);

/** An outline line as it stands, or the object form. Chosen by type, so that violations are precise. */
export const target: v.GenericSchema<Target> = publishAs(
  v.lazy((value) =>
    typeof value === "string" ? line : isPlainObject(value) ? targetSpec : lineOrSpec
  ),
  {
    anyOf: [{ type: "string" }, { type: "object" }],
    description: "Outline line as printed, or {role, accessibleName, ordinal?, css?, text?}",
  },
);

const ready = v.picklist(READY_STATES);
export const waitUntil = ready;

/** Resource types of a request. Source: `contract/mcp-tools.md` 2.5. */
const RESOURCE_TYPES = [
  "Document",
  "Stylesheet",
  "Image",
  "Media",
  "Font",
  "Script",
  "TextTrack",
  "XHR",
  "Fetch",
  "Prefetch",
  "EventSource",
  "WebSocket",
  "Manifest",
  "SignedExchange",
  "Ping",
  "CSPViolationReport",
  "Preflight",
  "FedCM",
  "Other",
] as const;

export const waitCondition: v.GenericSchema<WaitCondition> = publishAs(
  v.variant("kind", [
    closed({ kind: v.literal("element"), target, state: v.picklist(WAIT_STATES) }),
    closed({ kind: v.picklist(["text", "value"]), target, matcher: textMatch }),
    closed({ kind: v.literal("url"), matcher: textMatch }),
    closed({ kind: v.literal("document"), ready }),
    closed({
      kind: v.literal("networkQuiet"),
      idleMs: integer(0, limits.MAX_TIMEOUT_MS),
      maxInFlight: integer(0, limits.MAX_IN_FLIGHT_CONDITION),
      ignoreUrlSubstrings: v.exactOptional(
        v.pipe(
          v.array(bytes(1, limits.MAX_IGNORED_SUBSTRING_BYTES)),
          v.maxLength(limits.MAX_IGNORED_REQUESTS),
        ),
      ),
      ignoreResourceTypes: v.exactOptional(
        v.pipe(v.array(v.picklist(RESOURCE_TYPES)), v.maxLength(limits.MAX_IGNORED_REQUESTS)),
      ),
      ignoreLongLived: v.exactOptional(v.boolean()),
    }),
  ]),
  {
    type: "object",
    properties: {
      kind: {
        type: "string",
        enum: ["element", "text", "value", "url", "document", "networkQuiet"],
      },
    },
    required: ["kind"],
    description:
      `element: target, state (${WAIT_STATES.join("|")}). text, value: target, matcher. ` +
      `url: matcher. document: ready (${
        READY_STATES.join("|")
      }). networkQuiet: idleMs, maxInFlight. ` +
      "matcher: {kind: exact|contains|regex, value}",
  },
);

const origin = v.pipe(v.number(), v.finite(), v.minValue(0));
const side = v.pipe(v.number(), v.gtValue(0), v.maxValue(limits.MAX_SCREENSHOT_SIDE_PX));

export const screenshotMode: v.GenericSchema<ScreenshotMode> = publishAs(
  v.variant("kind", [
    closed({ kind: v.picklist(["viewport", "fullPage"]) }),
    closed({ kind: v.literal("element"), target }),
    closed({ kind: v.literal("clip"), x: origin, y: origin, width: side, height: side }),
  ]),
  {
    type: "object",
    properties: { kind: { type: "string", enum: ["viewport", "fullPage", "element", "clip"] } },
    required: ["kind"],
    description: "element takes target; clip takes x, y, width, height",
  },
);

export const modifiers = publishAs(
  v.pipe(
    v.array(v.picklist(MODIFIERS)),
    v.check((items) => new Set(items).size === items.length, "uniqueItems"),
  ),
  { type: "array", items: { type: "string", enum: MODIFIERS }, uniqueItems: true },
);

export const profile = publishAs(bytes(1, limits.MAX_PROFILE_BYTES), {
  type: "string",
  description: '"default", or a stored profile',
});
export const proxy = v.nullable(v.pipe(v.string(), v.maxBytes(limits.MAX_PROXY_BYTES)));

/** The flags that need a capability are published to its holders only. */
export const executionPolicy = publishAs(
  closed({
    javascriptEvaluation: v.optional(v.boolean(), false),
    visionAssist: v.optional(v.boolean(), false),
    fingerprint: v.optional(v.boolean(), false),
    humanize: v.optional(v.boolean(), false),
    visionNode: v.exactOptional(bytes(1, 128)),
    zigzagzig: v.exactOptional(v.boolean()),
  }),
  (held) => {
    const fingerprint = held.has("browser:fingerprint");
    const humanize = held.has("browser:humanize");
    const flag = { type: "boolean" };
    return {
      type: "object",
      properties: {
        javascriptEvaluation: flag,
        visionAssist: flag,
        ...(fingerprint && { fingerprint: flag }),
        ...(humanize && { humanize: flag }),
        ...(fingerprint && humanize && { zigzagzig: flag }),
      },
    };
  },
);

/** Capabilities that the arguments of a new session call for. Source: `contract/mcp-tools.md` 4.3 (double gates), 6. */
export function sessionNeeds(
  input: {
    readonly executionPolicy?: v.InferOutput<typeof executionPolicy>;
    readonly url?: string;
  },
): readonly Capability[] {
  const policy = input.executionPolicy;
  const needs: Capability[] = [];
  if (policy?.fingerprint || policy?.zigzagzig) needs.push("browser:fingerprint");
  if (policy?.humanize || policy?.zigzagzig) needs.push("browser:humanize");
  return [...needs, ...urlNeeds(input)];
}

export function urlNeeds(input: { readonly url?: string }): readonly Capability[] {
  return input.url === undefined ? [] : ["browser:mutate"];
}

export function formNeeds(input: { readonly includeForms: boolean }): readonly Capability[] {
  return input.includeForms ? ["page:read"] : [];
}

/** What tools with a command outcome publish: small and open, true of failures too. */
export const outcome = v.looseObject({ status: v.exactOptional(v.string()) });
/** Any object. */
export const anyObject = v.looseObject({});
