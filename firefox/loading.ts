/** Tells the load state of a tab's main document from BiDi events. */
import type { LoadState } from "../src/engine/load_state.ts";
import { errorPageReason, type FrameNode } from "./frames.ts";
import type { BidiEvent } from "./protocol.ts";

/** Why a navigation brought no document, or an error page: the browser's own word. */
export interface NavigationEnd {
  readonly navigation: string;
  readonly reason: string;
  readonly download: boolean;
}

/** What the browser calls a request that was given up. */
const ABORTED = "NS_BINDING_ABORTED";
/** HTTP statuses that leave the old document as it is: no content, reset content. */
const NO_DOCUMENT: ReadonlySet<number> = new Set([204, 205]);

export class Loading {
  readonly #state: LoadState;
  /** The last navigation of the main frame that went wrong. */
  failed: NavigationEnd | null = null;
  /** The last navigation that only changed the address within the document. */
  sameDocument = "";

  constructor(state: LoadState) {
    this.#state = state;
  }

  /** An event of the tab; `main` is its main frame as it was before. */
  on(event: BidiEvent, main: FrameNode | null): void {
    switch (event.method) {
      case "network.fetchError":
        if (event.params.context === main?.id) {
          const { navigation, errorText } = event.params;
          this.#fail(navigation, errorText, false);
          // Every other error brings an error page.
          if (navigation !== null && errorText === ABORTED) this.#state.failed(navigation);
        }
        break;
      case "network.beforeRequestSent":
        if (event.params.context === main?.id && /^https?:/i.test(event.params.request.url)) {
          if (event.params.navigation !== null) this.#state.requested(event.params.navigation);
        }
        break;
      case "network.responseStarted":
      case "network.responseCompleted":
        if (event.params.context === main?.id && /^https?:/i.test(event.params.request.url)) {
          const { navigation, response } = event.params;
          if (navigation === null) break;
          this.#state.responded(navigation, response.status);
          if (!NO_DOCUMENT.has(response.status)) break;
          this.#fail(navigation, `HTTP status ${response.status}`, false);
          this.#state.failed(navigation);
        }
        break;
      case "browsingContext.navigationStarted":
      case "browsingContext.navigationFailed":
      case "browsingContext.downloadWillBegin":
      case "browsingContext.fragmentNavigated":
      case "browsingContext.historyUpdated":
      case "browsingContext.domContentLoaded":
      case "browsingContext.load":
        if (event.params.context === main?.id) this.#onMain(event, main);
        break;
    }
  }

  /** The main frame's navigation was committed; an error page tells that it went wrong. */
  committed(main: FrameNode, navigation: string): void {
    const reason = errorPageReason(main.ownUrl);
    if (reason !== null && this.failed?.navigation !== navigation) {
      this.failed = { navigation, reason, download: false };
    }
    this.#state.committed(navigation);
  }

  #onMain(event: BidiEvent, main: FrameNode): void {
    switch (event.method) {
      case "browsingContext.navigationStarted":
        this.#state.started(event.params.navigation ?? "");
        break;
      case "browsingContext.navigationFailed":
        this.#fail(event.params.navigation, "the navigation was stopped", false);
        this.#state.failed(event.params.navigation ?? "");
        break;
      case "browsingContext.downloadWillBegin":
        this.#fail(event.params.navigation, "download", true);
        this.#state.failed(event.params.navigation ?? "");
        break;
      case "browsingContext.fragmentNavigated":
        this.sameDocument = event.params.navigation ?? "";
        this.#state.urlChanged();
        break;
      case "browsingContext.historyUpdated":
        this.#state.urlChanged();
        break;
      case "browsingContext.domContentLoaded":
      case "browsingContext.load":
        // The document before tells its own end late, under the id of the navigation that replaces it.
        if (errorPageReason(event.params.url) !== null && event.params.url !== main.ownUrl) break;
        this.#state.raise(
          event.params.navigation ?? "",
          event.method === "browsingContext.load" ? "complete" : "interactive",
        );
        break;
    }
  }

  #fail(navigation: string | null, reason: string, download: boolean): void {
    if (navigation === null || this.failed?.navigation === navigation) return;
    this.failed = { navigation, reason, download };
  }
}
