import { ScriptedLauncher } from "../../src/engine/scripted.ts";
import { MemoryArtifacts } from "../../src/runtime/artifacts.ts";
import { createRuntime } from "../../src/runtime/runtime.ts";
import { MemoryJournal } from "../../src/store/memory_journal.ts";
import { TestClock, TestIds } from "../runtime/test_clock.ts";
import { ORIGIN, scriptedPage } from "./scripts.ts";
import { contractSuite } from "./suite.ts";

contractSuite("scripted", () => {
  const clock = new TestClock();
  const ids = new TestIds();
  const launcher = new ScriptedLauncher({
    clock,
    site: (url) => url.startsWith(ORIGIN) ? scriptedPage(url.slice(ORIGIN.length), clock) : null,
  });
  const runtime = createRuntime({
    engines: [launcher],
    clock,
    ids,
    journal: new MemoryJournal(clock),
    artifacts: new MemoryArtifacts(ids),
    version: "0.0.0",
  });
  return Promise.resolve({
    runtime,
    url: (path) => `${ORIGIN}${path}`,
    killBrowser: () => {
      launcher.engines.at(-1)?.die("Browser process ended by SIGKILL");
      return Promise.resolve();
    },
    crashRenderer: () => {
      launcher.page.crash("The page's process ended");
      return Promise.resolve();
    },
    features: new Set(["networkQuiet", "closedShadowRoots", "contextProxy", "rendererCrash"]),
    close: () => runtime.close(),
  });
});
