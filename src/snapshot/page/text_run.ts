/** Text that is gathered over inline markup until something ends the line. */
import { NO_ROW, type RowStore } from "./row_store.ts";
import { collapse } from "./text.ts";

/** What the line of text does not say of something in it. */
interface Aside {
  readonly name: string;
  readonly row: number;
  readonly element: Element;
  readonly unseen: boolean;
}

export class TextRun {
  readonly #rows: RowStore;
  #text = "";
  #row = NO_ROW;
  #exposed = true;
  #unseen = false;
  #asides: Aside[] = [];

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

  /** A row of its own for the name of something in the line, after the line. */
  addAside(aside: Aside): void {
    this.#asides.push(aside);
  }

  /** Gives the gathered text its row. */
  flush(): void {
    if (this.#text !== "") {
      const text = collapse(this.#text);
      this.#text = "";
      if (text !== "") this.#rows.addText(text, this.#row, this.#unseen);
    }
    if (this.#asides.length > 0) this.#flushAsides();
  }

  #flushAsides(): void {
    for (const { name, row, element, unseen } of this.#asides) {
      const at = this.#rows.add("generic", name, row, element);
      if (unseen) this.#rows.hide(at);
    }
    this.#asides = [];
  }
}
