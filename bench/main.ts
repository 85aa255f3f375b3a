/**
 * `make bench`: everything that is measured, as tables on stdout and in `bench/results/`.
 * `BENCH_QUICK=1`: fewer pages and repetitions, under two minutes. Arguments choose sections:
 * compactor, framing, tools, peers, firefox; none means all.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { measureCompactor } from "./compactor.ts";
import { measureFraming } from "./framing.ts";
import { firefoxSection, measureFirefox } from "./firefox.ts";
import { FULL, measurePeers, QUICK } from "./peers.ts";
import { installPeers } from "./install_peers.ts";
import { peersSections } from "./peers_report.ts";
import { ROOT } from "./stand.ts";
import type { Section } from "./stats.ts";
import { measureToolsList } from "./tools_list.ts";

const SECTIONS = ["compactor", "framing", "tools", "peers", "firefox"] as const;

const quick = (process.env["BENCH_QUICK"] ?? "") !== "";
const taskMs = quick ? 40 : 200;
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !SECTIONS.some((section) => section === name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown section ${unknown.join(", ")}; there are ${SECTIONS.join(", ")}\n`);
  process.exit(2);
}
const wanted = (name: typeof SECTIONS[number]): boolean =>
  asked.length === 0 || asked.includes(name);
const say = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

function commit(): string {
  const told = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" });
  return told.status === 0 ? told.stdout.trim() : "unknown";
}

function runtime(): string {
  const { deno, node, v8 } = process.versions;
  return `${deno === undefined ? `Node ${node}` : `Deno ${deno}`}, V8 ${v8}`;
}

const started = new Date();
const sections: Section[] = [];
let browser = "none started";
if (wanted("compactor")) {
  say("compactor");
  sections.push(await measureCompactor(taskMs));
}
if (wanted("framing")) {
  say("framing");
  sections.push(await measureFraming(taskMs));
}
if (wanted("tools")) {
  say("tools/list");
  sections.push(await measureToolsList(taskMs));
}
if (wanted("peers")) {
  installPeers();
  const result = await measurePeers(quick ? QUICK : FULL, say);
  browser = result.browser;
  sections.unshift(...peersSections(result));
}
if (wanted("firefox")) {
  installPeers();
  const result = await measureFirefox(quick ? QUICK : FULL, say);
  browser = browser === "none started" ? result.browser : `${browser}, ${result.browser}`;
  const at = sections.findIndex(({ title }) => title === "Page by page");
  sections.splice(at + 1, 0, firefoxSection(result));
}

const seconds = Math.round((Date.now() - started.getTime()) / 1_000);
const cores = cpus();
const machine = [
  `${cores.length} x ${cores[0]?.model.trim() || process.arch}`,
  `${Math.round(totalmem() / 2 ** 30)} GiB`,
  `${type()} ${release()}`,
].join(", ");
const head = [
  `# Bench ${started.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  "",
  `${machine}; ${runtime()}; browser ${browser}; commit ${commit()}${
    quick ? "; quick run" : ""
  }; ${seconds} s.`,
];
const report = [
  ...head,
  ...sections.flatMap(({ title, text }) => ["", `## ${title}`, "", text]),
  "",
].join("\n");
process.stdout.write(report);

const folder = join(ROOT, "bench/results");
mkdirSync(folder, { recursive: true });
const name = `${started.toISOString().slice(0, 10)}${quick ? "-quick" : ""}`;
const partial = asked.length > 0 ? `-${asked.join("-")}` : "";
const figures = Object.fromEntries(sections.map(({ title, figures }) => [title, figures]));
const json = { date: started.toISOString(), machine, runtime: runtime(), browser, quick, figures };
writeFileSync(join(folder, `${name}${partial}.md`), report);
writeFileSync(join(folder, `${name}${partial}.json`), `${JSON.stringify(json, null, 1)}\n`);
say(`Written to bench/results/${name}${partial}.md`);
