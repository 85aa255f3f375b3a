/** Load state of a page's main document and of the navigation that is to replace it, from events. */
import type { PageActivity, WaitUntil } from "../src/engine/engine.ts";
import type { Session } from "./session.ts";

type LoadState = PageActivity["loadState"];

const RANK = { loading: 0, interactive: 1, complete: 2 } as const satisfies Record<
  LoadState,
  number
>;
const WANTED = { commit: 0, interactive: 1, complete: 2 } as const satisfies Record<
  WaitUntil,
  number
>;

export class Loading {
  readonly #onChange: () => void;
  #mainFrame = "";
  /** Document whose lifecycle is followed. */
  #documentId = "";
  #state: LoadState = "loading";
  /** Loader of the navigation under way; null: none. */
  #navigatingTo: string | null = null;
  /** Loader whose request was sent and not answered yet; null: none. */
  #unanswered: string | null = null;
  readonly #statuses = new Map<string, number>();
  navigationsStarted = 0;
  documentsCommitted = 0;
  /** Changes of the main frame's URL within its document. */
  urlChanges = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  activity(): Omit<PageActivity, "requestsStarted" | "requestsFinished" | "popupsOpening"> {
    return {
      navigationsStarted: this.navigationsStarted,
      documentsCommitted: this.documentsCommitted,
      navigating: this.navigating,
      loadState: this.#state,
    };
  }
  get navigating(): boolean {
    return this.#navigatingTo !== null;
  }

  /**
   * The navigation under way waits for its server. Until the new document comes, or the navigation
   * is stopped, the browser holds back all calls into the old one: it is silent, not hung.
   */
  get awaitsServer(): boolean {
    return this.#navigatingTo !== null && this.#unanswered === this.#navigatingTo;
  }

  reached(wanted: WaitUntil): boolean {
    return RANK[this.#state] >= WANTED[wanted];
  }

  statusOf(documentId: string): number | null {
    return this.#statuses.get(documentId) ?? null;
  }

  /** Follows a page's own session, whose main frame is `mainFrame`. */
  follow(session: Session, mainFrame: string): void {
    this.#mainFrame = mainFrame;
    session.on("Page.frameStartedNavigating", (event) => {
      if (event.frameId !== this.#mainFrame || /sameDocument/i.test(event.navigationType)) return;
      this.navigationsStarted++;
      this.#navigatingTo = event.loaderId;
      this.#onChange();
    });
    session.on("Page.navigatedWithinDocument", (event) => {
      if (event.frameId !== this.#mainFrame) return;
      this.urlChanges++;
      this.#onChange();
    });
    session.on("Page.frameStoppedLoading", (event) => {
      if (event.frameId === this.#mainFrame) this.#settle();
    });
    session.on("Page.lifecycleEvent", (event) => {
      if (event.frameId !== this.#mainFrame || event.loaderId !== this.#documentId) return;
      if (event.name === "DOMContentLoaded") this.#raise("interactive");
      else if (event.name === "load") this.#raise("complete");
    });
  }

  /** The main frame has a new document. */
  committed(documentId: string): void {
    this.#documentId = documentId;
    this.#state = "loading";
    this.documentsCommitted++;
    // A later navigation may be under way already.
    if (this.#navigatingTo === documentId) this.#navigatingTo = null;
    for (const id of this.#statuses.keys()) {
      if (id !== documentId && id !== this.#navigatingTo) this.#statuses.delete(id);
    }
    this.#onChange();
  }

  /** A document was asked for, at first or again after a redirect. */
  requested(documentId: string): void {
    if (documentId === this.#navigatingTo) this.#unanswered = documentId;
  }

  /** A document's response: kept for the documents that the main frame has or navigates to. */
  responded(documentId: string, status: number): void {
    if (this.#unanswered === documentId) this.#unanswered = null;
    if (documentId === this.#documentId || documentId === this.#navigatingTo) {
      this.#statuses.set(documentId, status);
    }
  }

  /** A request failed: if it was the navigation's own, nothing will be committed for it. */
  failed(requestId: string): void {
    if (requestId === this.#navigatingTo) this.#settle();
  }

  /** The renderer or the target is gone. */
  reset(): void {
    this.#state = "loading";
    this.#settle();
  }

  #settle(): void {
    if (this.#navigatingTo === null) return;
    this.#navigatingTo = null;
    this.#onChange();
  }

  #raise(state: LoadState): void {
    if (RANK[state] <= RANK[this.#state]) return;
    this.#state = state;
    this.#onChange();
  }
}
