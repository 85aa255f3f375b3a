/**
 * Snapshots of Firefox over stdio MCP, side by side: one run, one Firefox binary, every repetition
 * interleaved, each server with a browser of its own. Beside them the bare walk over BiDi, the limit.
 */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { firefoxLauncher } from "../firefox/launcher.ts";
import type { Engine, EnginePage } from "../src/engine/engine.ts";
import { systemClock } from "../src/platform/system.ts";
import { STAND_IN, within } from "../test/support/engine_stand_in.ts";
import { firefoxBinary } from "../test/support/firefox_binary.ts";
import { BARE_WALK, standsStill } from "./bare_walker.ts";
import { firefoxServers } from "./firefox_servers.ts";
import { chosen, type Effort, reason, sampleViews, sum, viewsOf } from "./peers.ts";
import type { Measured } from "./peers.ts";
import { serverResident } from "./processes.ts";
import type { Running } from "./servers.ts";
import { serveCorpus } from "./stand.ts";
import { figure, geometricMean, mebibytes, median, type Section, table } from "./stats.ts";

const OURS = "drover";
const PAGE_MS = 60_000;
/** A page that two looks of ours, so far apart, show as the same is at rest, milliseconds. */
const REST_MS = 300;
const MAX_LOOKS = 40;

interface PageFigures {
  readonly page: string;
  readonly elements: number;
  readonly views: Record<string, Measured>;
  readonly bareWalk: number;
  readonly failures: Record<string, string>;
}

interface FirefoxResult {
  readonly browser: string;
  readonly versions: ReadonlyMap<string, string>;
  readonly resident: ReadonlyMap<string, number>;
  readonly pages: readonly PageFigures[];
  readonly leftOut: readonly string[];
}

/** Runs everything; `say` gets one line of progress at a time. Ends all that it starts. */
export async function measureFirefox(
  effort: Effort,
  say: (line: string) => void,
): Promise<FirefoxResult> {
  const begun = performance.now();
  const binary = firefoxBinary();
  const site = await serveCorpus();
  const running = new Map<string, Running>();
  let engine: Engine | null = null;
  try {
    const servers = firefoxServers();
    for (const { name, start } of servers) {
      running.set(name, await start(tagOf(name), binary.path));
    }
    engine = await firefoxLauncher({
      clock: systemClock,
      pageScript: STAND_IN,
      browserPath: binary.path,
    }).launch(within(PAGE_MS));
    const context = await engine.createContext({}, within(PAGE_MS));
    const walked = await context.openPage(within(PAGE_MS));
    const pages: PageFigures[] = [];
    const leftOut: string[] = [];
    for (const page of chosen(effort)) {
      if (page.kind !== "real") continue;
      if (performance.now() - begun > effort.totalMs) {
        leftOut.push(page.name);
        continue;
      }
      const figures = await measurePage(
        page.name,
        site.origin + page.path,
        walked,
        running,
        effort,
      );
      pages.push(figures);
      say(progress(figures));
    }
    return {
      browser: engine.version,
      versions: new Map(servers.map(({ name, version }) => [name, version])),
      resident: new Map(servers.map(({ name }) => [name, serverResident(tagOf(name))])),
      pages,
      leftOut,
    };
  } finally {
    for (const server of running.values()) await server.end().catch((error) => say(reason(error)));
    await engine?.close();
    binary.remove();
    await site.end();
  }
}

async function measurePage(
  name: string,
  url: string,
  walked: EnginePage,
  servers: ReadonlyMap<string, Running>,
  effort: Effort,
): Promise<PageFigures> {
  const failures: Record<string, string> = {};
  const run = (expression: string): Promise<string> => {
    const id = walked.frames()[0]?.id ?? "";
    return walked.frame(id).call("walk", { walk: expression, rows: 1, chars: 1 }, within(PAGE_MS));
  };
  await walked.navigate(url, "complete", within(PAGE_MS));
  await standsStill(run);
  const opened = new Map<string, Running>();
  for (const [server, one] of servers) {
    try {
      await one.open(url);
      await atRest(one);
      opened.set(server, one);
    } catch (error) {
      failures[server] = reason(error);
    }
  }
  const walks: number[] = [];
  const samples = await sampleViews(viewsOf(opened), effort, failures, async () => {
    const start = performance.now();
    await run(BARE_WALK);
    walks.push(performance.now() - start);
  });
  return {
    page: name,
    elements: Number(await run("document.getElementsByTagName('*').length")),
    views: Object.fromEntries(
      [...samples].filter(([, taken]) => taken.length > 0).map((
        [view, taken],
      ) => [view, sum(taken)]),
    ),
    bareWalk: median(walks),
    failures,
  };
}

/** Waits until two whole snapshots are equal, but for what the peer counts up in each. */
async function atRest(server: Running): Promise<void> {
  let last = -1;
  for (let looks = 0; looks < MAX_LOOKS; looks++) {
    const { texts } = await server.whole();
    const lines = texts.reduce((count, text) => count + text.split("\n").length, 0);
    if (lines === last) return;
    last = lines;
    await sleep(REST_MS);
  }
}

function tagOf(server: string): string {
  return `firefox-${process.pid}-${server}`;
}

function progress({ page, views, bareWalk, failures }: PageFigures): string {
  const times = Object.entries(views).map(([name, { median }]) => `${name} ${figure(median)}`);
  const failed = Object.entries(failures).map(([name, why]) => `${name} FAILED (${why})`);
  return `${page}: ${[...times, ...failed].join(", ")}, bare walk ${figure(bareWalk)} ms`;
}

export function firefoxSection(result: FirefoxResult): Section {
  const { pages, versions, resident, leftOut } = result;
  const names = [
    ...new Set([...versions.keys(), ...pages.flatMap((page) => Object.keys(page.views))]),
  ];
  const ratio = (of: (page: PageFigures) => number | undefined): number => {
    const found = pages.flatMap((page) => {
      const ours = page.views[OURS];
      const other = of(page);
      return ours === undefined || other === undefined ? [] : [other / ours.median];
    });
    return found.length === 0 ? NaN : geometricMean(found);
  };
  const rows = names.map((name) => {
    const all = pages.flatMap(({ views }) => views[name] ?? []);
    const memory = resident.get(name);
    return [
      name,
      versions.get(name) ?? "",
      figure(median(all.map(({ median }) => median))),
      figure(median(all.map(({ p95 }) => p95))),
      figure(ratio(({ views }) => views[name]?.median)),
      figure(all.reduce((total, { tokens }) => total + tokens, 0)),
      memory === undefined ? "" : mebibytes(memory),
    ];
  });
  rows.push([
    "bare walk (limit)",
    "",
    figure(median(pages.map(({ bareWalk }) => bareWalk))),
    "",
    figure(ratio(({ bareWalk }) => bareWalk)),
  ]);
  const failures = pages.flatMap(({ page, failures }) =>
    Object.entries(failures).map(([name, why]) => `- ${name} on ${page}: ${why}`)
  );
  const text = [
    table(
      [
        "snapshot of a whole page, Firefox",
        "version",
        "ms",
        "p95 ms",
        `x ${OURS}`,
        "tokens",
        "RSS MiB",
      ],
      rows,
    ),
    "",
    `Over ${pages.length} real pages, ${result.browser}: \`ms\` and \`p95 ms\` are medians over pages, \`x ${OURS}\` geometric means of per-page ratios, tokens (o200k) sums.`,
    "firefox-devtools-mcp needs a geckodriver, which no registry holds: it talks to our stand-in (`bench/geckodriver.ts`), which adds a little to its time. Its whole page is what it writes into a file (`saveTo`), because an answer of its own ends at 500 lines; reading the file is not in the time.",
    "",
    table(
      ["page", "elements", "bare walk ms", ...names.map((name) => `${name} ms`)],
      pages.map(({ page, elements, bareWalk, views }) => [
        page,
        figure(elements),
        figure(bareWalk),
        ...names.map((name) => figure(views[name]?.median ?? NaN)),
      ]),
    ),
    ...(leftOut.length === 0 ? [] : ["", `Left out for time: ${leftOut.join(", ")}.`]),
    ...(failures.length === 0 ? [] : ["", "Failed:", "", ...failures]),
  ].join("\n");
  return { title: "Snapshots of Firefox over stdio MCP, side by side", text, figures: pages };
}
