/** `tools/call` results and `tools/list` answers as text of the handshake era. */
import { Buffer } from "node:buffer";
import type { ToolResult } from "../registry/define.ts";

/**
 * What a result carries beside images: the text block, `structuredContent`, or both. Hosts that
 * forward both to the model pay twice; `drover stdio --result` trims one.
 */
export const RESULT_MODES = ["both", "text", "structured"] as const;
export type ResultMode = (typeof RESULT_MODES)[number];

/**
 * The JSON text of a `CallToolResult`. Clients before 2025-06-18 do not know `structuredContent`;
 * their schemas allow it and they ignore it, so every version gets the same.
 */
export function encodeToolResult(result: ToolResult, mode: ResultMode): string {
  const structured = JSON.stringify(result.structured);
  const blocks: string[] = [];
  if (mode !== "structured") {
    blocks.push(`{"type":"text","text":${JSON.stringify(result.text ?? structured)}}`);
  }
  if (result.image !== undefined) {
    const { data, mediaType } = result.image;
    const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64");
    blocks.push(`{"type":"image","data":"${base64}","mimeType":${JSON.stringify(mediaType)}}`);
  }
  const structuredMember = mode === "text" ? "" : `"structuredContent":${structured},`;
  return `{"content":[${blocks.join(",")}],${structuredMember}"isError":${
    result.isError === true
  }}`;
}

/**
 * The JSON text of a `ListToolsResult` from the registry's `tools` array. In text mode the output
 * schemas are left out: clients refuse a result without `structuredContent` where one is published.
 */
export function encodeToolList(tools: string, mode: ResultMode): string {
  if (mode !== "text") return `{"tools":${tools}}`;
  // The registry's own text: an array of tool entries.
  const entries: unknown = JSON.parse(
    tools,
    (key, value) => key === "outputSchema" ? undefined : value,
  );
  return `{"tools":${JSON.stringify(entries)}}`;
}
