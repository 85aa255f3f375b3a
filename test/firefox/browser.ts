/** Firefox for a test file, and short ways to use it. */
import { firefoxLauncher, type FirefoxOptions } from "../../firefox/launcher.ts";
import { systemClock } from "../../src/platform/system.ts";
import { EngineLab } from "../support/engine_lab.ts";
import { STAND_IN } from "../support/engine_stand_in.ts";

export function launcher(options: Partial<FirefoxOptions> = {}) {
  return firefoxLauncher({ clock: systemClock, pageScript: STAND_IN, ...options });
}

/** The browser and the site of one test file, there from its first test to its last. */
export class Lab extends EngineLab {
  constructor() {
    super(launcher());
  }
}
