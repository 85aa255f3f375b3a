/**
 * Pages for real-browser tests, on 127.0.0.1. `localhost` names the same server and is another
 * site to the browser, so that a frame from there lives in its own process.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;
/** HTML of a page, or a function that answers. */
export type Route = string | Answer;
export type SiteHost = "127.0.0.1" | "localhost";

export class Site {
  readonly port: number;
  readonly #server: Server;
  readonly #routes: Map<string, Route>;
  readonly #upgraded = new Set<Duplex>();
  /** Paths asked for, in order. */
  readonly hits: string[] = [];

  private constructor(server: Server, port: number, routes: Map<string, Route>) {
    this.#server = server;
    this.port = port;
    this.#routes = routes;
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response);
    });
  }

  static async start(routes: Readonly<Record<string, Route>> = {}): Promise<Site> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (typeof address !== "object" || address === null) throw new Error("No port");
    return new Site(server, address.port, new Map(Object.entries(routes)));
  }

  url(path: string, host: SiteHost = "127.0.0.1"): string {
    return `http://${host}:${this.port}${path}`;
  }

  /** Serves `route` at `path` and gives its URL. */
  page(path: string, route: Route, host?: SiteHost): string {
    this.#routes.set(path, route);
    return this.url(path, host);
  }

  /** Takes WebSocket hand-shakes. */
  onUpgrade(take: (request: IncomingMessage, socket: Duplex, head: Buffer) => void): void {
    this.#server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.#upgraded.add(socket);
      socket.on("error", () => {});
      take(request, socket, head);
    });
  }

  async close(): Promise<void> {
    for (const socket of this.#upgraded) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    this.hits.push(path);
    const route = this.#routes.get(path);
    if (route === undefined) {
      response.writeHead(404, { "content-type": "text/html" });
      response.end("<title>Not found</title>Not found");
    } else if (typeof route === "string") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(route);
    } else route(request, response);
  }
}
