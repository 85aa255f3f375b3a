/** Finds an installed Firefox. */
import { posix, win32 } from "node:path";
import { Failure } from "../src/model/error.ts";
import { MACHINE, type MachinePort, onPath, toldVersion } from "../src/platform/programs.ts";

export interface FoundFirefox {
  readonly path: string;
  /** Where it was found. */
  readonly source: "--browser-path" | "DROVER_FIREFOX" | "PATH" | "installed";
}

/** Names on PATH, best first. */
const COMMANDS = [["firefox-esr", null], ["firefox", null]] as const;

const LINUX_PLACES = [
  "/usr/lib/firefox-esr/firefox-esr",
  "/usr/lib/firefox/firefox",
  "/usr/lib64/firefox/firefox",
  "/opt/firefox/firefox",
];

/** All found, best first, each path once. A given or configured path stands first. */
export function findFirefox(
  browserPath?: string,
  machine: MachinePort = MACHINE,
): readonly FoundFirefox[] {
  const found = new Map<string, FoundFirefox>();
  const add = (path: string, source: FoundFirefox["source"]) => {
    if (!found.has(path) && machine.isExecutable(path)) found.set(path, { path, source });
  };
  if (browserPath !== undefined) add(browserPath, "--browser-path");
  const configured = machine.env["DROVER_FIREFOX"];
  if (configured !== undefined && configured !== "") add(configured, "DROVER_FIREFOX");
  for (const [path] of onPath(COMMANDS, machine)) add(path, "PATH");
  for (const path of installed(machine)) add(path, "installed");
  return [...found.values()];
}

/** The one to launch. A given or configured path is taken or refused, never passed over. Errors: browserLaunchFailed. */
export function chooseFirefox(browserPath?: string, machine: MachinePort = MACHINE): FoundFirefox {
  const configured = machine.env["DROVER_FIREFOX"];
  const named = browserPath !== undefined
    ? { path: browserPath, source: "--browser-path" } as const
    : configured !== undefined && configured !== ""
    ? { path: configured, source: "DROVER_FIREFOX" } as const
    : null;
  if (named !== null && !machine.isExecutable(named.path)) {
    throw new Failure(
      "browserLaunchFailed",
      `The browser named by ${named.source} is not there or may not be run`,
      { repair: `Correct ${named.source}, or leave it out to use an installed browser.` },
    );
  }
  const [best] = findFirefox(browserPath, machine);
  if (best !== undefined) return best;
  throw new Failure("browserLaunchFailed", "No Firefox was found", {
    repair: installHint(machine.platform),
  });
}

/** Version as the browser tells it, e.g. `Mozilla Firefox 153.8.0esr`; null: it did not answer. */
export function firefoxVersion(browser: FoundFirefox): string | null {
  return toldVersion(browser.path);
}

function installHint(platform: string): string {
  const named = "or name one with --browser-path or DROVER_FIREFOX";
  if (platform === "darwin") return `Install it, e.g. \`brew install --cask firefox\`, ${named}.`;
  if (platform === "win32") return `Install it, e.g. \`winget install Mozilla.Firefox\`, ${named}.`;
  return "Install it, e.g. `sudo apt-get install firefox-esr` (Debian) or " +
    `\`sudo dnf install firefox\` (Fedora), ${named}.`;
}

function* installed(machine: MachinePort): Generator<string> {
  if (machine.platform === "linux") yield* LINUX_PLACES;
  else if (machine.platform === "darwin") {
    for (const base of ["/Applications", posix.join(machine.home, "Applications")]) {
      yield `${base}/Firefox.app/Contents/MacOS/firefox`;
    }
  } else if (machine.platform === "win32") {
    for (const name of ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]) {
      const base = machine.env[name];
      if (base !== undefined) yield win32.join(base, "Mozilla Firefox", "firefox.exe");
    }
  }
}
