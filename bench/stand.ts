/** One Chromium with a debugging port and the corpus on 127.0.0.1, for everything measured live. */
import CDP from "chrome-remote-interface";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../", import.meta.url));
const CORPUS = join(ROOT, "test/fixtures/corpus");

/** A page small enough that its own cost vanishes beside a cold start. */
const SMALL_PAGE =
  `<!doctype html><title>Small</title><main><h1>Small page</h1><p>A few words.</p><button>Press</button><a href="#x">More</a></main>`;

export interface CorpusPage {
  /** Without folder and suffix. */
  readonly name: string;
  readonly kind: "real" | "synthetic";
  readonly path: string;
}

/** The real pages by name, then the synthetic ones by size. */
export function corpusPages(): readonly CorpusPage[] {
  const list = (folder: string, kind: CorpusPage["kind"]): CorpusPage[] =>
    readdirSync(join(CORPUS, folder))
      .filter((file) => file.endsWith(".html") && file !== "frame.html")
      .sort((a, b) => kind === "real" ? a.localeCompare(b) : parseInt(a) - parseInt(b))
      .map((file) => ({ name: file.slice(0, -5), kind, path: `/${folder}/${file}` }));
  return [...list("pages", "real"), ...list("synthetic", "synthetic")];
}

export interface Site {
  readonly origin: string;
  end(): Promise<void>;
}

export async function serveCorpus(): Promise<Site> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname);
    if (path === "/small") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(SMALL_PAGE);
      return;
    }
    const file = join(CORPUS, normalize(path));
    if (!file.startsWith(`${CORPUS}/`) || !file.endsWith(".html") || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(readFileSync(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The corpus has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function chromiumPath(): string {
  const places = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];
  const path = process.env["DROVER_CHROMIUM"] ?? places.find((name) => existsSync(name));
  if (path === undefined) throw new Error("No Chromium: run `make setup`");
  return path;
}

/** Arguments that any Chromium of the bench is started with. */
export function chromiumArgs(): readonly string[] {
  return [
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--mute-audio",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--disable-background-timer-throttling",
    "--window-size=1280,800",
    // The corpus refers to hosts that are not there: refuse them at once.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ];
}

const lasts = new Set<() => void>();
let armed = false;

/** Runs `act` when the process ends before `cancel`, by a signal too: nothing outlives the bench. */
export function atLast(act: () => void): { cancel(): void } {
  if (!armed) {
    armed = true;
    process.once("exit", () => lasts.forEach((each) => each()));
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => process.exit(1));
    }
  }
  lasts.add(act);
  return { cancel: () => void lasts.delete(act) };
}

export interface BenchBrowser {
  readonly port: number;
  /** Product and version, as the browser tells it. */
  version(): Promise<string>;
  /** Ends the browser and removes its profile. */
  end(): Promise<void>;
}

export async function startBrowser(): Promise<BenchBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "drover-bench-"));
  const child = spawn(chromiumPath(), [
    "--headless",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    ...chromiumArgs(),
    "about:blank",
  ], {
    // The browser's own temp files go with the profile.
    stdio: "ignore",
    detached: true,
    env: { ...process.env, TMPDIR: profile },
  });
  const kill = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };
  const remove = (): void =>
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const last = atLast(() => {
    kill();
    remove();
  });
  const end = async (): Promise<void> => {
    last.cancel();
    const gone = child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : once(child, "exit");
    kill();
    await gone;
    remove();
  };
  const portFile = join(profile, "DevToolsActivePort");
  for (let tries = 0; tries < 1_000; tries++) {
    if (existsSync(portFile)) {
      const port = Number(readFileSync(portFile, "utf8").split("\n")[0]);
      if (port > 0) {
        const version = async (): Promise<string> => (await CDP.Version({ port })).Browser;
        return { port, version, end };
      }
    }
    await sleep(10);
  }
  await end();
  throw new Error("Chromium did not open its debugging port in 10 s");
}
