/** What the composition root hands to the commands: the browser engines, which `cli` may not import. */
import type { EngineLauncher } from "../engine/engine.ts";
import type { BrowserName, StdioOptions } from "./options.ts";

export interface FoundBrowser {
  readonly path: string;
  /** As the browser tells it; null: it did not answer. */
  readonly version: string | null;
}

export interface SandboxState {
  readonly on: boolean;
  /** One sentence for people. */
  readonly reason: string;
}

export interface Composition {
  /** The default engine first. */
  engines(options: StdioOptions): readonly EngineLauncher[];
  /** Browsers of that kind that a session could use, the one that is taken first. Throws Failure when there is none. */
  browsers(kind: BrowserName, options: StdioOptions): Promise<readonly FoundBrowser[]>;
  /** Of the chosen browser; null: it says nothing of its own. */
  sandbox(options: StdioOptions): Promise<SandboxState | null>;
}
