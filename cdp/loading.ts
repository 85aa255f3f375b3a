/** Tells the load state of a page's main document from CDP events. A navigation's id is its loader's. */
import type { LoadState } from "../src/engine/load_state.ts";
import type { Session } from "./session.ts";

/** Follows a page's own session, whose main frame is `mainFrame`. */
export function followLoading(session: Session, mainFrame: string, loading: LoadState): void {
  session.on("Page.frameStartedNavigating", (event) => {
    if (event.frameId !== mainFrame || /sameDocument/i.test(event.navigationType)) return;
    loading.started(event.loaderId);
  });
  session.on("Page.navigatedWithinDocument", (event) => {
    if (event.frameId === mainFrame) loading.urlChanged();
  });
  session.on("Page.frameStoppedLoading", (event) => {
    if (event.frameId === mainFrame) loading.stopped();
  });
  session.on("Page.lifecycleEvent", (event) => {
    if (event.frameId !== mainFrame) return;
    if (event.name === "DOMContentLoaded") loading.raise(event.loaderId, "interactive");
    else if (event.name === "load") loading.raise(event.loaderId, "complete");
  });
}
