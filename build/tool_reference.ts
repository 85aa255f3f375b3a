/** `docs/tools.md`: the reference of all tools, from the registry alone. */
import { CAPABILITIES } from "../src/model/capability.ts";
import type { Annotations, AnyTool } from "../src/registry/define.ts";
import { inputSchema } from "../src/registry/schema.ts";

const EVERYTHING = new Set(CAPABILITIES);

const SCOPES = {
  none: "none",
  session: "`sessionId`",
  page: "`workflowHandle` alone, or `sessionId` and `pageId` (`workflowId` optional)",
  workflow: "`workflowHandle`",
} as const satisfies Record<AnyTool["scope"], string>;

const SCOPE_KEYS: ReadonlySet<string> = new Set([
  "workflowHandle",
  "sessionId",
  "pageId",
  "workflowId",
]);

export function toolReference(tools: readonly AnyTool[]): string {
  const sorted = tools.toSorted((a, b) => a.name < b.name ? -1 : 1);
  const summary = sorted.map((tool) =>
    `| [${tool.name}](#${tool.name}) | ${tool.title} | ${phases(tool)} | ${
      hints(tool.annotations)
    } |`
  );
  return [
    "# Tools",
    "",
    "Written by `build/gen.ts` from the registry; do not edit. Lengths are UTF-8 bytes, times",
    "milliseconds. An unknown argument is rejected. The phase `full` lists every tool.",
    "",
    "| Tool | Title | Phases | Hints |",
    "| --- | --- | --- | --- |",
    ...summary,
    "",
    ...sorted.flatMap(section),
  ].join("\n");
}

function phases(tool: AnyTool): string {
  return tool.phases === "all" ? "all" : tool.phases.join(", ");
}

function hints(annotations: Annotations): string {
  return Object.keys(annotations).join(", ") || "none";
}

function section(tool: AnyTool): string[] {
  const needs = tool.capabilities.map((capability) => `\`${capability}\``).join(", ") || "none";
  const more = tool.needs === undefined ? "" : "; more where the arguments call for it";
  return [
    `## ${tool.name}`,
    "",
    tool.description,
    "",
    `- Scope: ${SCOPES[tool.scope]}`,
    `- Capabilities: ${needs}${more}`,
    `- Phases: ${phases(tool)}; hints: ${hints(tool.annotations)}`,
    ...choice(tool),
    "",
    ...argumentTable(tool),
    ...examples(tool),
  ];
}

function choice(tool: AnyTool): string[] {
  if (tool.choice === undefined) return [];
  const names = tool.choice.of.map((key) => `\`${key}\``).join(", ");
  return [`- ${tool.choice.required ? "Exactly" : "At most"} one of ${names}`];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function argumentTable(tool: AnyTool): string[] {
  const schema = inputSchema(tool, EVERYTHING);
  const required: ReadonlySet<unknown> = new Set(
    Array.isArray(schema.required) ? schema.required : [],
  );
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const rows = Object.entries(properties).filter(([key]) =>
    Object.hasOwn(tool.input, key) || !SCOPE_KEYS.has(key)
  ).map(([key, property]) => {
    const { default: preset, description, ...shape } = isRecord(property) ? property : {};
    const wanted = required.has(key)
      ? "required"
      : preset === undefined
      ? "optional"
      : `\`${JSON.stringify(preset)}\``;
    const text = typeof description === "string" ? `. ${description}` : "";
    return `| \`${key}\` | ${wanted} | ${cell(shapeOf(shape) + text)} |`;
  });
  if (rows.length === 0) return [];
  return ["| Argument | Default | Shape |", "| --- | --- | --- |", ...rows, ""];
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** A published property in words. */
function shapeOf(shape: Readonly<Record<string, unknown>>): string {
  const { type, enum: options, anyOf, items, properties, minLength, maxLength, minimum, maximum } =
    shape;
  if (Array.isArray(options)) return options.join(", ");
  if (Array.isArray(anyOf)) return anyOf.filter(isRecord).map(shapeOf).join(" or ");
  if (type === "array" && isRecord(items)) return `list of ${shapeOf(items)}`;
  if (isRecord(properties)) {
    const fields = Object.entries(properties).map(([key, field]) =>
      `${key} (${isRecord(field) ? shapeOf(field) : "any"})`
    );
    return `object with ${fields.join("; ")}`;
  }
  const bounds = range(minLength, maxLength, " bytes") || range(minimum, maximum, "");
  const format = typeof shape.format === "string" ? `${shape.format}` : "";
  return [format || String(type), bounds].filter((part) => part !== "").join(", ");
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least === undefined && most === undefined) return "";
  return `${least ?? 0} to ${most ?? "any"}${unit}`;
}

function examples(tool: AnyTool): string[] {
  return [
    tool.examples.length === 1 ? "Example:" : "Examples:",
    "",
    "```json",
    ...tool.examples.map((example) => JSON.stringify(example)),
    "```",
    "",
  ];
}
