/** A real browser as a subject of the suite. */
import assert from "node:assert/strict";
import process from "node:process";
import type { Engine, EngineLauncher } from "../../src/engine/engine.ts";
import { systemClock, systemIds } from "../../src/platform/system.ts";
import { MemoryArtifacts } from "../../src/runtime/artifacts.ts";
import { createRuntime } from "../../src/runtime/runtime.ts";
import { MemoryJournal } from "../../src/store/memory_journal.ts";
import { treeOf } from "../support/process_tree.ts";
import { Site } from "../support/site.ts";
import { htmlPages } from "./html.ts";
import type { Subject } from "./subject.ts";

/** Longest wait for a process to end after its signal, milliseconds. */
const DEATH_MS = 5_000;

/** How its processes are told apart, by their command lines. */
export interface ProcessNames {
  readonly main: RegExp;
  readonly renderer: RegExp;
}

export async function realSubject(
  browser: EngineLauncher,
  names: ProcessNames,
): Promise<Subject> {
  const site = await Site.start();
  for (const [path, html] of Object.entries(htmlPages(site.url("", "localhost")))) {
    site.page(path, html);
  }
  site.page("/slow", (_request, response) => {
    setTimeout(() => response.end("slow"), 300);
  });
  const before = new Set(treeOf(process.pid).map((one) => one.pid));
  let engine: Engine | null = null;
  const launcher: EngineLauncher = {
    kind: browser.kind,
    launch: async (call) => (engine = await browser.launch(call)),
  };
  const runtime = createRuntime({
    engines: [launcher],
    clock: systemClock,
    ids: systemIds,
    journal: new MemoryJournal(systemClock),
    artifacts: new MemoryArtifacts(systemIds),
    version: "0.0.0",
  });
  // Started here, so that the features are known before the first test.
  runtime.warm();
  const deadline = systemClock.monotonic() + 30_000;
  while (engine === null && systemClock.monotonic() < deadline) await systemClock.sleep(20);
  assert.ok(engine !== null, `${browser.kind} did not start`);
  const started: Engine = engine;
  const processes = (kind: RegExp) =>
    treeOf(process.pid).filter((one) => !before.has(one.pid) && kind.test(one.command));
  return {
    runtime,
    url: (path) => site.url(path),
    killBrowser: async () => {
      const main = processes(names.main).filter((one) => !names.renderer.test(one.command));
      assert.ok(main.length > 0, "No browser process was found");
      for (const one of main) process.kill(one.pid, "SIGKILL");
      await started.gone;
    },
    crashRenderer: async () => {
      const renderers = processes(names.renderer);
      assert.ok(renderers.length > 0, "No renderer was found");
      for (const one of renderers) process.kill(one.pid, "SIGKILL");
      const end = systemClock.monotonic() + DEATH_MS;
      const pids = new Set(renderers.map((one) => one.pid));
      while (processes(names.renderer).some((one) => pids.has(one.pid))) {
        assert.ok(systemClock.monotonic() < end, "A renderer outlived SIGKILL");
        await systemClock.sleep(10);
      }
    },
    features: started.supports,
    close: async () => {
      await runtime.close();
      await site.close();
    },
  };
}
