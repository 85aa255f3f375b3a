/** Attached to a browser of others, watched by an independent client (chrome-remote-interface). */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import CDP from "chrome-remote-interface";
import { attach, ATTACHED_HOST } from "../../cdp/attach.ts";
import { chooseBrowser } from "../../cdp/discovery.ts";
import { ChromiumEngine } from "../../cdp/engine.ts";
import { chromiumFlags } from "../../cdp/flags.ts";
import { sandboxState } from "../../cdp/sandbox.ts";
import type { Engine, EnginePage } from "../../src/engine/engine.ts";
import { endProcess } from "../../src/platform/processes.ts";
import { systemClock } from "../../src/platform/system.ts";
import { Connection } from "../../src/rpc/connection.ts";
import { Site } from "../support/site.ts";
import { evaluate, launcher, mainFrame, refusedWith, STAND_IN, until, within } from "./browser.ts";

let browser: ChildProcess;
/** Listened to from the start: an end that was told before somebody waits is not told again. */
let exited: Promise<unknown>;
let profile = "";
let port = 0;
let site: Site;

before(async () => {
  site = await Site.start();
  profile = mkdtempSync(join(tmpdir(), "drover-attach-test-"));
  const flags = chromiumFlags({
    profileDir: profile,
    headed: false,
    sandboxed: sandboxState().sandboxed,
    extra: ["--remote-debugging-port=0"],
  }).filter((flag) => flag !== "--remote-debugging-pipe" && flag !== "--no-startup-window");
  browser = spawn(chooseBrowser().path, [...flags, site.page("/own", "<title>Own</title>")], {
    detached: true,
    stdio: "ignore",
    // What it puts among the temporary files goes with the profile, since it is killed.
    env: { ...process.env, TMPDIR: profile },
  });
  exited = once(browser, "exit");
  const portFile = join(profile, "DevToolsActivePort");
  const end = performance.now() + 30_000;
  while (!existsSync(portFile) || readFileSync(portFile, "utf8") === "") {
    assert.ok(performance.now() < end, "the browser opens its port");
    await sleep(20);
  }
  port = Number(readFileSync(portFile, "utf8").split("\n")[0]);
});

after(async () => {
  if (browser.pid !== undefined) endProcess(browser.pid, true);
  await exited;
  rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
  await site.close();
});

async function attached(): Promise<Engine> {
  return await launcher({ browserEndpoint: `http://127.0.0.1:${port}` }).launch(within());
}

/** URLs of the pages that an independent client sees. */
async function pages(): Promise<readonly string[]> {
  const targets = await CDP.List({ host: "127.0.0.1", port });
  return targets.filter((target) => target.type === "page").map((target) => target.url).toSorted();
}

async function pagesBecome(expected: readonly string[]): Promise<void> {
  const end = performance.now() + 5_000;
  while ((await pages()).join() !== expected.join() && performance.now() < end) await sleep(50);
  assert.deepEqual(await pages(), expected);
}

test("pages, frames and popups work in an attached browser; close leaves only what was there", async () => {
  const own = await pages();
  const engine = await attached();
  assert.match(engine.version, /Chrome\//);
  const context = await engine.createContext({}, within());
  const page = await context.openPage(within());
  const frame = site.page("/away", "<title>Away</title>", "localhost");
  const popupUrl = site.page("/popup", "<title>Popup</title>");
  await page.navigate(
    site.page(
      "/top",
      `<body onclick="window.open('${popupUrl}')">x<br><iframe src="${frame}"></iframe>`,
    ),
    "complete",
    within(),
  );
  await until(page, () => page.frames()[1]?.url === frame, "the frame");
  assert.equal(await evaluate(page, "document.title", within(), page.frames()[1]?.id), "Away");
  const popups: EnginePage[] = [];
  context.onPopup((popup) => popups.push(popup));
  await page.click({ x: 20, y: 15 }, [], within());
  await until(page, () => popups.length === 1, "the popup");
  const [popup] = popups;
  assert.ok(popup);
  await popup.waitForLoad("complete", within());
  assert.equal(popup.opener, page);
  assert.equal(await evaluate(popup, "document.title"), "Popup");
  assert.equal((await pages()).length, own.length + 2);
  await engine.close();
  assert.deepEqual(await engine.gone, { reason: "closed", message: "The browser was closed" });
  assert.equal(browser.exitCode, null, "the browser runs on");
  await pagesBecome(own);
});

test("tabs of others are neither touched nor held up", async () => {
  const engine = await attached();
  const context = await engine.createContext({}, within());
  await context.openPage(within());
  const url = site.page(
    "/theirs",
    "<title>Theirs</title><script>document.title+=typeof __drover</script>",
  );
  const tab = await CDP.New({ host: "127.0.0.1", port, url });
  const client = await CDP({ host: "127.0.0.1", port, target: tab });
  try {
    const end = performance.now() + 5_000;
    for (;;) {
      const { result } = await client.Runtime.evaluate({ expression: "document.title" });
      if (result.value === "Theirsundefined") break;
      assert.ok(performance.now() < end, "their tab loads at once");
      await sleep(20);
    }
  } finally {
    await client.close();
  }
  await engine.close();
  const left = await pages();
  assert.ok(left.includes(url));
  await CDP.Close({ host: "127.0.0.1", port, id: tab.id });
  await pagesBecome(left.filter((page) => page !== url));
});

test("a lost connection tells the engine as disconnected and leaves no context behind", async () => {
  const own = await pages();
  const version = await CDP.Version({ host: "127.0.0.1", port });
  const carrier = await attach(version.webSocketDebuggerUrl, systemClock, within());
  const connection = new Connection(carrier, systemClock);
  const engine = await ChromiumEngine.start({
    connection,
    host: ATTACHED_HOST,
    clock: systemClock,
    pageScript: STAND_IN,
  }, within());
  const context = await engine.createContext({}, within());
  const page = await context.openPage(within());
  await page.navigate(site.page("/ours", "<p>x"), "complete", within());
  await page.frame(mainFrame(page)).call("facts", {}, within());
  // Cut without any goodbye, as a killed gateway does.
  connection.close();
  assert.equal((await engine.gone).reason, "disconnected");
  assert.deepEqual(await page.gone, { reason: "engineGone" });
  await pagesBecome(own);
  await engine.close();
});

test("an endpoint where no browser answers is a failed launch that says what to do", async () => {
  for (
    const browserEndpoint of ["http://127.0.0.1:9", "ws://127.0.0.1:9/x", "ftp://x", "nonsense"]
  ) {
    const failure = await refusedWith(
      "browserLaunchFailed",
      launcher({ browserEndpoint }).launch(within()),
    );
    assert.match(failure.message, /--browser-endpoint/);
  }
});

/** Whatever may answer where a browser was said to be. */
const STRANGERS: Readonly<Record<string, (socket: Socket) => void>> = {
  "says nothing": () => {},
  "hangs up": (socket) => socket.destroy(),
  "speaks no HTTP": (socket) => socket.end("hello\r\n\r\n"),
  "answers a web page": (socket) => answer(socket, "<html>"),
  "answers JSON of its own": (socket) => answer(socket, "[]"),
  "names no address": (socket) => answer(socket, '{"webSocketDebuggerUrl":"x"}'),
  "answers an error": (socket) => socket.end("HTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"),
  "never stops": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    const more = setInterval(() => socket.write("x".repeat(64 * 1024)), 1);
    socket.on("close", () => clearInterval(more));
  },
};

function answer(socket: Socket, body: string): void {
  socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

async function stranger(onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {
      // The other side went first.
    });
    socket.once("data", () => onSocket(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
  };
  return { host: `127.0.0.1:${address.port}`, close };
}

for (const [behaviour, onSocket] of Object.entries(STRANGERS)) {
  for (const scheme of ["http", "ws"]) {
    test(`a ${scheme} endpoint that ${behaviour} is a failed launch`, async () => {
      const { host, close } = await stranger(onSocket);
      try {
        const launched = launcher({ browserEndpoint: `${scheme}://${host}` }).launch(within(1_000));
        await refusedWith("browserLaunchFailed", launched);
      } finally {
        await close();
      }
    });

    if (!["says nothing", "never stops"].includes(behaviour)) continue;
    test(`the launch at a ${scheme} endpoint that ${behaviour} can be cancelled`, async () => {
      const asked = Promise.withResolvers<void>();
      const { host, close } = await stranger((socket) => {
        onSocket(socket);
        asked.resolve();
      });
      const stop = new AbortController();
      try {
        const launched = launcher({ browserEndpoint: `${scheme}://${host}` })
          .launch({ ...within(60_000), signal: stop.signal });
        await asked.promise;
        stop.abort();
        await refusedWith("cancelled", launched);
      } finally {
        await close();
      }
    });
  }
}

test("a page that nobody waits for any more is closed, and told to nobody", async () => {
  const own = await pages();
  const engine = await attached();
  const context = await engine.createContext({}, within());
  const popups: EnginePage[] = [];
  context.onPopup((popup) => popups.push(popup));
  for (const turns of [0, 1, 2, 5, 10, 20, 50]) {
    const stop = new AbortController();
    const opened = context.openPage({ ...within(), signal: stop.signal });
    const cancelled = refusedWith("cancelled", opened);
    for (let turn = 0; turn < turns; turn++) await nextTurn();
    stop.abort();
    await cancelled;
  }
  await context.openPage(within());
  await pagesBecome([...own, "about:blank"].toSorted());
  assert.deepEqual(popups, []);
  await engine.close();
  await pagesBecome(own);
});

test("the end of the attached browser is told as disconnected", async () => {
  const engine = await attached();
  const context = await engine.createContext({}, within());
  const page = await context.openPage(within());
  assert.ok(browser.pid);
  endProcess(browser.pid, true);
  const gone = await engine.gone;
  assert.equal(gone.reason, "disconnected");
  assert.deepEqual(await page.gone, { reason: "engineGone" });
  await engine.close();
});
