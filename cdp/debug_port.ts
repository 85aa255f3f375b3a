/**
 * The debug port of a running browser: asks it for the address of its WebSocket. What answers there
 * may be anything, and for as long as it likes. Source: the DevTools HTTP endpoints.
 */
import { lookup } from "node:dns/promises";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import * as v from "valibot";
import { Failure } from "../src/model/error.ts";
import type { Call, Clock } from "../src/model/ports.ts";

const MAX_ANSWER_BYTES = 64 * 1024;
const Version = v.object({ webSocketDebuggerUrl: v.pipe(v.string(), v.url()) });

/**
 * `endpoint`: `http://host:port` or `https://…`; its path is not looked at. Errors:
 * engineUnreachable, at the end of the call at the latest.
 */
export async function debugSocketUrl(endpoint: URL, clock: Clock, call: Call): Promise<string> {
  const stop = new AbortController();
  const ended = Promise.withResolvers<never>();
  const end = () => {
    ended.reject(new Failure("engineUnreachable", "The endpoint did not answer in time"));
    stop.abort();
  };
  const timer = setTimeout(end, Math.max(0, call.deadline - clock.monotonic()));
  call.signal?.addEventListener("abort", end);
  if (call.signal?.aborted === true) end();
  try {
    return await Promise.race([ask(endpoint, stop.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", end);
  }
}

async function ask(endpoint: URL, stop: AbortSignal): Promise<string> {
  const response = await get(await versionUrl(endpoint), stop);
  if (response.statusCode !== 200) throw noBrowser();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Version), await read(response));
  if (!parsed.success) throw noBrowser();
  return parsed.output.webSocketDebuggerUrl;
}

/** Chromium answers to no host names but localhost, so a name becomes its address. */
async function versionUrl(endpoint: URL): Promise<URL> {
  const url = new URL("/json/version", endpoint);
  // Over TLS somebody else answers first, whom the name matters to.
  if (url.protocol === "https:" || url.hostname.startsWith("[")) return url;
  const addresses = await lookup(url.hostname, { all: true });
  // It listens on 127.0.0.1 alone, where "localhost" often means ::1 first.
  const chosen = addresses.find(({ family }) => family === 4) ?? addresses[0];
  if (chosen === undefined) throw noBrowser();
  url.hostname = chosen.family === 6 ? `[${chosen.address}]` : chosen.address;
  return url;
}

function get(url: URL, stop: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.protocol === "https:" ? requestHttps : requestHttp)(
      url,
      { agent: false },
      resolve,
    );
    // Also after the answer has begun: then whoever reads it hears of the broken stream.
    request.on("error", reject);
    stop.addEventListener("abort", () => request.destroy(), { once: true });
    if (stop.aborted) request.destroy();
    request.end();
  });
}

function read(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  return new Promise((resolve, reject) => {
    response.on("data", (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) response.destroy(noBrowser());
      else text += decoder.decode(chunk, { stream: true });
    });
    response.on("end", () => resolve(text + decoder.decode()));
    response.on("error", reject);
    response.on("close", () => reject(noBrowser()));
  });
}

function noBrowser(): Failure {
  return new Failure("engineUnreachable", "The endpoint is not a browser's debug port");
}
