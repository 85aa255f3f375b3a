/**
 * Validates MCP messages against the JSON Schemas of the specification
 * (`test/fixtures/mcp-schema`), for one message at a time or for a whole wire.
 */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";

const MCP_SCHEMA_VERSIONS = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
] as const;
export type McpSchemaVersion = (typeof MCP_SCHEMA_VERSIONS)[number];

type Json = Readonly<Record<string, unknown>>;

export interface McpSchema {
  readonly version: McpSchemaVersion;
  /** Faults of a request or notification of the client; none when it is valid. */
  client(message: unknown): string[];
  /**
   * Faults of a message of the server. `method`: of the request it answers; without it a result is
   * checked as any result.
   */
  server(message: unknown, method?: string): string[];
}

const cache = new Map<McpSchemaVersion, McpSchema>();

export function mcpSchema(version: McpSchemaVersion): McpSchema {
  const known = cache.get(version) ?? load(version);
  cache.set(version, known);
  return known;
}

/**
 * Follows one connection: remembers which request an answer belongs to and which version was
 * negotiated, and collects every fault of both sides. Give it all messages in order.
 */
export class McpWire {
  readonly faults: string[] = [];
  readonly #methods = new Map<unknown, string>();
  #schema: McpSchema;
  #messages = 0;

  constructor(version: McpSchemaVersion = "2025-11-25") {
    this.#schema = mcpSchema(version);
  }

  get version(): McpSchemaVersion {
    return this.#schema.version;
  }

  get messages(): number {
    return this.#messages;
  }

  fromClient(message: unknown): void {
    this.#messages++;
    if (isJson(message) && typeof message.method === "string" && "id" in message) {
      this.#methods.set(message.id, message.method);
    }
    this.#note("client", message, this.#schema.client(message));
  }

  fromServer(message: unknown): void {
    this.#messages++;
    if (!isJson(message)) return this.#note("server", message, ["is no object"]);
    const method = this.#methods.get(message.id);
    if (method === "initialize" && isJson(message.result)) {
      const version = MCP_SCHEMA_VERSIONS.find((one) =>
        isJson(message.result) && one === message.result.protocolVersion
      );
      if (version === undefined) this.faults.push("server: initialize negotiated no known version");
      else this.#schema = mcpSchema(version);
    }
    const isAnswer = "result" in message || "error" in message;
    if (isAnswer && "id" in message && message.id !== null) {
      if (method === undefined) this.faults.push(`server: answer to no request: ${brief(message)}`);
      this.#methods.delete(message.id);
    }
    this.#note("server", message, this.#schema.server(message, method));
  }

  #note(side: string, message: unknown, faults: readonly string[]): void {
    for (const fault of faults) {
      this.faults.push(`${side} (${this.#schema.version}): ${fault}: ${brief(message)}`);
    }
  }
}

function load(version: McpSchemaVersion): McpSchema {
  const path = new URL(`../fixtures/mcp-schema/${version}.json`, import.meta.url);
  const document: unknown = JSON.parse(readFileSync(path, "utf8"));
  if (!isJson(document)) throw new Error(`The schema ${version} is no object`);
  const keyword = "$defs" in document ? "$defs" : "definitions";
  const definitions = document[keyword];
  if (!isJson(definitions)) throw new Error(`The schema ${version} has no definitions`);
  const options = { strict: false, allErrors: true, validateFormats: true };
  const ajv = keyword === "$defs" ? new Ajv2020(options) : new Ajv(options);
  // The package is CommonJS: on Deno its types name the module, on both the value is the function.
  ajvFormats.default(ajv);
  ajv.addSchema(document, version);

  const compiled = new Map<string, ValidateFunction>();
  const check = (name: string, value: unknown): string[] => {
    const validate = compiled.get(name) ??
      ajv.compile({ $ref: `${version}#/${keyword}/${name}` });
    compiled.set(name, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) =>
      `${name} ${error.instancePath || "/"} ${error.message ?? error.keyword}`
    );
  };
  const byMethod = methodsOf(definitions);
  const members = (union: string): ReadonlySet<string> => new Set(unionOf(definitions, union));
  const clientSide = new Set([...members("ClientRequest"), ...members("ClientNotification")]);
  const serverSide = members("ServerNotification");
  const errorName = "JSONRPCError" in definitions ? "JSONRPCError" : "JSONRPCErrorResponse";
  const responseName = "JSONRPCResultResponse" in definitions
    ? "JSONRPCResultResponse"
    : "JSONRPCResponse";

  const named = (message: Json, side: ReadonlySet<string>): string[] => {
    const name = byMethod.get(String(message.method));
    if (name === undefined || !side.has(name)) return [`method is not one of the schema`];
    const frame = "id" in message ? "JSONRPCRequest" : "JSONRPCNotification";
    return [...check(frame, message), ...check(name, message)];
  };

  return {
    version,
    client(message) {
      return isJson(message) ? named(message, clientSide) : ["is no object"];
    },
    server(message, method) {
      if (!isJson(message)) return ["is no object"];
      const extra = Object.keys(message).filter((key) =>
        !["jsonrpc", "id", "method", "params", "result", "error"].includes(key)
      );
      if (extra.length > 0) return [`unknown members ${extra.join(", ")}`];
      if ("method" in message) return named(message, serverSide);
      if ("error" in message) {
        // The older schemas know no error without id; JSON-RPC 2.0 wants null there.
        const judged = errorName === "JSONRPCError" && message.id === null
          ? { ...message, id: "unreadable" }
          : message;
        return check(errorName, judged);
      }
      const faults = check(responseName, message);
      if (method === undefined) return faults;
      const request = byMethod.get(method);
      if (request === undefined) return [...faults, "answers a method that is not in the schema"];
      const result = request.replace(/Request$/, "Result");
      return [
        ...faults,
        ...check(result in definitions ? result : "EmptyResult", message.result),
      ];
    },
  };
}

/** Names of request and notification definitions by their method. */
function methodsOf(definitions: Json): Map<string, string> {
  const methods = new Map<string, string>();
  for (const [name, definition] of Object.entries(definitions)) {
    if (!isJson(definition) || !isJson(definition.properties)) continue;
    const method = definition.properties.method;
    if (isJson(method) && typeof method.const === "string") methods.set(method.const, name);
  }
  return methods;
}

function unionOf(definitions: Json, name: string): string[] {
  const union = definitions[name];
  if (!isJson(union)) return [];
  if (!Array.isArray(union.anyOf)) {
    // A union of one is written as that one.
    const own = isJson(union.properties) ? union.properties.method : undefined;
    return isJson(own)
      ? [...methodsOf(definitions)].flatMap(([method, one]) => method === own.const ? [one] : [])
      : [];
  }
  return union.anyOf.flatMap((member: unknown) =>
    isJson(member) && typeof member.$ref === "string"
      ? [member.$ref.slice(member.$ref.lastIndexOf("/") + 1)]
      : []
  );
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function brief(message: unknown): string {
  return JSON.stringify(message)?.slice(0, 300) ?? String(message);
}
