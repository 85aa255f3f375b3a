/**
 * The accessible-name cases of web-platform-tests through the built executable: what its lines say,
 * against what each page expects. Every expected name needs a line of its own that says just that
 * (white space collapsed), with a role or, where an element has no line of its own, as text.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Agent, OpenPage } from "../support/agent.ts";
import { Site } from "../support/site.ts";

export interface NameCase {
  /** By this name it stands in the list of known disagreements. */
  readonly title: string;
  readonly kind: "name" | "description";
  readonly expected: string;
}

export interface Miss extends NameCase {
  readonly file: string;
}

export interface Verdict {
  readonly cases: number;
  readonly misses: readonly Miss[];
}

interface CasePage {
  readonly file: string;
  readonly html: string;
  readonly cases: readonly NameCase[];
}

/** What defines the functions that the manual pages call. */
const DEFINED = `<script>function setup() {} class ATTAcomm {}</script>`;

const Steps = v.object({
  steps: v.array(v.object({
    test: v.optional(v.object({ ATK: v.optional(v.array(v.array(v.string()))) })),
  })),
});

const Evidence = v.object({
  evidence: v.array(v.looseObject({
    outline: v.optional(v.string()),
    nodes: v.optional(v.array(v.object({ description: v.optional(v.string()) }))),
    after: v.optional(v.string()),
  })),
});

/** How often which name or description stands in lines; "" counts those without. */
type Said = Map<string, number>;

/** Pages that are read at once, as frames of one. */
const FRAMES = 10;
/** Answers that a page is busy, before the measure gives up. */
const MAX_BUSY = 10;
/** What that page says when all its frames are there, and how long it may take, milliseconds. */
const LOADED = "All loaded";
const LOAD_MS = 60_000;

/**
 * Serves the pages of the folder, reads each by the agent, and says which cases its lines miss. Where
 * several expect the same, the lines serve the `disagreed` ones last.
 */
export async function judgeNames(
  agent: Agent,
  folder: string,
  disagreed: ReadonlySet<string>,
): Promise<Verdict> {
  const pages = casePages(folder).map((page) => ({
    ...page,
    cases: page.cases.toSorted((a, b) =>
      Number(disagreed.has(a.title)) - Number(disagreed.has(b.title))
    ),
  }));
  const site = await Site.start();
  try {
    for (const { file, html } of pages) site.page(`/${file}`, html);
    const page = await agent.open(site.page("/", "<!doctype html>"));
    const misses: Miss[] = [];
    const judge = ({ file, cases }: CasePage, kind: NameCase["kind"], said: Said): void => {
      for (const one of cases) {
        // What has no name needs no line, and none can be told to be its own.
        if (one.kind !== kind || one.expected === "") continue;
        const left = said.get(one.expected) ?? 0;
        said.set(one.expected, left - 1);
        if (left <= 0) misses.push({ file, ...one });
      }
    };
    const alone = pages.filter(({ file }) => !file.startsWith("manual/"));
    for (const one of alone) {
      await page.call("navigate", { url: site.url(`/${one.file}`) });
      judge(one, "name", count((await outline(page)).map(nameInLine)));
    }
    const small = pages.filter((one) => !alone.includes(one));
    for (let from = 0; from < small.length; from += FRAMES) {
      const some = small.slice(from, from + FRAMES);
      await page.call("navigate", { url: site.page(`/frames-${from}`, framed(some)) });
      await page.call("wait_for", {
        condition: { kind: "element", target: `heading "${LOADED}"`, state: "visible" },
        timeoutMs: LOAD_MS,
      });
      const parts = byFrame(await outline(page));
      for (const one of some) judge(one, "name", count(parts.get(one.file) ?? []));
    }
    for (const one of pages) {
      if (!one.cases.some(({ kind }) => kind === "description")) continue;
      await page.call("navigate", { url: site.url(`/${one.file}`) });
      judge(one, "description", count(await descriptions(page)));
    }
    await page.close();
    return { cases: pages.flatMap(({ cases }) => cases).length, misses };
  } finally {
    await site.close();
  }
}

function framed(pages: readonly CasePage[]): string {
  const frames = pages.map(({ file }) =>
    `<iframe src="/${file}" title="${file}" width=600 height=300></iframe>`
  );
  return `<!doctype html><h1 id=state></h1>${frames.join("")}
    <script>onload = () => state.textContent = "${LOADED}";</script>`;
}

/** What the lines of each frame say, by the frame's name. */
function byFrame(lines: readonly string[]): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  let open: string[] = [];
  for (const line of lines) {
    if (line.startsWith("iframe ")) parts.set(nameInLine(line), open = []);
    else open.push(nameInLine(line));
  }
  return parts;
}

/**
 * All lines of the page. A busy machine keeps frames from answering in time, which the answer says:
 * asked again.
 */
async function outline(page: OpenPage): Promise<string[]> {
  const late = performance.now() + LOAD_MS;
  let lines = await allParts(page);
  while (lines.some((line) => /^ *iframe .* unavailable/.test(line)) && performance.now() < late) {
    lines = await allParts(page);
  }
  return lines;
}

async function allParts(page: OpenPage): Promise<string[]> {
  const lines: string[] = [];
  let after: string | undefined;
  do {
    const shot = await snapshot(page, { after });
    lines.push(...(shot?.outline ?? "").split("\n"));
    after = shot?.after;
  } while (after !== undefined);
  return lines;
}

/** The descriptions of a page of one part. */
async function descriptions(page: OpenPage): Promise<string[]> {
  const shot = await snapshot(page, { format: "nodes" });
  return (shot?.nodes ?? []).map((node) => node.description ?? "");
}

async function snapshot(page: OpenPage, args: Readonly<Record<string, unknown>>) {
  for (let busy = 0;; busy++) {
    const reply = await page.attempt("a11y_snapshot", { maxNodes: 2048, ...args });
    if (!reply.isError) return v.parse(Evidence, reply.structured).evidence[0];
    // A page that a busy machine keeps from answering in time: asked again, as the answer says.
    if (reply.structured["status"] !== "retryableFailure" || busy === MAX_BUSY) {
      throw new Error(`a11y_snapshot failed: ${reply.text}`);
    }
  }
}

function count(texts: readonly string[]): Said {
  const said: Said = new Map();
  for (const text of texts.map(squeezed)) said.set(text, (said.get(text) ?? 0) + 1);
  return said;
}

/** The JSON string that stands first in a line or right behind its role. */
function nameInLine(line: string): string {
  const string = /^ *(?:[a-z][a-z\d-]* )?("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  return string === undefined ? "" : v.parse(v.string(), JSON.parse(string));
}

function squeezed(text: string): string {
  return text.replace(/[\s\u00a0]+/g, " ").trim();
}

/** Pages of the folder and the folders in it, with what they expect. */
function casePages(folder: string): CasePage[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".html")).sort().map((file) => {
    const html = readFileSync(join(folder, file), "utf8");
    const cases = [...labelled(html), ...stepped(html, file)];
    if (cases.length === 0) throw new Error(`${file} has no cases`);
    return { file, html: DEFINED + html, cases };
  });
}

function* labelled(html: string): Generator<NameCase> {
  for (
    const [element] of html.replace(/<!--[^]*?-->/g, "").matchAll(
      /<[a-z][^>]*data-expectedlabel=[^>]*>/g,
    )
  ) {
    const attribute = (name: string): string =>
      decoded(new RegExp(`data-${name}="([^"]*)"`).exec(element)?.[1] ?? "");
    yield {
      title: attribute("testname"),
      kind: "name",
      expected: squeezed(attribute("expectedlabel")),
    };
  }
}

function* stepped(html: string, file: string): Generator<NameCase> {
  const given = /new ATTAcomm\(\s*(\{[^]*\})\s*\)/.exec(html)?.[1];
  if (given === undefined) return;
  for (const step of v.parse(Steps, JSON.parse(given)).steps) {
    for (const [, kind, , expected = ""] of step.test?.ATK ?? []) {
      if (kind !== "name" && kind !== "description") continue;
      yield {
        title: file.replace(/^.*\/|-manual\.html$/g, ""),
        kind,
        expected: squeezed(expected),
      };
    }
  }
}

function decoded(text: string): string {
  return text.replace(/&nbsp;/g, "\u00a0").replace(/&lt;/g, "<").replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"').replace(/&amp;/g, "&");
}
