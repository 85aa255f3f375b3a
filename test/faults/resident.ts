/**
 * One session among many, with a model of its page: every answer is checked against the model, and
 * none may hold anything of another session.
 */
import assert from "node:assert/strict";
import type { Seeded } from "../support/seeded.ts";
import { answered } from "./deadlines.ts";
import type { IdentitySite } from "./identity_site.ts";
import { isJson, type Json, type RawGateway, type RawPage, textOf } from "./raw_gateway.ts";

/** No call of a session waits longer for what another one does, milliseconds. */
export const ANSWER_MS = 5_000;
const CORNER = { mode: { kind: "clip", x: 4, y: 4, width: 16, height: 16 } };

/** A page that does nothing was called busy, or a popup came late: right only where the machine itself is busy. */
class NotNow extends Error {}

export interface Neighbourhood {
  readonly gateway: RawGateway;
  readonly site: IdentitySite;
  readonly tokens: readonly string[];
}

export class Resident {
  readonly token: string;
  /** Calls made, and the longest that one of them took, milliseconds. */
  calls = 0;
  longestMs = 0;
  /** Calls refused because the page seemed busy. */
  refused = 0;
  /** Set longer for one whose own page is hung or killed: others judge that. */
  patienceMs = ANSWER_MS;
  readonly #around: Neighbourhood;
  readonly #others: readonly string[];
  #page: RawPage;
  #step = 0;
  #pressed = 0;
  #pressedInAll = 0;
  #typed = "";
  #corner: string | null = null;

  private constructor(token: string, around: Neighbourhood, page: RawPage) {
    this.token = token;
    this.#around = around;
    this.#others = around.tokens.filter((one) => one !== token);
    this.#page = page;
  }

  static async moveIn(token: string, around: Neighbourhood): Promise<Resident> {
    return new Resident(token, around, await around.gateway.open(around.site.url(token, 0)));
  }

  get sessionId(): string {
    return this.#page.sessionId;
  }

  /** One thing by chance, with one to five calls. */
  act(seeded: Seeded): Promise<void> {
    return this.#orStartOver(() => this.#act(seeded));
  }

  async #act(seeded: Seeded): Promise<void> {
    const { token } = this;
    switch (seeded.below(16)) {
      case 0:
        return this.#shows(await this.#right("a11y_snapshot", { maxNodes: 100 }));
      case 1:
        return this.#shows(
          await this.#bare("workflow_observe", { workflowHandle: this.#page.handle }),
        );
      case 2:
        return this.#shows(await this.#right("inspect", {}));
      case 3:
        await this.#right("click", { target: `button "Press ${token}"` });
        this.#pressed++;
        this.#pressedInAll++;
        await this.#right("wait_for", {
          condition: {
            kind: "text",
            target: { css: "#times" },
            matcher: { kind: "exact", value: `pressed ${this.#pressed}` },
          },
          timeoutMs: 3_000,
        });
        return assert.equal(this.#around.site.presses.get(token), this.#pressedInAll);
      case 4:
      case 5: {
        this.#typed = `typed by ${token} ${seeded.below(1_000)}`;
        const told = await this.#right("type_text", {
          target: `textbox "Field ${token}"`,
          value: this.#typed,
          clearFirst: true,
        });
        return assert.ok(JSON.stringify(told).includes(this.#typed));
      }
      case 6:
        return assert.ok(
          JSON.stringify(await this.#right("inspect", { selector: "#field" })).includes(
            this.#typed,
          ),
        );
      case 7:
        this.#moved(seeded.between(1, 9));
        await this.#right("navigate", { url: this.#around.site.url(token, this.#step) });
        return this.#shows(await this.#right("a11y_snapshot", {}));
      case 8:
        await this.#right("click", { target: `link "Next ${token}"` });
        this.#moved(this.#step + 1);
        return this.#shows(await this.#right("a11y_snapshot", {}));
      case 9:
        return this.#corners(await this.#right("screenshot", CORNER));
      case 10: {
        const asked = await this.#right("click", { target: `button "Ask ${token}"` });
        assert.ok(JSON.stringify(asked).includes(`Sure, ${token}?`), "the dialog is told");
        const yes = seeded.chance(0.5);
        await this.#right("dialog", { action: yes ? "accept" : "dismiss" });
        const said = await this.#right("inspect", { selector: "#answer" });
        return assert.ok(JSON.stringify(said).includes(`${yes ? "Yes" : "No"} ${token}`));
      }
      case 11:
        await this.#right("click", { target: `button "Pop ${token}"` });
        return await this.#closeOther(await this.#pages(2));
      case 12:
        await this.#bare("page_open", {
          sessionId: this.sessionId,
          url: this.#around.site.url(token, 0),
        });
        return await this.#closeOther(await this.#pages(2));
      case 13:
        await this.#right("page_activate", {});
        await this.#pages(1);
        return;
      case 14: {
        const list = JSON.stringify(await this.#bare("session_list", {}));
        assert.ok(list.includes(this.sessionId));
        await this.#bare("runtime_info", {});
        await this.#bare("toolset_select", { toolset: seeded.pick(["full", "act", "explore"]) });
        return;
      }
      default:
        if (seeded.chance(0.7)) return await this.#pages(1).then(() => {});
        return await this.#moveAgain();
    }
  }

  /** Makes its own page hang, and frees it; the calls on it fail, and say so. */
  hang(): Promise<void> {
    return this.#orStartOver(() => this.#hang());
  }

  async #hang(): Promise<void> {
    await this.#any("click", { ...this.#where, target: `button "Hang ${this.token}"` });
    const stuck = await this.#any("a11y_snapshot", this.#where);
    assert.match(JSON.stringify(stuck), /pageUnresponsive/);
    this.#moved(1);
    await this.#right("navigate", { url: this.#around.site.url(this.token, 1) });
    this.#shows(await this.#right("a11y_snapshot", {}));
  }

  /** The renderer of its page was killed: told by the next call, and the one after goes on. */
  mourn(): Promise<void> {
    return this.#orStartOver(() => this.#mourn());
  }

  async #mourn(): Promise<void> {
    const told = JSON.stringify(await this.#any("a11y_snapshot", this.#where));
    // A browser that is starved itself takes its time to hear of a death.
    if (told.includes("pageUnresponsive")) throw new NotNow("The death is not known yet");
    assert.match(told, /pageCrashed/);
    this.#moved(2);
    await this.#right("navigate", { url: this.#around.site.url(this.token, 2) });
    this.#shows(await this.#right("a11y_snapshot", {}));
  }

  /** Opens a page where nothing of the model holds; whether it came. */
  async visit(url: string): Promise<boolean> {
    const before = this.refused;
    await this.#orStartOver(async () => void await this.#right("navigate", { url }));
    return this.refused === before;
  }

  /** What a refused call has done is not known: the model starts again with a new session. */
  async #orStartOver(acts: () => Promise<void>): Promise<void> {
    try {
      await acts();
    } catch (cause) {
      if (!(cause instanceof NotNow)) throw cause;
      this.refused++;
      // What refused the act may refuse the new session once, too; a second time fails the test.
      await this.#moveAgain().catch(() => this.#moveAgain());
      this.#pressedInAll = this.#around.site.presses.get(this.token) ?? 0;
    }
  }

  get #where(): Json {
    return { sessionId: this.#page.sessionId, pageId: this.#page.pageId };
  }

  #moved(step: number): void {
    this.#step = step;
    this.#pressed = 0;
    this.#typed = "";
  }

  /** A new session with nothing of the old one: it shows what the site has told it since. */
  async #moveAgain(): Promise<void> {
    // Closed already where this is the second try.
    await this.#any("session_close", { sessionId: this.sessionId });
    const gone = await this.#any("page_list", { sessionId: this.sessionId });
    assert.ok(isJson(gone.error) || JSON.stringify(gone).includes("notFound"));
    const opened = this.#around.gateway.open(this.#around.site.url(this.token, 0));
    this.#page = (await answered("workflow_start", this.patienceMs, opened)).value;
    this.#moved(0);
  }

  #shows(answer: Json): void {
    const text = textOf(answer);
    for (
      const part of [
        `Home of ${this.token} step ${this.#step}`,
        `cookie who=${this.token}`,
        `local ${this.token}`,
        `session ${this.token}`,
        `pressed ${this.#pressed}`,
        `Press ${this.token}`,
      ]
    ) {
      assert.ok(text.includes(part), `no ${part} in ${text.slice(0, 600)}`);
    }
  }

  #corners(answer: Json): void {
    const image = /"data":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
    assert.ok(image !== undefined, "the screenshot has an image");
    this.#corner ??= image;
    assert.equal(image, this.#corner, "the corner keeps its colour");
  }

  /** The colour of its corner as it was seen; null: never looked. */
  get corner(): string | null {
    return this.#corner;
  }

  /** Ids of its pages, which are `count`. */
  async #pages(count: number): Promise<readonly string[]> {
    let text = "";
    let ids: readonly string[] = [];
    const begin = performance.now();
    // A popup on a busy machine takes its time.
    while (ids.length < count && performance.now() - begin < ANSWER_MS) {
      const list = await this.#bare("page_list", { sessionId: this.sessionId });
      text = JSON.stringify(isJson(list.result) ? list.result.structuredContent : null);
      ids = [...text.matchAll(/"pageId":"([^"]+)"/g)].map(([, id]) => id ?? "");
    }
    if (ids.length < count) throw new NotNow("The popup has not come yet");
    assert.equal(ids.length, count, text);
    assert.ok(ids.includes(this.#page.pageId));
    return ids;
  }

  async #closeOther(ids: readonly string[]): Promise<void> {
    const pageId = ids.find((id) => id !== this.#page.pageId);
    await this.#bare("page_close", { sessionId: this.sessionId, pageId });
    await this.#pages(1);
  }

  #right(name: string, args: Json): Promise<Json> {
    return this.#bare(name, { ...this.#where, ...args });
  }

  async #bare(name: string, args: Json): Promise<Json> {
    const answer = await this.#any(name, args);
    const { result } = answer;
    if (
      /"code":"(pageUnresponsive|deadlineExceeded|targetUnstable)"/.test(JSON.stringify(answer))
    ) {
      throw new NotNow(`${name} of ${this.token}`);
    }
    assert.ok(
      isJson(result) && result.isError !== true,
      `${this.token}: ${name} ${JSON.stringify(args).slice(0, 200)} answered ${
        JSON.stringify(answer).slice(0, 600)
      }`,
    );
    return answer;
  }

  /** The answer, right or not; in time, and without anything of the others. */
  async #any(name: string, args: Json): Promise<Json> {
    const asked = this.#around.gateway.call(name, args);
    const what = `${name} of ${this.token} ${JSON.stringify(args).slice(0, 200)}`;
    const { value, tookMs } = await answered(what, this.patienceMs, asked);
    this.calls++;
    this.longestMs = Math.max(this.longestMs, tookMs);
    const text = JSON.stringify(value);
    for (const other of this.#others) {
      assert.ok(
        !text.includes(other),
        `${name} of ${this.token} holds ${other}: ${text.slice(0, 600)}`,
      );
    }
    return value;
  }
}
