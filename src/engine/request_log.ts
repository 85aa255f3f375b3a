/** Requests in flight of one page, kept from events since its start. */
import type { Clock } from "../model/ports.ts";
import type { NetworkRequest, PageNews } from "./engine.ts";

/** Who sent a request, as far as it is known. */
export interface Sender {
  readonly frameId: string | null;
  readonly documentId: string;
  /** What the request ends with besides its frame and document: the engine's session of a process. */
  readonly owner?: object;
}

type Asked = Pick<NetworkRequest, "id" | "url" | "resourceType"> & Sender;
type Entry = NetworkRequest & Sender;

/** Streams stay open for as long as the page likes; they say nothing about its coming to rest. */
const LONG_LIVED: ReadonlySet<string> = new Set(["WebSocket", "EventSource", "WebTransport"]);

export class RequestLog {
  readonly #clock: Clock;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Entry>();
  started = 0;
  finished = 0;

  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock;
    this.#onChange = onChange;
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

  /** With who sent them. */
  each(look: (entry: NetworkRequest & Sender) => void): void {
    for (const entry of this.#entries.values()) look(entry);
  }

  start(asked: Asked): void {
    // A redirect comes as the same request again.
    const known = this.#entries.get(asked.id);
    if (known === undefined) this.started++;
    this.#entries.set(asked.id, {
      ...asked,
      startedAt: known?.startedAt ?? this.#clock.monotonic(),
      longLived: LONG_LIVED.has(asked.resourceType),
    });
    this.#onChange();
  }

  end(id: string): void {
    if (!this.#entries.delete(id)) return;
    this.finished++;
    this.#onChange();
  }

  dropFrame(frameId: string): void {
    this.dropWhere((entry) => entry.frameId === frameId);
  }

  clear(): void {
    this.dropWhere(() => true);
  }

  /** Requests that nobody waits for any more count as ended. */
  dropWhere(match: (entry: NetworkRequest & Sender) => boolean): void {
    let dropped = 0;
    for (const entry of this.#entries.values()) {
      if (match(entry) && this.#entries.delete(entry.id)) dropped++;
    }
    if (dropped === 0) return;
    this.finished += dropped;
    this.#onChange();
  }
}

/** Downloads that a page begins. The browser is told to refuse them all, and says nothing to the page. */
export class Downloads {
  #news: PageNews["downloads"] = null;

  begun(lastUrl: string): void {
    this.#news = { count: (this.#news?.count ?? 0) + 1, lastUrl };
  }

  /** Those not taken yet. */
  take(): PageNews["downloads"] {
    const news = this.#news;
    this.#news = null;
    return news;
  }
}
