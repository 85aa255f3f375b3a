/** What the running gateway needs from outside; `main.ts` fills it, tests own it. */
import type { EngineLauncher } from "../engine/engine.ts";
import type { Clock, Ids } from "../model/ports.ts";
import type { Journal } from "../store/journal.ts";
import type { Artifacts } from "./artifacts.ts";

export interface RuntimePorts {
  /** The first one is the default engine. */
  readonly engines: readonly EngineLauncher[];
  readonly clock: Clock;
  readonly ids: Ids;
  readonly journal: Journal;
  readonly artifacts: Artifacts;
  /** Of this program, as `runtime_info` tells it. */
  readonly version: string;
}
