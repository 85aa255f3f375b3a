/** Chromium for a test file, a stand-in for the page script, and short ways to use them. */
import { chromiumLauncher, type ChromiumOptions } from "../../cdp/launcher.ts";
import { systemClock } from "../../src/platform/system.ts";
import { EngineLab, evaluate, mainFrame, refusedWith, until } from "../support/engine_lab.ts";
import { STAND_IN, within } from "../support/engine_stand_in.ts";

export { evaluate, mainFrame, refusedWith, STAND_IN, until, within };

export function launcher(options: Partial<ChromiumOptions> = {}) {
  return chromiumLauncher({ clock: systemClock, pageScript: STAND_IN, ...options });
}

/** The browser and the site of one test file, there from its first test to its last. */
export class Lab extends EngineLab {
  constructor() {
    super(launcher());
  }
}
