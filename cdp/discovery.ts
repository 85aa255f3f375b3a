/** Finds installed Chromium browsers: Chrome, Chromium, Edge, Brave. */
import { readdirSync } from "node:fs";
import { posix, win32 } from "node:path";
import process from "node:process";
import { Failure } from "../src/model/error.ts";
import { MACHINE, type MachinePort, onPath, toldVersion } from "../src/platform/programs.ts";

export type Product = "Chrome" | "Chromium" | "Edge" | "Brave" | "browser";

export interface FoundBrowser {
  readonly path: string;
  readonly product: Product;
  /** Where it was found: `--browser-path`, `DROVER_CHROMIUM`, `PATH`, or `installed`. */
  readonly source: "--browser-path" | "DROVER_CHROMIUM" | "PATH" | "installed";
}

/** Names on PATH, best first. */
const COMMANDS: readonly (readonly [string, Product])[] = [
  ["google-chrome", "Chrome"],
  ["google-chrome-stable", "Chrome"],
  ["chrome", "Chrome"],
  ["chromium", "Chromium"],
  ["chromium-browser", "Chromium"],
  ["microsoft-edge", "Edge"],
  ["microsoft-edge-stable", "Edge"],
  ["msedge", "Edge"],
  ["brave-browser", "Brave"],
  ["brave", "Brave"],
];

const LINUX_PLACES: readonly (readonly [string, Product])[] = [
  ["/usr/bin/google-chrome", "Chrome"],
  ["/opt/google/chrome/chrome", "Chrome"],
  ["/usr/bin/chromium", "Chromium"],
  ["/usr/bin/chromium-browser", "Chromium"],
  ["/usr/lib/chromium/chromium", "Chromium"],
  ["/usr/lib64/chromium-browser/chromium-browser", "Chromium"],
  ["/usr/bin/microsoft-edge", "Edge"],
  ["/opt/microsoft/msedge/msedge", "Edge"],
  ["/usr/bin/brave-browser", "Brave"],
  ["/opt/brave.com/brave/brave-browser", "Brave"],
  // Last: a snap has its own /tmp, where our clean-up cannot reach.
  ["/snap/bin/chromium", "Chromium"],
];

const MAC_APPS: readonly (readonly [string, Product])[] = [
  ["Google Chrome", "Chrome"],
  ["Chromium", "Chromium"],
  ["Microsoft Edge", "Edge"],
  ["Brave Browser", "Brave"],
];

const WINDOWS_PLACES: readonly (readonly [string, Product])[] = [
  ["Google\\Chrome\\Application\\chrome.exe", "Chrome"],
  ["Chromium\\Application\\chrome.exe", "Chromium"],
  ["Microsoft\\Edge\\Application\\msedge.exe", "Edge"],
  ["BraveSoftware\\Brave-Browser\\Application\\brave.exe", "Brave"],
];

/** All browsers found, best first, each path once. A given or configured path stands first. */
export function findBrowsers(
  browserPath?: string,
  machine: MachinePort = MACHINE,
): readonly FoundBrowser[] {
  const found = new Map<string, FoundBrowser>();
  const add = (path: string, product: Product, source: FoundBrowser["source"]) => {
    if (!found.has(path) && machine.isExecutable(path)) found.set(path, { path, product, source });
  };
  if (browserPath !== undefined) add(browserPath, "browser", "--browser-path");
  const configured = machine.env["DROVER_CHROMIUM"];
  if (configured !== undefined && configured !== "") add(configured, "browser", "DROVER_CHROMIUM");
  for (const [path, product] of onPath(COMMANDS, machine)) add(path, product, "PATH");
  for (const [path, product] of installed(machine)) add(path, product, "installed");
  return [...found.values()];
}

/** The browser to launch. A given or configured path is taken or refused, never passed over. Errors: browserLaunchFailed. */
export function chooseBrowser(
  browserPath?: string,
  machine: MachinePort = MACHINE,
): FoundBrowser {
  const configured = machine.env["DROVER_CHROMIUM"];
  const named = browserPath !== undefined
    ? { path: browserPath, source: "--browser-path" } as const
    : configured !== undefined && configured !== ""
    ? { path: configured, source: "DROVER_CHROMIUM" } as const
    : null;
  if (named !== null && !machine.isExecutable(named.path)) {
    throw new Failure(
      "browserLaunchFailed",
      `The browser named by ${named.source} is not there or may not be run`,
      { repair: `Correct ${named.source}, or leave it out to use an installed browser.` },
    );
  }
  const [best] = findBrowsers(browserPath, machine);
  if (best !== undefined) return best;
  throw new Failure("browserLaunchFailed", "No Chrome, Chromium, Edge or Brave was found", {
    repair: installHint(machine.platform),
  });
}

/** What to do on a machine without a browser. */
export function installHint(platform: string): string {
  const named = "or name one with --browser-path or DROVER_CHROMIUM";
  if (platform === "darwin") {
    return `Install one, e.g. \`brew install --cask google-chrome\`, ${named}.`;
  }
  if (platform === "win32") {
    return `Install one, e.g. \`winget install Google.Chrome\`, ${named}.`;
  }
  return `Install one, e.g. \`sudo apt-get install chromium\` (Debian), ` +
    `\`sudo dnf install chromium\` (Fedora) or \`sudo pacman -S chromium\` (Arch), ${named}.`;
}

/**
 * Version of a browser as it tells it, e.g. `Chromium 156.0.8078.114`; null: it did not answer.
 * On Windows the folder beside the program is read, since there `--version` opens a window.
 */
export function browserVersion(browser: FoundBrowser): string | null {
  if (process.platform === "win32") {
    try {
      const version = readdirSync(win32.dirname(browser.path))
        .find((name) => /^\d+(\.\d+){3}$/.test(name));
      return version === undefined ? null : `${browser.product} ${version}`;
    } catch {
      return null;
    }
  }
  return toldVersion(browser.path);
}

function* installed(machine: MachinePort): Generator<readonly [string, Product]> {
  if (machine.platform === "linux") yield* LINUX_PLACES;
  else if (machine.platform === "darwin") {
    for (const [app, product] of MAC_APPS) {
      for (const base of ["/Applications", posix.join(machine.home, "Applications")]) {
        yield [`${base}/${app}.app/Contents/MacOS/${app}`, product];
      }
    }
  } else if (machine.platform === "win32") {
    const bases = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"];
    for (const [place, product] of WINDOWS_PLACES) {
      for (const name of bases) {
        const base = machine.env[name] ??
          Object.entries(machine.env).find(([key]) => key.toUpperCase() === name)?.[1];
        if (base !== undefined) yield [win32.join(base, place), product];
      }
    }
  }
}
