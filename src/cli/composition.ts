/** What the composition root hands to the commands: rooms that `cli` itself may not import. */
import type { StdioOptions } from "./options.ts";

export interface FoundBrowser {
  readonly path: string;
  /** As the browser tells it; null: it did not answer. */
  readonly version: string | null;
}

export interface Composition {
  /** Serves MCP on stdin and stdout until the input ends or a signal comes; the exit code. */
  stdio(options: StdioOptions): Promise<number>;
  /** Browsers that a session could use, the one that would be taken first. */
  browsers(options: StdioOptions): Promise<readonly FoundBrowser[]>;
  /** Whether browsers run in their sandbox here, and why not. */
  sandbox(): Promise<{ readonly on: boolean; readonly reason: string }>;
}
