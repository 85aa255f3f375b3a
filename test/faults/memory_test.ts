/**
 * A long day's work leaves nothing behind (issue 3, line 13): the memory of the gateway is flat, so
 * is that of a page that is read again and again, and neither processes nor files pile up.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import * as v from "valibot";
import { median, peakMib, residentMib } from "../support/process_memory.ts";
import { kindsOf, treeOf, within } from "../support/process_tree.ts";
import { amount, figures, SOAK } from "../support/soak.ts";
import { startStand } from "../measures/stand.ts";
import { MixedWork } from "./mixed_work.ts";
import { FaultStand } from "./stand.ts";

const CALLS = amount(150, 1_000);
const WARM_CALLS = amount(60, 300);
/** Last calls whose memory is compared with that after the warm-up. */
const WINDOW = 200;
const MAX_GROWTH = 1.1;
const MAX_GATEWAY_MIB = 200;
/** Calls after which the memory is told. */
const TOLD_AT = [100, 300, 500, 750, 1_000];
const GONE_MS = 10_000;

interface Sample {
  readonly calls: number;
  readonly mib: number;
}

async function mixedCalls(t: TestContext): Promise<void> {
  const temp = mkdtempSync(join(tmpdir(), "drover-memory-"));
  const stand = await FaultStand.start({ env: { TMPDIR: temp } });
  const { pid } = stand.agent;
  const counted = () => {
    const tree = treeOf(pid);
    return { processes: tree.length, files: readdirSync(temp).length, kinds: kindsOf(tree) };
  };
  try {
    const work = await MixedWork.begin(stand);
    const samples: Sample[] = [];
    // Browsers keep spare processes that come and go: the most that was there, not one moment.
    const warm = { processes: 0, files: 0, kinds: {} };
    for (let round = 0; work.calls < CALLS; round++) {
      await work.round(round);
      const before = samples.at(-1)?.calls ?? 0;
      const sample = { calls: work.calls, mib: residentMib(pid) };
      samples.push(sample);
      if (TOLD_AT.some((calls) => before < calls && sample.calls >= calls)) {
        figures(`${sample.calls} calls: ${sample.mib.toFixed(1)} MiB`);
      }
      if (work.calls <= WARM_CALLS) {
        const now = counted();
        if (now.processes > warm.processes) {
          warm.processes = now.processes;
          warm.kinds = now.kinds;
        }
        warm.files = Math.max(warm.files, now.files);
      }
    }
    t.diagnostic(`${work.calls} calls, ${work.refused} of them made again for want of a core`);
    if (SOAK) flat(samples);
    assert.ok(peakMib(pid) < MAX_GATEWAY_MIB, "the gateway has grown too large");
    const settled = await within(
      GONE_MS,
      () => counted().processes <= warm.processes && counted().files <= warm.files,
    );
    assert.ok(settled, `${JSON.stringify(counted())} where there were ${JSON.stringify(warm)}`);
  } finally {
    await stand.close();
    rmSync(temp, { recursive: true, force: true });
  }
}

/** The median of the last calls is that of the first ones after the warm-up. */
function flat(samples: readonly Sample[]): void {
  const first = median(
    samples.filter(({ calls }) => calls > WARM_CALLS && calls <= WARM_CALLS + WINDOW)
      .map(({ mib }) => mib),
  );
  const last = median(
    samples.filter(({ calls }) => calls > CALLS - WINDOW).map(({ mib }) => mib),
  );
  figures(`median ${first.toFixed(1)} MiB warm, ${last.toFixed(1)} MiB in the end`);
  assert.ok(last <= first * MAX_GROWTH, `grew from ${first} to ${last} MiB`);
}

test(`${CALLS} calls over mixed pages: memory flat, no process and no file too many`, mixedCalls);

const READS = amount(60, 1_000);
const WARM_READS = amount(30, 200);
const MAX_PAGE_GROWTH_BYTES = 1_500_000;
const Heap = v.object({ usedSize: v.number() });

test("a page that makes its rows anew for every snapshot keeps nothing of the old ones", async (t) => {
  const stand = await startStand();
  try {
    const { handle, truth } = await stand.open(`${stand.origin}/small`);
    await truth.Runtime.evaluate({
      expression: `{
        const rows = document.body.appendChild(document.createElement("div"));
        globalThis.anew = () => { rows.innerHTML = "<button>More</button>".repeat(500); };
      }`,
    });
    const used = async (): Promise<number> => {
      await truth.HeapProfiler.collectGarbage();
      return v.parse(Heap, await truth.Runtime.getHeapUsage()).usedSize;
    };
    let warm = 0;
    for (let read = 0; read < READS; read++) {
      await truth.Runtime.evaluate({ expression: "anew()" });
      const reply = await stand.client.callTool({
        name: "a11y_snapshot",
        arguments: { workflowHandle: handle, maxNodes: 2048 },
      });
      assert.notEqual(reply.isError, true, JSON.stringify(reply).slice(0, 300));
      // A collected row is seen as such by the next walk.
      if (read % 10 === 9) await truth.HeapProfiler.collectGarbage();
      if (read === WARM_READS) warm = await used();
    }
    const last = await used();
    t.diagnostic(`${READS} reads: ${warm} bytes warm, ${last} bytes after`);
    assert.ok(last - warm <= MAX_PAGE_GROWTH_BYTES, `grew from ${warm} to ${last} bytes`);
  } finally {
    await stand.close();
  }
});
