/**
 * The stand of the fault tests: the built executable driven by the official client, and pages that
 * record what really happens to them (`recorder.ts`).
 */
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketServer } from "ws";
import * as v from "valibot";
import { Agent, type AgentOptions, type OpenPage } from "../support/agent.ts";
import { Site, type SiteHost } from "../support/site.ts";
import { type Happening, recorderTag } from "./recorder.ts";

/** A page that is not hung answers well within this, also on a machine with more to do, milliseconds. */
const PAGE_MS = 30_000;
/** A page that leaves a question unanswered for so long hangs, milliseconds. */
const SILENT_MS = 250;

const Message = v.variant("kind", [
  v.object({ kind: v.literal("hello"), at: v.string() }),
  v.object({
    kind: v.literal("event"),
    happening: v.object({
      at: v.string(),
      type: v.string(),
      key: v.string(),
      path: v.array(v.string()),
      trusted: v.boolean(),
      value: v.unknown(),
    }),
  }),
  v.object({ kind: v.literal("holding"), name: v.string() }),
  v.object({ kind: v.literal("done"), name: v.string() }),
  v.object({ kind: v.literal("pong"), number: v.number() }),
]);

/** A happening, and the group of pages that told it (`page`, `group`). */
export interface Told extends Happening {
  readonly group: string;
}

interface Link {
  at: string;
  readonly group: string;
  readonly holding: Set<string>;
  readonly send: (message: unknown) => void;
}

export class FaultStand {
  readonly agent: Agent;
  readonly site: Site;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #links = new Set<Link>();
  readonly #happened: Told[] = [];
  /** Looks again after every message of a page. */
  readonly #waiting = new Set<() => void>();
  readonly #done: { readonly name: string; readonly link: Link }[] = [];
  readonly #pongs = new Map<Link, number>();
  #pings = 0;

  private constructor(agent: Agent, site: Site) {
    this.agent = agent;
    this.site = site;
    site.onUpgrade((request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        const link: Link = {
          at: "",
          group: new URL(request.url ?? "/", "http://site").searchParams.get("group") ?? "",
          holding: new Set(),
          send: (message) => opened.send(JSON.stringify(message)),
        };
        this.#links.add(link);
        opened.on("message", (data) => this.#heard(link, String(data)));
        opened.on("error", () => {});
        opened.on("close", () => {
          this.#links.delete(link);
          this.#wake();
        });
      });
    });
  }

  static async start(options: AgentOptions = {}): Promise<FaultStand> {
    return new FaultStand(await Agent.start(options), await Site.start());
  }

  /**
   * Serves `html` with the recorder before it. `group`: of several pages driven at once, what they
   * tell is told apart by it.
   */
  page(path: string, html: string, host: SiteHost = "127.0.0.1", group = ""): string {
    const document = `<!doctype html><meta charset=utf-8>${this.recorder(group)}${html}`;
    return this.site.page(path, document, host);
  }

  /** The recorder's script tag, for documents that a page writes itself. */
  recorder(group = ""): string {
    return recorderTag(`ws://127.0.0.1:${this.site.port}/recorder?group=${group}`);
  }

  /** Serves the page and opens it in a session of its own. */
  open(path: string, html: string): Promise<OpenPage> {
    return this.agent.open(this.page(path, html));
  }

  /** Waits until a page holds the change called `name`. */
  async holding(name: string): Promise<void> {
    await this.#until(`a page holds ${name}`, () => this.#holders(name).length > 0);
  }

  /** Lets the change called `name` happen, wherever it is held (in the group), and waits until it has. */
  async release(name: string, group?: string): Promise<void> {
    const holders = () =>
      this.#holders(name).filter((link) => group === undefined || link.group === group);
    await this.#until(`a page holds ${name}`, () => holders().length > 0);
    const going = holders();
    const done = () => this.#done.filter((one) => one.name === name && going.includes(one.link));
    const before = done().length;
    for (const link of going) link.send({ kind: "go", name });
    await this.#until(`${name} is done`, () => done().length >= before + going.length);
  }

  /** Lets the change happen and does not wait: for changes that end or hang the page. */
  async letGo(name: string): Promise<void> {
    await this.holding(name);
    for (const link of this.#holders(name)) link.send({ kind: "go", name });
  }

  /** Waits until the page at this path leaves a question of ours without an answer for a while. */
  async hangs(at: string): Promise<void> {
    const end = performance.now() + PAGE_MS;
    while (performance.now() < end) {
      const number = ++this.#pings;
      const asked = [...this.#links].filter((link) => link.at === at);
      for (const link of asked) link.send({ kind: "ping", number });
      await sleep(SILENT_MS);
      if (asked.some((link) => (this.#pongs.get(link) ?? 0) < number)) return;
    }
    throw new Error(`The page at ${at} does not hang`);
  }

  /** Everything recorded so far, after every living page has said all it knows. */
  async happened(): Promise<readonly Told[]> {
    const number = ++this.#pings;
    const asked = [...this.#links].filter((link) => link.at !== "");
    for (const link of asked) link.send({ kind: "ping", number });
    await this.#until(
      "the pages answer",
      () => asked.every((link) => !this.#links.has(link) || (this.#pongs.get(link) ?? 0) >= number),
    );
    return [...this.#happened];
  }

  /** What is recorded without asking the pages, which may be hung. */
  get recorded(): readonly Told[] {
    return [...this.#happened];
  }

  /** Waits until the page has told something that `holds`; `ms` for a page that is slow to draw. */
  async told(
    what: string,
    holds: (one: Told) => boolean,
    ms: number = PAGE_MS,
  ): Promise<Told> {
    await this.#until(what, () => this.#happened.some(holds), ms);
    const found = this.#happened.find(holds);
    if (found === undefined) throw new Error(`Not told: ${what}`);
    return found;
  }

  /** Waits until the pages have told at least `count` things that hold. */
  async toldTimes(
    what: string,
    holds: (one: Told) => boolean,
    count: number,
  ): Promise<void> {
    await this.#until(what, () => this.#happened.filter(holds).length >= count);
  }

  /** Forgets what was recorded (in the group). */
  forget(group?: string): void {
    if (group === undefined) this.#happened.length = 0;
    else {
      const others = this.#happened.filter((one) => one.group !== group);
      this.#happened.splice(0, this.#happened.length, ...others);
    }
  }

  /** Changes that pages hold now are not let go any more: their pages stay behind. */
  forgetHeld(): void {
    for (const link of this.#links) link.holding.clear();
  }

  async close(): Promise<void> {
    try {
      await this.agent.close();
    } finally {
      for (const socket of this.#sockets.clients) socket.terminate();
      this.#sockets.close();
      await this.site.close();
    }
  }

  #holders(name: string): readonly Link[] {
    return [...this.#links].filter((link) => link.holding.has(name));
  }

  #heard(link: Link, text: string): void {
    const message = v.parse(Message, JSON.parse(text));
    if (message.kind === "hello") link.at = message.at;
    if (message.kind === "event") this.#happened.push({ ...message.happening, group: link.group });
    if (message.kind === "holding") link.holding.add(message.name);
    if (message.kind === "done") this.#done.push({ name: message.name, link });
    if (message.kind === "pong") this.#pongs.set(link, message.number);
    this.#wake();
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }

  #until(what: string, holds: () => boolean, ms: number = PAGE_MS): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      this.#waiting.delete(look);
      settle();
    };
    const timer = setTimeout(
      () => end(() => reject(new Error(`Waited ${ms} ms until ${what}`))),
      ms,
    );
    const look = (): void => {
      if (holds()) end(resolve);
    };
    this.#waiting.add(look);
    look();
    return promise;
  }
}
