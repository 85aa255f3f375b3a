import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { encodeToolList, encodeToolResult } from "../../src/mcp/tool_result.ts";

const outline = { structured: { status: "completed", n: 1 }, text: "the outline" };

describe("encodeToolResult", () => {
  test("both: the text block, structuredContent and isError", () => {
    assert.deepEqual(JSON.parse(encodeToolResult(outline, "both")), {
      content: [{ type: "text", text: "the outline" }],
      structuredContent: { status: "completed", n: 1 },
      isError: false,
    });
  });

  test("without a text of its own the text block is the JSON of structuredContent", () => {
    const result = JSON.parse(encodeToolResult({ structured: { a: "ä\n" } }, "both"));
    assert.deepEqual(JSON.parse(result.content[0].text), { a: "ä\n" });
  });

  test("text: no structuredContent", () => {
    assert.deepEqual(JSON.parse(encodeToolResult(outline, "text")), {
      content: [{ type: "text", text: "the outline" }],
      isError: false,
    });
  });

  test("structured: no text block, an image stays", () => {
    const image = { data: Uint8Array.of(1, 2, 255), mediaType: "image/png" };
    assert.deepEqual(JSON.parse(encodeToolResult({ ...outline, image }, "structured")), {
      content: [{ type: "image", data: "AQL/", mimeType: "image/png" }],
      structuredContent: { status: "completed", n: 1 },
      isError: false,
    });
  });

  test("an image stands after the text", () => {
    const data = new Uint8Array([9, 8, 7, 6]).subarray(1, 3);
    const image = { data, mediaType: "image/jpeg" };
    const result = JSON.parse(encodeToolResult({ ...outline, image, isError: true }, "both"));
    assert.deepEqual(result.content.map((block: { type: string }) => block.type), [
      "text",
      "image",
    ]);
    assert.equal(result.content[1].data, "CAc=");
    assert.equal(result.isError, true);
  });
});

describe("encodeToolList", () => {
  const tools = '[{"name":"a","outputSchema":{"type":"object"},"inputSchema":{"type":"object"}}]';

  test("takes the registry's text as it stands", () => {
    assert.equal(encodeToolList(tools, "both"), `{"tools":${tools}}`);
  });

  test("text mode publishes no output schema", () => {
    assert.equal(
      encodeToolList(tools, "text"),
      '{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}',
    );
  });
});
