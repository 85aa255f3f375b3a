/** Whether a page lives: the deaths of its renderer, the loss of its target, and its own end. */
import type { Failure } from "../model/error.ts";
import { dialogLeftBehind, pageCrashed } from "./failures.ts";

export interface Ending {
  readonly reason: "closed" | "engineGone";
}

export class PageLife {
  readonly gone: Promise<Ending>;
  /** Renderer deaths so far. */
  crashes = 0;
  /** The renderer is dead now. */
  dead = false;
  /** Pages that it has opened and that cannot be called yet. */
  popupsOpening = 0;
  /** The target was given up for a blank one, and no navigation has succeeded since. */
  lost: { readonly message: string; readonly replaced: Promise<void> } | null = null;
  #ended: { readonly ending: Ending; readonly failure: Failure } | null = null;
  #settleGone: (ending: Ending) => void = () => {};

  constructor() {
    this.gone = new Promise((resolve) => this.#settleGone = resolve);
  }

  get ended(): Ending | null {
    return this.#ended?.ending ?? null;
  }

  /** What a person is told of a page without its document; null: it has one. */
  get crashed(): string | null {
    return this.lost?.message ?? (this.dead ? pageCrashed().message : null);
  }

  /** False: it was dead or gone before. */
  crash(): boolean {
    if (this.dead || this.#ended !== null) return false;
    this.crashes++;
    this.dead = true;
    return true;
  }

  /** False: it has ended before. `failure` is what later calls get. */
  end(ending: Ending, failure: Failure): boolean {
    if (this.#ended !== null) return false;
    this.#ended = { ending, failure };
    this.#settleGone(ending);
    return true;
  }

  assertAlive(): void {
    if (this.#ended !== null) throw this.#ended.failure;
  }

  /** Errors: pageCrashed while the page has no document. */
  assertWhole(): void {
    if (this.lost !== null) throw dialogLeftBehind();
    if (this.dead) throw pageCrashed();
  }
}
