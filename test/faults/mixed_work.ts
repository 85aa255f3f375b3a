/** What a long day brings: pages of all kinds, acts, popups, dialogs, errors, sessions that come and go. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Cores } from "../support/starved.ts";
import { ROOT } from "../support/executable.ts";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import type { FaultStand } from "./stand.ts";

const CORPUS = ["ietf-1", "wikipedia-2", "lwn-1", "mozilla-1", "v8-blog", "yahoo-2"];

/** Looks at the list of pages until a popup stands there. */
const MAX_LOOKS = 200;
/** Calls refused because the machine gave the page no core are made again. */
const MAX_STARVED = 20;

/** A page that makes its rows anew every time its button is pressed. */
const LIVING = `<title>Living</title><button id=anew>Anew</button><input id=field aria-label=Field>
  <ul id=rows></ul><script>
  let times = 0;
  const fill = () => {
    let html = "";
    for (let i = 0; i < 200; i++) html += "<li><button>More</button> row " + i + " of " + times;
    rows.innerHTML = html;
    times++;
  };
  anew.onclick = fill;
  fill();
</script>`;

export class MixedWork {
  readonly #stand: FaultStand;
  readonly #living: OpenPage;
  readonly #moving: OpenPage;
  readonly #addresses: Readonly<Record<"ask" | "opener" | "framed" | "small", string>>;
  readonly #corpus: readonly string[];
  /** Calls made. */
  calls = 0;
  /** Of them: refused for want of a core, and made again. */
  refused = 0;

  private constructor(stand: FaultStand, living: OpenPage, moving: OpenPage) {
    this.#stand = stand;
    this.#living = living;
    this.#moving = moving;
    const { site } = stand;
    this.#corpus = CORPUS.map((name) =>
      site.page(
        `/corpus/${name}`,
        readFileSync(join(ROOT, "test/fixtures/corpus/pages", `${name}.html`), "utf8"),
      )
    );
    const small = site.page("/small", "<title>Small</title><button>Inside</button>");
    const other = site.page("/other", "<button>Beyond</button>", "localhost");
    this.#addresses = {
      small,
      ask: site.page("/ask", `<title>Ask</title><button onclick="alert('Sure?')">Ask</button>`),
      opener: site.page(
        "/opener",
        `<title>Opener</title><button onclick="window.open('${small}')">Open</button>`,
      ),
      framed: site.page(
        "/framed",
        `<iframe src="${small}"></iframe><iframe src="${other}"></iframe>`,
      ),
    };
  }

  static async begin(stand: FaultStand): Promise<MixedWork> {
    const living = await stand.agent.open(stand.site.page("/living", LIVING));
    const moving = await stand.agent.open(stand.site.page("/start", "<title>Start</title>Start"));
    return new MixedWork(stand, living, moving);
  }

  /** One round: some twenty calls. */
  async round(number: number): Promise<void> {
    const address = this.#corpus[number % this.#corpus.length] ?? "";
    await this.#on(this.#living, "a11y_snapshot", { maxNodes: 512 });
    await this.#on(this.#living, "click", { target: 'button "Anew"' });
    await this.#on(this.#living, "type_text", { target: 'textbox "Field"', value: `v${number}` });
    await this.#on(this.#living, "a11y_snapshot");
    await this.#on(this.#living, "screenshot", { imageFormat: "jpeg", maxSide: 400 });
    await this.#fails(this.#living, "click", { target: { css: "[" } });
    await this.#on(this.#moving, "navigate", { url: address });
    await this.#on(this.#moving, "a11y_snapshot", { maxNodes: 2048 });
    await this.#on(this.#moving, "inspect", { includeHtml: true });
    await this.#on(this.#moving, "navigate", { url: this.#addresses.framed });
    await this.#on(this.#moving, "workflow_observe", { goal: "read" });
    await this.#on(this.#moving, "navigate", { url: this.#addresses.ask });
    await this.#on(this.#moving, "click", { target: 'button "Ask"' });
    await this.#fails(this.#moving, "a11y_snapshot", {});
    await this.#on(this.#moving, "dialog", {
      action: number % 2 === 0 ? "accept" : "dismiss",
    });
    if (number % 3 === 0) await this.#popup();
    if (number % 5 === 0) await this.#session();
  }

  async #popup(): Promise<void> {
    await this.#on(this.#moving, "navigate", { url: this.#addresses.opener });
    await this.#on(this.#moving, "click", { target: 'button "Open"' });
    const { sessionId } = this.#moving;
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const { text } = await this.#call("page_list", { sessionId });
      const pageId = [...text.matchAll(/"pageId":"([^"]+)"/g)].flatMap(([, id]) => id ?? [])
        .find((id) => id !== this.#moving.pageId);
      if (pageId === undefined) continue;
      await this.#call("a11y_snapshot", { sessionId, pageId });
      await this.#call("page_close", { sessionId, pageId });
      return;
    }
    throw new Error("The popup is not listed");
  }

  async #session(): Promise<void> {
    const page = await this.#stand.agent.open(this.#addresses.small);
    await this.#on(page, "a11y_snapshot");
    await page.close();
    this.calls += 2;
  }

  async #call(tool: string, args: Readonly<Record<string, unknown>>): Promise<AgentReply> {
    this.calls++;
    const reply = await this.#stand.agent.call(tool, args);
    if (reply.isError) throw new Error(`${tool}: ${reply.text.slice(0, 400)}`);
    return reply;
  }

  /** A page that got no core to answer with is asked again; any other refusal is a finding. */
  async #on(
    page: OpenPage,
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    for (let tries = 1;; tries++) {
      this.calls++;
      const cores = new Cores(this.#stand.agent.pid);
      const reply = await page.attempt(tool, args);
      if (!reply.isError) return;
      this.refused++;
      const slow = reply.text.includes('"status":"retryableFailure"') && cores.starved;
      if (!slow || tries === MAX_STARVED) throw new Error(`${tool}: ${reply.text.slice(0, 400)}`);
    }
  }

  async #fails(
    page: OpenPage,
    tool: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    this.calls++;
    const reply = await page.attempt(tool, args);
    if (!reply.isError) throw new Error(`${tool} did not fail`);
  }
}
