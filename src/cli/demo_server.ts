/** Serves the bundled demo page on 127.0.0.1, on a free port. */
import { createServer } from "node:http";
import { once } from "node:events";
import { DEMO_PAGE } from "./demo_page.gen.ts";

export interface DemoServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function serveDemoPage(): Promise<DemoServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const file = DEMO_PAGE[pathname === "/" ? "/index.html" : pathname];
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found\n");
      return;
    }
    response.writeHead(200, { "content-type": file.type, "cache-control": "no-store" });
    response.end(request.method === "HEAD" ? undefined : file.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") {
    throw new Error("The demo server has no port");
  }
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
