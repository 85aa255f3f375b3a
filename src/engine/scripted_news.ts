/** What a scripted page has to tell, until it is taken. */
import type { DialogInfo, PageNews } from "./engine.ts";

export class ScriptedNews {
  readonly dismissed: DialogInfo[] = [];
  #downloads: PageNews["downloads"] = null;

  /** The page begins a download, which is refused. */
  download(lastUrl: string): void {
    this.#downloads = { count: (this.#downloads?.count ?? 0) + 1, lastUrl };
  }

  take(): PageNews {
    const downloads = this.#downloads;
    this.#downloads = null;
    return { dismissed: this.dismissed.splice(0), downloads };
  }
}
