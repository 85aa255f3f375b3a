/** What the agent was last shown of a page, and the parts it may still ask for. */
import { MAX_CURSORS_PER_PAGE } from "../model/limits.ts";
import type { CompactResult } from "../snapshot/compact.ts";
import type { Position } from "../snapshot/joined.ts";
import { ShownLines } from "../snapshot/shown_lines.ts";

/** Where the next part of a snapshot begins. */
export interface Cursor {
  /** The main document the snapshot is of. */
  readonly documentId: string;
  /** The walk that every frame of it was walked under. */
  readonly walk: string;
  /** Documents of the frames that were walked; their rows are asked for by the walk's name. */
  readonly documents: ReadonlyMap<string, string>;
  /** Child frames that could not be walked. */
  readonly unavailable: ReadonlySet<string>;
  /** Child frames in which a person sees nothing; their rows say so. */
  readonly unseen: ReadonlySet<string>;
  readonly position: Position;
}

/**
 * Per page. Bound to one main document: showing another starts anew. Parts and subtrees add to it.
 */
export class Observed {
  readonly lines: ShownLines = new ShownLines();
  #documentId: string | null = null;
  readonly #documents = new Map<string, string>();
  readonly #cursors = new Map<string, Cursor>();

  /** The main document that was shown last; null when nothing was. */
  get documentId(): string | null {
    return this.#documentId;
  }

  /** The document of a frame when it was last shown; null when it was not. */
  documentOf(frameId: string): string | null {
    return this.#documents.get(frameId) ?? null;
  }

  /** Begins an answer about a main document; another one than before starts anew. */
  begin(documentId: string): void {
    if (documentId !== this.#documentId) this.forget();
    this.#documentId = documentId;
  }

  /** Adds what an answer showed, and the documents of the frames it was made of. */
  add(
    answer: Pick<CompactResult, "bare" | "frames">,
    documents: ReadonlyMap<string, string>,
  ): void {
    this.lines.add(answer);
    for (const [frameId, documentId] of documents) this.#documents.set(frameId, documentId);
  }

  /** As if nothing had been shown: after the agent's own navigation. Cursors die with it. */
  forget(): void {
    this.#documentId = null;
    this.lines.clear();
    this.#documents.clear();
    this.#cursors.clear();
  }

  putCursor(id: string, cursor: Cursor): void {
    if (this.#cursors.size >= MAX_CURSORS_PER_PAGE) {
      const oldest = this.#cursors.keys().next();
      if (oldest.done !== true) this.#cursors.delete(oldest.value);
    }
    this.#cursors.set(id, cursor);
  }

  cursor(id: string): Cursor | null {
    return this.#cursors.get(id) ?? null;
  }
}
