/** What a gateway does, for the orphan tests: launches a browser, opens a page, tells its parent, waits to be killed. */
import { writeSync } from "node:fs";
import { LaunchedBrowser } from "../../cdp/launch.ts";
import { chooseBrowser } from "../../cdp/discovery.ts";
import { ChromiumEngine } from "../../cdp/engine.ts";
import { systemClock } from "../../src/platform/system.ts";
import { Connection } from "../../src/rpc/connection.ts";
import { STAND_IN, within } from "../support/engine_stand_in.ts";

const host = await LaunchedBrowser.start({
  path: chooseBrowser().path,
  headed: false,
  extraArguments: [],
  clock: systemClock,
});
const engine = await ChromiumEngine.start({
  connection: new Connection(host.carrier, systemClock),
  host,
  clock: systemClock,
  pageScript: STAND_IN,
}, within(30_000));
const context = await engine.createContext({}, within());
await context.openPage(within());
writeSync(1, `${JSON.stringify({ profile: host.profileDir, pid: host.pid })}\n`);
// The browser's pipe keeps this process alive until it is killed.
