/** Load state of a page's main document and of the navigation that is to replace it, from events. */
import type { PageActivity, WaitUntil } from "./engine.ts";

type State = PageActivity["loadState"];

const RANK = { loading: 0, interactive: 1, complete: 2 } as const satisfies Record<
  State,
  number
>;
const WANTED = { commit: 0, interactive: 1, complete: 2 } as const satisfies Record<
  WaitUntil,
  number
>;

export class LoadState {
  readonly #onChange: () => void;
  /** Navigation that brought the present document. */
  #documentId = "";
  #state: State = "loading";
  /** Id of the navigation under way; null: none. */
  #navigatingTo: string | null = null;
  /** Navigation whose request was sent and not answered yet; null: none. */
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

  statusOf(navigationId: string): number | null {
    return this.#statuses.get(navigationId) ?? null;
  }

  /** A navigation that is to bring another document. */
  started(navigationId: string): void {
    this.navigationsStarted++;
    this.#navigatingTo = navigationId;
    this.#onChange();
  }

  /** The main frame's address changed within its document. */
  urlChanged(): void {
    this.urlChanges++;
    this.#onChange();
  }

  /** The main frame has a new document, which that navigation has brought. */
  committed(navigationId: string): void {
    this.#documentId = navigationId;
    this.#state = "loading";
    this.documentsCommitted++;
    // A later navigation may be under way already.
    if (this.#navigatingTo === navigationId) this.#navigatingTo = null;
    for (const id of this.#statuses.keys()) {
      if (id !== navigationId && id !== this.#navigatingTo) this.#statuses.delete(id);
    }
    this.#onChange();
  }

  /** A document was asked for, at first or again after a redirect. */
  requested(navigationId: string): void {
    if (navigationId === this.#navigatingTo) this.#unanswered = navigationId;
  }

  /** A document's response: kept for the documents that the main frame has or navigates to. */
  responded(navigationId: string, status: number): void {
    if (this.#unanswered === navigationId) this.#unanswered = null;
    if (navigationId === this.#documentId || navigationId === this.#navigatingTo) {
      this.#statuses.set(navigationId, status);
    }
  }

  /** If it is the navigation under way, nothing will be committed for it. */
  failed(navigationId: string): void {
    if (navigationId === this.#navigatingTo) this.stopped();
  }

  /** The document of that navigation has come so far. */
  raise(navigationId: string, state: State): void {
    if (navigationId !== this.#documentId || RANK[state] <= RANK[this.#state]) return;
    this.#state = state;
    this.#onChange();
  }

  /** The renderer or the target is gone. */
  reset(): void {
    this.#state = "loading";
    this.stopped();
  }

  /** Nothing comes of the navigation under way, if there is one. */
  stopped(): void {
    if (this.#navigatingTo === null) return;
    this.#navigatingTo = null;
    this.#onChange();
  }
}
