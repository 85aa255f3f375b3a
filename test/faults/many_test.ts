/** Many gateways and many sessions at once: each sees its own, and nobody waits for another. */
import assert from "node:assert/strict";
import process from "node:process";
import { after, afterEach, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Lair } from "../support/lair.ts";
import { Seeded } from "../support/seeded.ts";
import { amount, figures } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { HEAVY_PAGE, heavyRenderer } from "./heavy_renderer.ts";
import { IdentitySite } from "./identity_site.ts";
import { RawGateway } from "./raw_gateway.ts";
import { Resident } from "./resident.ts";

/** Setting up is not judged; this only finds a hang, milliseconds. */
const OPEN_MS = 60_000;
/** How long the sessions act, milliseconds. */
const ACTING_MS = amount(12_000, 300_000);
/** An agent thinks between its acts; without that the sessions starve each other on two cores. */
const THINKING_MS = 1_000;
/** What each of them does at least, however slow the machine is. */
const LEAST_ACTS = 4;
const MOST_TRIES = amount(20, 2_000);

const TOKENS = ["ann", "ben", "cat", "dan", "eva", "fay", "gus", "hal"].map((name) => `${name}zq7`);

let site: IdentitySite;
const gateways: RawGateway[] = [];
before(async () => {
  site = await IdentitySite.start();
});
afterEach(async () => {
  const ended = gateways.splice(0);
  await Promise.all(ended.map((one) => one.close()));
  assert.deepEqual(ended.flatMap(({ faults }) => faults), [], "every line on stdout is valid");
  assert.deepEqual(site.mixedUp.splice(0), [], "no request came with somebody else's cookie");
  site.presses.clear();
});
after(() => site.close());

async function gatewayIn(lair: Lair | null): Promise<RawGateway> {
  const gateway = await RawGateway.start(lair === null ? {} : { env: lair.env });
  gateways.push(gateway);
  return gateway;
}

async function residentsOf(all: readonly RawGateway[]): Promise<readonly Resident[]> {
  const tokens = TOKENS.slice(0, all.length);
  return await Promise.all(
    all.map((gateway, index) => Resident.moveIn(tokens[index] ?? "", { gateway, site, tokens })),
  );
}

async function allAct(
  residents: readonly Resident[],
  seeded: Seeded,
  times: number,
): Promise<void> {
  await Promise.all(residents.map(async (one) => {
    for (let turn = 0; turn < times; turn++) await one.act(seeded);
  }));
}

test("two gateways started at once with defaults both work and see their own alone", async () => {
  const seeded = new Seeded(11);
  const both = await Promise.all([gatewayIn(null), gatewayIn(null)]);
  const residents = (await answered("both", OPEN_MS, residentsOf(both))).value;
  await allAct(residents, seeded, amount(10, 100));
  for (const [index, gateway] of both.entries()) {
    const list = JSON.stringify(await gateway.call("session_list", {}));
    assert.deepEqual(residents.map(({ sessionId }) => list.includes(sessionId)), [
      index === 0,
      index === 1,
    ]);
  }
});

test("of several gateways in one folder one is killed, one comes, and none harms another", async () => {
  const seeded = new Seeded(5);
  const lair = new Lair();
  try {
    const all = await Promise.all(Array.from({ length: amount(3, 5) }, () => gatewayIn(lair)));
    const [first, ...others] = (await answered("all", OPEN_MS, residentsOf(all))).value;
    assert.equal(lair.entries().length, all.length, "a profile each");
    await allAct([...others, ...(first === undefined ? [] : [first])], seeded, 3);
    all[0]?.kill("SIGKILL");
    // The start of a new one sweeps what the dead left.
    const late = await gatewayIn(lair);
    const [comer] = (await answered("the new one", OPEN_MS, residentsOf([late]))).value;
    assert.ok(comer !== undefined);
    await allAct(others, seeded, amount(4, 40));
    assert.equal(lair.browsers().length, all.length, "the others' browsers, and the new one's");
    await Promise.all([...all, late].map((one) => one.close()));
    await answered("the end of all", 5_000, emptied(lair));
  } finally {
    for (const gateway of gateways) gateway.kill("SIGKILL");
    lair.remove();
  }
});

async function emptied(lair: Lair): Promise<void> {
  const begin = performance.now();
  while (lair.entries().length + lair.inhabitants().length > 0) {
    if (performance.now() - begin > 60_000) return;
    await sleep(50);
  }
}

test("beside a session that hangs and one that crashes six others get their own right answers", async () => {
  const seeded = new Seeded(8);
  const gateway = await gatewayIn(null);
  const around = { gateway, site, tokens: TOKENS };
  const residents: Resident[] = [];
  for (const token of TOKENS) {
    residents.push((await answered("a session", OPEN_MS, Resident.moveIn(token, around))).value);
  }
  const [hung, crashed, ...others] = residents;
  assert.ok(hung !== undefined && crashed !== undefined);
  for (const one of [hung, crashed]) one.patienceMs = OPEN_MS;
  const heavy = site.site.page("/heavy", HEAVY_PAGE);
  const begin = performance.now();
  const counts = { hangs: 0, crashes: 0, acts: 0 };
  const acting = (done: number) => performance.now() - begin < ACTING_MS || done < LEAST_ACTS;
  const hangs = async () => {
    for (; acting(counts.hangs + 3); counts.hangs++) {
      await hung.hang();
      await sleep(THINKING_MS);
    }
  };
  const crashes = async () => {
    for (let tries = 0; acting(counts.crashes + 3) && tries < MOST_TRIES; tries++) {
      if (!await crashed.visit(heavy)) continue;
      const pid = heavyRenderer(gateway.pid);
      assert.ok(pid !== null, "the heavy renderer is found");
      process.kill(pid, "SIGKILL");
      await crashed.mourn();
      counts.crashes++;
      await sleep(THINKING_MS);
    }
  };
  await Promise.all([
    hangs(),
    crashes(),
    ...others.map(async (one, index) => {
      const chance = new Seeded(seeded.below(1e9) + index);
      for (let done = 0; acting(done); done++, counts.acts++) {
        await one.act(chance);
        await sleep(chance.between(0, THINKING_MS));
      }
    }),
  ]);
  assert.ok(counts.hangs > 0 && counts.crashes > 0, "a session was hung and one crashed");
  const corners = others.flatMap(({ corner }) => corner ?? []);
  assert.equal(new Set(corners).size, corners.length, "no two sessions show the same picture");
  const calls = residents.reduce((sum, one) => sum + one.calls, 0);
  const refused = others.reduce((sum, one) => sum + one.refused, 0);
  const longest = Math.max(...others.map(({ longestMs }) => longestMs));
  figures(
    `${calls} calls, ${JSON.stringify(counts)}, of the six others ${refused} refused, ` +
      `the longest ${Math.round(longest)} ms`,
  );
  const allowed = amount(Math.max(3, calls / 20), 0);
  assert.ok(refused <= allowed, `${refused} of ${calls} calls were refused`);
});
