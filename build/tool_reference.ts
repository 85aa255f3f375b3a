/** `docs/tools.md`: the reference of all tools, from the registry alone. */
import type { Annotations, AnyTool } from "../src/registry/define.ts";
import { argument, sharedShapes } from "./shapes.ts";

const SCOPES = {
  none: "none",
  session: "`sessionId`",
  page: "`workflowHandle` alone, or `sessionId` and `pageId` (`workflowId` optional)",
  workflow: "`workflowHandle`",
} as const satisfies Record<AnyTool["scope"], string>;

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
    "milliseconds. An unknown argument is rejected. The phase `full` lists every tool. Shapes with a",
    "name stand at the end.",
    "",
    "| Tool | Title | Phases | Hints |",
    "| --- | --- | --- | --- |",
    ...summary,
    "",
    ...sorted.flatMap(section),
    ...sharedShapes(),
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

function argumentTable(tool: AnyTool): string[] {
  const rows = Object.entries(tool.input).map(([key, entry]) => {
    const { optional, preset, shape } = argument(entry);
    const fallback = preset === undefined ? "optional" : `\`${JSON.stringify(preset)}\``;
    return `| \`${key}\` | ${optional ? fallback : "required"} | ${shape} |`;
  });
  if (rows.length === 0) return [];
  return ["| Argument | Default | Shape |", "| --- | --- | --- |", ...rows, ""];
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
