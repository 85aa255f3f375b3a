/** Requests in flight of one tab, over all its frames. */
import { Downloads, RequestLog } from "../src/engine/request_log.ts";
import type { Clock } from "../src/model/ports.ts";
import type { BidiEvent, RequestEvent } from "./protocol.ts";

/** Fetch destinations under CDP's names for the kinds of resources. */
const KINDS: Readonly<Record<string, string>> = {
  document: "Document",
  iframe: "Document",
  frame: "Document",
  style: "Stylesheet",
  script: "Script",
  image: "Image",
  font: "Font",
  audio: "Media",
  video: "Media",
  track: "TextTrack",
  manifest: "Manifest",
  report: "CSPViolationReport",
};
const INITIATORS: Readonly<Record<string, string>> = { xmlhttprequest: "XHR", fetch: "Fetch" };

export class Network {
  readonly log: RequestLog;
  readonly downloads: Downloads = new Downloads();
  /** Of each frame: its requests that were sent before the answer to its navigation came. */
  readonly #old = new Map<string, ReadonlySet<string>>();

  constructor(clock: Clock, onChange: () => void) {
    this.log = new RequestLog(clock, onChange);
  }

  on(event: BidiEvent): void {
    switch (event.method) {
      case "network.beforeRequestSent":
        this.#start(event.params);
        break;
      case "network.responseStarted": {
        const { navigation, context } = event.params;
        if (navigation !== null && context !== null) this.#markOld(context, navigation);
        break;
      }
      case "network.responseCompleted":
      case "network.fetchError":
        this.log.end(event.params.request.request);
        break;
      case "browsingContext.downloadWillBegin":
        this.downloads.begun(event.params.url);
        break;
    }
  }

  /** A frame has a new document: what the old one had under way is no longer waited for. */
  committed(frameId: string): void {
    const old = this.#old.get(frameId);
    this.#old.delete(frameId);
    if (old !== undefined) this.log.dropWhere(({ id }) => old.has(id));
  }

  dropFrame(frameId: string): void {
    this.#old.delete(frameId);
    this.log.dropFrame(frameId);
  }

  clear(): void {
    this.#old.clear();
    this.log.clear();
  }

  #start({ context, navigation, request }: RequestEvent): void {
    this.log.start({
      id: request.request,
      url: request.url,
      resourceType: kindOf(request),
      frameId: context,
      documentId: navigation ?? "",
    });
  }

  #markOld(frameId: string, navigation: string): void {
    const old = new Set<string>();
    this.log.each((entry) => {
      if (entry.frameId === frameId && entry.documentId !== navigation) old.add(entry.id);
    });
    this.#old.set(frameId, old);
  }
}

function kindOf({ initiatorType, destination, headers }: RequestEvent["request"]): string {
  const named = INITIATORS[initiatorType ?? ""] ?? KINDS[destination ?? ""];
  if (named !== undefined) return named;
  // Of streams the browser tells neither who began them nor what for.
  const asks = (name: string, value: string) =>
    headers.some((one) =>
      one.name.toLowerCase() === name && one.value.value.toLowerCase() === value
    );
  if (asks("accept", "text/event-stream")) return "EventSource";
  return asks("upgrade", "websocket") ? "WebSocket" : "Other";
}
