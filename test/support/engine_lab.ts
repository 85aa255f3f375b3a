/** One real browser for a test file of an engine's room, and short ways to use it. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type {
  BrowserContext,
  Engine,
  EngineLauncher,
  EnginePage,
} from "../../src/engine/engine.ts";
import { type ErrorCode, Failure } from "../../src/model/error.ts";
import type { Call } from "../../src/model/ports.ts";
import { systemClock } from "../../src/platform/system.ts";
import { within } from "./engine_stand_in.ts";
import { Site } from "./site.ts";

/** The browser and the site of one test file, there from its first test to its last. */
export class EngineLab {
  #engine: Engine | null = null;
  #site: Site | null = null;

  constructor(launcher: EngineLauncher) {
    before(async () => {
      this.#engine = await launcher.launch(within(30_000));
      this.#site = await Site.start();
    });
    after(async () => {
      await this.#engine?.close();
      await this.#site?.close();
    });
  }

  get engine(): Engine {
    if (this.#engine === null) throw new Error("The browser is not there yet");
    return this.#engine;
  }

  get site(): Site {
    if (this.#site === null) throw new Error("The site is not there yet");
    return this.#site;
  }

  /** A page in its own context, which ends with `work`. */
  async withPage(
    work: (page: EnginePage, context: BrowserContext) => Promise<void>,
  ): Promise<void> {
    const context = await this.engine.createContext({}, within());
    try {
      await work(await context.openPage(within()), context);
    } finally {
      await context.close(within());
    }
  }
}

/** Evaluates an expression in a frame's realm (the main frame's by default). */
export async function evaluate(
  page: EnginePage,
  expression: string,
  call: Call = within(),
  frameId: string = mainFrame(page),
): Promise<string> {
  return await page.frame(frameId).call("walk", { walk: expression, rows: 1, chars: 1 }, call);
}

export function mainFrame(page: EnginePage): string {
  const [main] = page.frames();
  assert.ok(main, "The page has a main frame");
  return main.id;
}

/** Waits for page events until `met`; fails at the deadline. */
export async function until(
  page: EnginePage,
  met: () => boolean | Promise<boolean>,
  what: string,
  call: Call = within(),
): Promise<void> {
  while (!(await met())) {
    assert.ok(systemClock.monotonic() < call.deadline, `In time: ${what}`);
    await page.nextActivity(within(50));
  }
}

/** Fails unless `work` rejects with a Failure of that code; gives the failure. */
export async function refusedWith(code: ErrorCode, work: Promise<unknown>): Promise<Failure> {
  const failure = await work.then(() => null, (cause: unknown) => cause);
  assert.ok(failure instanceof Failure, `A Failure was expected, not ${String(failure)}`);
  assert.equal(failure.code, code, failure.message);
  return failure;
}
