/** What a page needs of its context. */
import type { Call, Clock } from "../src/model/ports.ts";
import type { Session } from "./session.ts";
import type { Tab } from "./tabs.ts";
import type { Turns } from "./turns.ts";

export interface PageParts {
  readonly clock: Clock;
  readonly session: Session;
  readonly turns: Turns;
  /** A new tab of the same context, to replace one that nothing can free. */
  openTab(call: Call): Promise<Tab>;
  /** Closes it without asking beforeunload. One that is gone already is closed. */
  closeTab(tab: Tab, call: Call): Promise<void>;
}
