/**
 * The measuring stand on Firefox: the built executable drives the browser, which takes one session
 * at a time; the pages themselves tell the test what is on them.
 */
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { Agent, type OpenPage } from "../support/agent.ts";
import { type FirefoxBinary, firefoxBinary } from "../support/firefox_binary.ts";
import type { TextRun } from "./page_truth.ts";
import { TellingPages } from "./telling_pages.ts";

/** Longest start of the browser, and of a page, milliseconds. */
const START_MS = 120_000;
/** A page stands still when three looks, so far apart, are equal. */
const LOOK_MS = 100;
const MAX_LOOKS = 300;

export class FirefoxStand {
  readonly agent: Agent;
  readonly #pages: TellingPages;
  readonly #firefox: FirefoxBinary;

  private constructor(agent: Agent, pages: TellingPages, firefox: FirefoxBinary) {
    this.agent = agent;
    this.#pages = pages;
    this.#firefox = firefox;
  }

  static async start(): Promise<FirefoxStand> {
    const firefox = firefoxBinary();
    const args = ["--browser", "firefox", "--browser-path", firefox.path];
    return new FirefoxStand(await Agent.start({ args }), await TellingPages.start(), firefox);
  }

  /** Opens a page of the corpus, and waits until it stands still. */
  async open(path: string): Promise<OpenPage> {
    const page = await this.agent.open(this.#pages.url(path), START_MS);
    let last = "";
    for (let looks = 0, same = 0; looks < MAX_LOOKS && same < 3; looks++) {
      const now = await this.#pages.ask(path, "look");
      same = now === last && now.startsWith("complete") ? same + 1 : 0;
      last = now;
      await sleep(LOOK_MS);
    }
    return page;
  }

  /** Visible text of the open page at that path, read by the page itself. */
  async readText(path: string): Promise<readonly TextRun[]> {
    const text = await this.#pages.ask(path, "text");
    return v.parse(v.array(v.array(v.string())), JSON.parse(text)).map((pieces) => ({ pieces }));
  }

  async close(): Promise<void> {
    await this.agent.close();
    await this.#pages.close();
    this.#firefox.remove();
  }
}
