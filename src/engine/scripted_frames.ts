/** The frames of a scripted page: ids and realms of its documents, kept while these stay the same. */
import type { FrameInfo } from "./engine.ts";
import type { ScriptedDocument, ScriptedElement } from "./scripted_document.ts";
import { ScriptedRealm } from "./scripted_realm.ts";

export interface LiveFrame {
  readonly info: FrameInfo;
  readonly document: ScriptedDocument;
  readonly realm: ScriptedRealm;
}

export class ScriptedFrames {
  readonly #mainId: string;
  readonly #nextId: () => string;
  readonly #frameIds = new Map<ScriptedElement, string>();
  readonly #documentIds = new Map<ScriptedDocument, string>();
  readonly #realms = new Map<ScriptedDocument, ScriptedRealm>();

  constructor(mainId: string, nextId: () => string) {
    this.#mainId = mainId;
    this.#nextId = nextId;
  }

  /** The document is loaded afresh: it gets another id, and its realm forgets. */
  renew(document: ScriptedDocument): void {
    this.#documentIds.delete(document);
    this.#realms.delete(document);
  }

  /** The frames as the documents are now, the page's own first. */
  of(main: ScriptedDocument): readonly LiveFrame[] {
    const frames: LiveFrame[] = [];
    const visit = (document: ScriptedDocument, id: string, parentId: string | null) => {
      let documentId = this.#documentIds.get(document);
      if (documentId === undefined) {
        documentId = this.#nextId();
        this.#documentIds.set(document, documentId);
      }
      let realm = this.#realms.get(document);
      if (realm === undefined) {
        realm = new ScriptedRealm(
          document,
          (element) => element.frame === undefined ? null : this.#frameId(element),
        );
        this.#realms.set(document, realm);
      }
      const { url, failed = false } = document;
      frames.push({ info: { id, parentId, url, documentId, failed }, document, realm });
      for (const element of document.elements) {
        if (element.frame === undefined || element.connected === false) continue;
        visit(element.frame.document, this.#frameId(element), id);
      }
    };
    visit(main, this.#mainId, null);
    return frames;
  }

  #frameId(element: ScriptedElement): string {
    const id = this.#frameIds.get(element) ?? this.#nextId();
    this.#frameIds.set(element, id);
    return id;
  }
}
