/** Asking the browser about a page: one question at a time, however often there is something to ask. */
export class InfoQuestion {
  readonly #ask: () => Promise<void>;
  #underWay = false;
  /** Wanted again while a question was under way: its answer may be older. */
  #again = false;

  /** `ask` never rejects. */
  constructor(ask: () => Promise<void>) {
    this.#ask = ask;
  }

  /** Asks now, or once more after the question that is under way. */
  want(): void {
    this.#again = this.#underWay;
    if (this.#underWay) return;
    this.#underWay = true;
    this.#ask().then(() => {
      this.#underWay = false;
      if (this.#again) this.want();
    });
  }
}
