/** `tools/list`: made afresh, and as every later call gets it; bytes and tokens a phase. */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import type { Principal } from "../src/model/capability.ts";
import { presetCapabilities } from "../src/model/capability.ts";
import { PHASES } from "../src/model/phase.ts";
import { ToolLists } from "../src/registry/lists.ts";
import { TOOLS } from "../src/tools/all.gen.ts";
import { allocated } from "./allocated.ts";
import { figure, table } from "./stats.ts";
import type { Section } from "./stats.ts";
import { timings } from "./timing.ts";

const AGENT: Principal = {
  id: "00000000-0000-4000-8000-000000000000",
  capabilities: presetCapabilities("agent"),
  expiresAt: null,
};

export async function measureToolsList(taskMs: number): Promise<Section> {
  const rows: string[][] = [];
  const figures: Record<string, unknown>[] = [];
  for (const phase of PHASES) {
    const kept = new ToolLists(TOOLS);
    const json = kept.json(AGENT, phase);
    const ms = await timings(taskMs, {
      afresh: () => new ToolLists(TOOLS).json(AGENT, phase),
      kept: () => kept.json(AGENT, phase),
    });
    const measured = {
      phase,
      tools: kept.shown(AGENT, phase).length,
      bytes: new TextEncoder().encode(json).length,
      tokens: countTokens(json),
      afreshMs: ms("afresh"),
      keptMs: ms("kept"),
      heapBytes: allocated(() => new ToolLists(TOOLS).json(AGENT, phase)),
    };
    figures.push(measured);
    rows.push([
      phase,
      figure(measured.tools),
      figure(measured.bytes),
      figure(measured.tokens),
      figure(measured.afreshMs),
      figure(measured.keptMs * 1_000),
      figure(measured.heapBytes / 1024),
    ]);
  }
  const head = ["phase", "tools", "bytes", "tokens", "afresh ms", "kept us", "heap KiB afresh"];
  return { title: "tools/list of an agent", text: table(head, rows), figures };
}
