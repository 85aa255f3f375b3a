/** The servers that drive Firefox, side by side: each launches one of its own, of the same binary. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  connect,
  node,
  ownVersion,
  PEERS,
  peerVersion,
  type Running,
  type Sample,
  sample,
  startDrover,
  tempFolder,
} from "./servers.ts";
import { ROOT } from "./stand.ts";

export interface FirefoxServer {
  readonly name: string;
  readonly version: string;
  /** `binary`: the Firefox to launch. */
  start(tag: string, binary: string): Promise<Running>;
}

const PEER = "firefox-devtools-mcp";
/** What the peer writes its whole snapshot to, in its working folder. */
const FILE = "snapshot.txt";
const PACKAGE = `@mozilla/${PEER}`;

export function firefoxServers(): readonly FirefoxServer[] {
  return [
    {
      name: "drover",
      version: ownVersion(),
      start: (tag, binary) => startDrover(tag, ["--browser", "firefox", "--browser-path", binary]),
    },
    { name: PEER, version: peerVersion(PACKAGE), start: startPeer },
  ];
}

/**
 * The peer looks for a geckodriver on the PATH: there stands ours. An answer of its own holds 500
 * lines at most; the whole page it writes into a file, which is read after the time is taken.
 */
function startPeer(tag: string, binary: string): Promise<Running> {
  const folder = tempFolder();
  writeFileSync(
    join(folder, "geckodriver"),
    `#!/bin/sh\nexec ${quoted(join(ROOT, "node_modules/deno/deno"))} run -A --no-check ${
      quoted(join(ROOT, "bench/geckodriver.ts"))
    } "$@"\n`,
    { mode: 0o755 },
  );
  const args = [
    join(PEERS, PACKAGE, "dist/index.js"),
    "--headless",
    "--viewport",
    "1280x800",
    "--firefox-path",
    binary,
  ];
  const env = {
    PATH: `${folder}:${process.env["PATH"] ?? ""}`,
    HOME: folder,
    TMPDIR: folder,
    SE_OFFLINE: "true",
    SE_AVOID_STATS: "true",
  };
  const wiring = { name: PEER, tag, command: node(), args, folder, env };
  return connect(wiring, (client) => {
    let opened = false;
    return {
      async open(url) {
        await client.call(opened ? "navigate_page" : "new_page", { url });
        opened = true;
      },
      async whole(): Promise<Sample> {
        const { ms } = await sample(client, "take_snapshot", { saveTo: FILE });
        const text = readFileSync(join(folder, FILE), "utf8");
        return { ms, bytes: new TextEncoder().encode(text).length, texts: [text] };
      },
      first: () => sample(client, "take_snapshot", {}),
    };
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
