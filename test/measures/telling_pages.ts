/**
 * The corpus with a script in each page that answers two questions of the test over a WebSocket: what
 * a browser with room for one session only shows, its page itself tells. The questions stand in the
 * script, because a page may forbid to evaluate any.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WebSocketServer } from "ws";
import * as v from "valibot";
import { corpusPages, ROOT } from "../../bench/stand.ts";
import { Site } from "../support/site.ts";
import { COLLECT_TEXT } from "./page_truth.ts";

const CORPUS = join(ROOT, "test/fixtures/corpus");
/** A page that leaves a question unanswered for so long is given up, milliseconds. */
const ANSWER_MS = 60_000;

/** `text`: visible text, as `COLLECT_TEXT` gives it; `look`: what changes while a page is loading. */
export type Question = "text" | "look";

const LOOK =
  "document.readyState + ' ' + document.getElementsByTagName('*').length + ' ' + document.documentElement.textContent.length";

const Told = v.object({ id: v.number(), value: v.string() });

interface Link {
  readonly path: string;
  ask(question: Question): Promise<string>;
}

export class TellingPages {
  readonly #site: Site;
  readonly #sockets = new WebSocketServer({ noServer: true });
  readonly #links = new Set<Link>();
  #linked = () => {};

  private constructor(site: Site) {
    this.#site = site;
    site.onUpgrade((request, socket, head) => {
      this.#sockets.handleUpgrade(request, socket, head, (opened) => {
        const waiting = new Map<number, (value: string) => void>();
        const path = new URL(request.url ?? "/", "http://site").searchParams.get("path") ?? "";
        const link: Link = {
          path,
          ask: (question) =>
            new Promise((resolve, reject) => {
              const id = waiting.size;
              const timer = setTimeout(() => reject(new Error(`${path} is silent`)), ANSWER_MS);
              waiting.set(id, (value) => {
                clearTimeout(timer);
                resolve(value);
              });
              opened.send(JSON.stringify({ id, question }));
            }),
        };
        opened.on("message", (data) => {
          const { id, value } = v.parse(Told, JSON.parse(String(data)));
          waiting.get(id)?.(value);
        });
        opened.on("error", () => {});
        opened.on("close", () => this.#links.delete(link));
        this.#links.add(link);
        this.#linked();
      });
    });
    for (const { path } of corpusPages()) site.page(path, html(path, scriptTag(site.port, path)));
    site.page("/synthetic/frame.html", html("/synthetic/frame.html", ""));
  }

  static async start(): Promise<TellingPages> {
    return new TellingPages(await Site.start());
  }

  url(path: string): string {
    return this.#site.url(path);
  }

  /** The answer of the page at that path, as soon as there is one. */
  async ask(path: string, question: Question): Promise<string> {
    for (;;) {
      const link = [...this.#links].find((one) => one.path === path);
      if (link !== undefined) return await link.ask(question);
      await new Promise<void>((resolve) => this.#linked = resolve);
    }
  }

  async close(): Promise<void> {
    await this.#site.close();
  }
}

function html(path: string, tag: string): Parameters<Site["page"]>[1] {
  return (_request, response) => {
    const text = readFileSync(join(CORPUS, path), "utf8");
    const head = /<head[^>]*>/i.exec(text);
    const at = head === null ? text.length : head.index + head[0].length;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(text.slice(0, at) + tag + text.slice(at));
  };
}

function scriptTag(port: number, path: string): string {
  const address = `ws://127.0.0.1:${port}/?path=${encodeURIComponent(path)}`;
  return `<script>(() => {
  const socket = new WebSocket(${JSON.stringify(address)});
  const { parse, stringify } = JSON;
  const answers = {
    text: () => ${COLLECT_TEXT},
    look: () => ${LOOK},
  };
  socket.onmessage = ({ data }) => {
    const { id, question } = parse(data);
    let value;
    try { value = answers[question](); } catch (error) { value = "failed: " + error; }
    socket.send(stringify({ id, value }));
  };
})()</script>`;
}
