/** Requests in flight of one page, over all its CDP sessions. */
import type { NetworkRequest } from "../src/engine/engine.ts";
import { Downloads, RequestLog } from "../src/engine/request_log.ts";
import type { Clock } from "../src/model/ports.ts";
import type { Session } from "./session.ts";

export interface NetworkEvents {
  onChange(): void;
  /** Request of a document, at first or after a redirect: of a frame's navigation by its loader. */
  onDocumentRequest(documentId: string): void;
  /** Response of a document: of a frame's navigation by its loader. */
  onDocumentResponse(documentId: string, status: number): void;
  onFailed(requestId: string): void;
}

export class Network {
  readonly #events: NetworkEvents;
  readonly #log: RequestLog;
  readonly downloads: Downloads = new Downloads();

  constructor(clock: Clock, events: NetworkEvents) {
    this.#events = events;
    this.#log = new RequestLog(clock, () => events.onChange());
  }

  get started(): number {
    return this.#log.started;
  }
  get finished(): number {
    return this.#log.finished;
  }

  list(): readonly NetworkRequest[] {
    return this.#log.list();
  }

  follow(session: Session): void {
    const log = this.#log;
    session.on("Page.downloadWillBegin", ({ url }) => this.downloads.begun(url));
    session.on("Network.requestWillBeSent", (event) => {
      log.start({
        id: event.requestId,
        url: event.request.url,
        resourceType: event.type ?? "Other",
        frameId: event.frameId ?? null,
        documentId: event.loaderId,
        owner: session,
      });
      if (event.type === "Document" && /^https?:/i.test(event.request.url)) {
        this.#events.onDocumentRequest(event.requestId);
      }
    });
    session.on("Network.responseReceived", (event) => {
      if (event.type !== "Document") return;
      if (/^https?:/i.test(event.response.url)) {
        this.#events.onDocumentResponse(event.requestId, event.response.status);
      }
    });
    session.on("Network.loadingFinished", (event) => log.end(event.requestId));
    session.on("Network.loadingFailed", (event) => {
      log.end(event.requestId);
      this.#events.onFailed(event.requestId);
    });
    const stream = (id: string, url: string, resourceType: string) =>
      log.start({ id, url, resourceType, frameId: null, documentId: "", owner: session });
    session.on("Network.webSocketCreated", (event) => {
      stream(event.requestId, event.url, "WebSocket");
    });
    session.on("Network.webSocketClosed", (event) => log.end(event.requestId));
    session.on("Network.webTransportCreated", (event) => {
      stream(event.transportId, event.url, "WebTransport");
    });
    session.on("Network.webTransportClosed", (event) => log.end(event.transportId));
  }

  /** A frame has a new document: what the old one had under way is no longer waited for. */
  dropDocument(frameId: string, newDocumentId: string): void {
    this.#log.dropWhere((entry) => entry.frameId === frameId && entry.documentId !== newDocumentId);
  }

  dropFrame(frameId: string): void {
    this.#log.dropFrame(frameId);
  }

  dropSession(session: Session): void {
    this.#log.dropWhere((entry) => entry.owner === session);
  }

  clear(): void {
    this.#log.clear();
  }
}
