/** `drover tools`: the catalogue, one block a tool. */
import type { AnyTool } from "../registry/define.ts";

/** The text that `drover tools` prints, in the order of `tools/list`. */
export function toolCatalogue(tools: readonly AnyTool[]): string {
  const blocks = tools.map((tool) => {
    const phases = tool.phases === "all" ? "all" : tool.phases.join(", ");
    const capabilities = tool.capabilities.join(", ") || "none";
    const names = [...scopeNames(tool), ...Object.keys(tool.input)];
    return [
      `${tool.name}  (${tool.title})`,
      ...wrapped(tool.description, 96).map((line) => `    ${line}`),
      `    arguments: ${names.join(", ") || "none"}`,
      `    phases: ${phases}; capabilities: ${capabilities}`,
    ].join("\n");
  });
  return `${blocks.join("\n\n")}\n\n${tools.length} tools\n`;
}

function scopeNames(tool: AnyTool): readonly string[] {
  switch (tool.scope) {
    case "none":
      return [];
    case "session":
      return ["sessionId"];
    case "page":
      return ["workflowHandle or sessionId and pageId"];
    case "workflow":
      return ["workflowHandle"];
  }
}

/** Lines of at most `width` characters, broken between words; a longer word has its own line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines;
}
