/** Requests in flight of one page, over all its sessions, kept from events since its start. */
import type { NetworkRequest } from "../src/engine/engine.ts";
import type { Clock } from "../src/model/ports.ts";
import { Downloads } from "./downloads.ts";
import type { Session } from "./session.ts";

interface Entry extends NetworkRequest {
  readonly session: Session;
  readonly frameId: string | null;
  readonly documentId: string;
}

export interface NetworkEvents {
  onChange(): void;
  /** Request of a document, at first or after a redirect: of a frame's navigation by its loader. */
  onDocumentRequest(documentId: string): void;
  /** Response of a document: of a frame's navigation by its loader. */
  onDocumentResponse(documentId: string, status: number): void;
  onFailed(requestId: string): void;
}

/** Streams stay open for as long as the page likes; they say nothing about its coming to rest. */
const LONG_LIVED: ReadonlySet<string> = new Set(["WebSocket", "EventSource", "WebTransport"]);

export class Network {
  readonly #clock: Clock;
  readonly #events: NetworkEvents;
  readonly #entries = new Map<string, Entry>();
  readonly downloads: Downloads = new Downloads();
  started = 0;
  finished = 0;

  constructor(clock: Clock, events: NetworkEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  list(): readonly NetworkRequest[] {
    return [...this.#entries.values()].map(({ id, url, resourceType, startedAt, longLived }) => ({
      id,
      url,
      resourceType,
      startedAt,
      longLived,
    }));
  }

  follow(session: Session): void {
    this.downloads.follow(session);
    session.on("Network.requestWillBeSent", (event) => {
      this.#start(session, {
        id: event.requestId,
        url: event.request.url,
        resourceType: event.type ?? "Other",
        frameId: event.frameId ?? null,
        documentId: event.loaderId,
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
    session.on("Network.loadingFinished", (event) => this.#end(event.requestId));
    session.on("Network.loadingFailed", (event) => {
      this.#end(event.requestId);
      this.#events.onFailed(event.requestId);
    });
    session.on("Network.webSocketCreated", (event) => {
      this.#startStream(session, event.requestId, event.url, "WebSocket");
    });
    session.on("Network.webSocketClosed", (event) => this.#end(event.requestId));
    session.on("Network.webTransportCreated", (event) => {
      this.#startStream(session, event.transportId, event.url, "WebTransport");
    });
    session.on("Network.webTransportClosed", (event) => this.#end(event.transportId));
  }

  /** A frame has a new document: what the old one had under way is no longer waited for. */
  dropDocument(frameId: string, newDocumentId: string): void {
    this.#dropWhere((entry) => entry.frameId === frameId && entry.documentId !== newDocumentId);
  }

  dropFrame(frameId: string): void {
    this.#dropWhere((entry) => entry.frameId === frameId);
  }

  dropSession(session: Session): void {
    this.#dropWhere((entry) => entry.session === session);
  }

  clear(): void {
    this.#dropWhere(() => true);
  }

  #startStream(session: Session, id: string, url: string, resourceType: string): void {
    this.#start(session, { id, url, resourceType, frameId: null, documentId: "" });
  }

  #start(
    session: Session,
    request: Pick<Entry, "id" | "url" | "resourceType" | "frameId" | "documentId">,
  ): void {
    // A redirect comes as the same request again.
    const known = this.#entries.get(request.id);
    if (known === undefined) this.started++;
    this.#entries.set(request.id, {
      ...request,
      startedAt: known?.startedAt ?? this.#clock.monotonic(),
      longLived: LONG_LIVED.has(request.resourceType),
      session,
    });
    this.#events.onChange();
  }

  #end(id: string): void {
    if (!this.#entries.delete(id)) return;
    this.finished++;
    this.#events.onChange();
  }

  #dropWhere(match: (entry: Entry) => boolean): void {
    let dropped = 0;
    for (const entry of this.#entries.values()) {
      if (match(entry) && this.#entries.delete(entry.id)) dropped++;
    }
    if (dropped === 0) return;
    this.finished += dropped;
    this.#events.onChange();
  }
}
