/** Both browsers, each driven by a built executable of its own, on the same pages. */
import { setTimeout as sleep } from "node:timers/promises";
import { chromiumArgs, serveCorpus, type Site as Corpus } from "../../bench/stand.ts";
import { Agent, type OpenPage } from "../support/agent.ts";
import { type FirefoxBinary, firefoxBinary } from "../support/firefox_binary.ts";
import { Site } from "../support/site.ts";
import { type Parity, parity, shareOf, type Side } from "./parity.ts";
import { INNER_PAGES, parityPages, TEXT_PAGE } from "./parity_pages.ts";
import { wholePage } from "./stand.ts";

/** Least share of actionables that agree on any page. */
export const LEAST_SHARE = 0.95;

/** A page stands still when two walks, so many milliseconds apart, are equal. */
const STILL_MS = 300;
/** Walks of a page that never stands still. */
const MAX_WALKS = 20;
/** Pages that differ are compared again, so often at most: one may have been still loading. */
const MAX_ROUNDS = 12;
/** What differs the same way in so many rounds is taken as it is. */
const SAME_ROUNDS = 3;
const ROUND_MS = 700;
const MAX_OPENS = 3;
/** Longest start of a page, milliseconds: the first one starts the browser. */
const OPEN_MS = 120_000;

export class ParityStand {
  readonly #agents: Readonly<Record<Side, Agent>>;
  readonly #corpus: Corpus;
  readonly #own: Site;
  readonly #firefox: FirefoxBinary;

  private constructor(
    agents: Readonly<Record<Side, Agent>>,
    corpus: Corpus,
    own: Site,
    firefox: FirefoxBinary,
  ) {
    this.#agents = agents;
    this.#corpus = corpus;
    this.#own = own;
    this.#firefox = firefox;
  }

  static async start(): Promise<ParityStand> {
    const firefox = firefoxBinary();
    const chromium = await Agent.start({
      args: ["--browser", "chromium", ...chromiumArgs().map((arg) => `--browser-arg=${arg}`)],
    });
    const agents = {
      chromium,
      firefox: await Agent.start({
        args: ["--browser", "firefox", "--browser-path", firefox.path],
      }),
    };
    return new ParityStand(agents, await serveCorpus(), await servePages(), firefox);
  }

  /** A page of the corpus, by its path. */
  corpusPage(path: string): Promise<Parity> {
    return this.#compare(this.#corpus.origin + path);
  }

  /** One of `parityPages`, by its name. */
  ownPage(name: string): Promise<Parity> {
    return this.#compare(this.#own.url(`/parity/${name}`));
  }

  async close(): Promise<void> {
    await Promise.all([this.#agents.chromium.close(), this.#agents.firefox.close()]);
    this.#firefox.remove();
    await this.#own.close();
    await this.#corpus.end();
  }

  async #compare(url: string): Promise<Parity> {
    const pages = await Promise.all([
      open(this.#agents.chromium, url),
      open(this.#agents.firefox, url),
    ]);
    try {
      let last = "";
      for (let round = 1, same = 1;; round++) {
        // One after the other: on a busy machine the largest pages need it for themselves.
        const found = parity(await stillOutline(pages[0]), await stillOutline(pages[1]));
        const now = JSON.stringify(found);
        same = now === last ? same + 1 : 1;
        const settled = same === SAME_ROUNDS || round === MAX_ROUNDS;
        if (shareOf(found.printed) === 1 || settled) return found;
        last = now;
        await sleep(ROUND_MS);
      }
    } finally {
      await Promise.all(pages.map(({ page }) => page.close()));
    }
  }
}

interface Opened {
  readonly agent: Agent;
  readonly page: OpenPage;
}

/** A page that a busy machine does not load in time is opened once more. */
async function open(agent: Agent, url: string): Promise<Opened> {
  for (let tries = 1;; tries++) {
    try {
      return { agent, page: await agent.open(url, OPEN_MS) };
    } catch (error) {
      if (tries === MAX_OPENS) throw error;
    }
  }
}

async function stillOutline({ agent, page }: Opened): Promise<string> {
  let last = "";
  for (let walks = 0; walks < MAX_WALKS; walks++) {
    const { outline } = await wholePage(agent.client, page.handle ?? "");
    if (walks > 0 && outline === last) break;
    last = outline;
    await sleep(STILL_MS);
  }
  return last;
}

async function servePages(): Promise<Site> {
  const site = await Site.start();
  for (const [name, html] of Object.entries(INNER_PAGES)) site.page(`/parity/${name}`, html);
  site.page(`/parity/${TEXT_PAGE}`, (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).end("Plain text");
  });
  for (const [name, html] of Object.entries(parityPages(site.url("", "localhost")))) {
    site.page(`/parity/${name}`, html);
  }
  return site;
}
