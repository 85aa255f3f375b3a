import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createServer, request, type Server } from "node:http";
import { after, before, test } from "node:test";
import { evaluate, Lab, refusedWith, within } from "./browser.ts";

const lab = new Lab();
const LOGIN = `Basic ${Buffer.from("user:pass word").toString("base64")}`;

let proxy: Server;
let server = "";
const seen: string[] = [];

before(async () => {
  proxy = createServer((asked, answer) => {
    if (asked.headers["proxy-authorization"] !== LOGIN) {
      answer.writeHead(407, { "proxy-authenticate": 'Basic realm="test"' }).end();
      return;
    }
    seen.push(asked.url ?? "");
    const { "proxy-authorization": _login, ...headers } = asked.headers;
    asked.pipe(
      request(asked.url ?? "", { method: asked.method, headers }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers);
        came.pipe(answer);
      }).on("error", () => answer.writeHead(502).end()),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  assert.ok(typeof address === "object" && address !== null);
  server = `http://127.0.0.1:${address.port}`;
});

after(() => {
  proxy.closeAllConnections();
  proxy.close();
});

test("a context's proxy with a login takes all of its traffic, frames included, and no other's", async () => {
  const frame = lab.site.page("/proxied-frame", "<title>F</title>", "localhost");
  const url = lab.site.page("/proxied", `<title>P</title><iframe src="${frame}"></iframe>`);
  const context = await lab.engine.createContext({
    proxy: { server, username: "user", password: "pass word" },
  }, within());
  const page = await context.openPage(within());
  const { status } = await page.navigate(url, "complete", within());
  assert.equal(status, 200);
  assert.equal(await evaluate(page, "document.title"), "P");
  assert.ok(seen.includes(url) && seen.includes(frame));
  await context.close(within());
  // Of its own, because the closed context's last requests (an icon) may still be on their way.
  const elsewhere = lab.site.page("/unproxied", "<title>O</title>");
  await lab.withPage(async (other) => {
    await other.navigate(elsewhere, "complete", within());
  });
  assert.ok(lab.site.hits.includes("/unproxied"));
  assert.ok(!seen.includes(elsewhere));
});

test("a wrong login ends the navigation instead of asking on", async () => {
  const context = await lab.engine.createContext({
    proxy: { server, username: "user", password: "wrong" },
  }, within());
  const page = await context.openPage(within());
  const url = lab.site.page("/refused", "<title>R</title>");
  const outcome = await page.navigate(url, "complete", within()).then(
    ({ status }) => status,
    (cause: unknown) => cause,
  );
  if (outcome !== 407) await refusedWith("browserCommandFailed", Promise.reject(outcome));
  assert.notEqual(page.title, "R");
  await context.close(within());
});
