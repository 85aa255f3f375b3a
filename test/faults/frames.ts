/** Random frames for the gateway's input: valid ones, and mutations of them as JSON and as bytes. */
import type { Seeded } from "../support/seeded.ts";
import { isJson } from "./raw_gateway.ts";
import { CANARY, junkKey, junkText, junkValue, setOwn } from "./junk_values.ts";

/** What the calls of the frames are about: a page that nothing else is judged by. */
export interface Aim {
  readonly handle: string;
  readonly sessionId: string;
  readonly pageId: string;
}

export const FUZZED_PAGE = "data:text/html,<title>Fuzz</title><h1>Fuzz</h1>" +
  "<label>Name <input id=n></label><button id=b>Go</button>" +
  "<button onclick=alert(1)>Ask</button><a href=%23x>Link</a><select><option>A<option>B</select>";

const METHODS = [
  "ping",
  "tools/list",
  "server/discover",
  "resources/list",
  "prompts/get",
  "logging/setLevel",
  "completion/complete",
  "tasks/list",
  "notifications/initialized",
  "notifications/progress",
  "notifications/roots/list_changed",
  "rpc.discover",
  "",
];

export class Frames {
  readonly #seeded: Seeded;
  readonly #ids: unknown[] = [];
  #count = 0;

  constructor(seeded: Seeded) {
    this.#seeded = seeded;
  }

  /** The bytes of one frame with its newline; a mutation may have made several of it, or none. */
  next(aim: Aim): Uint8Array {
    const seeded = this.#seeded;
    let message: unknown = this.#message(aim);
    const kind = seeded.below(10);
    if (kind < 6) {
      for (let times = seeded.between(1, 3); times > 0; times--) message = this.#mutated(message);
    }
    let text = JSON.stringify(message) ?? "null";
    // What no JavaScript value writes.
    if (seeded.chance(0.03)) text = text.replace(/:\d+/, seeded.pick([":1e999", ":-0", ":01"]));
    if (seeded.chance(0.02)) text = text.replace('{"', `{"method":"ping","id":"${this.#count}","`);
    let bytes: Uint8Array = new TextEncoder().encode(text);
    if (kind >= 6 && kind < 9 && bytes.length < 4_096) bytes = this.#noisy(bytes);
    const ending = seeded.chance(0.1) ? "\r\n" : "\n";
    return new Uint8Array([...bytes, ...new TextEncoder().encode(ending)]);
  }

  #message(aim: Aim): Record<string, unknown> {
    const seeded = this.#seeded;
    const id = this.#id();
    const message: Record<string, unknown> = { jsonrpc: "2.0" };
    if (!seeded.chance(0.04)) message.id = id;
    const kind = seeded.below(20);
    if (kind < 14) {
      message.method = "tools/call";
      message.params = this.#call(aim);
    } else if (kind < 16) {
      message.method = seeded.pick(METHODS);
      if (seeded.chance(0.3)) message.params = {};
    } else if (kind === 16) {
      message.method = "initialize";
      message.params = {
        protocolVersion: seeded.chance(0.5) ? "2025-11-25" : CANARY,
        capabilities: {},
        clientInfo: { name: "fuzz", version: "1" },
      };
    } else if (kind === 17) {
      delete message.id;
      message.method = "notifications/cancelled";
      message.params = { requestId: seeded.chance(0.5) ? seeded.pick(this.#ids) : "never" };
    } else if (kind === 18) {
      message.result = {};
    } else {
      message.method = "tools/list";
      message.params = { _meta: { "io.modelcontextprotocol/protocolVersion": junkText(seeded) } };
    }
    return message;
  }

  /** An id of any JSON type; one in twenty was used before. */
  #id(): unknown {
    const seeded = this.#seeded;
    const number = ++this.#count;
    const kind = seeded.below(20);
    const id = kind === 0 && this.#ids.length > 0
      ? seeded.pick(this.#ids)
      : kind === 1
      ? seeded.pick([null, true, 1.5, {}, [], [1], 2 ** 53, "x".repeat(300)])
      : kind === 2
      ? `\u202e😀${number}`
      : kind < 10
      ? `f${number}`
      : kind === 10
      ? -number
      : number;
    this.#ids.push(id);
    if (this.#ids.length > 40) this.#ids.shift();
    return id;
  }

  #call(aim: Aim): Record<string, unknown> {
    const seeded = this.#seeded;
    const page = seeded.chance(0.3)
      ? { workflowHandle: aim.handle }
      : { sessionId: aim.sessionId, pageId: aim.pageId };
    const target = seeded.pick<unknown>([
      'button "Go"',
      'textbox "Name"',
      'button "Ask"',
      { role: "link", accessibleName: "Link" },
      { role: "button", accessibleName: CANARY, ordinal: 3, css: "#b" },
    ]);
    const calls: readonly (readonly [string, Record<string, unknown>])[] = [
      ["a11y_snapshot", { ...page, maxNodes: 20 }],
      ["a11y_snapshot", { ...page, format: "nodes", target }],
      ["inspect", { ...page, selector: "#n", includeHtml: true }],
      ["inspect", { ...page, target }],
      ["page_list", { sessionId: aim.sessionId }],
      ["runtime_info", {}],
      ["session_list", {}],
      ["screenshot", { ...page, mode: { kind: "clip", x: 0, y: 0, width: 9, height: 9 } }],
      ["toolset_select", { toolset: "full" }],
      ["wait_for", {
        ...page,
        condition: { kind: "text", target, matcher: { kind: "contains", value: CANARY } },
        timeoutMs: 30,
      }],
      ["wait_for", { ...page, condition: { kind: "document", ready: "commit" }, timeoutMs: 50 }],
      ["workflow_observe", { workflowHandle: aim.handle, maxNodes: 5 }],
      ["click", { ...page, target }],
      ["click", { ...page, selector: "#b", modifiers: [] }],
      ["dialog", { ...page, action: "accept", timeoutMs: 30 }],
      ["navigate", { ...page, url: FUZZED_PAGE, timeoutMs: 500 }],
      ["page_activate", { ...page }],
      ["page_open", { sessionId: CANARY }],
      ["page_close", { sessionId: aim.sessionId, pageId: CANARY }],
      ["session_close", { sessionId: CANARY }],
      ["session_create", { profile: "default", executionPolicy: {}, proxy: null }],
      ["type_text", { ...page, target: 'textbox "Name"', value: CANARY, clearFirst: true }],
      ["workflow_start", { profile: "default", url: FUZZED_PAGE }],
    ];
    // Starting a session costs more than anything else here.
    const affordable = seeded.chance(0.97)
      ? calls.filter(([tool]) => tool !== "workflow_start" && tool !== "session_create")
      : calls;
    const [name, args] = seeded.pick(affordable);
    const meta = seeded.chance(0.2) ? { _meta: { progressToken: seeded.pick([1, "t", ""]) } } : {};
    return { name, arguments: args, ...meta };
  }

  /** A copy in which one place is changed. */
  #mutated(value: unknown): unknown {
    const seeded = this.#seeded;
    if (Array.isArray(value) && value.length > 0 && seeded.chance(0.8)) {
      const at = seeded.below(value.length);
      return value.map((one: unknown, index) => index === at ? this.#mutated(one) : one);
    }
    if (!isJson(value)) return junkValue(seeded);
    const keys = Object.keys(value);
    const key = keys.length === 0 ? undefined : seeded.pick(keys);
    const copy = {};
    for (const one of keys) setOwn(copy, one, value[one]);
    const how = seeded.below(10);
    if (key === undefined || how === 0) setOwn(copy, junkKey(seeded), junkValue(seeded));
    else if (how === 1) Reflect.deleteProperty(copy, key);
    else if (how === 2) setOwn(copy, key, junkValue(seeded));
    else if (how === 3 && seeded.chance(0.2)) return [value];
    else setOwn(copy, key, this.#mutated(value[key]));
    return copy;
  }

  /** A copy with some bytes flipped, put in, left out, doubled or cut off. */
  #noisy(bytes: Uint8Array): Uint8Array {
    const seeded = this.#seeded;
    let noisy = [...bytes];
    for (let times = seeded.between(1, 3); times > 0; times--) {
      const at = seeded.below(noisy.length + 1);
      const length = seeded.between(1, 8);
      switch (seeded.below(7)) {
        case 0:
          noisy[Math.min(at, noisy.length - 1)] = seeded.below(256);
          break;
        case 1:
          noisy.splice(at, 0, seeded.pick([0x00, 0xff, 0xc3, 0x0a, 0x0d, 0x22, 0x5c, 0x7b, 0x5d]));
          break;
        case 2:
          noisy.splice(at, length);
          break;
        case 3:
          noisy.splice(at, 0, ...noisy.slice(at, at + length));
          break;
        case 4:
          if (seeded.chance(0.3)) noisy = noisy.slice(0, at);
          break;
        case 5:
          noisy.splice(at, 0, 0xed, 0xa0, 0x80);
          break;
        default:
          if (seeded.chance(0.3)) noisy.unshift(0xef, 0xbb, 0xbf);
      }
    }
    return new Uint8Array(noisy);
  }
}
