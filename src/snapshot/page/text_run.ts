/** Text that is gathered over inline markup until something ends the line. */
import { NO_ROW, type RowStore } from "./row_store.ts";
import { collapse } from "./text.ts";

export class TextRun {
  readonly #rows: RowStore;
  #text = "";
  #row = NO_ROW;
  #exposed = true;
  #unseen = false;

  constructor(rows: RowStore) {
    this.#rows = rows;
  }

  /** Text under a row; text in and out of the exposed tree, or of sight, is never one row. */
  add(text: string, row: number, exposed: boolean, unseen: boolean): void {
    if (this.#text !== "" && (this.#exposed !== exposed || this.#unseen !== unseen)) this.flush();
    if (this.#text === "") {
      this.#row = row;
      this.#exposed = exposed;
      this.#unseen = unseen;
    }
    this.#text += text;
  }

  /** White space, or something that stands apart in the line. */
  gap(): void {
    if (this.#text !== "") this.#text += " ";
  }

  /** Gives the gathered text its row. */
  flush(): void {
    if (this.#text === "") return;
    const text = collapse(this.#text);
    this.#text = "";
    if (text !== "") this.#rows.addText(text, this.#row, this.#unseen);
  }
}
