/** A page as its navigations see it. */
import type { Call } from "../src/model/ports.ts";
import type { Dialogs } from "./dialogs.ts";
import type { FrameTree } from "./frames.ts";
import type { Heartbeat } from "../src/engine/heartbeat.ts";
import type { InFlight } from "../src/engine/in_flight.ts";
import type { LoadState } from "../src/engine/load_state.ts";
import type { NavigationHost } from "./navigation.ts";
import type { PageLife } from "../src/engine/page_life.ts";
import type { Pulse } from "../src/engine/pulse.ts";
import type { Session } from "./session.ts";

/** The pieces of a page that a navigation has to do with. */
export interface NavigationPieces {
  session(): Session;
  readonly life: PageLife;
  readonly loading: LoadState;
  readonly pulse: Pulse;
  readonly frames: FrameTree;
  readonly dialogs: Dialogs;
  readonly inFlight: InFlight;
  readonly heartbeat: Heartbeat;
  heldUp(): boolean;
  replaceTarget(call: Call): Promise<void>;
}

/** Each member asks the pieces when it is used, never before: the target may have changed. */
export function navigationHost(pieces: NavigationPieces): NavigationHost {
  const { life, loading, pulse, frames, dialogs, inFlight } = pieces;
  return {
    session: () => pieces.session(),
    loading,
    pulse,
    crashed: () => life.dead,
    crashes: () => life.crashes,
    hung: () => pieces.heartbeat.hung,
    main: () => frames.main,
    frame: (id) => frames.get(id),
    assertAlive: () => {
      life.assertAlive();
      dialogs.assertNone();
    },
    asking: () => dialogs.asking,
    dismiss: (call) => dialogs.dismiss(call),
    heldUp: () => pieces.heldUp(),
    race: (work) => inFlight.race(null, work),
    replaceTarget: (call) => pieces.replaceTarget(call),
  };
}
