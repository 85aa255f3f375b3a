/**
 * The reading half of the page script in a real browser of either kind, by the engine itself: its
 * functions stand in the isolated realm as `__walking`, and tests evaluate expressions there.
 */
import type {
  BrowserContext,
  Engine,
  EngineLauncher,
  EnginePage,
} from "../../src/engine/engine.ts";
import { chromiumLauncher } from "../../cdp/launcher.ts";
import { firefoxLauncher } from "../../firefox/launcher.ts";
import { systemClock } from "../../src/platform/system.ts";
import { evaluate } from "./engine_lab.ts";
import { STAND_IN, within } from "./engine_stand_in.ts";
import { Site } from "./site.ts";
import { readable, walkingScript } from "./walking_lab.ts";

export type BrowserKind = "chromium" | "firefox";
export const BROWSERS: readonly BrowserKind[] = ["chromium", "firefox"];

export class WalkingLab {
  readonly #engine: Engine;
  readonly #context: BrowserContext;
  readonly #page: EnginePage;
  readonly site: Site;
  #pages = 0;

  private constructor(engine: Engine, context: BrowserContext, page: EnginePage, site: Site) {
    this.#engine = engine;
    this.#context = context;
    this.#page = page;
    this.site = site;
  }

  static async open(kind: BrowserKind): Promise<WalkingLab> {
    const options = { clock: systemClock, pageScript: STAND_IN + await walkingScript() };
    const launcher: EngineLauncher = kind === "chromium"
      ? chromiumLauncher(options)
      : firefoxLauncher(options);
    const engine = await launcher.launch(within(60_000));
    try {
      const context = await engine.createContext({}, within());
      return new WalkingLab(engine, context, await context.openPage(within()), await Site.start());
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** Serves the HTML and goes there. */
  async show(html: string): Promise<void> {
    await this.#page.navigate(
      this.site.page(`/${++this.#pages}`, html),
      "interactive",
      within(30_000),
    );
  }

  /** The value of an expression in the realm, where `__walking` holds the functions. */
  async ask(expression: string): Promise<unknown> {
    return JSON.parse(
      await evaluate(this.#page, `JSON.stringify((() => (${expression}))() ?? null)`),
    );
  }

  /** All rows of one walk, for reading in tests. */
  async lines(): Promise<string[]> {
    const walk = `__walking.walk({ walk: "test", rows: 1e6, chars: 1e9 })`;
    return (await evaluate(this.#page, walk)).split("\n").slice(1, -1).map(readable);
  }

  async close(): Promise<void> {
    await this.#context.close(within());
    await this.#engine.close();
    await this.site.close();
  }
}
