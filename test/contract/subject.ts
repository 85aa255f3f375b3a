/** What the contract suite needs of an engine under test. */
import type { Runtime } from "../../src/runtime/runtime.ts";

/** Pages that every subject serves, with the same behaviour. */
const PATHS = ["/form", "/second", "/framed", "/broken", "/hosts", "/long", "/asks"] as const;
export type Path = (typeof PATHS)[number];

export interface Subject {
  readonly runtime: Runtime;
  url(path: Path): string;
  /** Ends the browser process as an operator's SIGKILL would. */
  killBrowser(): Promise<void>;
  /** Kills the renderer of the page opened last. */
  crashRenderer(): Promise<void>;
  /** The features that the engine lists. */
  readonly features: ReadonlySet<string>;
  close(): Promise<void>;
}
