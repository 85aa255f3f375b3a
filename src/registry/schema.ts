/**
 * Publishing: a tool's valibot entries as JSON Schema draft 2020-12, small. `$schema` is left out
 * (2020-12 is what MCP means without it), inputs are closed, and no root carries `oneOf`, `anyOf`
 * or `allOf`, which hosts refuse. Large nested shapes are published short (`words.ts`), while the
 * whole schema is enforced on call.
 */
import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type { ExactOptionalSchema, GenericSchema, OptionalSchema } from "valibot";
import type { AnyTool } from "./define.ts";
import { PUBLISHED_SCOPE } from "./scope.ts";
import { type Held, type Json, publishedForm } from "./words.ts";

const CONFIG: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  // Bytes are published as characters: a string of at most N bytes has at most N of them.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type === "min_bytes" && "requirement" in valibotAction) {
      return { ...jsonSchema, minLength: Number(valibotAction.requirement) };
    }
    if (valibotAction.type === "max_bytes" && "requirement" in valibotAction) {
      return { ...jsonSchema, maxLength: Number(valibotAction.requirement) };
    }
    return undefined;
  },
};

type Optional =
  | OptionalSchema<GenericSchema, unknown>
  | ExactOptionalSchema<GenericSchema, unknown>;

function isOptional(schema: object): schema is Optional {
  return "type" in schema && (schema.type === "optional" || schema.type === "exact_optional");
}

function convert(schema: GenericSchema, held: Held): Json {
  const form = publishedForm(schema, held);
  if (form !== undefined) return form;
  const { $schema: _, ...rest } = toJsonSchema(schema, CONFIG);
  return rest;
}

/** The `inputSchema` of a tool for a holder of these capabilities. */
export function inputSchema(tool: AnyTool, held: Held): Json {
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const [key, entry] of Object.entries({ ...PUBLISHED_SCOPE[tool.scope], ...tool.input })) {
    if (!isSync(entry)) throw new TypeError(`${tool.name}: ${key} is no synchronous schema`);
    if (!isOptional(entry)) {
      required.push(key);
      properties[key] = convert(entry, held);
    } else if (entry.default === undefined) {
      properties[key] = convert(entry.wrapped, held);
    } else {
      properties[key] = { ...convert(entry.wrapped, held), default: entry.default };
    }
  }
  return {
    type: "object",
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function isSync(schema: object): schema is GenericSchema {
  return "async" in schema && schema.async === false;
}

/** The `outputSchema` of a tool: an open object. */
export function outputSchema(tool: AnyTool): Json {
  const { $schema: _, required, properties, ...rest } = toJsonSchema(tool.output, CONFIG);
  return {
    ...rest,
    ...(properties !== undefined && Object.keys(properties).length > 0 && { properties }),
    ...(required !== undefined && required.length > 0 && { required }),
  };
}

/** One entry of `tools/list`. */
export function toolEntry(tool: AnyTool, held: Held): Json {
  const { readOnly = false, destructive = false, idempotent = false, openWorld = false } =
    tool.annotations;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool, held),
    outputSchema: outputSchema(tool),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
  };
}
