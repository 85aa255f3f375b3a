/** The figures of `peers.ts` as tables. */
import type { PageFigures, PeersResult } from "./peers.ts";
import { figure, geometricMean, mebibytes, median, table } from "./stats.ts";
import type { Section } from "./stats.ts";

const OURS = "drover";

/** Geometric mean over the real pages that both have of one figure of `name` by that of `base`. */
function ratio(
  pages: readonly PageFigures[],
  name: string,
  base: string,
  of: "median" | "tokens" | "bytes",
): number {
  const ratios = pages.filter(({ kind }) => kind === "real").flatMap(({ views }) => {
    const [one, other] = [views[name], views[base]];
    return one === undefined || other === undefined ? [] : [one[of] / other[of]];
  });
  return ratios.length === 0 ? NaN : geometricMean(ratios);
}

export function peersSections(result: PeersResult): readonly Section[] {
  return [summary(result), perPage(result)];
}

function summary({ servers, pages }: PeersResult): Section {
  const base = servers[OURS] === undefined ? Object.keys(servers)[0] ?? "" : OURS;
  const real = pages.filter(({ kind }) => kind === "real");
  const views = [
    ...new Set([...Object.keys(servers), ...pages.flatMap((page) => Object.keys(page.views))]),
  ];
  const rows = views.map((name) => {
    const server = servers[name.replace(", first view", "")];
    const facts = name.includes(", ") ? undefined : server;
    const all = real.flatMap(({ views }) => views[name] ?? []);
    const tokens = all.reduce((sum, { tokens }) => sum + tokens, 0);
    return [
      name,
      facts?.version ?? "",
      figure(median(all.map(({ median }) => median))),
      figure(median(all.map(({ p95 }) => p95))),
      figure(ratio(pages, name, base, "median")),
      figure(tokens),
      figure(ratio(pages, name, base, "tokens")),
      figure(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1024),
      facts?.coldStart ? figure(facts.coldStart.median) : "",
      facts === undefined ? "" : mebibytes(facts.resident),
      facts === undefined ? "" : figure(facts.toolsBytes / 1024),
    ];
  });
  const walks = real.map(({ bareWalk }) => bareWalk.median);
  const limit = real.flatMap(({ views, bareWalk }) => {
    const ours = views[base];
    return ours === undefined ? [] : [bareWalk.median / ours.median];
  });
  rows.push([
    "bare walk (limit)",
    "",
    figure(median(walks)),
    "",
    limit.length === 0 ? "-" : figure(geometricMean(limit)),
    "",
    "",
    figure(real.reduce((sum, { bareWalk }) => sum + bareWalk.bytes, 0) / 1024),
  ]);
  const words = real.flatMap(({ wordCoverage }) => wordCoverage ?? []);
  const all = words.reduce((sum, each) => sum + each.all, 0);
  const covered = words.reduce((sum, each) => sum + each.covered, 0);
  const text = [
    table([
      "snapshot of a whole page",
      "version",
      "ms",
      "p95 ms",
      `x ${base}`,
      "tokens",
      `x ${base}`,
      "KiB",
      "cold ms",
      "RSS MiB",
      "tools KiB",
    ], rows),
    "",
    `Over ${real.length} real pages: \`ms\` and \`p95 ms\` are medians over pages, \`x ${base}\` geometric means of per-page ratios, tokens (o200k) and KiB sums.`,
    ...(words.length === 0 ? [] : [
      `Visible words in our whole page: ${covered} of ${all} (${
        (100 * covered / all).toFixed(2)
      } %).`,
    ]),
  ].join("\n");
  return { title: "Snapshots over stdio MCP, side by side", text, figures: servers };
}

function perPage({ servers, pages, leftOut }: PeersResult): Section {
  const names = Object.keys(servers);
  const rows = pages.map((page) => [
    page.page,
    figure(page.elements),
    figure(page.bareWalk.median),
    ...names.map((name) => figure(page.views[name]?.median ?? NaN)),
    ...names.map((name) => figure(page.views[name]?.tokens ?? NaN)),
    page.wordCoverage === null
      ? "-"
      : `${(100 * page.wordCoverage.covered / Math.max(1, page.wordCoverage.all)).toFixed(2)} %`,
  ]);
  const head = [
    "page",
    "elements",
    "bare walk ms",
    ...names.map((name) => `${name} ms`),
    ...names.map((name) => `${name} tokens`),
    "our words",
  ];
  const failures = pages.flatMap(({ page, failures }) =>
    Object.entries(failures).map(([name, why]) => `- ${name} on ${page}: ${why}`)
  );
  return {
    title: "Page by page",
    text: [
      table(head, rows),
      ...(leftOut.length === 0 ? [] : ["", `Left out for time: ${leftOut.join(", ")}.`]),
      ...(failures.length === 0 ? [] : ["", "Failed:", "", ...failures]),
    ]
      .join("\n"),
    figures: pages,
  };
}
