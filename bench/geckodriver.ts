/**
 * Stands in for geckodriver, which no registry holds: speaks WebDriver over HTTP to
 * firefox-devtools-mcp, and Marionette to the Firefox that it starts. No more of both than that
 * server needs to show pages. For the bench alone.
 * Sources: the WebDriver standard, the browser's remote/marionette.
 */
import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";

const START_MS = 60_000;
const LOOK_MS = 20;
const COLON = ":".charCodeAt(0);

/** What WebDriver's errors carry. */
class DriverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const Answer = v.tuple([
  v.literal(1),
  v.number(),
  v.nullable(v.looseObject({ error: v.string(), message: v.string() })),
  v.unknown(),
]);

/** Frames are `length:json`; a command is `[0, id, name, params]`, its answer `[1, id, error, result]`. */
class Marionette {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #parts: Buffer[] = [];
  #held = 0;
  /** Bytes of the frame that is coming, its length and colon included; 0: not known yet. */
  #wanted = 0;
  #id = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#read(Buffer.from(chunk)));
    socket.on("close", () => {
      for (const { reject } of this.#waiting.values()) {
        reject(new DriverError("unknown error", "The browser has gone"));
      }
      this.#waiting.clear();
    });
    socket.on("error", () => socket.destroy());
  }

  send(name: string, params: unknown): Promise<unknown> {
    const id = ++this.#id;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    const text = Buffer.from(JSON.stringify([0, id, name, params]));
    this.#socket.write(Buffer.concat([Buffer.from(`${text.length}:`), text]));
    return waiting.promise;
  }

  #read(chunk: Buffer): void {
    this.#parts.push(chunk);
    this.#held += chunk.length;
    while (this.#held > 0 && this.#held >= this.#wanted) {
      const data = Buffer.concat(this.#parts);
      const colon = data.indexOf(COLON);
      if (colon >= 0) this.#wanted = colon + 1 + Number(data.subarray(0, colon).toString());
      const whole = colon >= 0 && data.length >= this.#wanted;
      const rest = whole ? data.subarray(this.#wanted) : data;
      this.#parts = [rest];
      this.#held = rest.length;
      if (!whole) return;
      this.#wanted = 0;
      this.#take(JSON.parse(data.subarray(colon + 1, data.length - rest.length).toString()));
    }
  }

  #take(message: unknown): void {
    // The first frame is a greeting.
    if (!Array.isArray(message)) return;
    const [, id, error, result] = v.parse(Answer, message);
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === null) waiting?.resolve(result);
    else waiting?.reject(new DriverError(error.error, error.message));
  }
}

const Options = v.optional(
  v.looseObject({
    binary: v.optional(v.string(), "firefox"),
    args: v.optional(v.array(v.string()), []),
    prefs: v.optional(v.record(v.string(), v.unknown()), {}),
  }),
  {},
);
const NewSession = v.looseObject({
  capabilities: v.looseObject({
    alwaysMatch: v.optional(v.record(v.string(), v.unknown()), {}),
    firstMatch: v.optional(v.array(v.record(v.string(), v.unknown())), [{}]),
  }),
});
const Session = v.looseObject({ sessionId: v.string(), capabilities: v.unknown() });

/** The browser of one session, its profile and its Marionette. */
class Browser {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #marionette: Marionette;

  private constructor(child: ChildProcess, profile: string, marionette: Marionette) {
    this.#process = child;
    this.#profile = profile;
    this.#marionette = marionette;
  }

  /** `bidiPort`: where its BiDi socket is to listen; 0: anywhere. */
  static async start(options: v.InferOutput<typeof Options>, bidiPort: string): Promise<Browser> {
    const profile = mkdtempSync(join(tmpdir(), "drover-geckodriver-"));
    const prefs = { ...options.prefs, "marionette.port": 0 };
    writeFileSync(
      join(profile, "user.js"),
      Object.entries(prefs)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(""),
    );
    const own = ["--marionette", "--no-remote", `--remote-debugging-port=${bidiPort}`];
    const child = spawn(options.binary, [...own, ...options.args, "--profile", profile], {
      stdio: "ignore",
    });
    const portFile = join(profile, "MarionetteActivePort");
    for (let waited = 0; waited < START_MS; waited += LOOK_MS) {
      const port = existsSync(portFile) ? Number(readFileSync(portFile, "utf8")) : 0;
      if (port > 0) {
        const socket = connect(port, "127.0.0.1");
        await once(socket, "connect");
        return new Browser(child, profile, new Marionette(socket));
      }
      await sleep(LOOK_MS);
    }
    child.kill("SIGKILL");
    throw new DriverError("session not created", "Firefox did not open its Marionette");
  }

  send(name: string, params: unknown): Promise<unknown> {
    return this.#marionette.send(name, params);
  }

  async end(): Promise<void> {
    const gone = this.#process.exitCode === null ? once(this.#process, "exit") : null;
    this.#process.kill("SIGTERM");
    await gone;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** WebDriver's requests below `/session/<id>/`, and Marionette's names of them. */
const COMMANDS: Readonly<Record<string, string>> = {
  "POST url": "WebDriver:Navigate",
  "GET url": "WebDriver:GetCurrentURL",
  "GET title": "WebDriver:GetTitle",
  "GET source": "WebDriver:GetPageSource",
  "GET window": "WebDriver:GetWindowHandle",
  "POST window": "WebDriver:SwitchToWindow",
  "POST window/new": "WebDriver:NewWindow",
  "GET window/handles": "WebDriver:GetWindowHandles",
  "GET window/rect": "WebDriver:GetWindowRect",
  "POST window/rect": "WebDriver:SetWindowRect",
  "GET timeouts": "WebDriver:GetTimeouts",
  "POST timeouts": "WebDriver:SetTimeouts",
  "POST execute/sync": "WebDriver:ExecuteScript",
  "POST execute/async": "WebDriver:ExecuteAsyncScript",
};

let browser: Browser | null = null;

async function answer(request: IncomingMessage): Promise<unknown> {
  const [first, , ...rest] = (request.url ?? "").split("/").filter((part) => part !== "");
  if (first === "status") return { ready: browser === null, message: "" };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  const body: unknown = text === "" ? {} : JSON.parse(text);
  const command = `${request.method} ${rest.join("/")}`;
  if (command === "POST " && browser === null) return await newSession(body);
  if (browser === null) throw new DriverError("invalid session id", "There is no session");
  if (command === "DELETE ") {
    await browser.end();
    browser = null;
    return null;
  }
  const name = COMMANDS[command];
  if (name === undefined) throw new DriverError("unknown command", `Not taken: ${command}`);
  const result = await browser.send(name, body);
  const wrapped = v.safeParse(v.strictObject({ value: v.unknown() }), result);
  return wrapped.success ? wrapped.output.value : result;
}

async function newSession(body: unknown): Promise<unknown> {
  const { capabilities: { alwaysMatch, firstMatch } } = v.parse(NewSession, body);
  const {
    "moz:firefoxOptions": options,
    "moz:debuggerAddress": _address,
    browserName: _name,
    ...wanted
  } = { ...alwaysMatch, ...firstMatch[0] };
  browser = await Browser.start(v.parse(Options, options), argument("websocket-port") ?? "0");
  return v.parse(Session, await browser.send("WebDriver:NewSession", wanted));
}

function argument(name: string): string | undefined {
  const at = process.argv.findIndex((one) => one === `--${name}` || one.startsWith(`--${name}=`));
  const found = process.argv[at];
  return at < 0 ? undefined : found?.split("=")[1] ?? process.argv[at + 1];
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let status = 200;
  let value: unknown;
  try {
    value = await answer(request);
  } catch (error) {
    status = error instanceof DriverError && error.code === "unknown command" ? 404 : 500;
    value = {
      error: error instanceof DriverError ? error.code : "unknown error",
      message: error instanceof Error ? error.message : String(error),
      stacktrace: "",
    };
  }
  const text = JSON.stringify({ value: value ?? null });
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
  });
  response.end(text);
}

if (process.argv.includes("--version")) {
  process.stdout.write("geckodriver 0.36.0 (stand-in of Drover's bench)\n");
} else {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(Number(argument("port") ?? 4444), "127.0.0.1");
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void Promise.resolve(browser?.end()).finally(() => process.exit(0)));
  }
}
