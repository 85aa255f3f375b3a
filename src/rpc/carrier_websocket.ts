/** Messages over a WebSocket, one text frame each. The npm `ws` client: the native one closes on large answers. */
import { Buffer } from "node:buffer";
import { WebSocket } from "ws";
import { Failure } from "../model/error.ts";
import type { Call, Clock } from "../model/ports.ts";
import type { Carrier, CarrierEvents } from "./connection.ts";

export interface WebSocketOptions {
  /** Largest message taken, bytes; a larger one closes the connection. */
  readonly maxBytes: number;
  readonly clock: Clock;
}

/**
 * Connects, by the deadline at the latest. Errors: engineUnreachable; the address is not told,
 * since it may carry a token.
 */
export function connectWebSocket(
  url: string,
  options: WebSocketOptions,
  call: Call,
): Promise<Carrier> {
  const left = call.deadline - options.clock.monotonic();
  return new Promise((resolve, reject) => {
    let socket: WebSocket;
    try {
      socket = new WebSocket(url, {
        maxPayload: options.maxBytes,
        perMessageDeflate: false,
        handshakeTimeout: Math.max(1, left),
      });
    } catch (cause) {
      reject(new Failure("engineUnreachable", "The browser endpoint is not valid", { cause }));
      return;
    }
    const onAbort = () => socket.terminate();
    const settle = () => call.signal?.removeEventListener("abort", onAbort);
    if (call.signal?.aborted === true) onAbort();
    call.signal?.addEventListener("abort", onAbort);
    socket.once("error", (cause) => {
      settle();
      reject(
        new Failure("engineUnreachable", "No browser answers at the browser endpoint", { cause }),
      );
    });
    socket.once("open", () => {
      settle();
      resolve(new WebSocketCarrier(socket));
    });
  });
}

class WebSocketCarrier implements Carrier {
  readonly #socket: WebSocket;
  #early: string[] | null = [];
  #events: CarrierEvents | null = null;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    // Always listened to: an unheard "error" would end the process. "close" follows it.
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => {
      if (isBinary) return;
      const text = Array.isArray(data)
        ? Buffer.concat(data).toString("utf8")
        : data instanceof ArrayBuffer
        ? new TextDecoder().decode(data)
        : data.toString("utf8");
      if (this.#events === null) this.#early?.push(text);
      else this.#events.onMessage(text);
    });
    socket.on("close", () => this.#events?.onClose("its connection was closed"));
  }

  open(events: CarrierEvents): void {
    this.#events = events;
    const early = this.#early ?? [];
    this.#early = null;
    for (const text of early) events.onMessage(text);
    if (this.#socket.readyState >= WebSocket.CLOSING) {
      events.onClose("its connection was closed");
    }
  }

  send(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(text, () => {});
  }

  close(): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close();
    else if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
  }
}
