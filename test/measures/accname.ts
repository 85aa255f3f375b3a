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

/** Serves the pages of the folder, reads each by the agent, and says which cases its lines miss. */
export async function judgeNames(agent: Agent, folder: string): Promise<Verdict> {
  const pages = casePages(folder);
  const site = await Site.start();
  try {
    for (const { file, html } of pages) site.page(`/${file}`, html);
    const page = await agent.open(site.page("/", "<!doctype html>"));
    const misses: Miss[] = [];
    for (const { file, cases } of pages) {
      await page.call("navigate", { url: site.url(`/${file}`) });
      for (const one of await missed(page, cases)) misses.push({ file, ...one });
    }
    await page.close();
    return { cases: pages.flatMap(({ cases }) => cases).length, misses };
  } finally {
    await site.close();
  }
}

async function missed(page: OpenPage, cases: readonly NameCase[]): Promise<NameCase[]> {
  const said = { name: await spoken(page, false), description: new Map<string, number>() };
  if (cases.some(({ kind }) => kind === "description")) {
    said.description = await spoken(page, true);
  }
  return cases.filter(({ kind, expected }) => {
    const left = said[kind].get(expected) ?? 0;
    said[kind].set(expected, left - 1);
    return left <= 0;
  });
}

/** How many lines of the page say what: names and texts, or descriptions; "" for none. */
async function spoken(page: OpenPage, descriptions: boolean): Promise<Map<string, number>> {
  const said = new Map<string, number>();
  let after: string | undefined;
  do {
    const { structured } = await page.call("a11y_snapshot", {
      maxNodes: 2048,
      format: descriptions ? "nodes" : "outline",
      ...(after === undefined ? {} : { after }),
    });
    const [shot] = v.parse(Evidence, structured).evidence;
    const lines = descriptions
      ? (shot?.nodes ?? []).map((node) => node.description ?? "")
      : (shot?.outline ?? "").split("\n").map(nameInLine);
    for (const line of lines) {
      const text = squeezed(line);
      said.set(text, (said.get(text) ?? 0) + 1);
    }
    after = shot?.after;
  } while (after !== undefined);
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
