/**
 * A click on one page, judged by what the page recorded: which element really got it. The tables
 * of hard targets and of places are made of these.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as v from "valibot";
import type { AgentReply, OpenPage } from "../support/agent.ts";
import { amount, SOAK } from "../support/soak.ts";
import { answered } from "./deadlines.ts";
import type { Happening } from "./recorder.ts";
import { FaultStand, type Told } from "./stand.ts";

/** A click has its answer, good or bad, within this, milliseconds. */
const CLICK_MS = 1_000;

export interface Click {
  readonly title: string;
  /**
   * HTML of the page. `ORIGIN` and `OTHER` stand for this page's address on this site and on one of
   * another origin, `RECORDER` for the recorder, in documents that a script of the page writes.
   */
  readonly body: string;
  /** Pages of its frames, by their path below the page's own: served at `PATH/name`. */
  readonly frames?: Readonly<Record<string, string>>;
  /** Documents that tell that they are ready before the snapshot; by default the page and its frames. */
  readonly documents?: number;
  readonly target: string | Readonly<Record<string, unknown>>;
  /** The target is no line of the outline, so none is asked for. */
  readonly unlisted?: boolean;
  /** A line that is clicked first, to make the page what it should be; then the page tells `tells`. */
  readonly first?: string;
  readonly tells?: string;
  /** Path of the frame that a frame sends itself on to; it must have told that it is ready. */
  readonly settled?: string;
  /** Much like another one: only in the long run. */
  readonly soak?: boolean;
  /** A held change that happens after a first snapshot; a second one shows the target. */
  readonly again?: string;
  /** A held change that happens after the snapshot and before the click. */
  readonly before?: string;
  /** A held change that happens while the click is on its way. */
  readonly during?: string;
  /** Id of the element that must get it: every press and every click that the page records has it in its path. */
  readonly hits?: string;
  /** Or, where no recorder can run: the path below the page's own that the browser asks for then. */
  readonly asks?: string;
  /** Ids that may be pressed for it instead (a label, what is drawn over a control). */
  readonly through?: readonly string[];
  /** Text that is typed into it afterwards; the page must tell of it. */
  readonly text?: string;
  /** Or the refusal: nothing may be pressed then. With `hits`: either will do. */
  readonly refused?: string;
  /** What the message must say. */
  readonly says?: RegExp;
}

interface Aim extends Pick<Click, "title" | "target"> {
  readonly during?: string | undefined;
}

const Refused = v.looseObject({ error: v.looseObject({ code: v.string(), message: v.string() }) });
const POINTER: ReadonlySet<string> = new Set(["mousedown", "mouseup", "click"]);

/** One page on which one click after the other is judged. */
class Lane {
  readonly #stand: FaultStand;
  readonly #page: OpenPage;
  readonly #name: string;
  #last = 0;

  constructor(stand: FaultStand, page: OpenPage, name: string) {
    this.#stand = stand;
    this.#page = page;
    this.#name = name;
  }

  async judge(click: Click): Promise<void> {
    const group = `${this.#name}-${++this.#last}`;
    await this.#load(click, group);
    if (click.first !== undefined) {
      await this.#page.outline();
      await this.#page.call("click", { target: click.first });
      await this.#told(`${click.tells} is told`, group, click.tells ?? "");
    }
    if (click.again !== undefined) {
      await this.#page.outline();
      await this.#stand.release(click.again, group);
    }
    this.#stand.forget(group);
    if (click.unlisted !== true && typeof click.target === "string") {
      const { target } = click;
      const lines = await this.#page.outline();
      assert.ok(
        lines.some((line) => line.startsWith(target)),
        `${target} is not in the outline:\n${lines.join("\n")}`,
      );
    }
    if (click.before !== undefined) await this.#stand.release(click.before, group);
    let value = await this.#click(click, group);
    let happened = await this.#stand.happened();
    // A machine that is busy draws seldom: then the agent is told to try again, and does.
    for (let tries = 1; tries < TRIES && isUnsteady(value, click); tries++) {
      assert.deepEqual(presses(happened, group), [], `It was refused and pressed: ${value.text}`);
      value = await this.#click({ ...click, during: undefined }, group);
      happened = await this.#stand.happened();
    }
    if (click.asks === undefined) {
      verdict(click, value, happened.filter((one) => one.group === group));
    } else {
      assert.equal(value.isError, false, value.text);
      assert.ok(this.#stand.site.hits.includes(`/${group}${click.asks}`), "It sent nothing");
    }
    if (click.text !== undefined) await this.#type(click, click.text, group);
  }

  async #click({ title, target, during }: Aim, group: string): Promise<AgentReply> {
    const calling = answered(title, CLICK_MS, this.#page.attempt("click", { target }));
    if (during !== undefined) await this.#stand.release(during, group);
    return (await calling).value;
  }

  /** Types into the target too; the page must say that it stands there. */
  async #type(click: Click, text: string, group: string): Promise<void> {
    const reply = await this.#page.attempt("type_text", { target: click.target, value: text });
    assert.equal(reply.isError, false, reply.text);
    const inputs = (await this.#stand.happened()).filter((one) =>
      one.group === group && one.type === "input"
    );
    assert.equal(inputs.at(-1)?.value, text);
    assert.ok(inputs.at(-1)?.path.includes(click.hits ?? ""));
  }

  /** Loads the page and its frames; resolves when each has told that it is there. */
  async #load(click: Click, group: string): Promise<void> {
    const path = `/${group}`;
    const { site } = this.#stand;
    const frames = Object.entries(click.frames ?? {});
    const filled = (html: string) =>
      html
        .replaceAll("ORIGIN", site.url(path))
        .replaceAll("OTHER", site.url(path, "localhost"))
        .replaceAll(
          "RECORDER",
          (this.#stand.recorder(group) + READY).replaceAll("</", "<\\/"),
        );
    for (const [name, html] of frames) {
      this.#stand.page(`${path}/${name}`, filled(html) + READY, "127.0.0.1", group);
    }
    const url = this.#stand.page(path, filled(click.body) + READY, "127.0.0.1", group);
    await this.#page.call("navigate", { url });
    const documents = click.documents ?? 1 + frames.length;
    await this.#told(`the documents of ${path} are ready`, group, "ready", documents);
    const { settled } = click;
    if (settled === undefined) return;
    await this.#stand.told(
      `${settled} is ready`,
      (one) => one.group === group && one.key === "ready" && one.at.endsWith(settled),
    );
  }

  async #told(what: string, group: string, key: string, times = 1): Promise<void> {
    await this.#stand.toldTimes(
      what,
      (one) => one.group === group && one.type === "told" && one.key === key,
      times,
    );
  }
}

/** Pages driven at once: most refusals only wait. Exact times need the machine for themselves. */
const LANES = amount(3, 1);
/** Attempts at a click that is told to be tried again; in the long run the first one counts. */
const TRIES = amount(3, 1);

/** The page was said to be unsteady, and the click should have gone through. */
function isUnsteady(reply: AgentReply, { refused, hits }: Click): boolean {
  const { success, output } = v.safeParse(Refused, reply.structured);
  return reply.isError && success && refused === undefined && hits !== undefined &&
    output.error.code === "targetUnstable";
}

function presses(happened: readonly Told[], group: string): readonly string[] {
  return happened
    .filter((one) => one.group === group && one.trusted && POINTER.has(one.type))
    .map(({ type, key }) => `${type} ${key}`);
}

const READY = `<script>tell("ready")</script>`;

function verdict(click: Click, reply: AgentReply, happened: readonly Happening[]): void {
  const pointer = happened.filter(({ type, trusted }) => POINTER.has(type) && trusted);
  const seen = `${reply.text}\n${
    pointer.map(({ type, path }) => `${type} ${path.join(" < ")}`).join("\n")
  }`;
  if (click.refused !== undefined && (reply.isError || click.hits === undefined)) {
    assert.ok(reply.isError, `It was not refused: ${seen}`);
    assert.deepEqual(pointer, [], `It was refused and something was pressed: ${seen}`);
    const { error } = v.parse(Refused, reply.structured);
    assert.equal(error.code, click.refused, seen);
    assert.match(error.message, click.says ?? /./, seen);
    return;
  }
  assert.equal(reply.isError, false, seen);
  const own = [click.hits ?? "", ...click.through ?? []];
  for (const one of pointer) {
    assert.ok(own.some((id) => one.path.includes(id)), `Something else was pressed: ${seen}`);
  }
  // A closed root's own listener tells of a press again, by the element inside.
  const pressed = pointer.filter(({ type }) => type === "mousedown").map(({ key }) => key);
  assert.ok(pressed.length > 0 && new Set(pressed).size === pressed.length, seen);
  assert.ok(
    pointer.some(({ type, path }) => type === "click" && path.includes(own[0] ?? "")),
    `It got no click: ${seen}`,
  );
}

/** One test a click; they are judged ahead, on several pages at once. */
export function testClicks(all: readonly Click[]): void {
  const clicks = all.filter(({ soak }) => SOAK || soak !== true);
  const verdicts = clicks.map((click) => ({ click, told: Promise.withResolvers<void>() }));
  const waiting = [...verdicts];
  let stand: FaultStand;
  const work = async (lane: Lane): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await lane.judge(next.click).then(next.told.resolve, next.told.reject);
    }
  };
  before(async () => {
    // A verdict that comes before its test asks is no unhandled rejection.
    for (const { told } of verdicts) told.promise.catch(() => {});
    try {
      stand = await FaultStand.start();
      for (let i = 0; i < LANES; i++) {
        const page = await stand.open("/start", "<title>Start</title>");
        void work(new Lane(stand, page, `lane${i}`));
      }
    } catch (cause) {
      // Without a page there is no verdict, and no test is to wait for one.
      for (const { told } of verdicts) told.reject(cause);
      throw cause;
    }
  });
  after(() => stand.close());
  for (const { click, told } of verdicts) test(click.title, () => told.promise);
}
