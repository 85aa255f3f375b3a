/** `drover doctor`: is everything there that a session needs? Exit code 1 when a row failed. */
import { access, constants, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Failure, repairOf } from "../model/error.ts";
import { runtimeFacts, VERSION } from "../platform/runtime.ts";
import type { Composition } from "./composition.ts";
import { browserFlags, Gateway } from "./gateway.ts";
import { BROWSERS, type StdioOptions } from "./options.ts";
import { bootstrapPrincipal } from "./principal.ts";
import { type Colour, painter, print } from "./terminal.ts";

type Mark = "ok" | "warn" | "fail";

interface Row {
  readonly mark: Mark;
  readonly subject: string;
  readonly text: string;
}

const COLOURS: Readonly<Record<Mark, Colour>> = { ok: "green", warn: "yellow", fail: "red" };
const PAGE = "data:text/html,<title>Doctor</title><button>Well</button>";

export async function doctor(options: StdioOptions, composition: Composition): Promise<number> {
  const paint = painter();
  const marks: Mark[] = [];
  const show = async (rows: Promise<readonly Row[]>) => {
    for (const { mark, subject, text } of await rows) {
      marks.push(mark);
      await print(`${paint(COLOURS[mark], mark.padEnd(5))} ${subject.padEnd(10)} ${text}\n`);
    }
  };
  const facts = runtimeFacts();
  await show(Promise.resolve([{
    mark: "ok",
    subject: "drover",
    text: `${VERSION}, ${facts.kind} build, ${facts.runtime}, ${facts.platform}`,
  }]));
  await show(browsers(options, composition));
  await show(sandbox(options, composition));
  await show(folders());
  await show(credential());
  await show(live(options));
  const failed = marks.filter((mark) => mark === "fail").length;
  const warned = marks.filter((mark) => mark === "warn").length;
  const warnings = warned === 1 ? "1 warning" : `${warned} warnings`;
  await print(`${marks.length - failed - warned} ok, ${warnings}, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** The reason and what to do, in one line; what went wrong belongs into the row, not into a trace. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const repair = error instanceof Failure ? `; ${repairOf(error)}` : "";
  return `${message}${repair}`.replaceAll("\n", " ");
}

async function browsers(options: StdioOptions, composition: Composition): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const kind of [options.browser, ...BROWSERS.filter((one) => one !== options.browser)]) {
    const subject = kind === options.browser ? "browser" : kind;
    try {
      const found = await composition.browsers(kind, options);
      rows.push(...found.map((browser, index): Row => ({
        mark: browser.version === null ? "warn" : "ok",
        subject,
        text: `${browser.path}, ${browser.version ?? "does not tell its version"}${
          index === 0 ? " (used)" : ""
        }`,
      })));
    } catch (error) {
      // Sessions that ask for the other engine are refused; all others work.
      rows.push({
        mark: kind === options.browser ? "fail" : "warn",
        subject,
        text: reason(error),
      });
    }
  }
  return rows;
}

async function sandbox(options: StdioOptions, composition: Composition): Promise<readonly Row[]> {
  const state = await composition.sandbox(options);
  if (state === null) return [];
  return [{ mark: state.on ? "ok" : "warn", subject: "sandbox", text: state.reason }];
}

async function folders(): Promise<readonly Row[]> {
  const temp = tmpdir();
  try {
    await rm(await mkdtemp(join(temp, "drover-doctor-")), { recursive: true });
    return [
      { mark: "ok", subject: "temp", text: `${temp} takes browser profiles` },
      { mark: "ok", subject: "state", text: "held in memory; nothing outlives the process" },
      ...await sharedMemory(),
    ];
  } catch (error) {
    return [{ mark: "fail", subject: "temp", text: `${temp}: ${reason(error)}` }];
  }
}

/** Chromium needs shared memory; in small containers pages die without a reason told. */
async function sharedMemory(): Promise<readonly Row[]> {
  if (process.platform !== "linux") return [];
  try {
    await access("/dev/shm", constants.W_OK);
    return [];
  } catch {
    return [{ mark: "warn", subject: "memory", text: "/dev/shm is not writable: pages may crash" }];
  }
}

function credential(): Promise<readonly Row[]> {
  const ports = {
    clock: { now: () => Date.now() },
    ids: { uuid: () => crypto.randomUUID() },
  };
  try {
    const { capabilities, expiresAt } = bootstrapPrincipal(process.env, ports);
    const origin = expiresAt === null ? "generated" : "from AUTOMATION_RUNTIME_BOOTSTRAP_*";
    const text = `${origin}, ${capabilities.size} capabilities`;
    return Promise.resolve([{ mark: "ok", subject: "principal", text }]);
  } catch (error) {
    return Promise.resolve([{ mark: "fail", subject: "principal", text: reason(error) }]);
  }
}

async function live(options: StdioOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let gateway: Gateway | undefined;
  try {
    const begin = performance.now();
    gateway = await Gateway.start([...browserFlags(options), "--toolset=full"]);
    const listed = await gateway.request("tools/list");
    const tools = Array.isArray(listed["tools"]) ? listed["tools"].length : 0;
    const bytes = new TextEncoder().encode(JSON.stringify(listed)).length;
    rows.push({
      mark: tools > 0 ? "ok" : "fail",
      subject: "handshake",
      text: `${tools} tools, ${bytes} bytes, ${elapsed(begin)}`,
    });
    rows.push(await session(gateway));
  } catch (error) {
    rows.push({ mark: "fail", subject: "handshake", text: reason(error) });
  } finally {
    await gateway?.close();
  }
  return rows;
}

async function session(gateway: Gateway): Promise<Row> {
  const begin = performance.now();
  try {
    const started = await gateway.callTool("workflow_start", { profile: "doctor", url: PAGE });
    const text = started.isError
      ? reason(new Error(started.text))
      : `opened a page, ${elapsed(begin)}`;
    return { mark: started.isError ? "fail" : "ok", subject: "session", text };
  } catch (error) {
    return { mark: "fail", subject: "session", text: reason(error) };
  }
}

function elapsed(begin: number): string {
  return `${Math.round(performance.now() - begin)} ms`;
}
