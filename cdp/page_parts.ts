/** What a page needs of its context. */
import type { Call, Clock } from "../src/model/ports.ts";
import type { SessionSettings } from "./page_sessions.ts";
import type { Attached } from "./targets.ts";

export interface PageParts extends SessionSettings {
  readonly clock: Clock;
  /** A new target of the same context, to replace one that nothing can free. */
  openTarget(call: Call): Promise<Attached>;
  closeTarget(targetId: string, call: Call): Promise<void>;
  /** Has the browser (never the page) tell the target's URL and title, to `onInfo`. Never rejects. */
  askInfo(targetId: string): Promise<void>;
  /** Another page of the context shows a dialog: it holds up the pages of its process too. */
  dialogElsewhere(): boolean;
}
