/** Downloads that a page begins. The browser is told to refuse them all, and says nothing to the page. */
import type { PageNews } from "../src/engine/engine.ts";
import type { Session } from "./session.ts";

export class Downloads {
  #news: PageNews["downloads"] = null;

  follow(session: Session): void {
    session.on("Page.downloadWillBegin", ({ url }) => {
      this.#news = { count: (this.#news?.count ?? 0) + 1, lastUrl: url };
    });
  }

  /** Those not taken yet. */
  take(): PageNews["downloads"] {
    const news = this.#news;
    this.#news = null;
    return news;
  }
}
