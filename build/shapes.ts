/** The shared shapes of arguments in full, in words, from the schemas that are enforced. */
import { MAX_GOAL_CHARS } from "../src/model/limits.ts";
import * as words from "../src/registry/words.ts";

/** In the order of the reference; a shape inside another is named, not repeated. */
const NAMED: readonly (readonly [string, object])[] = [
  ["target", words.target],
  ["TargetSpec", words.targetSpec],
  ["TextMatch", words.textMatch],
  ["condition", words.waitCondition],
  ["mode", words.screenshotMode],
  ["executionPolicy", words.executionPolicy],
];

export function sharedShapes(): string[] {
  const sections = NAMED.slice(1).flatMap(([name, schema]) => {
    const shapes = alternatives(schema);
    const [only] = shapes;
    const lines = shapes.length === 1 ? only ?? [] : shapes.map((fields) => fields.join("; "));
    return [`### ${name}`, "", ...lines.map((line) => `- ${line}`), ""];
  });
  return [
    "## Shared shapes",
    "",
    "`tools/list` shows these short; they are enforced in full. A `target` is an outline line as",
    "printed (leading spaces and everything after its name and `#N` are ignored) or a TargetSpec,",
    "whose fields are all optional and must all hold.",
    "",
    ...sections,
  ];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of each alternative of a shape. */
function alternatives(schema: unknown): string[][] {
  if (!isRecord(schema)) throw new TypeError("A shape is no schema");
  if (Array.isArray(schema.options)) return schema.options.flatMap(alternatives);
  if (!isRecord(schema.entries)) throw new TypeError(`A shape of type ${schema.type}`);
  return [Object.entries(schema.entries).map(([key, entry]) => field(key, entry))];
}

function field(key: string, entry: unknown): string {
  const { optional, preset, shape } = argument(entry);
  const fallback = preset === undefined ? "" : `, default ${JSON.stringify(preset)}`;
  return `\`${key}\`${optional ? " (optional)" : ""}: ${shape}${fallback}`;
}

export interface ArgumentWords {
  readonly optional: boolean;
  /** The default; undefined: none. */
  readonly preset: unknown;
  readonly shape: string;
}

/** An entry of an object schema in words. */
export function argument(entry: unknown): ArgumentWords {
  if (!isRecord(entry)) throw new TypeError("An argument is no schema");
  const optional = entry.type === "optional" || entry.type === "exact_optional";
  return { optional, preset: entry.default, shape: inWords(optional ? entry.wrapped : entry) };
}

function inWords(schema: unknown): string {
  if (schema === words.uuid) return "UUID";
  if (schema === words.goal) return `string, at most ${MAX_GOAL_CHARS} characters`;
  const known = NAMED.find(([, named]) => named === schema);
  if (known !== undefined) return known[0];
  if (!isRecord(schema)) throw new TypeError("A field is no schema");
  switch (schema.type) {
    case "string":
      return `string${bounds(schema, "bytes")}`;
    case "number":
      return `${steps(schema).some((step) => step.type === "integer") ? "integer" : "number"}${
        bounds(schema, "")
      }`;
    case "boolean":
      return "boolean";
    case "literal":
      return `"${schema.literal}"`;
    case "picklist":
      return Array.isArray(schema.options) ? schema.options.join(", ") : "";
    case "array":
      return `list of ${inWords(schema.item)}${bounds(schema, "items")}`;
    case "nullable":
      return `${inWords(schema.wrapped)} or null`;
    case "lazy":
      return "TargetSpec";
    case "custom":
      return "object of strings";
    default:
      throw new TypeError(`No words for a schema of type ${schema.type}`);
  }
}

function steps(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  return Array.isArray(schema.pipe) ? schema.pipe.filter(isRecord) : [];
}

function bounds(schema: Readonly<Record<string, unknown>>, unit: string): string {
  const requirement = (pattern: RegExp) =>
    steps(schema).find((step) => pattern.test(String(step.type)))?.requirement;
  const more = requirement(/^gt_value$/);
  const least = requirement(/^min_/);
  const most = requirement(/^max_/);
  if (more === undefined && least === undefined && most === undefined) return "";
  if (most === undefined) return `, at least ${least}`;
  const from = more === undefined ? `${least ?? 0}` : `more than ${more}`;
  return `, ${from} to ${most}${unit === "" ? "" : ` ${unit}`}`;
}
