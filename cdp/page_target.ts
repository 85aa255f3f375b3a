/** The browser's target behind a page: another one may take its place, and the page stays the same. */
import { BROWSER_CALL_MS } from "../src/model/limits.ts";
import type { Call } from "../src/model/ports.ts";
import type { PageParts } from "./page_parts.ts";
import type { Session } from "./session.ts";
import type { Attached } from "./targets.ts";

export class PageTarget {
  readonly #parts: PageParts;
  #attached: Attached;

  constructor(parts: PageParts, attached: Attached) {
    this.#parts = parts;
    this.#attached = attached;
  }

  get id(): string {
    return this.#attached.info.targetId;
  }
  get session(): Session {
    return this.#attached.session;
  }

  async activate(call: Call): Promise<void> {
    const { session } = this;
    await session.send("Page.bringToFront", {}, session.connection.atMost(BROWSER_CALL_MS, call));
  }

  /**
   * To be sent before the target is closed: a frame's dialog that is open, or opens meanwhile, would
   * end the whole browser with it (Chromium 156).
   */
  prepareClose(): void {
    this.session.post("Page.disable", {}, BROWSER_CALL_MS);
  }

  /** Closes it; returns when `gone` has settled. */
  async close(gone: Promise<unknown>, call: Call): Promise<void> {
    const { connection } = this.session;
    const bound = connection.atMost(BROWSER_CALL_MS, call);
    this.prepareClose();
    await this.#parts.closeTarget(this.id, bound);
    await connection.bound(gone, bound);
  }

  /** Puts a blank target in its place; `leave` forgets what was known of the old one, just before. */
  async replace(leave: () => void, call: Call): Promise<void> {
    const fresh = await this.#parts.openTarget(call);
    const { id, session } = this;
    this.prepareClose();
    leave();
    this.#attached = fresh;
    session.end();
    const { connection } = fresh.session;
    // It fails only when the old target has gone by itself.
    this.#parts.closeTarget(id, connection.within(BROWSER_CALL_MS)).catch(() => {});
  }
}
