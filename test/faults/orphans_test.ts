/**
 * However and whenever a gateway or its browser is killed: nothing of it is left. Counted over all
 * processes of the machine and over the gateway's own folder for temporary files.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Lair } from "../support/lair.ts";
import { profilesOf } from "../support/process_tree.ts";
import { Seeded } from "../support/seeded.ts";
import { Site } from "../support/site.ts";
import { amount, figures } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import { begin, type Death, DEATHS, die, type Moment, MOMENTS, serveMoments } from "./deaths.ts";
import { isJson, RawGateway } from "./raw_gateway.ts";

const GONE_MS = 5_000;
/** Setting up is not judged; this only finds a hang, milliseconds. */
const OPEN_MS = 60_000;
/** The longest that a moment is let go on before the end, milliseconds. */
const MOMENT_MS = 700;

let site: Site;
let url = "";
before(async () => {
  site = await Site.start();
  url = serveMoments(site);
});
after(() => site.close());

/** Resolves when `holds`; asked often, until `stop`. */
async function until(holds: () => boolean, stop: AbortSignal): Promise<void> {
  while (!holds() && !stop.aborted) await sleep(25);
}

async function soon(what: string, holds: () => boolean): Promise<number> {
  const stop = new AbortController();
  try {
    return (await answered(what, GONE_MS, until(holds, stop.signal))).tookMs;
  } finally {
    stop.abort();
  }
}

/** The longest that anything was left, milliseconds. */
async function lives(seeded: Seeded, death: Death, moment: Moment): Promise<number> {
  const lair = new Lair();
  let gateway: RawGateway | null = null;
  try {
    gateway = moment === "handshake"
      ? RawGateway.bare({ env: lair.env })
      : await RawGateway.start({ env: lair.env });
    if (moment === "launch") void gateway.call("workflow_start", { profile: "default", url });
    else if (moment !== "handshake") {
      // Where no page came, on a machine that is too busy, the start of one is what is cut off.
      const page = await answered("a page", OPEN_MS, gateway.open(url)).catch(() => null);
      if (page !== null) begin(moment, gateway, page.value, site, seeded);
    }
    await sleep(seeded.next() * MOMENT_MS);
    const browsers = lair.browsers();
    const before = lair.inhabitants().length;
    assert.ok(before > 0, "the gateway is counted");
    die(death, gateway, lair);
    if (death === "browser SIGKILL") {
      // The gateway lives: what the dead browser had is gone, and the next call works.
      const took = await soon("the end of the browser", () => {
        const profiles = profilesOf(browsers);
        return !lair.inhabitants().some(({ pid, command }) =>
          browsers.some((one) => one.pid === pid) ||
          profiles.some((profile) => command.includes(profile))
        ) && !lair.entries().some((name) => profiles.some((profile) => profile.endsWith(name)));
      });
      assert.ok(await opens(gateway), "a call after the death of the browser works");
      gateway.closeInput();
      return Math.max(took, await soon("the end of everything", () => empty(lair)));
    }
    return await soon("the end of everything", () => empty(lair));
  } catch (cause) {
    const left = lair.inhabitants().map(({ pid, command }) => `${pid} ${command.slice(0, 150)}`);
    throw new Error(
      `${death} at ${moment}: left are ${JSON.stringify([...left, ...lair.entries()])}`,
      { cause },
    );
  } finally {
    gateway?.kill("SIGKILL");
    lair.remove();
  }
}

/** Whether a page comes; a call may tell the death of the browser, or find the machine busy. */
async function opens(gateway: RawGateway): Promise<boolean> {
  for (let tries = 0; tries < 4; tries++) {
    const asked = gateway.call("workflow_start", { profile: "default", url });
    const { value } = await answered("a new page", OPEN_MS, asked);
    if (isJson(value.result) && value.result.isError !== true) return true;
  }
  return false;
}

function empty(lair: Lair): boolean {
  return lair.entries().length === 0 && lair.inhabitants().length === 0;
}

/** During the handshake there is no browser, and nobody who could go on without it. */
function deathFor(moment: Moment, death: Death): Death {
  return moment === "handshake" && death === "browser SIGKILL" ? "gateway SIGKILL" : death;
}

test("nothing is left of a gateway or browser that was killed, whatever it was doing", async () => {
  const seeded = new Seeded(12);
  let longest = 0;
  const kills = amount(6, 200);
  for (let kill = 0; kill < kills; kill++) {
    // Every kind of end and every moment comes, then their pairs by chance.
    const moment = kill < kills / 2
      ? MOMENTS[kill % MOMENTS.length] ?? "calls"
      : seeded.pick(MOMENTS);
    const death = deathFor(moment, DEATHS[kill % DEATHS.length] ?? seeded.pick(DEATHS));
    longest = Math.max(longest, await lives(seeded, death, moment));
    if ((kill + 1) % 20 === 0) {
      figures(`${kill + 1} kills, the longest left something for ${Math.round(longest)} ms`);
    }
  }
});
