/**
 * Snapshots over stdio MCP, all servers side by side: one run, one Chromium, every repetition
 * interleaved. Method: `docs/measures.md`.
 */
import process from "node:process";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { coverage } from "../test/measures/coverage.ts";
import { readTruth } from "../test/measures/page_truth.ts";
import { openBareWalk } from "./bare_walker.ts";
import type { BareWalk } from "./bare_walker.ts";
import { serverResident } from "./processes.ts";
import { measuredServers } from "./servers.ts";
import type { MeasuredServer, Running, Sample } from "./servers.ts";
import type { CorpusPage } from "./stand.ts";
import { corpusPages, serveCorpus, startBrowser } from "./stand.ts";
import { figure, median, p95 } from "./stats.ts";

/** How much is measured; the two runs differ in nothing else. */
export interface Effort {
  /** Measured repetitions of one page at most. */
  readonly repetitions: number;
  /** A page's repetitions end after this, milliseconds, but never before two. */
  readonly pageMs: number;
  readonly coldStarts: number;
  /** No page is begun after this, milliseconds from the start; the rest is named as left out. */
  readonly totalMs: number;
  /** Real pages at most. */
  readonly pages: number;
  /** Largest synthetic page, thousands of elements. */
  readonly synthetic: number;
}

export const FULL: Effort = {
  repetitions: 10,
  pageMs: 6_000,
  coldStarts: 5,
  totalMs: 420_000,
  pages: 20,
  synthetic: 50,
};
export const QUICK: Effort = {
  repetitions: 4,
  pageMs: 2_000,
  coldStarts: 2,
  totalMs: 90_000,
  pages: 6,
  synthetic: 1,
};

export interface Measured {
  readonly median: number;
  readonly p95: number;
  readonly repetitions: number;
  readonly bytes: number;
  readonly tokens: number;
  readonly calls: number;
}

export interface PageFigures {
  readonly page: string;
  readonly kind: CorpusPage["kind"];
  readonly elements: number;
  /** By `server` and `server, first view`; a server that failed on the page is absent. */
  readonly views: Record<string, Measured>;
  /** The bare walk: the limit, milliseconds. */
  readonly bareWalk: { readonly median: number; readonly bytes: number };
  /** Share of the page's visible words in our outline; null without Drover. */
  readonly wordCoverage: { readonly all: number; readonly covered: number } | null;
  readonly failures: Record<string, string>;
}

export interface View {
  readonly name: string;
  readonly take: () => Promise<Sample>;
}

export function viewsOf(servers: ReadonlyMap<string, Running>): View[] {
  return [...servers].flatMap(([name, running]) => [
    { name, take: running.whole },
    ...(running.first === null ? [] : [{ name: `${name}, first view`, take: running.first }]),
  ]);
}

/** Measures one page on every server that opens it. */
async function measurePage(
  page: CorpusPage,
  origin: string,
  port: number,
  servers: ReadonlyMap<string, Running>,
  effort: Effort,
): Promise<PageFigures> {
  const url = origin + page.path;
  const failures: Record<string, string> = {};
  const walk = await openBareWalk(port, url);
  const opened = new Map<string, Running>();
  for (const [name, running] of servers) {
    try {
      await running.open(url);
      opened.set(name, running);
    } catch (error) {
      failures[name] = reason(error);
    }
  }
  const views = viewsOf(opened);
  const walks: number[] = [];
  const samples = await sampleViews(views, effort, failures, async () => {
    walks.push(await walk.measure());
  });
  const figures: PageFigures = {
    page: page.name,
    kind: page.kind,
    elements: walk.elements,
    views: Object.fromEntries(
      [...samples].filter(([, taken]) => taken.length > 0).map((
        [name, taken],
      ) => [name, sum(taken)]),
    ),
    bareWalk: { median: median(walks), bytes: walk.bytes },
    wordCoverage: await covered(walk, samples.get("drover")?.at(-1), effort),
    failures,
  };
  await walk.end();
  return figures;
}

/** Repetitions of all views, interleaved; `between` runs once a round. Failures are noted by view. */
export async function sampleViews(
  views: readonly View[],
  effort: Effort,
  failures: Record<string, string>,
  between: () => Promise<void>,
): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(views.map(({ name }) => [name, []]));
  const take = async ({ name, take }: View, measured: boolean): Promise<void> => {
    if (failures[name] !== undefined) return;
    try {
      const sample = await take();
      if (measured) samples.get(name)?.push(sample);
    } catch (error) {
      failures[name] = reason(error);
    }
  };
  // Two unmeasured ones; the second of a huge page is spared.
  const start = performance.now();
  for (const view of views) await take(view, false);
  const slow = performance.now() - start > effort.pageMs;
  if (!slow) { for (const view of views) await take(view, false); }
  const from = performance.now();
  for (let round = 0; round < effort.repetitions; round++) {
    if (round >= 2 && performance.now() - from > effort.pageMs) break;
    // Another one begins each round, so that none always follows the same neighbour.
    for (let i = 0; i < views.length; i++) {
      const view = views[(i + round) % views.length];
      if (view !== undefined) await take(view, true);
    }
    await between();
  }
  return samples;
}

/** Truth comes from the bare walk's own tab: the same page, not the product's connection. */
async function covered(
  walk: BareWalk,
  ours: Sample | undefined,
  effort: Effort,
): Promise<PageFigures["wordCoverage"]> {
  if (ours === undefined || walk.elements > 20_000 || effort.coldStarts === 0) return null;
  const outline = ours.texts.map((text) => text.slice(text.indexOf("\n") + 1)).join("\n");
  const { words } = coverage(await readTruth(walk.client), outline);
  return { all: words.all, covered: words.covered };
}

export function sum(samples: readonly Sample[]): Measured {
  const times = samples.map(({ ms }) => ms);
  const last = samples.at(-1);
  return {
    median: median(times),
    p95: p95(times),
    repetitions: times.length,
    bytes: last?.bytes ?? 0,
    tokens: last?.texts.reduce((total, text) => total + countTokens(text), 0) ?? 0,
    calls: last?.texts.length ?? 0,
  };
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : String(error);
}

export interface ServerFigures {
  readonly version: string;
  /** Exec to the first snapshot of a small page, own browser, milliseconds. */
  readonly coldStart: { readonly median: number; readonly p95: number } | null;
  /** Resident memory of the server's processes after the run, bytes. */
  readonly resident: number;
  /** Bytes of its `tools/list` answer. */
  readonly toolsBytes: number;
}

async function coldStarts(
  servers: readonly MeasuredServer[],
  origin: string,
  times: number,
  say: (line: string) => void,
): Promise<Map<string, number[]>> {
  const taken = new Map<string, number[]>();
  for (let round = 0; round < times; round++) {
    for (const server of servers) {
      const start = performance.now();
      try {
        const running = await server.start(`cold-${process.pid}-${round}-${server.name}`, null);
        try {
          await running.open(`${origin}/small`);
          await running.whole();
          const ms = performance.now() - start;
          taken.set(server.name, [...taken.get(server.name) ?? [], ms]);
          say(`cold start of ${server.name}: ${figure(ms)} ms`);
        } finally {
          await running.end();
        }
      } catch (error) {
        say(`cold start of ${server.name}: ${reason(error)}`);
      }
    }
  }
  return taken;
}

export interface PeersResult {
  readonly servers: Record<string, ServerFigures>;
  readonly pages: readonly PageFigures[];
  /** Pages that were not begun in the time. */
  readonly leftOut: readonly string[];
  readonly browser: string;
}

/** Runs everything; `say` gets one line of progress at a time. Ends all that it starts. */
export async function measurePeers(
  effort: Effort,
  say: (line: string) => void,
): Promise<PeersResult> {
  const begun = performance.now();
  const servers = measuredServers();
  const site = await serveCorpus();
  const browser = await startBrowser();
  const running = new Map<string, Running>();
  try {
    for (const server of servers) {
      running.set(server.name, await server.start(warmTag(server.name), browser.port));
    }
    const pages: PageFigures[] = [];
    const leftOut: string[] = [];
    for (const page of chosen(effort)) {
      if (performance.now() - begun > effort.totalMs) {
        leftOut.push(page.name);
        say(`${page.name}: left out, the run takes too long`);
        continue;
      }
      const figures = await measurePage(page, site.origin, browser.port, running, effort);
      pages.push(figures);
      say(progress(figures));
    }
    const resident = new Map(servers.map(({ name }) => [name, serverResident(warmTag(name))]));
    const cold = await coldStarts(servers, site.origin, effort.coldStarts, say);
    const facts: Record<string, ServerFigures> = {};
    for (const { name, version } of servers) {
      const starts = cold.get(name);
      const list = await running.get(name)?.client.request("tools/list", {});
      facts[name] = {
        version,
        coldStart: starts === undefined ? null : { median: median(starts), p95: p95(starts) },
        resident: resident.get(name) ?? NaN,
        toolsBytes: list?.bytes ?? 0,
      };
    }
    return { servers: facts, pages, leftOut, browser: await browser.version() };
  } finally {
    for (const server of running.values()) await server.end().catch((error) => say(reason(error)));
    await browser.end();
    await site.end();
  }
}

function warmTag(server: string): string {
  return `warm-${process.pid}-${server}`;
}

const HEAVY = new Set(["archive-of-our-own", "wikipedia-2"]);

export function chosen(effort: Effort): readonly CorpusPage[] {
  const all = corpusPages();
  // The heaviest last: what a slow machine leaves out is then the least of it.
  const real = all.filter(({ kind }) => kind === "real")
    .sort((a, b) => Number(HEAVY.has(a.name)) - Number(HEAVY.has(b.name)));
  const step = Math.max(1, Math.floor(real.length / effort.pages));
  return [
    ...real.filter((_, i) => i % step === 0).slice(0, effort.pages),
    ...all.filter(({ kind, name }) => kind === "synthetic" && parseInt(name) <= effort.synthetic),
  ];
}

function progress({ page, views, failures }: PageFigures): string {
  const times = Object.entries(views).map(([name, { median }]) => `${name} ${figure(median)}`);
  const failed = Object.entries(failures).map(([name, why]) => `${name} FAILED (${why})`);
  return `${page}: ${[...times, ...failed].join(", ")} ms`;
}
